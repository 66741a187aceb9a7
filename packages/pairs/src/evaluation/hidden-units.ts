import type { Vectors } from '@leitmotif/encoder'
import { terms } from '@leitmotif/encoder/stages'
import type { PairScorer } from '../scorer/pair-scorer.js'

/** Words that deny. */
const NEGATIONS = new Set(
  "no not nobody nothing none never neither nor without cannot can't isn't aren't wasn't weren't doesn't don't didn't".split(
    ' '
  )
)

/** Number of sentences that a word needs; the share of all that it may have, lest it tell of no subject. */
const [LEAST_SENTENCES, MOST_SHARE] = [10, 0.25]

/** A sentence with the value of a hidden unit, from -1 to 1. */
interface UnitValue {
  readonly text: string
  readonly value: number
  /** Whether it is one of the sentences that the unit is compared by. */
  readonly marked: boolean
}

/** What a hidden unit tells apart. */
export interface HiddenUnit {
  /** From 0, over all networks. */
  readonly unit: number
  /** Correlation of its value with the mark, -1 to 1. */
  readonly correlation: number
  /** Ascending by value. */
  readonly values: readonly UnitValue[]
}

export interface HiddenUnits {
  /** The unit that tells sentences with a word that denies from others best; undefined for fewer than ten such sentences. */
  readonly negation?: HiddenUnit | undefined
  /** Units that tell sentences with some word from others best, each word and each unit once, the strongest first. */
  readonly topics: readonly (HiddenUnit & { readonly word: string })[]
}

/**
 * Says what the hidden units of a pair scorer have learned, from the values that sentences give them, as Mueller and
 * Thyagarajan (2016) show of three units. O(words of the sentences · units).
 */
export function analyseUnits(scorer: PairScorer, sentences: readonly string[], topics: number): HiddenUnits {
  const texts = [...new Set(sentences)].filter((text) => terms(text).some((word) => scorer.knows(word)))
  const rows = scorer.embed(texts)
  const words = texts.map((text) => new Set(terms(text)))
  const denies = words.map((own) => [...own].some((word) => NEGATIONS.has(word)))
  const spread = spreadOf(rows)
  const marks = new Map<string, number[]>()
  for (const [s, own] of words.entries()) {
    for (const word of own) {
      const found = marks.get(word)
      if (found === undefined) marks.set(word, [s])
      else found.push(s)
    }
  }
  const candidates = [...marks]
    .filter(
      ([word, own]) => own.length >= LEAST_SENTENCES && own.length <= MOST_SHARE * texts.length && !NEGATIONS.has(word)
    )
    .flatMap(([word, own]) =>
      Array.from(correlations(rows, spread, own), (correlation, unit) => ({ word, unit, correlation }))
    )
    .sort((a, b) => Math.abs(b.correlation) - Math.abs(a.correlation))
  const chosen: typeof candidates = []
  for (const candidate of candidates) {
    if (chosen.length >= topics) break
    if (!chosen.some(({ word, unit }) => word === candidate.word || unit === candidate.unit)) chosen.push(candidate)
  }
  const unitOf = (unit: number, correlation: number, isMarked: (sentence: number) => boolean): HiddenUnit => {
    const values = texts.map((text, s) => ({ text, value: rows.data[s * rows.dims + unit], marked: isMarked(s) }))
    return { unit, correlation, values: values.sort((a, b) => a.value - b.value) }
  }
  const denying = [...texts.keys()].filter((s) => denies[s])
  const found = Array.from(correlations(rows, spread, denying))
  const most = found.reduce((best, value, unit) => (Math.abs(value) > Math.abs(found[best]) ? unit : best), 0)
  return {
    ...(denying.length >= LEAST_SENTENCES && { negation: unitOf(most, found[most], (s) => denies[s]) }),
    topics: chosen.map(({ word, unit, correlation }) => ({
      word,
      ...unitOf(unit, correlation, (s) => words[s].has(word))
    }))
  }
}

interface Spread {
  readonly mean: Float64Array
  readonly deviation: Float64Array
}

/** Returns the mean and standard deviation of each unit. */
function spreadOf({ count, dims, data }: Vectors): Spread {
  const mean = new Float64Array(dims)
  const deviation = new Float64Array(dims)
  for (let i = 0; i < count; i++) for (let d = 0; d < dims; d++) mean[d] += data[i * dims + d] / count
  for (let i = 0; i < count; i++)
    for (let d = 0; d < dims; d++) deviation[d] += (data[i * dims + d] - mean[d]) ** 2 / count
  return { mean, deviation: deviation.map(Math.sqrt) }
}

/** Returns the correlation of each unit with membership in `some` rows; 0 for a unit that has one value. */
function correlations(
  { count, dims, data }: Vectors,
  { mean, deviation }: Spread,
  some: readonly number[]
): Float64Array {
  const own = new Float64Array(dims)
  for (const i of some) for (let d = 0; d < dims; d++) own[d] += data[i * dims + d] / some.length
  // (mean with - mean without) · sqrt(p (1 - p)) / deviation, and mean with - mean = (1 - p)(mean with - mean without).
  const share = some.length / count
  const scale = Math.sqrt(share / (1 - share))
  return own.map((value, d) => (deviation[d] > 0 && share < 1 ? ((value - mean[d]) * scale) / deviation[d] : 0))
}
