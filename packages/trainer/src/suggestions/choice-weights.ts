/** Several possibilities by their features, and which of them is true. */
export interface Choice {
  readonly options: readonly (readonly number[])[]
  readonly chosen: number
}

/** Weight of the L2 penalty: a prior of unit variance. */
const RIDGE = 1

const STEPS = 20

/** The gain in log-likelihood at which the fit ends. */
const GAIN = 1e-6

/**
 * Returns the weights that maximise the penalised likelihood of the choices: a conditional logit (McFadden 1974), by Newton's
 * method with halved steps. With the options [features, zeros], it is a logistic regression.
 */
export function fitChoices(choices: readonly Choice[], width: number): number[] {
  let weights = new Array<number>(width).fill(0)
  let reached = likelihoodOf(choices, weights)
  for (let step = 0; step < STEPS; step++) {
    const direction = newtonStep(choices, weights)
    const before = reached
    for (let size = 1; size > 1e-4; size /= 2) {
      const tried = weights.map((weight, i) => weight + size * direction[i])
      const likelihood = likelihoodOf(choices, tried)
      if (likelihood <= reached) continue
      weights = tried
      reached = likelihood
      break
    }
    if (reached - before < GAIN) break
  }
  return weights
}

/** Returns the probability of each option. */
function chancesOf(options: Choice['options'], weights: readonly number[]): number[] {
  const values = options.map((features) => features.reduce((sum, value, i) => sum + weights[i] * value, 0))
  const most = Math.max(...values)
  const ratios = values.map((value) => Math.exp(value - most))
  const all = ratios.reduce((sum, ratio) => sum + ratio, 0)
  return ratios.map((ratio) => ratio / all)
}

/** Returns the mean of -ln of the probability of what is true. */
export function lossOf(choices: readonly Choice[], weights: readonly number[]): number {
  return (
    -choices.reduce((sum, { options, chosen }) => sum + Math.log(chancesOf(options, weights)[chosen]), 0) /
    choices.length
  )
}

function likelihoodOf(choices: readonly Choice[], weights: readonly number[]): number {
  const penalty = (RIDGE / 2) * weights.reduce((sum, weight) => sum + weight * weight, 0)
  return choices.reduce((sum, { options, chosen }) => sum + Math.log(chancesOf(options, weights)[chosen]), -penalty)
}

function newtonStep(choices: readonly Choice[], weights: readonly number[]): number[] {
  const width = weights.length
  const slope = weights.map((weight) => -RIDGE * weight)
  const curve = weights.map((_, i) => weights.map((_, j) => (i === j ? RIDGE : 0)))
  for (const { options, chosen } of choices) {
    const chances = chancesOf(options, weights)
    const mean = weights.map((_, i) => options.reduce((sum, features, o) => sum + chances[o] * features[i], 0))
    options.forEach((features, o) => {
      for (let i = 0; i < width; i++) {
        const off = features[i] - mean[i]
        if (o === chosen) slope[i] += off
        for (let j = 0; j < width; j++) curve[i][j] += chances[o] * off * (features[j] - mean[j])
      }
    })
  }
  return solve(curve, slope)
}

/** Solves a symmetric positive definite system by Gauss–Jordan elimination. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((own, i) => [...own, right[i]])
  for (let i = 0; i < rows.length; i++) {
    for (let r = 0; r < rows.length; r++) {
      if (r === i) continue
      const factor = rows[r][i] / rows[i][i]
      for (let c = i; c < rows[r].length; c++) rows[r][c] -= factor * rows[i][c]
    }
  }
  return rows.map((own, i) => own[rows.length] / own[i])
}
