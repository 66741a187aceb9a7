import { normalize, row, zeroVectors, type Vectors } from '../vectors/vectors.js'
import { prepareProduct } from '../vectors/matrix-product.js'
import { addWeightedRows, type WordTable } from './word-table.js'

/** The network `static`: a learned weight for each word, the weighted sum of word vectors, one linear layer. */
export interface StaticNetwork {
  /** [words] */
  readonly weights: Float32Array
  /** [inputs, dims], row-major. */
  readonly projection: Float32Array
  readonly dims: number
}

/** Sentences multiplied at once, so few that they, the layer and the result fit in the processor's cache. */
const BLOCK = 64

/**
 * Returns a function that encodes sentences, given as row indices of `table`, as unit rows; zero for a sentence without
 * a known word. A sentence's vector has the same bits in every batch.
 */
export function prepareStatic(
  network: StaticNetwork,
  table: WordTable
): (sentences: readonly ArrayLike<number>[]) => Vectors {
  const { weights, dims } = network
  const { left, width, multiply } = prepareProduct(network.projection, table.dims, dims, BLOCK)
  const sums = new Float64Array(BLOCK * table.dims) // [block, inputs]
  return (sentences) => {
    const encoded = zeroVectors(sentences.length, dims)
    for (let start = 0; start < sentences.length; start += BLOCK) {
      const count = Math.min(BLOCK, sentences.length - start)
      sums.fill(0)
      for (let s = 0; s < count; s++) addWeightedRows(table, weights, sentences[start + s], sums, s * table.dims)
      left.set(sums)
      const products = multiply(count) // [block, width]
      for (let s = 0; s < count; s++) {
        const vector = row(encoded, start + s)
        vector.set(products.subarray(s * width, s * width + dims))
        normalize(vector)
      }
    }
    return encoded
  }
}
