import { weighParagraphBoundaries, type Vectors } from '@leitmotif/encoder'
import type { Suggestion } from './analysis.js'
import type { DraftText } from './draft-text.js'
import type { FoundThemes } from './draft-themes.js'
import { splitBefore } from './outline-suggestions.js'

/** How many paragraphs a section has that is suggested, and more than how many are always divided. */
export interface SectionLengths {
  readonly least: number
  readonly most: number
}

/**
 * Paragraphs that a text without a heading has at least to be divided: what is shorter is more often one section than several, and
 * chances of a boundary promise too much (bench/RESULTS.md, Segmentation).
 */
const LEAST_UNHEADED = 12

/**
 * Splits of what is not divided at all, text without a heading, and of sections of more than `lengths.most` paragraphs, at the
 * boundaries that are the likeliest. A text without a heading is divided as surely as a section is likely to begin there; a
 * long section for certain, for so the writer wants it. @param rows by `static`.
 */
export function divideLongSections(
  draft: DraftText,
  { rows, directions }: Pick<FoundThemes, 'rows' | 'directions'>,
  lengths: SectionLengths
): Suggestion[] {
  return draft.sections.flatMap(({ heading, start, end }): Suggestion[] => {
    const count = end - start
    const long = count > lengths.most
    if (!long && (heading !== '' || count < LEAST_UNHEADED)) return []
    const boundaries = weighParagraphBoundaries(
      part(rows, start, end),
      draft.paragraphs.slice(start, end).map(({ text }) => text),
      {
        minLength: lengths.least,
        maxLength: Math.max(lengths.least, lengths.most),
        directions: directions === undefined ? undefined : part(directions, start, end)
      }
    )
    const named = heading === '' ? 'This text without a heading' : `“${heading}”`
    const reason = long
      ? `${named} has ${count} paragraphs, more than ${lengths.most}; the subject changes here.`
      : `${named} has several subjects, and one begins here.`
    return boundaries.map(({ paragraph, chance }) => splitBefore(draft, start + paragraph, long ? 1 : chance, reason))
  })
}

/** Rows [start, end). */
function part({ dims, data }: Vectors, start: number, end: number): Vectors {
  return { count: end - start, dims, data: data.subarray(start * dims, end * dims) }
}
