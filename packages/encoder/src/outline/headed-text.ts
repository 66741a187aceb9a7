import { checkAssignment } from '../labels/theme-labels.js'
import { centerRows, checkRows, normalize, row, zeroVectors, type Vectors } from '../vectors/vectors.js'

/** A text with sections, with or without its suggested changes. */
export interface HeadedText {
  /** In reading order. */
  readonly sentences: readonly string[]
  /** A row for each sentence: unit, or zero. */
  readonly vectors: Vectors
  /** Index of the innermost section of each sentence; -1 for none. */
  readonly section: ArrayLike<number>
  /** In reading order: a section follows its parent. */
  readonly sections: readonly HeadedSection[]
}

export interface HeadedSection {
  /** Empty without a heading. */
  readonly heading: string
  /** Index of the section that contains it; -1 at the top level. */
  readonly parent: number
}

/** Encodes texts in the same representation as the text's `vectors`, like an encoder's `encode`. */
export type EncodeTexts = (texts: readonly string[]) => Promise<Vectors>

/**
 * Checks that each sentence has a row and a valid section, and that each section follows its parent.
 * @throws Error that names the first mismatch.
 */
export function checkHeaded({ sentences, vectors, section, sections }: HeadedText): void {
  if (sentences.length !== vectors.count)
    throw new Error(`${sentences.length} sentences have ${vectors.count} vectors; expected one for each sentence`)
  checkRows('vectors', vectors)
  checkAssignment('section', section, sentences.length, sections.length)
  sections.forEach(({ parent }, s) => {
    if (!Number.isInteger(parent) || parent < -1 || parent >= s)
      throw new Error(`sections[${s}].parent is ${parent}; expected -1, or the index of an earlier section`)
  })
}

/** Returns the section and its ancestors, innermost first; none for -1. */
export function holdersOf(sections: readonly HeadedSection[], section: number): number[] {
  const holders = []
  for (let s = section; s >= 0; s = sections[s].parent) holders.push(s)
  return holders
}

/**
 * Returns the direction of each section's sentences, including its subsections, relative to the whole text: [sections,
 * dims]. Zero for a section without sentences.
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
