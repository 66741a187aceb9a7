import { row, zeroVectors, type Vectors } from '../vectors/vectors.js'
import { yieldToHost } from '../vectors/host.js'
/** A cache of the vectors of the most recently used texts. */
export interface VectorCache {
  readonly get: (text: string) => Float32Array | undefined
  /** Stores a copy, and removes the least recently used text if there are too many. */
  readonly set: (text: string, vector: Float32Array) => void
}

/** Creates a cache of up to `limit` vectors. A Map keeps keys in the order of insertion, so the first is the oldest. */
export function createVectorCache(limit: number): VectorCache {
  const kept = new Map<string, Float32Array>()
  return {
    get(text) {
      const vector = kept.get(text)
      if (vector !== undefined) {
        kept.delete(text)
        kept.set(text, vector)
      }
      return vector
    },
    set(text, vector) {
      if (limit === 0) return
      kept.delete(text)
      kept.set(text, vector.slice())
      if (kept.size > limit) kept.delete(kept.keys().next().value!)
    }
  }
}

/** Number of texts encoded at once. Between two slices, the host can handle events. */
const SLICE = 2048

/** Returns a row of `dims` for each text, in order. Encodes each distinct text once, and none that the cache has. */
export async function encodeTexts(
  texts: readonly string[],
  dims: number,
  cache: VectorCache,
  encode: (texts: readonly string[]) => Promise<Vectors>
): Promise<Vectors> {
  const encoded = zeroVectors(texts.length, dims)
  const places = new Map<string, number[]>()
  texts.forEach((text, place) => {
    const kept = cache.get(text)
    if (kept !== undefined) row(encoded, place).set(kept)
    else if (!places.get(text)?.push(place)) places.set(text, [place])
  })
  const missing = [...places.keys()]
  for (let start = 0; start < missing.length; start += SLICE) {
    if (start > 0) await yieldToHost()
    const slice = missing.slice(start, start + SLICE)
    const vectors = await encode(slice)
    for (const [s, text] of slice.entries()) {
      cache.set(text, row(vectors, s))
      for (const place of places.get(text)!) row(encoded, place).set(row(vectors, s))
    }
  }
  return encoded
}
