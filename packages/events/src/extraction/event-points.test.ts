import { expect, it } from 'vitest'
import type { Vectors } from '@leitmotif/encoder'
import { zeroVectors } from '@leitmotif/encoder/vectors'
import { eventPhrase, type Event } from './event.js'
import { verbStem } from './verb-names.js'
import { drawEventMap, type ToldEvent } from './event-points.js'

const SUBJECTS = ['Ada', 'Bo', 'Cy', 'Dee']
const VERBS = ['buys', 'sells', 'praises']

const told: ToldEvent[] = Array.from({ length: 120 }, (_, i) => {
  const [subject, verb, object] = [SUBJECTS[i % 4], VERBS[i % 3], `thing ${i}`]
  return {
    text: `${subject} ${verb} ${object}`,
    event: { subject: [subject], verb: [verb], object: object.split(' ') }
  }
})

/** Events of one verb alike, but for a little of their subject. */
const encode = (events: readonly Event[]): Vectors => {
  const rows = zeroVectors(events.length, 8)
  events.forEach(({ subject, verb }, i) => {
    rows.data[8 * i + VERBS.indexOf(verb[0])] = 3
    rows.data[8 * i + 3 + SUBJECTS.indexOf(subject[0])] = 0.4 + (i % 7) / 100
  })
  return rows
}

it('A map of events puts those of one verb together', async () => {
  const { map, shown } = await drawEventMap(told, 200, encode)
  expect(shown).toHaveLength(120)
  expect(map.verbs.map(({ count }) => count)).toEqual([40, 40, 40])
  let own = 0
  for (let i = 0; i < 120; i++) {
    let [nearest, least] = [-1, Infinity]
    for (let j = 0; j < 120; j++) {
      const gap = Math.hypot(map.x[i] - map.x[j], map.y[i] - map.y[j])
      if (j !== i && gap < least) [nearest, least] = [j, gap]
    }
    if (map.verb[nearest] === map.verb[i]) own++
  }
  expect(own).toBeGreaterThan(110)
})

it('A map is coloured by groups of verbs if they are given', async () => {
  const groups = new Map(
    ['buys', 'sells'].map((verb) => [verbStem(verb), [{ name: 'trade', topic: new Set<string>() }]])
  )
  const { map } = await drawEventMap(told, 200, encode, { groups })
  expect(map.verbs).toEqual([
    { name: 'trade', count: 80 },
    { name: 'other verbs', count: 40 }
  ])
  expect(map.predicate.map((verb) => (verb === 'praises' ? 1 : 0))).toEqual(map.verb)
})

it('A map of too many events shows some of them, and says how many there are', async () => {
  const { map, shown } = await drawEventMap(told, 200, encode, { most: 50, landmarks: 30 })
  expect(map).toMatchObject({ events: 120, sentences: 200 })
  for (const column of [map.x, map.y, map.verb, map.subject, map.predicate, map.object, map.text])
    expect(column).toHaveLength(50)
  expect(map.text).toEqual(shown.map((i) => told[i].text))
  expect(map.verbs.reduce((sum, { count }) => sum + count, 0)).toBe(120)
  expect([...map.x, ...map.y].every((value) => Math.abs(value) <= 1)).toBe(true)
})

it('The same events give the same map, and none an empty one', async () => {
  const [a, b] = [
    await drawEventMap(told, 200, encode, { most: 60 }),
    await drawEventMap(told, 200, encode, { most: 60 })
  ]
  expect(a).toEqual(b)
  expect((await drawEventMap([], 0, encode)).map).toMatchObject({ events: 0, verbs: [], x: [] })
})

it('The words of an event read as they were written', () => {
  expect(eventPhrase(['Quebec', "'s", 'premier'])).toBe("Quebec's premier")
  expect(eventPhrase(['is', "n't"])).toBe("isn't")
  expect(eventPhrase(['Ada', ',', '5', '%'])).toBe('Ada, 5%')
  expect(eventPhrase(["'s"])).toBe("'s")
  expect(eventPhrase([])).toBe('')
})
