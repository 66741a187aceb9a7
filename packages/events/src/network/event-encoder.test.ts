import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { centerRows, dot, normalize, row, type Vectors } from '@leitmotif/encoder'
import { createVocabulary, readFrom } from '@leitmotif/encoder/training'
import { createEventEncoder, eventRows, loadEventEncoder, type EventEncoder } from './event-encoder.js'
import { readEventBundle } from './event-bundle.js'
import { EVENT_EXTRACTION } from '../extraction/extract-event.js'

const FOLDER = fileURLToPath(new URL('../../../../models/leitmotif-en-events', import.meta.url))

let encoder: EventEncoder
beforeAll(async () => {
  encoder = await loadEventEncoder(FOLDER)
})

function unitRows(vectors: Vectors): Vectors {
  for (let i = 0; i < vectors.count; i++) normalize(row(vectors, i))
  return vectors
}

describe('The shipped bundle of events', () => {
  it('was trained on events as they are extracted and read today', async () => {
    const { manifest } = await readEventBundle(readFrom(FOLDER))
    expect(manifest.trained.extraction).toBe(EVENT_EXTRACTION)
  })

  it('says of a headline who did what, cleaned of what stands before it', () => {
    expect(encoder.extract('UPDATE-Storm floods old harbour')).toEqual({
      subject: ['Storm'],
      verb: ['floods'],
      object: ['old', 'harbour']
    })
    expect(encoder.extract('Ten pictures of gardens')).toBeUndefined()
    expect(encoder.extract('')).toBeUndefined()
  })

  it('gives most events a nearest one of the same kind', () => {
    const headlines = [
      'Court rejects appeal of former minister',
      'Judge rejects lawsuit against city',
      'Earthquake hits island off Japan',
      'Hurricane hits coast of Mexico',
      'Bomb kills ten soldiers in Iraq',
      'Gunmen kill two police officers',
      'Bank raises interest rates again',
      'Company raises prices for drugs'
    ]
    const vectors = centerRows(unitRows(encoder.encode(headlines.map((headline) => encoder.extract(headline)!))))
    expect(vectors).toMatchObject({ count: headlines.length, dims: encoder.dims })
    const right = headlines.filter((_, i) => {
      const cosines = headlines.map((_, j) => (i === j ? -1 : dot(row(vectors, i), row(vectors, j))))
      return Math.floor(cosines.indexOf(Math.max(...cosines)) / 2) === Math.floor(i / 2)
    })
    expect(right.length).toBeGreaterThanOrEqual(5) // 1.1 by chance
  })

  it('takes WHO, IT and US for names', () => {
    expect(encoder.extract('WHO warns of new flu')).toMatchObject({ subject: ['WHO'], verb: ['warns'] })
    expect(encoder.extract('Flood shuts IT firm in US town')).toMatchObject({ subject: ['Flood'], verb: ['shuts'] })
  })

  it('scores likely events above the same with another’s subject, as a rule', () => {
    const cases = [
      ['Earthquake', 'hits', 'northern Japan', 'Lawyer'],
      ['Police', 'arrest', 'man over murder', 'Volcano'],
      ['Scientists', 'discover', 'new species', 'Hurricane'],
      ['Court', 'rejects', 'appeal of former minister', 'Typhoon'],
      ['Government', 'announces', 'new tax plan', 'Tornado']
    ]
    const event = (subject: string, verb: string, object: string) => {
      return { subject: [subject], verb: [verb], object: object.split(' ') }
    }
    const real = encoder.score(cases.map(([subject, verb, object]) => event(subject, verb, object)))
    const others = encoder.score(cases.map(([, verb, object, other]) => event(other, verb, object)))
    expect(real.filter((score, i) => score > others[i]).length).toBeGreaterThanOrEqual(4)
    for (const score of [...real, ...others]) expect(Math.abs(score)).toBeLessThanOrEqual(1)
  })

  it('gives zeros to an event without a known word, and the same bits to an event alone and among others', () => {
    const unknown = { subject: ['zzqx'], verb: ['qqzx'], object: [] }
    const known = encoder.extract('Fire guts paper mill')!
    const together = encoder.encode([unknown, known])
    expect(row(together, 0).every((value) => value === 0)).toBe(true)
    expect([...encoder.encode([known]).data]).toEqual([...row(together, 1)])
  })

  it('stays small enough for a page to fetch', async () => {
    const sizes = await Promise.all(
      ['tagger.bin', 'vocabulary.txt', 'vectors.bin', 'network.bin'].map(
        async (name) => (await readFrom(FOLDER)(name, 1 << 24)).length
      )
    )
    for (const size of sizes) expect(size).toBeLessThan(5e6)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(12e6)
  })

  it('refuses a tagger that is none', async () => {
    const bundle = await readEventBundle(readFrom(FOLDER))
    expect(() => createEventEncoder({ ...bundle, tagger: Uint8Array.of(1, 2, 3) })).toThrow('tagger.bin')
  })
})

describe('The words of an event', () => {
  it('are read in lower case and cut as everywhere, and no more of a part than extraction gives', () => {
    const vocabulary = createVocabulary(['u.s.', 'storm', "'s", 'floods', 'harbour'])
    const subject = ['U.S.', "storm's", 'x', 'x', 'x', 'x', 'x', 'storm']
    expect(eventRows(vocabulary, { subject, verb: ['Floods'], object: [] })).toEqual({
      subject: [0, 1, 2],
      verb: [3],
      object: []
    })
  })

  it('are one for a name that the vocabulary has as one', () => {
    const vocabulary = createVocabulary(['harbour', 'bank', 'harbour_bank', 'buys', 'mill'])
    expect(eventRows(vocabulary, { subject: ['Harbour', 'Bank'], verb: ['buys'], object: ['bank', 'mill'] })).toEqual({
      subject: [2],
      verb: [3],
      object: [1, 4]
    })
  })

  it('are those of a verb’s base where its form is not known', () => {
    const vocabulary = createVocabulary(['storm', 'rescue'])
    expect(eventRows(vocabulary, { subject: ['Storm'], verb: ['Rescues'], object: [] }).verb).toEqual([1])
  })

  it('are those of the active for a passive that says by whom, of no other', () => {
    const vocabulary = createVocabulary(['storm', 'towns', 'flooded', 'floods', 'flood'])
    const rows = (subject: string, verb: string, object: string) => {
      return eventRows(vocabulary, { subject: [subject], verb: verb.split(' '), object: object.split(' ') })
    }
    expect(rows('Towns', 'are flooded', 'by storm')).toEqual({ subject: [0], verb: [3], object: [1] })
    expect(rows('Towns', 'flooded', 'storm')).toEqual({ subject: [1], verb: [2], object: [0] })
  })
})

it('An encoder names who did it first in a passive, as its vectors do', () => {
  const passive = encoder.extract('Harbour towns flooded by storm')!
  const active = encoder.active(passive)
  expect([active.subject, active.object].map((words) => words.join(' '))).toEqual(['storm', 'Harbour towns'])
  expect([...encoder.encode([active]).data]).toEqual([...encoder.encode([passive]).data])
  const told = encoder.extract('Storm floods harbour towns')!
  expect(encoder.active(told)).toBe(told)
})
