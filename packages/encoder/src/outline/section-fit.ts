import { createRandom } from '../vectors/random.js'
import { centerRows, selectRows, type Vectors } from '../vectors/vectors.js'
import { nonzeroRows, visitProducts } from '../clustering/nearest.js'
import { drawRows } from '../clustering/row-sample.js'
import { spanOf, type OutlineParagraph, type OutlineSection } from '../segmentation/sections.js'
import { countOf, subjectWords, sumWords } from '../labels/subject-words.js'

/** Paragraphs with their vectors, words and sections. */
export interface FitInput {
  /** A row for each paragraph: unit, relative to the document's mean, or zero without known words. */
  readonly rows: Vectors
  /** `subjectWords` of each paragraph. */
  readonly words: readonly ReadonlyMap<string, number>[]
  /** All of them, in reading order. */
  readonly sections: readonly Pick<OutlineSection, 'start' | 'end'>[]
}

/**
 * Weights of a conditional logit (McFadden 1974) of the section that paragraphs come from, fitted on Wikipedia's
 * validation articles (bench/RESULTS.md, *Moves*).
 */
const SECTION_FIT = {
  /** Weight of the log density of themes. */
  theme: 0.8,
  /** Weight of the mean log-likelihood ratio of words. */
  words: 11,
  /** κ of the von Mises–Fisher kernel exp(κ cos) in that density. */
  concentration: 10,
  /** Part of a section's words that are its own; the rest are the document's. */
  own: 0.1,
  /**
   * Maximum number of paragraphs that each is compared with, a random sample of longer texts; keeps the time linear.
   */
  among: 1000
} as const

/**
 * Above this many pairs of paragraph and section, nothing is fitted. A book of 3,000 paragraphs in 60 chapters has
 * 180,000.
 */
export const MOST_FITTED_PAIRS = 1_000_000

/** A document with the fit of its paragraphs and sections. */
export interface FittedDocument extends FitInput {
  readonly paragraphs: readonly Pick<OutlineParagraph, 'text' | 'endsWithCode'>[]
  readonly sections: readonly OutlineSection[]
  /** The result of `fitSections`. */
  readonly fit: Float64Array
  /** The result of `fitWords`. */
  readonly wordFit: Float64Array
  /** A row for each section's heading, relative to all headings; undefined if they are not compared. */
  readonly headings?: Vectors | undefined
  /** The log odds that a section begins at each paragraph, from the boundary network; undefined without it. */
  readonly odds?: ArrayLike<number> | undefined
}

/** Prepares a document for suggestions of moves, merges and mixed sections. */
export function fitDocument(
  paragraphs: FittedDocument['paragraphs'],
  rows: Vectors,
  sections: readonly OutlineSection[],
  { headings, odds }: Pick<FittedDocument, 'headings' | 'odds'> = {}
): FittedDocument {
  const words = paragraphs.map(({ text }) => subjectWords(text))
  return {
    paragraphs,
    rows,
    words,
    sections,
    fit: fitSections({ rows, words, sections }),
    wordFit: fitWords({ words, sections }),
    headings: headings && centerRows(headings),
    odds
  }
}

/** Returns the words of the paragraphs at `indices`, together. */
export function wordsAt({ words }: Pick<FitInput, 'words'>, indices: Iterable<number>): ReadonlyMap<string, number> {
  return sumWords(Array.from(indices, (p) => words[p]))
}

/** Returns the paragraphs of a section. */
export function paragraphsOf({ start, end }: Pick<OutlineSection, 'start' | 'end'>): number[] {
  return Array.from({ length: end - start }, (_, i) => start + i)
}

/**
 * Returns how well each paragraph fits the other paragraphs of each section, [paragraphs, sections]: a log-likelihood,
 * up to a constant per paragraph, of its subject and its words. -Infinity if nothing is known of the paragraph or of
 * the section's others. Empty for more than MOST_FITTED_PAIRS. O(paragraphs · min(paragraphs, among) · dims + words ·
 * sections).
 */
export function fitSections(input: FitInput): Float64Array {
  if (input.rows.count * input.sections.length > MOST_FITTED_PAIRS) return new Float64Array()
  const fit = themeFit(input)
  const shared = fitWords(input)
  return fit.map((theme, i) => SECTION_FIT.theme * theme + SECTION_FIT.words * shared[i])
}

/** Returns the log of each section's kernel density (Parzen 1962) at each paragraph. */
function themeFit({ rows, sections }: FitInput): Float64Array {
  const { concentration, among } = SECTION_FIT
  const section = sectionOf(sections, rows.count)
  const known = nonzeroRows(rows)
  const drawn = drawRows(known, among, createRandom(1).fork('section fit'))
  const fit = new Float64Array(rows.count * sections.length).fill(-Infinity)
  const [sums, counts] = [new Float64Array(sections.length), new Int32Array(sections.length)]
  visitProducts(selectRows(rows, known), selectRows(rows, drawn), (cosines, first, count) => {
    for (let n = 0; n < count; n++) {
      const p = known[first + n]
      sums.fill(0)
      counts.fill(0)
      for (let d = 0; d < drawn.length; d++) {
        if (drawn[d] === p) continue
        const s = section[drawn[d]]
        sums[s] += Math.exp(concentration * (cosines[n * drawn.length + d] - 1))
        counts[s]++
      }
      for (let s = 0; s < sections.length; s++) {
        if (counts[s] > 0) fit[p * sections.length + s] = Math.log(sums[s] / counts[s])
      }
    }
  })
  return fit
}

/**
 * Returns the mean log-likelihood ratio of each paragraph's words, [paragraphs, sections]; empty for more than
 * MOST_FITTED_PAIRS: the section's words mixed
 * with the document's, against the document's alone. This is a language model with Jelinek–Mercer smoothing, as Ponte
 * and Croft (1998) rank documents. The part of the likelihood that is equal for all sections is left out.
 */
export function fitWords({ words, sections }: Omit<FitInput, 'rows'>): Float64Array {
  if (words.length * sections.length > MOST_FITTED_PAIRS) return new Float64Array()
  const { own } = SECTION_FIT
  const { ids, counts, starts, total } = numberWords(words)
  const lengths = words.map(countOf)
  const all = lengths.reduce((sum, length) => sum + length, 0)
  const fit = new Float64Array(words.length * sections.length)
  const inside = new Int32Array(total.length)
  const gains = new Float64Array(total.length)
  // Additive smoothing: each distinct word counts 0.5 more, because other texts have words that this document lacks.
  const gainOf = (share: number, word: number): number =>
    Math.log1p(((own / (1 - own)) * share * (all + 0.5 * total.length)) / (total[word] + 0.5))
  sections.forEach(({ start, end }, s) => {
    inside.fill(0)
    for (let u = starts[start]; u < starts[end]; u++) inside[ids[u]] += counts[u]
    const size = lengths.slice(start, end).reduce((sum, length) => sum + length, 0)
    for (let word = 0; word < total.length; word++)
      gains[word] = inside[word] > 0 ? gainOf(inside[word] / size, word) : 0
    for (let p = 0; p < words.length; p++) {
      const isHome = p >= start && p < end
      let sum = 0
      for (let u = starts[p]; u < starts[p + 1]; u++) {
        if (!isHome) sum += counts[u] * gains[ids[u]]
        else {
          // In its own section, the paragraph is compared only with the other paragraphs.
          const rest = inside[ids[u]] - counts[u]
          if (rest > 0) sum += counts[u] * gainOf(rest / (size - lengths[p]), ids[u])
        }
      }
      fit[p * sections.length + s] = lengths[p] > 0 ? sum / lengths[p] : 0
    }
  })
  return fit
}

/** The words of all paragraphs as numbers, paragraph after paragraph. */
interface NumberedWords {
  readonly ids: Int32Array
  readonly counts: Int32Array
  /** Index of each paragraph's first word in `ids`, and the length of `ids`. */
  readonly starts: Int32Array
  /** Occurrences of each word in all paragraphs. */
  readonly total: readonly number[]
}

function numberWords(words: FitInput['words']): NumberedWords {
  const starts = new Int32Array(words.length + 1)
  words.forEach(({ size }, p) => (starts[p + 1] = starts[p] + size))
  const [ids, counts] = [new Int32Array(starts[words.length]), new Int32Array(starts[words.length])]
  const numbers = new Map<string, number>()
  const total: number[] = []
  let u = 0
  for (const own of words) {
    for (const [word, n] of own) {
      let id = numbers.get(word)
      if (id === undefined) {
        id = total.push(0) - 1
        numbers.set(word, id)
      }
      total[id] += n
      ids[u] = id
      counts[u++] = n
    }
  }
  return { ids, counts, starts, total }
}

function sectionOf(sections: FitInput['sections'], count: number): Int32Array {
  return spanOf(
    sections.map(({ start }) => start),
    count
  )
}
