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
