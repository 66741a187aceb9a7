/** Features and a label from 0 to 1. */
export interface Sample {
  readonly features: readonly number[]
  readonly right: number
  readonly weight: number
}

/** Returns the weights of a logistic regression, by Newton's method with a small L2 penalty. Pass a feature of 1 for a constant. */
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

/** Returns the mean log loss of probabilities. */
export function logLoss(samples: readonly Pick<Sample, 'right'>[], chance: (index: number) => number): number {
  const losses = samples.map(({ right }, i) => -right * Math.log(chance(i)) - (1 - right) * Math.log(1 - chance(i)))
  return losses.reduce((sum, loss) => sum + loss, 0) / samples.length
}

/** Returns the mean log loss by two-fold cross-validation, odd samples against even ones. */
export function heldOutLoss(samples: readonly Sample[]): number {
  const fitted = [0, 1].map((half) => fitLogistic(samples.filter((_, i) => i % 2 !== half)))
  return logLoss(samples, (i) => {
    const sum = samples[i].features.reduce((all, value, f) => all + fitted[i % 2][f] * value, 0)
    return 1 / (1 + Math.exp(-sum))
  })
}

/** Solves a positive definite system by Gaussian elimination. */
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
