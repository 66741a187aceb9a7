import { weighParagraphBoundaries } from '../segmentation/paragraph-boundaries.js'
import { rowsBetween } from '../vectors/vectors.js'
import { paragraphsOf, type Suggestion } from './analysis.js'
import type { DraftText } from './draft-text.js'
import type { FoundThemes } from './draft-themes.js'
import { splitBefore } from './outline-suggestions.js'
import type { SectionStarts } from './section-starts.js'
import { PRECISION } from './chosen-suggestions.js'

/** Minimum number of paragraphs of a suggested section, and the most of a section that is not always divided. */
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
 * Minimum number of paragraphs of text without a heading that is divided. Shorter text is more often one section, and
 * boundary probabilities are too high for it (bench/RESULTS.md, Segmentation).
 */
const LEAST_UNHEADED = 12

/**
 * Minimum probability of a section start in text without headings. At this value, as many sections are suggested as
 * such drafts have.
 */
const LEAST_CHANCE = 0.4

/** Returns the sections to divide: long text without a heading, and sections of more than `most` paragraphs. */
export function longSections({ sections }: Pick<DraftText, 'sections'>, { most }: SectionLengths): ReadonlySet<number> {
  const isLong = ({ heading, start, end }: DraftText['sections'][number]): boolean =>
    end - start >= (heading === '' ? LEAST_UNHEADED : most + 1)
  return new Set([...sections.keys()].filter((section) => isLong(sections[section])))
}

/**
 * Returns splits of long sections, scored by their probability. Text without headings is divided wherever a section is likely enough,
 * so that number and places are chosen together. Sections with headings that are longer than `lengths.most` are divided at their most
 * likely boundaries, with at least the score that `few` suggestions need. @param rows vectors of the network `static`
 */
export function divideLongSections(
  draft: DraftText,
  long: ReadonlySet<number>,
  { rows, network }: Pick<FoundThemes, 'rows' | 'network'>,
  starts: SectionStarts,
  lengths: SectionLengths
): Suggestion[] {
  return [...long].flatMap((section): Suggestion[] => {
    const { heading, start, end } = draft.sections[section]
    if (heading === '') {
      const reason =
        draft.sections.length === 1
          ? 'The text has no section headings, and another subject begins here.'
          : 'The text before the first heading is long, and another subject begins here.'
      return likelyStarts(starts.unheaded(start, end), lengths.least).map(({ at, chance }) =>
        splitBefore(draft, start + at, chance, reason)
      )
    }
    const boundaries = weighParagraphBoundaries(
      rowsBetween(rows, start, end),
      draft.paragraphs.slice(start, end).map(({ text }) => text),
      {
        minLength: lengths.least,
        maxLength: Math.max(lengths.least, lengths.most),
        network: network && { ...network, directions: rowsBetween(network.directions, start, end) }
      }
    )
    const reason = `“${heading}” has ${end - start} paragraphs, more than ${lengths.most}, and another subject begins here.`
    return boundaries.map(({ paragraph, chance }) =>
      splitBefore(draft, start + paragraph, Math.max(PRECISION.few.split, chance), reason)
    )
  })
}

/**
 * Returns the places with a chance of at least LEAST_CHANCE, in order. Of places closer together than `least`
 * paragraphs, keeps the likelier; none is that close to an end.
 */
function likelyStarts(chances: readonly number[], least: number): { readonly at: number; readonly chance: number }[] {
  const chosen: { readonly at: number; readonly chance: number }[] = []
  const taken = new Uint8Array(chances.length)
  const likeliest = chances
    .map((chance, at) => ({ at, chance }))
    .filter(({ at, chance }) => chance >= LEAST_CHANCE && at >= least && chances.length - at >= least)
    .sort((a, b) => b.chance - a.chance || a.at - b.at)
  for (const place of likeliest) {
    if (taken[place.at] === 1) continue
    chosen.push(place)
    taken.fill(1, Math.max(0, place.at - least + 1), place.at + least)
  }
  return chosen.sort((a, b) => a.at - b.at)
}

/** Returns a split of each section with a heading, except `long` ones, where a heading is likeliest to be missing. */
export function missingHeadingSplits(draft: DraftText, long: ReadonlySet<number>, starts: SectionStarts): Suggestion[] {
  const lengths = draft.sections.map(({ start, end }) => end - start)
  const sorted = lengths.filter((length) => length > 0).sort((a, b) => a - b)
  return draft.sections.flatMap(({ heading, start, end }, section): Suggestion[] => {
    if (heading === '' || long.has(section)) return []
    const found = starts.missing(start, end, usualWithout(sorted, lengths[section]))
    if (found === undefined || found.chance === 0) return []
    return [splitBefore(draft, found.paragraph, found.chance, `another subject begins here, within “${heading}”`)]
  })
}

/** Returns the upper median of ascending lengths without one of them; 0 for a single length. */
function usualWithout(sorted: readonly number[], own: number): number {
  const others = sorted.toSpliced(sorted.indexOf(own), 1)
  return others.at(others.length >> 1) ?? 0
}
