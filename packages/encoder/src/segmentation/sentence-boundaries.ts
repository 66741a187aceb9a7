import { terms } from '../text/tokens.js'
import { checkRows, normalize, row, zeroVectors, type Vectors } from '../vectors/vectors.js'
import { divideByCost } from './boundary-odds.js'
import { settleLengths, type BoundaryOptions } from './boundaries.js'
import { longestWithin, sectionScatter, type SectionCost } from './division.js'
import { wordRows } from './word-rows.js'

/**
 * Learned weights for sections of sentences: `Encoder.learned.sentenceBoundaries`. Valid only for one training of
 * `static`.
 */
export interface SentenceWeights {
  /**
   * Directions that distinguish sections, [SENTENCE_DIMS, fewer]. Of any scale, because projected rows are scaled to
   * length 1.
   */
  readonly metric: Vectors
  /** Weights of a section's cost from rows of `static` alone, in the order of `sentenceLayout(3)`. */
  readonly alone: ArrayLike<number>
  /** Weights with rows of `sentences` as well, in the order of `sentenceLayout(4)`. */
  readonly withSentences: ArrayLike<number>
}

export interface SentenceBoundaryOptions extends Omit<BoundaryOptions, 'penalty'> {
  /**
   * Rows of the same sentences from the network `sentences`, unit or zero, relative to the text's mean. With them,
   * fewer boundaries are wrong. Default: none.
   */
  readonly sentences?: Vectors | undefined
}

const SENTENCE_BOUNDARY_DEFAULTS = { minLength: 1, maxLength: 100 } as const

/** Dimensions of the rows that the metric projects. */
export const SENTENCE_DIMS = 300

/**
 * Divides a text into sections of sentences, with the least expected error (`divideByCost`). The cost of a section
 * depends on its scatter in three or four views (`sentenceViews`), its length, its first word, and the similarity of
 * the sentences before and after its beginning.
 * @param rows a row for each sentence, unit or zero, relative to the text's mean, from the network `static` of the same
 * bundle as `learned`. The metric does not work for rows of another training, even with equal dimensions.
 * @returns the first sentence of each section except the first, ascending.
 * @throws Error for an option out of its range, more work than the limit, a number of rows other than that of the
 * texts, or a row whose length is neither 1 nor 0.
 */
export function findSentenceBoundaries(
  rows: Vectors,
  texts: readonly string[],
  learned: SentenceWeights,
  { sentences, ...options }: SentenceBoundaryOptions = {}
): number[] {
  if (texts.length !== rows.count)
    throw new Error(`${texts.length} texts have ${rows.count} rows; expected one for each`)
  checkRows('rows', rows)
  if (sentences !== undefined) checkRows('sentences', sentences)
  const maxLength = longestWithin(rows.count, SENTENCE_BOUNDARY_DEFAULTS.maxLength)
  const lengths = settleLengths(rows.count, { ...SENTENCE_BOUNDARY_DEFAULTS, maxLength, ...options })
  if (lengths === undefined) return []
  if (rows.dims !== SENTENCE_DIMS)
    throw new Error(`rows have ${rows.dims} dimensions; expected ${SENTENCE_DIMS}, those of static`)
  if (sentences !== undefined && sentences.count !== rows.count)
    throw new Error(`sentences has ${sentences.count} rows; expected ${rows.count}, one for each sentence`)
  const evidence = sentenceEvidence(sentenceViews(rows, texts, learned.metric, sentences), texts, lengths.longest)
  const weights = sentences === undefined ? learned.alone : learned.withSentences
  return divideByCost(rows.count, lengths, sentenceCost(evidence, weights))
}

/** The features of a section's cost, one for each weight. */
export interface SentenceEvidence {
  /** Costs of a section's content: its scatter in each view, and the log of its length. */
  readonly within: readonly SectionCost[]
  /** Features of each sentence as the first of a section. */
  readonly opening: readonly (readonly number[])[]
  /** Inputs of the network of `placeUnits` for each sentence. */
  readonly around: readonly Float32Array[]
}

/** Words with the same first letters, this many, count as one word. */
const STEM = 5

/** Shorter texts count as this many sentences: the costs were learned from texts of 30 sentences and more. */
const LEAST_SENTENCES = 30

/**
 * Returns the views of the sentences that are compared: their rows, their rows projected by `metric` ([dims, fewer]),
 * rows of the word stems that they share, and the rows of a second network if given. O(sentences · dims).
 */
export function sentenceViews(
  rows: Vectors,
  texts: readonly string[],
  metric: Vectors,
  others: Vectors | undefined
): Vectors[] {
  return [rows, throughMetric(rows, metric), wordRows(texts, STEM), ...(others === undefined ? [] : [others])]
}

/**
 * Returns the features of a section's cost. O(sentences · longest · dims).
 *
 * - `within`: the scatter of the section in each view, and ln(its length).
 * - `opening`: 1, ln(sentences of the text) - 4, and 1 for each list of CUES that has the sentence's first word, else
 *   0.
 * - `around`: in each view, the similarity of the blocks of sentences before and after (`blockLikeness`).
 */
export function sentenceEvidence(
  views: readonly Vectors[],
  texts: readonly string[],
  longest: number
): SentenceEvidence {
  const size = Math.log(Math.max(LEAST_SENTENCES, texts.length)) - 4
  const likeness = views.map(blockLikeness)
  return {
    within: [...views.map((view) => sectionScatter(view, longest)), (start, end) => Math.log(end - start)],
    around: texts.map((_, i) => Float32Array.from(likeness.flatMap((view) => view[i]))),
    opening: texts.map((text) => {
      const first = firstWord(text)
      return [1, size, ...CUES.map((cue) => (cue.has(first) ? 1 : 0))]
    })
  }
}

const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(' '))

/** Words that seldom open a text, because they refer to the text before. */
const CUES = [
  wordSet('he she they him her them his their hers theirs himself herself themselves'),
  wordSet('it its itself'),
  wordSet('i we me us my our you your'),
  wordSet('this these those that such'),
  wordSet(
    'but and however also thus therefore then so yet still or nor furthermore moreover nevertheless for because though ' +
      'although instead rather similarly another other both when after'
  )
] as const

/** Sizes of the blocks before and after a sentence, in sentences. */
const BLOCKS = [1, 2, 4, 8] as const

/** Factor that scales the similarities, most of which are small, to about 1. */
const LIKENESS = 3

/** Hidden units of the network that computes a section's cost from `around` at its first sentence. */
const UNITS = 24

/** Offsets in the list of weights for a number of views. The weights of `within` come first. */
export interface SentenceLayout {
  /** Number of inputs of the network, and of its hidden units. */
  readonly figures: number
  readonly hidden: number
  /** Offset of the weights of `opening`. */
  readonly opening: number
  /** Offset of the hidden units: for each, a weight for each input and a constant. */
  readonly units: number
  /** Offset of the output weights, one for each hidden unit. */
  readonly costs: number
  /** Number of weights. */
  readonly end: number
}

export function sentenceLayout(views: number): SentenceLayout {
  const figures = 3 * BLOCKS.length * views
  const opening = views + 1
  const units = opening + 2 + CUES.length
  const costs = units + (figures + 1) * UNITS
  return { figures, hidden: UNITS, opening, units, costs, end: costs + UNITS }
}

/** Returns a section's cost by weights in the order of `sentenceLayout`. */
export function sentenceCost({ within, opening, around }: SentenceEvidence, weights: ArrayLike<number>): SectionCost {
  const layout = sentenceLayout(within.length - 1)
  const begins = opening.map((cues, i) =>
    i === 0
      ? 0
      : cues.reduce((sum, cue, c) => sum + weights[layout.opening + c] * cue, 0) +
        placeUnits(around[i], weights, layout).reduce((sum, unit, u) => sum + weights[layout.costs + u] * unit, 0)
  )
  return (start, end) => within.reduce((sum, cost, c) => sum + weights[c] * cost(start, end), begins[start])
}

/** Returns the hidden units for the inputs `figures` of a sentence. */
export function placeUnits(
  figures: ArrayLike<number>,
  weights: ArrayLike<number>,
  { figures: width, hidden, units }: SentenceLayout
): Float64Array {
  return Float64Array.from({ length: hidden }, (_, u) => {
    const from = units + u * (width + 1)
    let sum = weights[from + width]
    for (let f = 0; f < width; f++) sum += weights[from + f] * figures[f]
    return Math.tanh(sum)
  })
}

/**
 * Returns three mean inner products for each row and each size of blocks: between the block before the row and the
 * block that begins with it, within the first, and within the second. O(rows · dims).
 */
function blockLikeness({ count, dims, data }: Vectors): number[][] {
  const sums = new Float64Array((count + 1) * dims) // sums of all rows before each row
  for (let at = 0; at < count * dims; at++) sums[at + dims] = sums[at] + data[at]
  return Array.from({ length: count }, (_, i) =>
    BLOCKS.flatMap((size) => {
      const [first, last] = [Math.max(0, i - size), Math.min(count, i + size)]
      let [across, before, behind] = [0, 0, 0]
      for (let d = 0; d < dims; d++) {
        const middle = sums[i * dims + d]
        const [a, b] = [middle - sums[first * dims + d], sums[last * dims + d] - middle]
        across += a * b
        before += a * a
        behind += b * b
      }
      const [m, n] = [Math.max(1, i - first), last - i]
      return [across / (m * n), before / (m * m), behind / (n * n)].map((value) => LIKENESS * value)
    })
  )
}

/** Tokens read to find a sentence's first word. */
const OPENING = 4

function firstWord(text: string): string {
  let read = 0
  for (const term of terms(text)) {
    if (/[\p{L}\p{N}]/u.test(term)) return term
    if (++read === OPENING) break
  }
  return ''
}

/** Returns `rows` · `metric` with each row scaled to length 1; zero rows stay zero. */
function throughMetric(rows: Vectors, metric: Vectors): Vectors {
  const seen = zeroVectors(rows.count, metric.dims)
  for (let i = 0; i < rows.count; i++) {
    const [from, to] = [row(rows, i), row(seen, i)]
    for (let d = 0; d < metric.count; d++) {
      const value = from[d]
      if (value === 0) continue
      for (let m = 0, at = d * metric.dims; m < metric.dims; m++, at++) to[m] += value * metric.data[at]
    }
    normalize(to)
  }
  return seen
}

/** The greatest number of steps, positive or negative. */
const STEPS = 127

/** Packs a matrix [count, dims] into int8 steps. The greatest absolute value becomes 127. */
export function packMetric({ data }: Vectors): Int8Array {
  const most = data.reduce((greatest, value) => Math.max(greatest, Math.abs(value)), 0)
  return Int8Array.from(data, (value) => Math.round((STEPS * value) / most))
}

/** Number of `sentenceViews` without rows of the network `sentences`. */
const VIEWS = 3

/** Packs the weights: `alone` and `withSentences` as little-endian float64, then the int8 steps of `packMetric`. */
export function packSentenceWeights(
  { alone, withSentences }: Pick<SentenceWeights, 'alone' | 'withSentences'>,
  metric: Int8Array
): Uint8Array<ArrayBuffer> {
  const weights = Float64Array.from([...Array.from(alone), ...Array.from(withSentences)])
  const packed = new Uint8Array(weights.byteLength + metric.length)
  packed.set(new Uint8Array(weights.buffer))
  packed.set(new Uint8Array(metric.buffer, metric.byteOffset, metric.length), weights.byteLength)
  return packed
}

/**
 * Returns the weights that `packSentenceWeights` packed.
 * @throws Error if the bytes are not two lists of weights and whole directions, or a weight is not finite.
 */
export function readSentenceWeights(bytes: Uint8Array): SentenceWeights {
  const first = sentenceLayout(VIEWS).end
  const count = first + sentenceLayout(VIEWS + 1).end
  const dims = (bytes.length - 8 * count) / SENTENCE_DIMS
  if (!(dims >= 1 && Number.isInteger(dims)))
    throw new Error(`has ${bytes.length} bytes; expected ${8 * count} and a multiple of ${SENTENCE_DIMS}`)
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  const weights = Float64Array.from({ length: count }, (_, w) => view.getFloat64(8 * w, true))
  const strange = weights.findIndex((weight) => !Number.isFinite(weight))
  if (strange >= 0) throw new Error(`weight ${strange} is ${weights[strange]}; expected a finite number`)
  const data = Float32Array.from({ length: SENTENCE_DIMS * dims }, (_, m) => view.getInt8(8 * count + m))
  const metric = { count: SENTENCE_DIMS, dims, data }
  return { metric, alone: weights.subarray(0, first), withSentences: weights.subarray(first) }
}
