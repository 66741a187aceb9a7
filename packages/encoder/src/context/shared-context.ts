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
import { nonzeroRows, visitProducts } from '../clustering/nearest.js'
import { drawIndices } from '../clustering/row-sample.js'
import { joinWords } from './shared-words.js'

/**
 * How a row is seen in the light of its text. The first three were chosen by Thematic Distance Comparison on validation
 * articles of the three training corpora: bench/TRAINING.md, *With context*, has what was tried.
 */
export const SHARED_CONTEXT = {
  /** Part of the mean that is taken off. All of it, as Mu and Viswanath (2018) do, takes some of the theme away, too. */
  meanShare: 0.85,
  /** Part of the way from a row to the mean of its nearest. */
  shift: 0.4,
  /** What counts as near: κ of the von Mises–Fisher kernel exp(κ cos), 1 / temperature of a softmax over cosines. */
  concentration: 20,
  /** Rows that the nearest are looked for among, drawn by chance where there are more, which keeps the time linear. */
  among: 1000
} as const

let multiply: Multiply | undefined

/**
 * Unit rows of one text, relative to it and to one another: each less a part of the mean row, then moved a part of the
 * way to the kernel mean of the others, which is that of its nearest: a damped step of blurring mean shift on the sphere
 * (Fukunaga and Hostetler 1975; the kernel is Kobayashi and Otsu's, 2010). A row counts the less the more are near to it,
 * by the root of its density (Coifman and Lafon 2006, *Diffusion maps*, α = 1/2): one that is near to everything says
 * little of anything. What all share counts for less, what a theme's sentences share for more. The more of the text is
 * given, the better. Equal input gives equal rows. O(rows · min(rows, among) · dims).
 *
 * With its `sentences`, the rows of the text have behind them the words of each (`joinWords`), `SHARED_WORDS.dims` dimensions more.
 *
 * Rows of zeros stay so and bear on no other. Every other row has length 1: a lone one, or equal ones, remain what they
 * were, for only a part of the mean is taken off and there is no other to move to.
 * @throws Error for a row that is neither unit nor zero, and unless there is a sentence for each row where they are given.
 */
export function shareContext(vectors: Vectors, sentences?: readonly string[]): Vectors {
  checkRows('vectors', vectors)
  const { meanShare, shift, concentration, among } = SHARED_CONTEXT
  const told = sentences === undefined ? vectors : joinWords(vectors, sentences)
  const { dims } = told
  const places = nonzeroRows(told)
  const given = selectRows(told, places)
  const rows = centerRows(
    given,
    meanVector(given).map((value) => meanShare * value)
  )
  const drawn = drawIndices(rows.count, among, createRandom(1).fork('shared context'))
  const others = selectRows(rows, drawn)
  // Over its greatest value, so that float32 holds it: from exp(-2 κ) to 1.
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
  let own = 0 // the first of `drawn` that is not before the row at hand
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
