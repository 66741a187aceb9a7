import { createMultiply } from '../vectors/matrix-product.js'
import { checkWhole } from '../vectors/argument-checks.js'
import { createRandom } from '../vectors/random.js'
import { checkVectors, normalize, row, zeroVectors, type Vectors } from '../vectors/vectors.js'

/** Number of iterations. The leading axes converge within a few dozen. */
const ROUNDS = 40

/**
 * Returns the directions with the largest mean squares: orthogonal unit rows [axes, dims], the largest first. For rows
 * with mean zero these are the principal axes; otherwise the right singular vectors, the first of which is mostly the
 * direction that all rows share (removed by Arora et al. 2017). By orthogonal iteration (Golub and Van Loan, Matrix
 * Computations, section 8.2.4).
 * @throws Error for a row that is not finite, or fewer than one axis.
 */
export function principalAxes(rows: Vectors, most: number, seed: number | string): Vectors {
  checkWhole('most', most, 0)
  checkVectors('rows', rows)
  const { count, dims, data } = rows
  const multiply = createMultiply()
  const covariance = multiply({ values: data, turned: true }, { values: data, turned: false }, dims, count, dims)
  const right = { values: covariance, turned: false }
  const random = createRandom(`${seed}/axes`)
  const start = zeroVectors(Math.min(most, dims), dims)
  let axes: Vectors = { ...start, data: start.data.map(() => random.normal()) }
  for (let round = 0; round < ROUNDS; round++) {
    orthonormalize(axes)
    axes = { ...axes, data: multiply({ values: axes.data, turned: false }, right, axes.count, dims, dims) }
  }
  orthonormalize(axes)
  return axes
}

/** Orthonormalizes rows in place (Gram and Schmidt). A row that is a combination of previous rows becomes zero. */
function orthonormalize(rows: Vectors): void {
  for (let i = 0; i < rows.count; i++) {
    const own = row(rows, i)
    for (let j = 0; j < i; j++) {
      const other = row(rows, j)
      let product = 0
      for (let d = 0; d < rows.dims; d++) product += own[d] * other[d]
      for (let d = 0; d < rows.dims; d++) own[d] -= product * other[d]
    }
    normalize(own)
  }
}
