import { checkAssignment } from '../labels/theme-labels.js'
import { centerRows, checkRows, normalize, row, zeroVectors, type Vectors } from '../vectors/vectors.js'

/** A text with sections: a draft as it is, or as it would be with its suggestions followed. */
export interface HeadedText {
  /** In reading order. */
  readonly sentences: readonly string[]
  /** A row for each sentence: unit, or zero. */
  readonly vectors: Vectors
  /** Index of the section that each sentence stands in, the innermost; -1 in none. */
  readonly section: ArrayLike<number>
  /** In reading order: a section stands behind the one that holds it. */
  readonly sections: readonly HeadedSection[]
}

export interface HeadedSection {
  /** Empty where it has none. */
  readonly heading: string
  /** Index of the section that holds it; -1 at the top. */
  readonly parent: number
}

/** Texts to rows of the same representation as a text's `vectors`, as an encoder's `encode` gives them. */
export type EncodeTexts = (texts: readonly string[]) => Promise<Vectors>

/** @throws Error unless each sentence has a row and a section that is there, and each section stands behind the one that holds it. */
export function checkHeaded({ sentences, vectors, section, sections }: HeadedText): void {
  if (sentences.length !== vectors.count)
    throw new Error(`${sentences.length} sentences have ${vectors.count} vectors; expected one for each sentence`)
  checkRows('vectors', vectors)
  checkAssignment('section', section, sentences.length, sections.length)
  sections.forEach(({ parent }, s) => {
    if (!Number.isInteger(parent) || parent < -1 || parent >= s)
      throw new Error(`sections[${s}].parent is ${parent}; expected -1, or a section before it`)
  })
}

/** The section and those that hold it, from the innermost; none for -1. */
export function holdersOf(sections: readonly HeadedSection[], section: number): number[] {
  const holders = []
  for (let s = section; s >= 0; s = sections[s].parent) holders.push(s)
  return holders
}

/**
 * The direction of each section's sentences, those of its subsections with them, relative to the whole text; zero for a
 * section without any. [sections, dims]
 */
export function sectionVectors({ vectors, section, sections }: HeadedText): Vectors {
  const centered = centerRows(vectors)
  const sums = zeroVectors(sections.length, vectors.dims)
  const add = (to: number, rows: Vectors, from: number): void => {
    for (let d = 0; d < rows.dims; d++) sums.data[to * rows.dims + d] += rows.data[from * rows.dims + d]
  }
  for (let i = 0; i < vectors.count; i++) if (section[i] >= 0) add(section[i], centered, i)
  for (let s = sections.length - 1; s >= 0; s--) if (sections[s].parent >= 0) add(sections[s].parent, sums, s)
  for (let s = 0; s < sums.count; s++) normalize(row(sums, s))
  return sums
}
