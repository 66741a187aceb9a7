import { expect, it } from 'vitest'
import { slopesApart } from './slopes.js'

const product = ([[a, b], [c]]: number[][]): number => a * b + c * c

it('Slopes are as far apart as the one that is most wrong, and are not a number where one is none', () => {
  const rows = [[2, 3], [5]]
  expect(slopesApart(product, rows, [3, 2, 10], 1e-3)).toBeCloseTo(0, 8)
  expect(slopesApart(product, rows, [3, 2.5, 9.9], 1e-3)).toBeCloseTo(0.5, 8)
  expect(slopesApart(product, rows, [3, NaN, 10], 1e-3)).toBeNaN()
  expect(slopesApart(product, rows, [3, 2], 1e-3)).toBeNaN()
})
