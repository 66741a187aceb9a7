import { introducesNext, refersBack } from '../outline/anchored-paragraphs.js'
import { findOdds, type BoundaryReading } from '../segmentation/paragraph-boundaries.js'
import { countWords } from '../segmentation/sections.js'
import { wordRows } from '../segmentation/word-rows.js'
import { dot, row, type Vectors } from '../vectors/vectors.js'

/** How likely sections begin at the paragraphs of a draft. */
export interface SectionStarts {
  /** The chance that a section begins at each paragraph of text [start, end) without headings, from 0 to 1; 0 for the first. */
  unheaded(start: number, end: number): number[]
  /**
   * The likeliest place of a missing heading in a section [start, end) that has one, and its chance from 0 to 1. Undefined
   * for a section too short for two. `usual`: the median number of paragraphs of the other sections.
   */
  missing(
    start: number,
    end: number,
    usual: number
  ): { readonly paragraph: number; readonly chance: number } | undefined
}

/**
 * Logistic regressions over `featuresOf`, fitted on drafts of guides, essays, manuals and posts (the tuning part of
 * `leitmotif-train evaluate --task drafts`). UNHEADED predicts whether a section begins here in text whose headings
 * were removed; MISSING whether a heading was deleted here. MISSING compares the places of a section with each other
 * and with the case that none was deleted. It adds logarithms of the section's length relative to the usual one
 * (`relative`), the paragraphs to the nearer end (`inner`), and the section's paragraphs (`length`).
 */
const UNHEADED = { constant: -0.21, weights: [0.3, -1.17, -1.23, -1.19, 1.52, -0.89, -1.05, 0.25, 0.21] } as const
const MISSING = {
  constant: 0.5,
  weights: [0.72, -0.96, -1.95, -0.99, 1.48, -0.67, -0.94, -0.93, 0.26],
  relative: 0.9,
  inner: 2.08,
  length: -2.26
} as const

/** Minimum number of paragraphs of a section in which a heading can be missing, and before and after that heading. */
const LEAST_PARAGRAPHS = 4
const LEAST_PART = 2

/** Matches the end of a sentence; the last MAX_END UTF-16 units of a paragraph are read, which bounds the cost. */
const ENDED = /[.!…。！۔।][\p{Pe}\p{Pf}"'*_]*$/u
const MAX_END = 8

/** Number of paragraphs compared before and after a place: by their vectors, and by their words. */
const NEAR = 2
const NEAR_WORDS = 3

/**
 * Reads a draft. Each chance compares the paragraphs around a place, by vectors and shared words, and knows whether the
 * paragraph refers back or the one before introduces it. O(paragraphs · dims) besides `findOdds`.
 * @param texts the paragraphs
 * @param rows their vectors, relative to the draft, of the network for settled text
 * @param quick their vectors of the network `static`, which the boundary network reads
 */
export function readSectionStarts(
  texts: readonly string[],
  rows: Vectors,
  quick: { readonly rows: Vectors; readonly network: BoundaryReading | undefined }
): SectionStarts {
  const odds = findOdds(quick.rows, texts, quick.network)
  const words = wordRows(texts)
  const lengths = texts.map((text) => Math.log(1 + countWords(text)))
  const featuresOf = (p: number, start: number, end: number): number[] => [
    odds[p],
    dot(row(rows, p - 1), row(rows, p)),
    likeness(rows, p, Math.max(start, p - NEAR), Math.min(end, p + NEAR)),
    likeness(words, p, Math.max(start, p - NEAR_WORDS), Math.min(end, p + NEAR_WORDS)),
    p + 1 < end ? dot(row(rows, p), row(rows, p + 1)) : 0,
    Number(refersBack(texts[p])),
    Number(introducesNext(texts[p - 1])),
    Number(!ENDED.test(texts[p - 1].slice(-MAX_END))),
    lengths[p]
  ]
  const sumOf = ({ constant, weights }: typeof UNHEADED | typeof MISSING, features: readonly number[]): number =>
    features.reduce((sum, feature, f) => sum + weights[f] * feature, constant)
  return {
    unheaded: (start, end) =>
      Array.from({ length: end - start }, (_, i) =>
        i === 0 ? 0 : 1 / (1 + Math.exp(-sumOf(UNHEADED, featuresOf(start + i, start, end))))
      ),
    missing: (start, end, usual) => {
      const count = end - start
      if (count < LEAST_PARAGRAPHS) return undefined
      const { relative, inner, length } = MISSING
      const section = relative * Math.log(count / Math.max(LEAST_PART, usual)) + length * Math.log(count)
      let [all, most, best] = [1, 0, start]
      for (let p = start + 1; p < end; p++) {
        const nearer = Math.min(p - start, end - p)
        const ratio = Math.exp(sumOf(MISSING, featuresOf(p, start, end)) + section + inner * Math.log(nearer))
        all += ratio
        if (nearer >= LEAST_PART && ratio > most) [most, best] = [ratio, p]
      }
      return { paragraph: best, chance: most / all }
    }
  }
}

/** Returns the cosine of the sums of rows [start, p) and [p, end). */
function likeness(rows: Vectors, p: number, start: number, end: number): number {
  const [before, behind] = [new Float32Array(rows.dims), new Float32Array(rows.dims)]
  for (let i = start; i < end; i++) {
    const to = i < p ? before : behind
    row(rows, i).forEach((value, d) => (to[d] += value))
  }
  return dot(before, behind) / Math.sqrt(dot(before, before) * dot(behind, behind) || 1)
}

/** Paragraphs that open with a quotation mark or a dash, as speech does. */
const SPEECH = /^[\s*_]*["“”„«»‘—–]/u

/** Minimum share of such paragraphs in a story, and minimum number of paragraphs for a verdict. */
const SPEECH_SHARE = 0.15
const STORY_PARAGRAPHS = 20

/** Whether a draft tells a story. Chapters of stories follow events and speakers, not subjects. */
export function isStory(texts: readonly string[]): boolean {
  const spoken = texts.filter((text) => SPEECH.test(text)).length
  return texts.length >= STORY_PARAGRAPHS && spoken >= SPEECH_SHARE * texts.length
}
