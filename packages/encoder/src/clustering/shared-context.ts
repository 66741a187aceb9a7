import { createMultiply, type Multiply } from '../vectors/matrix-product.js'
import { createRandom } from '../vectors/random.js'
import {
  centerRows,
  checkRows,
  meanVector,
  normalize,
  row,
  selectRows,
  zeroVectors,
  type Vectors
} from '../vectors/vectors.js'
import { nonzeroRows, visitProducts } from './nearest.js'
import { drawIndices } from './row-sample.js'
import { joinWords } from './shared-words.js'

/**
 * Parameters of the shared context. The first three were chosen by Thematic Distance Comparison on validation articles
 * of the three training corpora (bench/TRAINING.md, *With context*).
 */
export const SHARED_CONTEXT = {
  /**
   * Fraction of the mean that is subtracted. All of it, as in Mu and Viswanath (2018), removes some of the theme, too.
   */
  meanShare: 0.85,
  /** How far each row moves towards the mean of its nearest rows, from 0 to 1. */
  shift: 0.4,
  /** κ of the von Mises–Fisher kernel exp(κ cos), or 1 / temperature of a softmax over cosines. */
  concentration: 20,
  /**
   * Maximum number of rows among which the nearest are found, a random sample of larger texts; keeps the time linear.
   */
  among: 1000
} as const

let multiply: Multiply | undefined

/**
 * Returns the unit rows of one text relative to the whole text. Each loses a fraction of the mean row, then moves
 * towards the kernel mean of the others: a damped step of blurring mean shift on the sphere (Fukunaga and Hostetler
 * 1975; kernel by Kobayashi and Otsu 2010). Rows in dense regions weigh less, by the root of their density (Coifman and
 * Lafon 2006, *Diffusion maps*, α = 1/2). This weakens what all sentences share and strengthens what the sentences of a
 * theme share; it works best on whole texts. Equal input gives equal rows. O(rows · min(rows, among) · dims).
 *
 * With `sentences`, each row is followed by the words of its sentence (`joinWords`), in `SHARED_WORDS.dims` more
 * dimensions.
 *
 * Zero rows stay zero and affect no other row. All others have length 1; a single row, or equal rows, do not change.
 * @throws Error for a row whose length is neither 1 nor 0, or a number of sentences other than that of the rows.
 */
export function shareContext(vectors: Vectors, sentences?: readonly string[]): Vectors {
  checkRows('vectors', vectors)
  const { meanShare, shift, concentration, among } = SHARED_CONTEXT
  const joined = sentences === undefined ? vectors : joinWords(vectors, sentences)
  const { dims } = joined
  const places = nonzeroRows(joined)
  const given = selectRows(joined, places)
  const rows = centerRows(
    given,
    meanVector(given).map((value) => meanShare * value)
  )
  const drawn = drawIndices(rows.count, among, createRandom(1).fork('shared context'))
  const others = selectRows(rows, drawn)
  // Divided by its greatest value, so that it fits in float32: from exp(-2 κ) to 1.
  const kernelOf = (cosines: Float32Array): Float64Array => {
    const kernel = new Float64Array(cosines.length)
    for (let i = 0; i < kernel.length; i++) kernel[i] = Math.exp(concentration * (cosines[i] - 1))
    return kernel
  }
  const all = others.count === rows.count
  const kernels: [kernel: Float64Array, first: number, count: number][] = []
  const density = new Float64Array(others.count)
  visitProducts(others, others, (cosines, first, count) => {
    const kernel = kernelOf(cosines)
    for (let n = 0; n < count; n++) {
      kernel[n * others.count + first + n] = 0 // itself
      for (let o = 0; o < others.count; o++) density[o] += kernel[n * others.count + o]
    }
    if (all) kernels.push([kernel, first, count])
  })
  const root = density.map(Math.sqrt)
  const shared = zeroVectors(vectors.count, dims)
  multiply ??= createMultiply()
  const right = { values: others.data, turned: false }
  let own = 0 // index in `drawn` of the first row that is not before the current one
  const move = (kernel: Float64Array, first: number, count: number): void => {
    const weights = new Float32Array(kernel.length)
    for (let n = 0; n < count; n++) {
      const at = n * others.count
      for (let o = 0; o < others.count; o++) weights[at + o] = kernel[at + o] / root[o]
      if (drawn[own] === first + n) weights[at + own++] = 0
    }
    const means = multiply!({ values: weights, turned: false }, right, count, others.count, dims)
    for (let n = 0; n < count; n++) {
      const from = row(rows, first + n)
      const mean = means.subarray(n * dims, (n + 1) * dims)
      const to = row(shared, places[first + n])
      normalize(mean)
      for (let d = 0; d < dims; d++) to[d] = (1 - shift) * from[d] + shift * mean[d]
      normalize(to)
    }
  }
  if (all) for (const each of kernels) move(...each)
  else
    visitProducts(rows, others, (cosines, first, count) => {
      move(kernelOf(cosines), first, count)
    })
  return shared
}
