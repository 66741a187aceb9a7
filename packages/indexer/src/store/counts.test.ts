import { describe, expect, it } from 'vitest'
import { createTally } from './counts.js'

describe('Counting', () => {
  it('counts sentences and documents by key, largest first, then in order of key', () => {
    const tally = createTally()
    const rows: [(string | number | undefined)[], string][] = [
      [['b', 2], 'one'],
      [['b', 2], 'one'],
      [['b', 2], 'two'],
      [['a', 10], 'one'],
      [['a', 9], 'one'],
      [['a', undefined], 'one'],
      [[undefined, 1], 'two'],
      [[3, 1], 'two'],
      [['', 1], 'two']
    ]
    for (const [key, document] of rows) tally.add(key, document)
    expect(tally.counts()).toEqual([
      { key: ['b', 2], sentences: 3, documents: 2 },
      { key: [3, 1], sentences: 1, documents: 1 },
      { key: ['', 1], sentences: 1, documents: 1 },
      { key: ['a', 9], sentences: 1, documents: 1 },
      { key: ['a', 10], sentences: 1, documents: 1 },
      { key: ['a', undefined], sentences: 1, documents: 1 },
      { key: [undefined, 1], sentences: 1, documents: 1 }
    ])
  })

  it('counts a sentence under each of its values, and every pair of them', () => {
    const tally = createTally()
    tally.add([['tea', 'milk'], 2024], 'one')
    tally.add(['tea', [2024, 2025]], 'two')
    tally.add([['tea', 'milk'], undefined], 'two', 3)
    tally.add([[], 2024], 'two')
    expect(tally.counts()).toEqual([
      { key: ['milk', undefined], sentences: 3, documents: 1 },
      { key: ['tea', undefined], sentences: 3, documents: 1 },
      { key: ['tea', 2024], sentences: 2, documents: 2 },
      { key: ['milk', 2024], sentences: 1, documents: 1 },
      { key: ['tea', 2025], sentences: 1, documents: 1 }
    ])
  })
})
