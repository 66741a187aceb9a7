import type { Vectors } from '../vectors/vectors.js'
import { labelThemes, type ThemeLabel } from '../labels/theme-labels.js'

export interface OutlineParagraph {
  readonly text: string
  /** Whether it ends with code, a table or the like, which is not in its text. Default: no. */
  readonly endsWithCode?: boolean
  /** The headings above it, outermost first. Consecutive paragraphs under the same headings are a section. */
  readonly path: readonly string[]
}

export interface OutlineSentence {
  readonly text: string
  /** Index of its paragraph. */
  readonly paragraph: number
}

export interface OutlineInput {
  readonly paragraphs: readonly OutlineParagraph[]
  /** In reading order. */
  readonly sentences: readonly OutlineSentence[]
  /** A row for each sentence. */
  readonly vectors: Vectors
  /** A row for the innermost heading of each section of `findSections`. Default: headings are not compared. */
  readonly headings?: Vectors
  /** The log odds that a section begins at each paragraph. Default: moves are judged without them. */
  readonly odds?: ArrayLike<number>
}

/** Paragraphs [start, end) under the same headings. */
export interface OutlineSection {
  readonly path: readonly string[]
  readonly start: number
  readonly end: number
}

/** Returns the sections: one begins where a paragraph's headings differ from those of the paragraph before. */
export function findSections(paragraphs: readonly OutlineParagraph[]): OutlineSection[] {
  const starts = paragraphs.flatMap(({ path }, p) => (p === 0 || !equal(path, paragraphs[p - 1].path) ? [p] : []))
  return starts.map((start, s) => ({ path: paragraphs[start].path, start, end: starts[s + 1] ?? paragraphs.length }))
}

/** Returns, for each of `count` paragraphs, the span that holds it: spans begin at `starts`, ascending from 0. */
export function spanOf(starts: readonly number[], count: number): Int32Array {
  const span = new Int32Array(count)
  starts.forEach((start, s) => span.fill(s, start, starts[s + 1] ?? count))
  return span
}

function equal(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((heading, i) => heading === b[i])
}

/** Returns a label for each span of paragraphs. Spans begin at `starts` (ascending, from 0) and end at the next. */
export function labelSpans({ paragraphs, sentences }: OutlineInput, starts: readonly number[]): ThemeLabel[] {
  const span = spanOf(starts, paragraphs.length)
  return labelThemes(
    sentences.map(({ text }) => text),
    sentences.map(({ paragraph }) => span[paragraph]),
    starts.length
  )
}

const IDEOGRAPH = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]\p{P}{0,8}/gu

/** Returns the number of words in `text`: runs between white space, and each character in languages without it. */
export function countWords(text: string): number {
  // Without the flag `u`: matching code points would use the regular expression's stack for surrogate pairs.
  return text.replace(IDEOGRAPH, ' 一 ').match(/\S+/g)?.length ?? 0
}
