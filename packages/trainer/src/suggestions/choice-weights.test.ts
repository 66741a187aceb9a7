import { createRandom } from '@leitmotif/encoder/vectors'
import { expect, it } from 'vitest'
import { fitChoices, lossOf, type Choice } from './choice-weights.js'

/** Choices among four options that are drawn by weights of 2 and -1. */
function drawn(count: number): Choice[] {
  const random = createRandom(1)
  return Array.from({ length: count }, () => {
    const options = Array.from({ length: 4 }, () => [random.normal(), random.normal()])
    const ratios = options.map(([a, b]) => Math.exp(2 * a - b))
    let left = random.next() * ratios.reduce((sum, ratio) => sum + ratio, 0)
    const chosen = ratios.findIndex((ratio) => (left -= ratio) < 0)
    return { options, chosen: Math.max(0, chosen) }
  })
}

it('weights are found again that choices were drawn by, and fit them better than none', () => {
  const choices = drawn(2000)
  const weights = fitChoices(choices, 2)
  expect(weights[0]).toBeCloseTo(2, 0)
  expect(weights[1]).toBeCloseTo(-1, 0)
  expect(lossOf(choices, weights)).toBeLessThan(lossOf(choices, [0, 0]) - 0.3)
  expect(lossOf(choices, [0, 0])).toBeCloseTo(Math.log(4))
})

it('choices that one feature tells apart without error give finite weights', () => {
  const choices = Array.from({ length: 10 }, (_, i) => ({
    options: [
      [1, i % 2],
      [0, 0]
    ],
    chosen: 0
  }))
  for (const weight of fitChoices(choices, 2)) expect(Math.abs(weight)).toBeLessThan(10)
})
