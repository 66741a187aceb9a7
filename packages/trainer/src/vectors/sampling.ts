/** The largest 32-bit number. */
export const UINT32_MAX = 0xffff_ffff

/**
 * Returns for each word the threshold of 32 random bits up to which an occurrence is kept. Subsampling is that of word2vec.c:
 * keeps a word of frequency f with probability (sqrt(f / sample) + 1) · sample / f. `sample` 0 keeps all.
 */
export function keepThresholds(counts: ArrayLike<number>, sample: number): Uint32Array {
  const total = Array.from(counts).reduce((sum, count) => sum + count, 0)
  return Uint32Array.from(counts, (count) => {
    if (sample === 0) return UINT32_MAX
    const ratio = count / total / sample
    return Math.min(1, (Math.sqrt(ratio) + 1) / ratio) * UINT32_MAX
  })
}

/** For draws in constant time: a random slot gives its own index up to its threshold, and its alias above. */
export interface AliasTable {
  readonly thresholds: Uint32Array
  readonly aliases: Uint32Array
}

/** Returns Walker's alias table (Vose 1991) for draws in proportion to weights, all above 0. */
export function aliasTable(weights: Float64Array): AliasTable {
  const length = weights.length
  const thresholds = new Uint32Array(length).fill(UINT32_MAX)
  const aliases = Uint32Array.from(weights, (_, i) => i)
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const shares = weights.map((weight) => (weight * length) / total)
  const poor: number[] = []
  const rich: number[] = []
  for (let i = 0; i < length; i++) (shares[i] < 1 ? poor : rich).push(i)
  while (poor.length > 0 && rich.length > 0) {
    const low = poor.pop()!
    const high = rich[rich.length - 1]
    thresholds[low] = shares[low] * UINT32_MAX
    aliases[low] = high
    shares[high] -= 1 - shares[low]
    if (shares[high] < 1) poor.push(rich.pop()!)
  }
  return { thresholds, aliases }
}
