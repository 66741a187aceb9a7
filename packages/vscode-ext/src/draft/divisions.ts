import { rowsBetween, weighParagraphBoundaries } from '@leitmotif/encoder'
import { paragraphsOf, type Suggestion } from './analysis.js'
import type { DraftText } from './draft-text.js'
import type { FoundThemes } from './draft-themes.js'
import { splitBefore } from './outline-suggestions.js'
import { PRECISION } from './chosen-suggestions.js'

/** How many paragraphs a section has that is suggested, and more than how many are always divided. */
export interface SectionLengths {
  readonly least: number
  readonly most: number
}

/** Up to this many, a section of fewer paragraphs is suggested, too, where it is clear enough. */
const USUAL_LEAST = 2

/** Whether the sections that a suggestion makes are as long as the writer wants them. */
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
 * Paragraphs that a text without a heading has at least to be divided: what is shorter is more often one section than several, and
 * chances of a boundary promise too much (bench/RESULTS.md, Segmentation).
 */
const LEAST_UNHEADED = 12

/** The sections that a network divides: text without a heading, and sections of more than `lengths.most` paragraphs. */
export function longSections({ sections }: Pick<DraftText, 'sections'>, { most }: SectionLengths): ReadonlySet<number> {
  const isLong = ({ heading, start, end }: DraftText['sections'][number]): boolean =>
    end - start >= (heading === '' ? LEAST_UNHEADED : most + 1)
  return new Set([...sections.keys()].filter((section) => isLong(sections[section])))
}

/**
 * Splits of long sections where it is the likeliest that one begins, as sure as that is: of text without a heading those that are,
 * of what is longer than the writer wants all that are drawn, as sure as `least` at least. @param rows by `static`.
 */
export function divideLongSections(
  draft: DraftText,
  long: ReadonlySet<number>,
  { rows, directions }: Pick<FoundThemes, 'rows' | 'directions'>,
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
        directions: directions === undefined ? undefined : rowsBetween(directions, start, end)
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
