import { describe, expect, it } from 'vitest'
import { createTermCounter, DROPPED } from './term-counter.js'

describe('A counter of terms', () => {
  it('orders by frequency, then by code units, and drops the rare', () => {
    const counter = createTermCounter(100)
    const ids = ['moss', 'fern', 'oak', 'fern', 'elm', 'oak', 'Zelkova', 'Zelkova'].map((term) => counter.count(term))
    const { terms, counts, finalIds } = counter.finish(2)
    expect(terms).toEqual(['Zelkova', 'fern', 'oak'])
    expect(counts).toEqual([2, 2, 2])
    expect(ids.map((id) => finalIds[id])).toEqual([DROPPED, 1, 2, 1, DROPPED, 2, 0, 0])
  })

  it('holds no more terms than it may, and loses none of the frequent ones', () => {
    const counter = createTermCounter(1000)
    for (let i = 0; i < 60_000; i++) {
      counter.count(`once-${i}`)
      counter.count(`often-${i % 20}`)
    }
    const { terms, counts } = counter.finish(1)
    expect(terms.length).toBeLessThanOrEqual(1000)
    expect(terms.slice(0, 20).every((term) => term.startsWith('often-'))).toBe(true)
    expect(counts.slice(0, 20)).toEqual(new Array(20).fill(3000))
  })
})
