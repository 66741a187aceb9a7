import { row, type Vectors } from '@leitmotif/encoder'
import { createVocabulary, quantizeRows } from '@leitmotif/encoder/training'
import { zeroVectors } from '@leitmotif/encoder/vectors'
import type { Event } from '../extraction/event.js'
import type { EventRows } from '../network/event-network.js'
import { describe, expect, it } from 'vitest'
import type { StoredEvent } from '../corpora/event-file.js'
import { baselineModel, sifWeights, type EventModel } from './event-model.js'
import { eventPairs, measurePairs } from './evaluate-pairs.js'
import { measureRanking } from './evaluate-ranking.js'
import { measureVerbs, purityOf } from './evaluate-verbs.js'
import { measureVoices } from './evaluate-voices.js'
import { describeFigures } from './figures-text.js'
import { knownEvents, measureEvents } from './measure-events.js'

/** Events whose subject is word i, verb word 20 + i mod 4, object word 40 + i. */
const events: EventRows[] = Array.from({ length: 20 }, (_, i) => ({
  subject: [i],
  verb: [20 + (i % 4)],
  object: [40 + i]
}))

/** A model that scores by a rule, and gives each event the vector of a place along an axis. */
function model(score: (event: EventRows) => number, axis: (event: EventRows) => number = () => 0): EventModel {
  return {
    score: (events) => Float32Array.from(events, score),
    encode(events): Vectors {
      const vectors = zeroVectors(events.length, 4)
      events.forEach((event, i) => (row(vectors, i)[axis(event)] = 1))
      return vectors
    }
  }
}

describe('Real events against corrupted ones', () => {
  it('come out as 1 where the model knows what belongs together, 0 where it turns it round, .5 where it knows nothing', () => {
    const belongs = ({ subject, object }: EventRows): number => Number(subject[0] + 40 === object[0])
    for (const part of ['subject', 'object'] as const) {
      expect(measureRanking(model(belongs), events, part, 1)).toMatchObject({ accuracy: 1, first: 1, interval: [1, 1] })
      expect(
        measureRanking(
          model((event) => -belongs(event)),
          events,
          part,
          1
        )?.accuracy
      ).toBe(0)
      expect(
        measureRanking(
          model(() => 0.3),
          events,
          part,
          1
        )
      ).toMatchObject({ accuracy: 0.5, first: 0, events: 20 })
    }
  })

  it('leave out events without the part, and are nothing where all have the same', () => {
    const some = events.map((event, i) => (i < 5 ? { ...event, object: [] } : event))
    expect(
      measureRanking(
        model(() => 0),
        some,
        'object',
        1
      )?.events
    ).toBe(15)
    const same = events.map((event) => ({ ...event, subject: [3] }))
    expect(
      measureRanking(
        model(() => 0),
        same,
        'subject',
        1
      )
    ).toBeUndefined()
  })
})

describe('How far events gather by their verbs', () => {
  const verbs = events.map(({ verb }) => verb[0])

  it('comes out as 1 where vectors tell verbs apart, and low where they tell something else', () => {
    const apart = measureVerbs(
      model(
        () => 0,
        ({ verb }) => verb[0] - 20
      ),
      events,
      verbs,
      1
    )!
    expect(apart).toMatchObject({ events: 20, verbs: 4, greatest: 0.25, purity: 1 })
    expect(apart.ami).toBeCloseTo(1, 5)
    expect(apart.nearest).toBeCloseTo(0.4, 5) // four others of the same verb among ten
    const mixed = measureVerbs(
      model(
        () => 0,
        ({ subject }) => Math.floor(subject[0] / 5)
      ),
      events,
      verbs,
      1
    )!
    expect(mixed.purity).toBeLessThan(0.5)
  })

  it('counts in each cluster the events of its most frequent verb', () => {
    expect(purityOf(Int32Array.of(0, 0, 0, 1, 1), Int32Array.of(7, 7, 8, 8, 9))).toBeCloseTo(3 / 5, 9)
  })

  it('is nothing where fewer than two verbs are frequent, or nothing is known of any event', () => {
    expect(
      measureVerbs(
        model(() => 0),
        events.slice(0, 4),
        verbs.slice(0, 4),
        1
      )
    ).toBeUndefined()
    const unknown = { ...model(() => 0), encode: (events: readonly EventRows[]) => zeroVectors(events.length, 4) }
    expect(measureVerbs(unknown, events, verbs, 1)).toBeUndefined()
  })
})

describe('Events in the active and in the passive', () => {
  const words = [...new Set('storm hits hit coastal towns by Google buys bought robot maker'.toLowerCase().split(' '))]
  const vocabulary = createVocabulary(words)
  const table = quantizeRows({
    count: words.length,
    dims: words.length,
    data: Float32Array.from({ length: words.length ** 2 }, (_, i) => Number(i % (words.length + 1) === 0))
  })

  it('cannot be told from their reverse by a mean of words', () => {
    const mean = baselineModel('mean', table, new Float32Array(words.length), [])
    const rows = (event: Event): EventRows => {
      const of = (part: readonly string[]): number[] =>
        part.flatMap((word) => vocabulary.rows.get(word.toLowerCase()) ?? [])
      return { subject: of(event.subject), verb: of(event.verb), object: of(event.object) }
    }
    const voices = measureVoices(mean, rows)
    expect(voices.roles).toBe(0.5)
    expect(voices.pairs).toBe(40)
  })
})

describe('Events of headlines that people compared', () => {
  it('agree with them where cosines do, and leave out pairs without two events', () => {
    const event = (word: string): Event => ({ subject: [word], verb: ['is'], object: [] })
    const extract = (headline: string): Event | undefined => (headline === '' ? undefined : event(headline))
    const pairs = [
      { a: '0', b: '0', score: 1 },
      { a: '0', b: '1', score: 0.4 },
      { a: '2', b: '2', score: 0.9 },
      { a: '3', b: '', score: 0.5 },
      { a: '1', b: '3', score: 0.2 }
    ]
    const found = eventPairs(pairs, { extract })
    expect(found.scores).toEqual([1, 0.4, 0.9, 0.2])
    const rowsOf = ({ subject }: Event): EventRows => ({ subject: [Number(subject[0])], verb: [], object: [] })
    const judged = measurePairs(
      model(
        () => 0,
        ({ subject }) => subject[0]
      ),
      found,
      rowsOf
    )!
    expect(judged.pairs).toBe(4)
    expect(judged.spearman).toBeGreaterThan(0.5)
    expect(
      measurePairs(
        model(() => 0),
        eventPairs(pairs.slice(0, 2), { extract }),
        rowsOf
      )
    ).toBeUndefined()
  })
})

describe('All that is measured of events', () => {
  const words = ['mayor', 'opens', 'opened', 'bridge', 'fire', 'guts', 'mill', 'storm', 'floods', 'harbour']
  const vocabulary = createVocabulary(words)
  const stored = (subject: string, verb: string, object: string): StoredEvent => {
    const [s, v, o] = [subject, verb, object].map((part) => part.split(' ').filter((word) => word !== ''))
    return { id: `${subject} ${verb}`, text: `${subject} ${verb} ${object}`, subject: s, verb: v, object: o }
  }

  it('is of events with a known word in each part, forms of a verb counted as one', () => {
    const known = knownEvents(
      [
        stored('Mayor', 'opens', 'bridge'),
        stored('Mayor', 'opened', ''),
        stored('Nobody', 'opens', 'bridge'),
        stored('Fire', 'guts', 'everything')
      ],
      vocabulary
    )
    expect(known.map(({ subject, verb, object }) => [subject, verb, object])).toEqual([
      [[0], [1], [3]],
      [[0], [2], []]
    ])
    expect(known[0].verbNumber).toBe(known[1].verbNumber)
  })

  it('is told side by side, a dash where there was too little to measure', () => {
    const known = knownEvents([stored('Mayor', 'opens', 'bridge'), stored('Fire', 'guts', 'mill')], vocabulary)
    const lines = describeFigures([
      {
        name: 'network',
        figures: measureEvents(
          model(() => 0),
          known,
          vocabulary,
          1
        )
      }
    ])
    const [head, line] = lines.split('\n')
    expect(head).toContain('purity')
    expect(line).toMatch(/^network +50\.0 .* - /)
  })

  it('weighs words less the more frequent they are', () => {
    const weights = sifWeights(3, [{ subject: [0], verb: [0, 1], object: [] }])
    expect(weights[0]).toBeLessThan(weights[1])
    expect(weights[2]).toBe(1)
  })
})
