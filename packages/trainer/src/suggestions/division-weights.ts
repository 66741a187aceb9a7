import { placeUnits, sentenceLayout, type SentenceEvidence, type SentenceLayout } from '@leitmotif/encoder/training'
import { createRandom } from '@leitmotif/encoder/vectors'

/** A document with its true boundaries and the features of its sections' costs. */
export interface DividedText {
  readonly count: number
  readonly evidence: SentenceEvidence
  readonly boundaries: readonly number[]
}

/** Maximum number of sentences of a section. */
const LONGEST = 40

/** Passes over the documents, documents per step, and the learning rate of the first step, which falls to zero. */
const PASSES = 16
const STEP = 16
const RATE = 0.01

/** Weight of the L2 penalty. */
const HELD = 1e-5

/**
 * Initial weights, close to those of a fit without hidden units: the sum over all views, the length, and the opening.
 */
const FIRST = { views: 7, length: -3, opening: [11, 6, 2, 1, 1, 1, 1] } as const

const SEED = 1

/**
 * Returns the weights that maximise the likelihood of the true divisions. The probability of a division is proportional
 * to exp(-its cost): a semi-Markov conditional random field (Sarawagi and Cohen 2004), whose costs come partly from a
 * network. Fitted by Adam. `fit` cannot be used, because it trains TensorFlow variables; here the gradients are sums
 * over divisions, computed without TensorFlow.
 */
export function fitDivisionWeights(
  texts: readonly DividedText[],
  onPass: (pass: number, loss: number) => void
): number[] {
  const tables = texts.map(tabulate)
  const layout = sentenceLayout(texts[0].evidence.within.length - 1)
  const weights = firstWeights(layout)
  const [first, second] = [weights.map(() => 0), weights.map(() => 0)]
  const random = createRandom(SEED).fork('order')
  const perPass = Math.ceil(tables.length / STEP)
  for (let pass = 0, step = 0; pass < PASSES; pass++) {
    const order = random.shuffle([...tables])
    let loss = 0
    for (let at = 0; at < order.length; at += STEP, step++) {
      const some = order.slice(at, at + STEP)
      const slopes = weights.map((weight) => 2 * HELD * weight)
      for (const table of some) loss += addSlopes(table, layout, weights, slopes, 1 / some.length)
      const rate = RATE * (1 - step / (PASSES * perPass))
      weights.forEach((_, w) => {
        first[w] = 0.9 * first[w] + 0.1 * slopes[w]
        second[w] = 0.99 * second[w] + 0.01 * slopes[w] * slopes[w]
        const [mean, spread] = [first[w] / (1 - 0.9 ** (step + 1)), second[w] / (1 - 0.99 ** (step + 1))]
        weights[w] -= (rate * mean) / (Math.sqrt(spread) + 1e-8)
      })
    }
    onPass(pass, loss / tables.length)
  }
  return weights
}

/** Returns the initial weights. Hidden units are random, and their output weights are 0. */
function firstWeights({ opening, figures, units, costs, end }: SentenceLayout): number[] {
  const random = createRandom(SEED).fork('units')
  const views = opening - 1
  const first = [...Array.from({ length: views }, () => FIRST.views / views), FIRST.length, ...FIRST.opening]
  return Array.from({ length: end }, (_, w) =>
    w < units ? first[w] : w < costs ? random.normal() / Math.sqrt(3 * figures) : 0
  )
}

interface Table {
  readonly count: number
  /** [costs, count + 1, LONGEST + 1] by start and length. */
  readonly within: readonly Float32Array[]
  readonly opening: readonly (readonly number[])[]
  readonly around: readonly Float32Array[]
  readonly starts: readonly number[]
}

function tabulate({ count, evidence, boundaries }: DividedText): Table {
  const within = evidence.within.map((cost) => {
    const table = new Float32Array(count * (LONGEST + 1))
    for (let start = 0; start < count; start++) {
      for (let length = 1; length <= Math.min(LONGEST, count - start); length++) {
        table[start * (LONGEST + 1) + length] = cost(start, start + length)
      }
    }
    return table
  })
  return { count, within, opening: evidence.opening, around: evidence.around, starts: [0, ...boundaries] }
}

/**
 * Adds the gradient of -ln p of the true division, times `share`, to `slopes`, and returns -ln p. Uses the
 * forward-backward algorithm, as in division.ts.
 */
function addSlopes(
  { count, within, opening, around, starts }: Table,
  layout: SentenceLayout,
  weights: readonly number[],
  slopes: number[],
  share: number
): number {
  const width = LONGEST + 1
  const costs = new Float64Array(count * width)
  const units = around.map((figures) => placeUnits(figures, weights, layout))
  for (let start = 0; start < count; start++) {
    let opens = 0
    if (start > 0) {
      opening[start].forEach((cue, c) => (opens += weights[layout.opening + c] * cue))
      units[start].forEach((unit, u) => (opens += weights[layout.costs + u] * unit))
    }
    for (let at = start * width + 1; at <= start * width + Math.min(LONGEST, count - start); at++) {
      let sum = opens
      for (let c = 0; c < within.length; c++) sum += weights[c] * within[c][at]
      costs[at] = sum
    }
  }
  const before = new Float64Array(count + 1)
  const behind = new Float64Array(count + 1)
  const terms = new Float64Array(width)
  for (let end = 1; end <= count; end++) {
    const most = Math.min(LONGEST, end)
    for (let length = 1; length <= most; length++)
      terms[length] = before[end - length] - costs[(end - length) * width + length]
    before[end] = logSum(terms, most)
  }
  for (let start = count - 1; start >= 0; start--) {
    const most = Math.min(LONGEST, count - start)
    for (let length = 1; length <= most; length++)
      terms[length] = behind[start + length] - costs[start * width + length]
    behind[start] = logSum(terms, most)
  }
  const all = before[count]
  const begun = new Float64Array(count) // gradient by the cost of a section that begins there
  const add = (start: number, length: number, by: number): void => {
    const at = start * width + length
    for (let c = 0; c < within.length; c++) slopes[c] += by * within[c][at]
    begun[start] += by
  }
  for (let start = 0; start < count; start++) {
    for (let length = 1; length <= Math.min(LONGEST, count - start); length++) {
      const chance = Math.exp(before[start] + behind[start + length] - costs[start * width + length] - all)
      if (chance > 1e-7) add(start, length, -share * chance)
    }
  }
  let cost = 0
  starts.forEach((start, s) => {
    const length = (starts[s + 1] ?? count) - start
    cost += costs[start * width + length]
    add(start, length, share)
  })
  for (let start = 1; start < count; start++) {
    opening[start].forEach((cue, c) => (slopes[layout.opening + c] += begun[start] * cue))
    units[start].forEach((unit, u) => {
      slopes[layout.costs + u] += begun[start] * unit
      const by = begun[start] * weights[layout.costs + u] * (1 - unit * unit)
      const from = layout.units + u * (layout.figures + 1)
      around[start].forEach((figure, f) => (slopes[from + f] += by * figure))
      slopes[from + layout.figures] += by
    })
  }
  return cost + all
}

/** Returns the log of the sum of exp over terms 1 … `last`. */
function logSum(terms: Float64Array, last: number): number {
  let greatest = -Infinity
  for (let i = 1; i <= last; i++) greatest = Math.max(greatest, terms[i])
  let sum = 0
  for (let i = 1; i <= last; i++) sum += Math.exp(terms[i] - greatest)
  return greatest + Math.log(sum)
}
