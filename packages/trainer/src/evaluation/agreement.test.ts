import fc from 'fast-check'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { agreementOf, type Agreement } from './agreement.js'

interface Case extends Agreement {
  readonly name: string
  readonly a: number[]
  readonly b: number[]
}

/** Made by bench/agreement-fixture.py. */
const cases = JSON.parse(readFileSync(new URL('./agreement.fixture.json', import.meta.url), 'utf8')) as Case[]

const MEASURES = ['mi', 'ami', 'ri', 'ari'] as const

const labelPair = fc
  .array(fc.tuple(fc.nat(4), fc.nat(3)), { minLength: 2, maxLength: 24 })
  .map((items) => [items.map(([a]) => a), items.map(([, b]) => b)] as const)

/** All orders of a few items. */
function* orders(items: number[]): Generator<number[]> {
  if (items.length < 2) yield items
  for (const [i, first] of items.entries()) {
    for (const rest of orders([...items.slice(0, i), ...items.slice(i + 1)])) {
      if (items.length >= 2) yield [first, ...rest]
    }
  }
}

describe('Agreement of two divisions', () => {
  it.each(cases)('is what scikit-learn says it is, to 1e-9: $name', ({ a, b, ...expected }) => {
    const found = agreementOf(a, b)
    for (const measure of MEASURES) {
      expect(Math.abs(found[measure] - expected[measure]), measure).toBeLessThan(1e-9)
    }
  })

  it('is the same either way round, and whatever the clusters are called', () => {
    fc.assert(
      fc.property(labelPair, ([a, b]) => {
        const found = agreementOf(a, b)
        const renamed = agreementOf(
          b.map((label) => 40 - label),
          a.map((label) => (label + 3) * 7.5)
        )
        for (const measure of MEASURES) expect(renamed[measure]).toBeCloseTo(found[measure], 10)
      })
    )
  })

  it('is whole for a division and itself, and never more', () => {
    fc.assert(
      fc.property(labelPair, ([a, b]) => {
        expect(agreementOf(a, a)).toMatchObject({ ami: 1, ri: 1, ari: 1 })
        const found = agreementOf(a, b)
        expect(found.mi).toBeLessThanOrEqual(agreementOf(a, a).mi + 1e-12)
        for (const measure of ['ami', 'ri', 'ari'] as const) expect(found[measure]).toBeLessThanOrEqual(1 + 1e-12)
      })
    )
  })

  it('counts the pairs that both divisions treat alike', () => {
    fc.assert(
      fc.property(labelPair, ([a, b]) => {
        let alike = 0
        let all = 0
        for (let i = 0; i < a.length; i++) {
          for (let j = 0; j < i; j++) {
            all++
            if ((a[i] === a[j]) === (b[i] === b[j])) alike++
          }
        }
        expect(agreementOf(a, b).ri).toBeCloseTo(alike / all, 12)
      })
    )
  })

  it('is 0 in the mean of all orders in which the items could stand, once adjusted for chance', () => {
    for (const [a, b] of [
      [
        [0, 0, 0, 1, 1, 2],
        [0, 0, 1, 1, 2, 2]
      ],
      [
        [0, 0, 0, 0, 1, 1, 1],
        [0, 1, 1, 1, 1, 2, 3]
      ]
    ]) {
      const found = [...orders(b)].map((order) => agreementOf(a, order))
      const mean = (measure: keyof Agreement): number =>
        found.reduce((sum, agreement) => sum + agreement[measure], 0) / found.length
      expect(mean('ami')).toBeCloseTo(0, 10)
      expect(mean('ari')).toBeCloseTo(0, 10)
    }
  })

  it('can’t be told of labellings that differ in length', () => {
    expect(() => agreementOf([0, 1], [0])).toThrow('labels of 2 and of 1 items; expected equal numbers')
  })
})
