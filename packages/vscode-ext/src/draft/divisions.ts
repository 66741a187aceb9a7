import { findParagraphBoundaries, LEAST_PARAGRAPHS, type Vectors } from '@leitmotif/encoder'
import type { Suggestion } from './analysis.js'
import type { DraftText } from './draft-text.js'
import { splitBefore } from './outline-suggestions.js'

/** How many paragraphs a section has that is suggested, and more than how many are always divided. */
export interface SectionLengths {
  readonly least: number
  readonly most: number
}

/** How sure a division of a text without headings is: PARAGRAPH_BOUNDARY's least probability. */
const UNHEADED = 0.35

/**
 * Splits of what is not divided at all, text without a heading, and of sections of more than `lengths.most` paragraphs, at the
 * boundaries that are the likeliest; the latter for certain, for so the writer wants it. @param rows by `static`.
 */
export function divideLongSections(draft: DraftText, rows: Vectors, lengths: SectionLengths): Suggestion[] {
  const { dims, data } = rows
  return draft.sections.flatMap(({ heading, start, end }): Suggestion[] => {
    const count = end - start
    const long = count > lengths.most
    if (!long && (heading !== '' || count < LEAST_PARAGRAPHS)) return []
    const boundaries = findParagraphBoundaries(
      { count, dims, data: data.subarray(start * dims, end * dims) },
      draft.paragraphs.slice(start, end).map(({ text }) => text),
      { minLength: lengths.least, maxLength: Math.max(lengths.least, lengths.most) }
    )
    const named = heading === '' ? 'This text without a heading' : `“${heading}”`
    const reason = long
      ? `${named} has ${count} paragraphs, more than ${lengths.most}; the subject changes here.`
      : `${named} has several subjects, and one begins here.`
    return boundaries.map((at) => splitBefore(draft, start + at, long ? 1 : UNHEADED, reason))
  })
}
