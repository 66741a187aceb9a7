import type { Event } from '@leitmotif/events'
import { describe, expect, it } from 'vitest'
import type { RecordSlice, ThemeStore } from '../store/store.js'
import { findEvents, holdsHeadlines } from './collection-events.js'
import { countEvents } from './event-counts.js'

/** A collection of these sentences, a document each, in slices of three. */
function storeOf(texts: readonly string[]): Pick<ThemeStore, 'scan' | 'count'> {
  return {
    count: () => Promise.resolve([{ key: [], sentences: texts.length, documents: texts.length }]),
    async *scan() {
      await Promise.resolve()
      for (let from = 0; from < texts.length; from += 3) {
        const records = texts.slice(from, from + 3).map((text, i) => ({
          ...{ id: `s${from + i}`, document: `d${from + i}`, title: text, path: [], position: 0, text, fields: {} }
        }))
        yield { records, vectors: { count: 0, dims: 0, data: new Float32Array(0) } } as unknown as RecordSlice
      }
    }
  }
}

/** Who buys what, where a sentence says that. */
function extract(text: string): Event | undefined {
  const words = text.split(' ')
  const at = words.findIndex((word) => /^b(?:uys|ought)$/.test(word))
  return at < 1 ? undefined : { subject: words.slice(0, at), verb: [words[at]], object: words.slice(at + 1) }
}

/** Turns "bought by" around. */
const encoder = {
  extract,
  active: (event: Event): Event =>
    event.object[0] === 'by' ? { ...event, subject: event.object.slice(1), object: event.subject } : event
}

describe('Looking for events in a collection', () => {
  const texts = ['Ada buys a boat', 'It rains', 'Bo bought the lake', 'Cy sleeps', 'The lake buys nothing']

  it('finds them in reading order, and says where each is told', async () => {
    const { sentences, of, events } = await findEvents(storeOf(texts), encoder)
    expect([sentences, of]).toEqual([5, 5])
    expect(events.map(({ document }) => document)).toEqual(['d0', 'd2', 'd4'])
    expect(events[1]).toMatchObject({ text: texts[2], position: 0, event: { subject: ['Bo'], verb: ['bought'] } })
  })

  it('gives those told in the passive as who did what', async () => {
    const { events } = await findEvents(storeOf(['Lake bought by Bo']), encoder)
    expect(events[0].event).toEqual({ subject: ['Bo'], verb: ['bought'], object: ['Lake'] })
  })

  it('looks through a sample of a collection that is too large, of just the size that is wanted', async () => {
    const many = Array.from({ length: 500 }, (_, i) => `Ada buys boat ${i}`)
    const drawn = await findEvents(storeOf(many), encoder, { most: 60 })
    expect(drawn).toMatchObject({ sentences: 60, of: 500 })
    expect(drawn.events).toHaveLength(60)
    expect(drawn.events.at(-1)!.text).not.toBe('Ada buys boat 59')
    expect(await findEvents(storeOf(many), encoder, { most: 60 })).toEqual(drawn)
  })

  it('takes no more than are wanted where sentences come after they were counted', async () => {
    const many = Array.from({ length: 300 }, (_, i) => `Ada buys boat ${i}`)
    const growing = { ...storeOf(many), count: storeOf(many.slice(0, 100)).count }
    expect(await findEvents(growing, encoder, { most: 20 })).toMatchObject({ sentences: 20, of: 300 })
    expect(await findEvents(growing, encoder)).toMatchObject({ sentences: 300, of: 300 })
  })

  it('tells how many sentences are done', async () => {
    const told: number[] = []
    await findEvents(storeOf(texts), encoder, {}, (done) => told.push(done))
    expect(told).toEqual([3, 5])
  })

  it('finds nothing in nothing', async () => {
    expect(await findEvents(storeOf([]), encoder)).toMatchObject({ sentences: 0, of: 0, events: [] })
  })
})

describe('What events have most often', () => {
  const event = (subject: string, verb: string, object: string): Event => ({
    subject: subject.split(' '),
    verb: [verb],
    object: object === '' ? [] : object.split(' ')
  })

  it('is counted whatever the form of the verb, the capitals and the article', () => {
    const counts = countEvents([
      event('The lake', 'buys', 'a boat'),
      event('Lake', 'bought', 'the Boat'),
      event('the lake', 'buys', ''),
      event('Ada', 'sells', 'the boat')
    ])
    expect(counts.verbs).toEqual([
      { name: 'buys', events: 3 },
      { name: 'sells', events: 1 }
    ])
    expect(counts.subjects).toEqual([
      { name: 'lake', events: 3 },
      { name: 'Ada', events: 1 }
    ])
    expect(counts.objects).toEqual([{ name: 'boat', events: 3 }])
  })
})

describe('A collection holds headlines', () => {
  it('where its sentences are short and have no full stop', async () => {
    expect(await holdsHeadlines(storeOf(['Ada buys a boat', 'Storm shuts the harbour', 'Mayor: “No”']))).toBe(true)
  })

  it('and not where they are prose; without sentences nobody knows', async () => {
    const prose = ['Ada bought a boat, and the harbour was shut.', 'It rained.', 'Nobody knew why that was so.']
    expect(await holdsHeadlines(storeOf(prose))).toBe(false)
    expect(await holdsHeadlines(storeOf([]))).toBeUndefined()
  })
})
