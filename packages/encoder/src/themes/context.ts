import { normalize, row, zeroVectors, type Vectors } from '../vectors.js'

/** What a neighbour counts beside the sentence itself: the next on either side, and the one after it. */
export const NEIGHBOUR_WEIGHTS = [0.5, 0.25] as const

/**
 * Reads sentences with their neighbours: each row plus a part of those around it in the same passage, scaled to length
 * 1. "It fails, too." has a theme only so; on articles of the training corpus, k-means of the sentences agrees with the
 * sections more than twice as well (adjusted Rand index .48 against .18). `passage[i]` is the document, or section, of
 * row i; rows of one passage stand together, in reading order.
 * @throws Error if there is not one passage for each row.
 */
export function blendNeighbours(vectors: Vectors, passage: ArrayLike<number>): Vectors {
  if (passage.length !== vectors.count) {
    throw new Error(`${passage.length} passages for ${vectors.count} vectors; expected the passage of each row`)
  }
  const blended = zeroVectors(vectors.count, vectors.dims)
  for (let i = 0; i < vectors.count; i++) {
    const to = row(blended, i)
    to.set(row(vectors, i))
    NEIGHBOUR_WEIGHTS.forEach((weight, n) => {
      for (const j of [i - n - 1, i + n + 1]) {
        if (j < 0 || j >= vectors.count || passage[j] !== passage[i]) continue
        const from = row(vectors, j)
        for (let d = 0; d < vectors.dims; d++) to[d] += weight * from[d]
      }
    })
    normalize(to)
  }
  return blended
}
