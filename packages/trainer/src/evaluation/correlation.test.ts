import fc from 'fast-check'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { meanSquaredError, pearson, spearman } from './correlation.js'

interface Case {
  readonly name: string
  readonly a: number[]
  readonly b: number[]
  readonly pearson: number
  readonly spearman: number
  readonly mse: number
}

/** Made by bench/correlation-fixture.py. */
const cases = JSON.parse(readFileSync(new URL('./correlation.fixture.json', import.meta.url), 'utf8')) as Case[]

const lists = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 6 }), fc.integer({ min: 0, max: 6 })), { minLength: 2 })
  .map((list) => [list.map(([a]) => a), list.map(([, b]) => b)] as const)

describe('Correlation', () => {
  it.each(cases)('is what scipy says it is, to 1e-9: $name', ({ a, b, ...expected }) => {
    expect(Math.abs(pearson(a, b) - expected.pearson)).toBeLessThan(1e-9)
    expect(Math.abs(spearman(a, b) - expected.spearman)).toBeLessThan(1e-9)
    expect(Math.abs(meanSquaredError(a, b) / expected.mse - 1)).toBeLessThan(1e-9)
  })

  it('by ranks is that of the ranks, a tied value’s being how many are below and half the others that are equal', () => {
    const obvious = (values: readonly number[]): number[] =>
      values.map((v) => values.filter((w) => w < v).length + (values.filter((w) => w === v).length - 1) / 2)
    fc.assert(
      fc.property(lists, ([a, b]) => {
        const expected = pearson(obvious(a), obvious(b))
        if (Number.isNaN(expected)) expect(spearman(a, b)).toBeNaN()
        else expect(spearman(a, b)).toBeCloseTo(expected, 10)
      })
    )
  })

  it('is not a number where one list says nothing', () => {
    expect(pearson([1, 1, 1], [1, 2, 3])).toBeNaN()
    expect(spearman([1, 2, 3], [4, 4, 4])).toBeNaN()
    expect(pearson([], [])).toBeNaN()
  })

  it('can’t be told of lists that differ in length', () => {
    for (const measure of [pearson, spearman, meanSquaredError]) {
      expect(() => measure([0, 1], [0])).toThrow('lists of 2 and 1 values; expected equal lengths')
    }
  })
})
