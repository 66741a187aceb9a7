import { paragraphsOf, type Suggestion } from './analysis.js'
import type { DraftText } from './draft-text.js'
import { isAboutAll } from '../labels/common-headings.js'
import { splitBefore } from './outline-suggestions.js'
import type { SectionStarts } from './section-starts.js'
import { PRECISION } from './chosen-suggestions.js'

/** The fewest words of a suggested section, and the most of a section that is not always divided. */
export interface SectionLengths {
  readonly least: number
  readonly most: number
}

/** Returns the words of paragraphs [start, end). */
function wordsIn(paragraphs: DraftText['paragraphs'], start: number, end: number): number {
  let sum = 0
  for (let p = start; p < end; p++) sum += paragraphs[p].words
  return sum
}

/** Returns whether the sections that a suggestion creates have at least `least` words. */
export function isLongEnough(
  { paragraphs, sections }: Pick<DraftText, 'paragraphs' | 'sections'>,
  suggestion: Suggestion,
  { least }: SectionLengths
): boolean {
  if (suggestion.kind === 'separate')
    return wordsIn(paragraphs, suggestion.paragraph, paragraphsOf(suggestion).at(-1)! + 1) >= least
  if (suggestion.kind !== 'split') return true
  const { paragraph } = suggestion
  const { start, end } = sections[paragraphs[paragraph].section]
  return wordsIn(paragraphs, start, paragraph) >= least && wordsIn(paragraphs, paragraph, end) >= least
}

/**
 * The fewest words of text without a heading that is divided. Shorter text is more often one section, and boundary
 * probabilities are too high for it (bench/RESULTS.md, Segmentation).
 */
const LEAST_UNHEADED = 600

/** The least chance of a section in text without headings; at it, about half of what is suggested is right. */
const LEAST_CHANCE = 0.42

/** Returns the sections to divide: long text without a heading, and sections of more than `most` words. */
export function longSections(
  { paragraphs, sections }: Pick<DraftText, 'paragraphs' | 'sections'>,
  { most }: SectionLengths
): ReadonlySet<number> {
  const isLong = ({ heading, start, end }: DraftText['sections'][number]): boolean =>
    wordsIn(paragraphs, start, end) >= (heading === '' ? LEAST_UNHEADED : most + 1)
  return new Set([...sections.keys()].filter((section) => isLong(sections[section])))
}

/**
 * Returns splits of long sections, scored by their probability. Text without headings is divided wherever a section is likely enough,
 * so that number and places are chosen together. Sections with headings that are longer than `lengths.most` are divided at their most
 * likely place, and their parts again while they are longer, with at least the score that `few` suggestions need.
 */
export function divideLongSections(
  draft: DraftText,
  long: ReadonlySet<number>,
  starts: SectionStarts,
  lengths: SectionLengths
): Suggestion[] {
  return [...long].flatMap((section): Suggestion[] => {
    const { heading, start, end } = draft.sections[section]
    const words = draft.paragraphs.slice(start, end).map((paragraph) => paragraph.words)
    const chances = starts.unheaded(start, end)
    if (heading === '') {
      const reason =
        draft.sections.length === 1
          ? 'The text has no section headings, and another subject begins here.'
          : 'The text before the first heading is long, and another subject begins here.'
      return likelyStarts(chances, words, lengths.least).map((at) =>
        splitBefore(draft, start + at, chances[at], starts.reason(start + at) ?? reason)
      )
    }
    const count = words.reduce((sum, own) => sum + own, 0)
    const reason = `“${heading}” has ${count} words, more than ${lengths.most}, and another subject begins here.`
    return shorten(chances, words, lengths).map((at) =>
      splitBefore(draft, start + at, Math.max(PRECISION.few.split, chances[at]), starts.reason(start + at) ?? reason)
    )
  })
}

/**
 * Returns the places with a chance of at least LEAST_CHANCE, in order. Of places with fewer than `least` words between them, the
 * likelier stays; both ends keep `least` words.
 */
function likelyStarts(chances: readonly number[], words: readonly number[], least: number): number[] {
  const before = runningSum(words)
  const chosen: number[] = []
  const isFar = (at: number): boolean =>
    before[at] >= least &&
    before[words.length] - before[at] >= least &&
    chosen.every((other) => Math.abs(before[other] - before[at]) >= least)
  const likeliest = [...chances.keys()].filter((at) => at > 0 && chances[at] >= LEAST_CHANCE)
  for (const at of likeliest.sort((a, b) => chances[b] - chances[a] || a - b)) if (isFar(at)) chosen.push(at)
  return chosen.sort((a, b) => a - b)
}

/** Returns the places that divide a section into parts of at most `most` words and at least `least`, where these exist, in order. */
function shorten(chances: readonly number[], words: readonly number[], { least, most }: SectionLengths): number[] {
  const before = runningSum(words)
  const found: number[] = []
  const parts = [[0, words.length]]
  for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
    const [start, end] = part
    if (before[end] - before[start] <= most) continue
    let best = -1
    for (let at = start + 1; at < end; at++) {
      const fits = before[at] - before[start] >= least && before[end] - before[at] >= least
      if (fits && chances[at] > (best < 0 ? 0 : chances[best])) best = at
    }
    if (best < 0) continue
    found.push(best)
    parts.push([start, best], [best, end])
  }
  return found.sort((a, b) => a - b)
}

/** Returns the sums of all words before each paragraph, and of all. */
function runningSum(words: readonly number[]): number[] {
  const sums = [0]
  for (const own of words) sums.push(sums[sums.length - 1] + own)
  return sums
}

/**
 * Returns a split of each section with a heading, except `long` ones and those about the whole draft, where a heading is likeliest to
 * be missing.
 */
export function missingHeadingSplits(draft: DraftText, long: ReadonlySet<number>, starts: SectionStarts): Suggestion[] {
  const lengths = draft.sections.map(({ start, end }) => end - start)
  const sorted = lengths.filter((length) => length > 0).sort((a, b) => a - b)
  return draft.sections.flatMap(({ heading, start, end }, section): Suggestion[] => {
    if (heading === '' || long.has(section) || isAboutAll(heading)) return []
    const found = starts.missing(start, end, usualWithout(sorted, lengths[section]))
    if (found === undefined || found.chance === 0) return []
    const { paragraph, chance } = found
    const reason = starts.reason(paragraph) ?? `Another subject begins here, within “${heading}”.`
    return [splitBefore(draft, paragraph, chance, reason)]
  })
}

/** Returns the upper median of ascending lengths without one of them; 0 for a single length. */
function usualWithout(sorted: readonly number[], own: number): number {
  const others = sorted.toSpliced(sorted.indexOf(own), 1)
  return others.at(others.length >> 1) ?? 0
}

/** Returns splits at all scene breaks and labels of a story, scored so that only `more` suggestions show them. */
export function storySplits(draft: DraftText, starts: Pick<SectionStarts, 'reason'>): Suggestion[] {
  return draft.paragraphs.flatMap((_, p) => {
    const reason = starts.reason(p)
    return reason === undefined || draft.sections[draft.paragraphs[p].section].start === p
      ? []
      : [splitBefore(draft, p, PRECISION.more.split, reason)]
  })
}
