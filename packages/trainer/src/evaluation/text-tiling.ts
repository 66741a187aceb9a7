import { STOP_WORDS, wordTerms } from '@leitmotif/encoder/stages'

/** The paper's parameters, with the values that it takes (Hearst 1997, section 5). */
const TEXT_TILING = {
  /** Tokens of a token-sequence (w), stop words included. */
  sequence: 20,
  /** Token-sequences of a block (k). */
  block: 10,
  /** Scores on either side that a score is averaged with, once. */
  smoothing: 1,
  /** A boundary is deeper than the mean less this many standard deviations: the paper's conservative cutoff. */
  deviations: 0.5,
  /** Token-sequences between two boundaries, at least. */
  apart: 3
} as const

/**
 * TextTiling (Hearst 1997) by comparison of blocks: where the words on either side of a gap are less alike than at the
 * peaks around it, the subject changes. Words are in lower case, without stop words, plurals folded into singulars in
 * place of the paper's morphological analysis. Boundaries move to the nearest break between `units`, paragraphs or
 * sentences. Linear in the text.
 *
 * @returns the first unit of each segment but the first, ascending.
 */
export function textTiling(units: readonly string[]): number[] {
  const { sequences, breaks } = readSequences(units)
  const depths = depthScores(smooth(blockScores(sequences)))
  const mean = depths.reduce((sum, depth) => sum + depth, 0) / depths.length
  const variance = depths.reduce((sum, depth) => sum + (depth - mean) ** 2, 0) / depths.length
  const cutoff = mean - TEXT_TILING.deviations * Math.sqrt(variance)
  // The deepest first; of two too near to one another the deeper stays.
  const deepest = [...depths.keys()]
    .filter((gap) => depths[gap] > Math.max(0, cutoff))
    .sort((a, b) => depths[b] - depths[a] || a - b)
  const taken = new Uint8Array(depths.length + 1)
  const found = new Set<number>()
  for (const gap of deepest) {
    const near = taken.subarray(Math.max(0, gap - TEXT_TILING.apart + 1), gap + TEXT_TILING.apart)
    if (near.includes(1)) continue
    taken[gap] = 1
    found.add(nearestBreak(breaks, (gap + 1) * TEXT_TILING.sequence))
  }
  return [...found].filter((unit) => unit > 0 && unit < units.length).sort((a, b) => a - b)
}

/**
 * The text as token-sequences, each the words that count in it; and for each unit, the place of its first token among
 * all.
 */
function readSequences(units: readonly string[]): { sequences: string[][]; breaks: number[] } {
  const sequences: string[][] = []
  const breaks: number[] = []
  let tokens = 0
  for (const unit of units) {
    breaks.push(tokens)
    for (const term of wordTerms(unit)) {
      if (tokens++ % TEXT_TILING.sequence === 0) sequences.push([])
      if (!STOP_WORDS.has(term)) sequences.at(-1)!.push(singular(term))
    }
  }
  return { sequences, breaks }
}

/** Harman's S stemmer (1991). */
function singular(term: string): string {
  if (/[^ea]ies$/.test(term)) return `${term.slice(0, -3)}y`
  if (/[^aeo]es$/.test(term)) return term.slice(0, -1)
  return /[^us]s$/.test(term) ? term.slice(0, -1) : term
}

/** For the gap behind each token-sequence but the last, the cosine of the counts of words in the blocks beside it. */
function blockScores(sequences: readonly (readonly string[])[]): number[] {
  const { block } = TEXT_TILING
  const left = new Map<string, number>()
  const right = new Map<string, number>()
  // Kept up to date as the blocks move on: the squared lengths and the product of the two counts.
  let [ofLeft, ofRight, product] = [0, 0, 0]
  const addLeft = (word: string, change: number): void => {
    const count = left.get(word) ?? 0
    ofLeft += (count + change) ** 2 - count ** 2
    product += change * (right.get(word) ?? 0)
    left.set(word, count + change)
  }
  const addRight = (word: string, change: number): void => {
    const count = right.get(word) ?? 0
    ofRight += (count + change) ** 2 - count ** 2
    product += change * (left.get(word) ?? 0)
    right.set(word, count + change)
  }
  for (const words of sequences.slice(0, block)) for (const word of words) addRight(word, 1)
  return sequences.slice(0, -1).map((words, gap) => {
    for (const word of words) {
      addRight(word, -1)
      addLeft(word, 1)
    }
    for (const word of sequences[gap + block] ?? []) addRight(word, 1)
    for (const word of sequences[gap - block] ?? []) addLeft(word, -1)
    return ofLeft * ofRight === 0 ? 0 : product / Math.sqrt(ofLeft * ofRight)
  })
}

function smooth(scores: readonly number[]): number[] {
  return scores.map((_, gap) => {
    const around = scores.slice(Math.max(0, gap - TEXT_TILING.smoothing), gap + TEXT_TILING.smoothing + 1)
    return around.reduce((sum, score) => sum + score, 0) / around.length
  })
}

/** How much the scores rise from each gap to the nearest peaks on its left and on its right, together. */
function depthScores(scores: readonly number[]): number[] {
  const toLeft = rises(scores)
  const toRight = rises([...scores].reverse()).reverse()
  return scores.map((_, gap) => toLeft[gap] + toRight[gap])
}

/** How much the scores rise from each gap while one goes to the left and they do not fall. */
function rises(scores: readonly number[]): number[] {
  let peak = 0
  return scores.map((score, gap) => {
    if (gap === 0 || scores[gap - 1] < score) peak = score
    return peak - score
  })
}

/** The unit whose first token is nearest to `token`; of two as near, the first. */
function nearestBreak(breaks: readonly number[], token: number): number {
  let [low, high] = [0, breaks.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (breaks[middle] < token) low = middle + 1
    else high = middle
  }
  return low > 0 && (low === breaks.length || token - breaks[low - 1] <= breaks[low] - token) ? low - 1 : low
}
