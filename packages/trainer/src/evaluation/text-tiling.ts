import { STOP_WORDS, wordTerms } from '@leitmotif/encoder/stages'

/** The paper's parameters (Hearst 1997, section 5). */
const TEXT_TILING = {
  /** Tokens of a token-sequence (w), stop words included. */
  sequence: 20,
  /** Token-sequences of a block (k). */
  block: 10,
  /** Neighbouring scores on either side in the moving average. */
  smoothing: 1,
  /** Cutoff: the mean depth minus this many standard deviations (the paper's conservative one). */
  deviations: 0.5,
  /** Minimum number of token-sequences between two boundaries. */
  minGap: 3
} as const

/**
 * Segments by TextTiling (Hearst 1997) with block comparison: the subject changes where the similarity across a gap is much
 * lower than at the surrounding peaks. Lower-case words without stop words; singulars replace the paper's morphological
 * analysis. Boundaries move to the nearest break between `units`, paragraphs or sentences. Linear in the text.
 *
 * @returns the first unit of each segment but the first, ascending.
 */
export function textTiling(units: readonly string[]): number[] {
  const { sequences, breaks } = readSequences(units)
  const depths = depthScores(smooth(blockScores(sequences)))
  const mean = depths.reduce((sum, depth) => sum + depth, 0) / depths.length
  const variance = depths.reduce((sum, depth) => sum + (depth - mean) ** 2, 0) / depths.length
  const cutoff = mean - TEXT_TILING.deviations * Math.sqrt(variance)
  // Deepest first: of two boundaries that are too close, the deeper one stays.
  const deepest = [...depths.keys()]
    .filter((gap) => depths[gap] > Math.max(0, cutoff))
    .sort((a, b) => depths[b] - depths[a] || a - b)
  const taken = new Uint8Array(depths.length + 1)
  const found = new Set<number>()
  for (const gap of deepest) {
    const near = taken.subarray(Math.max(0, gap - TEXT_TILING.minGap + 1), gap + TEXT_TILING.minGap)
    if (near.includes(1)) continue
    taken[gap] = 1
    found.add(nearestBreak(breaks, (gap + 1) * TEXT_TILING.sequence))
  }
  return [...found].filter((unit) => unit > 0 && unit < units.length).sort((a, b) => a - b)
}

/**
 * Returns the text as token-sequences without stop words, and the index of each unit's first token.
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

/** Returns the stem by Harman's S stemmer (1991). */
function singular(term: string): string {
  if (/[^ea]ies$/.test(term)) return `${term.slice(0, -3)}y`
  if (/[^aeo]es$/.test(term)) return term.slice(0, -1)
  return /[^us]s$/.test(term) ? term.slice(0, -1) : term
}

/** Returns for the gap after each token-sequence but the last the cosine of the word counts of the adjacent blocks. */
function blockScores(sequences: readonly (readonly string[])[]): number[] {
  const { block } = TEXT_TILING
  const left = new Map<string, number>()
  const right = new Map<string, number>()
  // Updated as the blocks move: the squared lengths and the dot product of the counts.
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

/** Returns for each gap the sum of the rises to the nearest peaks on its left and right. */
function depthScores(scores: readonly number[]): number[] {
  const toLeft = rises(scores)
  const toRight = rises([...scores].reverse()).reverse()
  return scores.map((_, gap) => toLeft[gap] + toRight[gap])
}

/** Returns for each gap the rise to the nearest peak on its left. */
function rises(scores: readonly number[]): number[] {
  let peak = 0
  return scores.map((score, gap) => {
    if (gap === 0 || scores[gap - 1] < score) peak = score
    return peak - score
  })
}

/** Returns the unit whose first token is nearest to `token`; the first of ties. */
function nearestBreak(breaks: readonly number[], token: number): number {
  let [low, high] = [0, breaks.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (breaks[middle] < token) low = middle + 1
    else high = middle
  }
  return low > 0 && (low === breaks.length || token - breaks[low - 1] <= breaks[low] - token) ? low - 1 : low
}
