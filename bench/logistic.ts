/** What was seen, and how far it is what is looked for: from 0 to 1. */
export interface Sample {
  readonly features: readonly number[]
  readonly right: number
  /** How much it counts. */
  readonly weight: number
}

/** Weights of a logistic regression, by Newton's method, held a little towards 0. A constant is a feature that is always 1. */
export function fitLogistic(samples: readonly Sample[]): number[] {
  const size = samples[0].features.length
  const weights = new Float64Array(size)
  for (let round = 0; round < 25; round++) {
    const slope = Array.from(weights, (weight) => -1e-3 * weight)
    const curve = Array.from({ length: size }, (_, i) => Array.from({ length: size }, (_, j) => (i === j ? 1e-3 : 0)))
    for (const { features: x, right, weight } of samples) {
      const p = 1 / (1 + Math.exp(-x.reduce((sum, value, i) => sum + weights[i] * value, 0)))
      for (let i = 0; i < size; i++) {
        slope[i] += weight * x[i] * (right - p)
        for (let j = 0; j < size; j++) curve[i][j] += weight * p * (1 - p) * x[i] * x[j]
      }
    }
    solve(curve, slope).forEach((step, i) => (weights[i] += step))
  }
  return Array.from(weights)
}

/** Gaussian elimination; the matrix is positive definite. */
function solve(matrix: number[][], right: number[]): number[] {
  const size = right.length
  for (let i = 0; i < size; i++) {
    for (let j = i + 1; j < size; j++) {
      const factor = matrix[j][i] / matrix[i][i]
      for (let k = i; k < size; k++) matrix[j][k] -= factor * matrix[i][k]
      right[j] -= factor * right[i]
    }
  }
  for (let i = size - 1; i >= 0; i--) {
    for (let k = i + 1; k < size; k++) right[i] -= matrix[i][k] * right[k]
    right[i] /= matrix[i][i]
  }
  return right
}
