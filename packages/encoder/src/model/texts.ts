import { row, zeroVectors, type Vectors } from '../vectors/vectors.js'
import { yieldToHost } from '../vectors/host.js'
import type { VectorCache } from './vector-cache.js'

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
