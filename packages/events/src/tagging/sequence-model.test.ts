import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bestPath, feature } from './sequence-model.js'

const LABELS = 3

test('no other path scores higher than the best one', () => {
  const numbers = (length: number): fc.Arbitrary<number[]> =>
    fc.array(fc.integer({ min: -5, max: 5 }), { minLength: length, maxLength: length })
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 5 }).chain((items) => numbers(items * LABELS)),
      numbers((LABELS + 1) * LABELS),
      (scores, transitions) => {
        const items = scores.length / LABELS
        const total = (path: ArrayLike<number>): number => {
          let sum = 0
          for (let i = 0; i < items; i++) {
            sum += scores[i * LABELS + path[i]] + transitions[(i === 0 ? LABELS : path[i - 1]) * LABELS + path[i]]
          }
          return sum
        }
        let most = -Infinity
        for (let code = 0; code < LABELS ** items; code++) {
          most = Math.max(most, total(Array.from({ length: items }, (_, i) => Math.floor(code / LABELS ** i) % LABELS)))
        }
        const path = bestPath(Float32Array.from(scores), Float32Array.from(transitions), LABELS)
        expect(path).toHaveLength(items)
        expect(total(path)).toBe(most)
      }
    )
  )
})

test('an empty sequence has an empty path', () => {
  expect(bestPath(new Float32Array(0), new Float32Array((LABELS + 1) * LABELS), LABELS)).toHaveLength(0)
})

test('features differ by kind, by what was seen, and by where one part ends', () => {
  const hashes = [feature(1, 'ab'), feature(2, 'ab'), feature(1, 'a', 'b'), feature(1, 'ba'), feature(1, 'ab', '')]
  expect(new Set(hashes).size).toBe(hashes.length)
})
