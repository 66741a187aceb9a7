import { weighParagraphBoundaries } from '../segmentation/paragraph-boundaries.js'
import { rowsBetween } from '../vectors/vectors.js'
import { paragraphsOf, type Suggestion } from './analysis.js'
import type { DraftText } from './draft-text.js'
import type { FoundThemes } from './draft-themes.js'
import { splitBefore } from './outline-suggestions.js'
import { PRECISION } from './chosen-suggestions.js'

/** The fewest paragraphs of a suggested section, and the most of a section that is not always divided. */
export interface SectionLengths {
  readonly least: number
  readonly most: number
}

/** Minimum lengths up to this one are not enforced: shorter sections are suggested if their score is high enough. */
const USUAL_LEAST = 2

/** Returns whether the sections that a suggestion creates have at least `least` paragraphs. */
export function isLongEnough(
  { paragraphs, sections }: Pick<DraftText, 'paragraphs' | 'sections'>,
  suggestion: Suggestion,
  { least }: SectionLengths
): boolean {
  if (least <= USUAL_LEAST) return true
  if (suggestion.kind === 'apart') return paragraphsOf(suggestion).length >= least
  if (suggestion.kind !== 'split') return true
  const { paragraph } = suggestion
  const { start, end } = sections[paragraphs[paragraph].section]
  return Math.min(paragraph - start, end - paragraph) >= least
}

/**
 * The fewest paragraphs of text without a heading that is divided. Shorter text is more often one section, and boundary
 * probabilities are too high for it (bench/RESULTS.md, Segmentation).
 */
const LEAST_UNHEADED = 12

/** Returns the sections to divide: long text without a heading, and sections of more than `most` paragraphs. */
export function longSections({ sections }: Pick<DraftText, 'sections'>, { most }: SectionLengths): ReadonlySet<number> {
  const isLong = ({ heading, start, end }: DraftText['sections'][number]): boolean =>
    end - start >= (heading === '' ? LEAST_UNHEADED : most + 1)
  return new Set([...sections.keys()].filter((section) => isLong(sections[section])))
}

/**
 * Returns splits of long sections at the most likely boundaries, scored by their probability. Splits of sections that are longer
 * than `lengths.most` have at least the score that `few` suggestions need. @param rows vectors of the network `static`
 */
export function divideLongSections(
  draft: DraftText,
  long: ReadonlySet<number>,
  { rows, network }: Pick<FoundThemes, 'rows' | 'network'>,
  lengths: SectionLengths
): Suggestion[] {
  return [...long].flatMap((section): Suggestion[] => {
    const { heading, start, end } = draft.sections[section]
    const boundaries = weighParagraphBoundaries(
      rowsBetween(rows, start, end),
      draft.paragraphs.slice(start, end).map(({ text }) => text),
      {
        minLength: lengths.least,
        maxLength: Math.max(lengths.least, lengths.most),
        network: network && { ...network, directions: rowsBetween(network.directions, start, end) }
      }
    )
    const [reason, least] =
      heading !== ''
        ? [
            `“${heading}” has ${end - start} paragraphs, more than ${lengths.most}, and another subject begins here.`,
            PRECISION.few.split
          ]
        : draft.sections.length === 1
          ? ['The text has no section headings, and another subject begins here.', 0]
          : ['The text before the first heading is long, and another subject begins here.', 0]
    return boundaries.map(({ paragraph, chance }) =>
      splitBefore(draft, start + paragraph, Math.max(least, chance), reason)
    )
  })
}
