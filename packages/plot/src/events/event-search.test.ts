import type { EventMap } from '@leitmotif/encoder/events'
import { describe, expect, it } from 'vitest'
import { findHomes } from './event-labels.js'
import { countVerbs, findWords, ofVerb } from './event-search.js'
import { makeGrid } from '../points/grid.js'
import { colourVerbs } from './verb-colours.js'

const texts = ['Café opens in Oslo', 'Mayor opens a bridge', 'Mayor shuts the café', 'Storm shuts Oslo harbour']
const map: EventMap = {
  sentences: 5,
  events: 4,
  verbs: [
    { name: 'opens', count: 2 },
    { name: 'shuts', count: 2 }
  ],
  ...{ x: [0, 0.01, 0.9, 1], y: [0, 0, 0.5, 0.5], verb: [0, 0, 1, 1] },
  subject: texts.map((text) => text.split(' ')[0]),
  predicate: texts.map((text) => text.split(' ')[1]),
  object: texts.map((text) => text.split(' ').slice(2).join(' ')),
  text: texts
}
const grid = makeGrid(Float32Array.from(map.x.flatMap((x, i) => [x, map.y[i]])))

describe('Looking for events', () => {
  it('finds those that have every word, whatever its capitals and accents', () => {
    expect(findWords(map, 'CAFE')).toEqual([0, 2])
    expect(findWords(map, ' mayor  cafe')).toEqual([2])
  })

  it('finds words as they are typed', () => {
    expect(findWords(map, 'os')).toEqual([0, 3])
    expect(findWords(map, 'slo')).toEqual([])
  })

  it('finds those of a verb, and of both', () => {
    expect(ofVerb(map, findWords(map, ''), 'shuts')).toEqual([2, 3])
    expect(ofVerb(map, findWords(map, 'oslo'), 'shuts')).toEqual([3])
    expect(ofVerb(map, findWords(map, ''), 'sings')).toEqual([])
    expect(ofVerb(map, [1, 3], undefined)).toEqual([1, 3])
  })

  it('counts what it found by verb', () => {
    expect([...countVerbs(map, findWords(map, 'mayor'))]).toEqual([1, 1])
  })
})

describe('The verbs of a map', () => {
  it('are at home where most of their events are', () => {
    const homes = findHomes(map, grid, 0.2)
    expect(homes.map((home) => home?.count)).toEqual([2, 2])
    expect(homes[0]!.x).toBeLessThan(0.1)
    expect(homes[1]!.x).toBeGreaterThan(0.8)
  })

  it('have no home with a single event', () => {
    expect(findHomes({ ...map, verb: [0, 0, 0, 1] }, grid, 0.2)[1]).toBeUndefined()
  })

  it('have another colour than those beside them', () => {
    const row = Array.from({ length: 40 }, (_, i) => ({ x: i, y: 0, count: 40 - i }))
    const slots = colourVerbs(row, 40)
    for (let i = 1; i < row.length; i++) expect(slots[i]).not.toBe(slots[i - 1])
    expect(new Set(slots).size).toBe(8)
  })
})
