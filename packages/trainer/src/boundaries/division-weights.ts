import { SENTENCE_COSTS, type SentenceEvidence } from '@leitmotif/encoder'

/** A document whose division is known, and what its sections cost. */
export interface DividedText {
  readonly count: number
  readonly evidence: SentenceEvidence
  readonly boundaries: readonly number[]
}

/** Sentences of a section at most. */
const LONGEST = 40

/** Rounds of descent, and the rate of the first; it falls to zero. */
const ROUNDS = 300
const RATE = 0.3

/** How far weights are held towards zero. */
const HELD = 1e-3

/**
 * The weights under which the true divisions are the likeliest, a division being as likely as exp(-its cost): a
 * semi-Markov conditional random field (Sarawagi and Cohen 2004), fitted by Adam over all documents in each round. Not by
 * `fit`, which trains TensorFlow's variables: the slopes come from sums over divisions here, without TensorFlow.
 */
export function fitDivisionWeights(
  texts: readonly DividedText[],
  onRound: (round: number, loss: number) => void
): number[] {
  const tables = texts.map(tabulate)
  const weights = Array.from({ length: SENTENCE_COSTS }, () => 0)
  const [first, second] = [weights.slice(), weights.slice()]
  for (let round = 0; round < ROUNDS; round++) {
    const slopes = weights.map((weight) => 2 * HELD * weight)
    let loss = 0
    for (const table of tables) loss += addSlopes(table, weights, slopes, 1 / tables.length)
    onRound(round, loss / tables.length)
    const rate = RATE * (1 - round / ROUNDS)
    weights.forEach((_, w) => {
      first[w] = 0.9 * first[w] + 0.1 * slopes[w]
      second[w] = 0.99 * second[w] + 0.01 * slopes[w] * slopes[w]
      const [mean, spread] = [first[w] / (1 - 0.9 ** (round + 1)), second[w] / (1 - 0.99 ** (round + 1))]
      weights[w] -= (rate * mean) / (Math.sqrt(spread) + 1e-8)
    })
  }
  return weights
}

interface Table {
  readonly count: number
  /** [costs, count + 1, LONGEST + 1] by start and length. */
  readonly within: readonly Float32Array[]
  readonly opening: readonly (readonly number[])[]
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
  return { count, within, opening: evidence.opening, starts: [0, ...boundaries] }
}

/** Adds the slopes of -ln p of the true division, times `share`; returns -ln p. Forward and backward, as in division.ts. */
function addSlopes(
  { count, within, opening, starts }: Table,
  weights: readonly number[],
  slopes: number[],
  share: number
): number {
  const width = LONGEST + 1
  const costs = new Float64Array(count * width)
  for (let start = 0; start < count; start++) {
    let opens = 0
    if (start > 0) opening[start].forEach((cue, c) => (opens += weights[within.length + c] * cue))
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
  const add = (start: number, length: number, by: number): void => {
    const at = start * width + length
    for (let c = 0; c < within.length; c++) slopes[c] += by * within[c][at]
    if (start > 0) opening[start].forEach((cue, c) => (slopes[within.length + c] += by * cue))
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
  return cost + all
}

/** The logarithm of the sum of exp over terms 1 … `last`. */
function logSum(terms: Float64Array, last: number): number {
  let greatest = -Infinity
  for (let i = 1; i <= last; i++) greatest = Math.max(greatest, terms[i])
  let sum = 0
  for (let i = 1; i <= last; i++) sum += Math.exp(terms[i] - greatest)
  return greatest + Math.log(sum)
}
