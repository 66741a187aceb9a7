import shippedBundle from '@leitmotif/model-en'
import { normalize, row, type Representation, readBundle } from '@leitmotif/encoder'
import { SENTENCE_DIMS, type Learned, readFrom } from '@leitmotif/encoder/training'
import { createRandom, zeroVectors } from '@leitmotif/encoder/vectors'
import { describe, expect, it } from 'vitest'
import type { SegmentedDocument } from './segmentation-documents.js'
import { measureSegmentation } from './segmentation.js'
import type { Measurable } from './tdc.js'

const SUBJECTS = ['bread', 'boats', 'stars', 'frogs', 'clocks']

function documentOf(id: string, lengths: readonly number[]): SegmentedDocument {
  const boundaries: number[] = []
  const units = lengths.flatMap((length, s) => {
    if (s > 0) boundaries.push(lengths.slice(0, s).reduce((a, b) => a + b))
    return Array.from({ length }, (_, i) => `Sentence ${i} of this part is about ${SUBJECTS[s % SUBJECTS.length]}.`)
  })
  return { id, unit: 'sentences', units, boundaries }
}

/** The axis of each subject that a text names. */
const bySubject: Measurable = {
  encode(texts) {
    const vectors = zeroVectors(texts.length, SUBJECTS.length)
    texts.forEach((text, t) => {
      row(vectors, t).set(SUBJECTS.map((subject) => (text.includes(subject) ? 1 : 0)))
      normalize(row(vectors, t))
    })
    return Promise.resolve(vectors)
  }
}

const { learned } = await readBundle(readFrom(shippedBundle))

const DOCUMENTS = [documentOf('a', [8, 6, 9, 7]), documentOf('b', [5, 9, 6, 8, 7]), documentOf('c', [9, 9, 5])]

describe('Text segmentation', () => {
  it('finds all boundaries by vectors that know the subjects', async () => {
    const found = (await measureSegmentation(bySubject, DOCUMENTS))!
    const whole = { pk: 0, windowDiff: 0, boundaryF1: 1, intervals: { pk: [0, 0], boundaryF1: [1, 1] } }
    expect(found).toMatchObject({ ...whole, givenCount: whole, documents: 3, units: 88, segments: 12, found: 12 })
  })

  it('leaves out a document too long to divide, and counts it', async () => {
    const long = documentOf('long', Array<number>(4500).fill(1))
    const alone = await measureSegmentation(bySubject, DOCUMENTS)
    expect(await measureSegmentation(bySubject, [long, ...DOCUMENTS])).toEqual({ ...alone, tooLong: 1 })
    expect(await measureSegmentation(bySubject, [long])).toBeUndefined()
  })

  it('measures beside it what knows nothing: no boundary, each one, as many as there are by chance', async () => {
    const { baselines } = (await measureSegmentation(bySubject, DOCUMENTS))!
    expect(baselines.none.boundaryF1).toBe(0)
    expect(baselines.all.pk).toBeCloseTo(1 - baselines.none.pk, 12)
    expect(baselines.random.pk).toBeGreaterThan(0.3)
    expect(baselines.random.windowDiff).toBeGreaterThanOrEqual(baselines.random.pk)
  })

  it('looks through the learned metric where the encoder has one', async () => {
    const blurred = (dims: number, learned: Learned): Measurable => ({
      learned,
      encode(texts) {
        const vectors = zeroVectors(texts.length, dims)
        texts.forEach((text, t) => {
          const random = createRandom(text)
          SUBJECTS.forEach((subject, s) => {
            row(vectors, t)[s] = (text.includes(subject) ? 0.5 : 0) + random.normal()
          })
          normalize(row(vectors, t))
        })
        return Promise.resolve(vectors)
      }
    })
    const plain = await measureSegmentation(blurred(SUBJECTS.length, {}), DOCUMENTS)
    expect(await measureSegmentation(blurred(SENTENCE_DIMS, {}), DOCUMENTS)).toEqual(plain)
    expect(await measureSegmentation(blurred(SENTENCE_DIMS, learned), DOCUMENTS)).not.toEqual(plain)
  })

  it('divides sentences by rows of `sentences` with those of `static` beside', async () => {
    // No two sentences share a word; what they are about only `sentences` knows here.
    const numbered = DOCUMENTS.map((document): SegmentedDocument => {
      const subject = (i: number): number => document.boundaries.filter((start) => start <= i).length
      return { ...document, units: document.units.map((_, i) => String(100 * subject(i) + i)) }
    })
    const encoder: Measurable = {
      learned,
      encode(texts, { representation = 'static' } = {}) {
        const vectors = zeroVectors(texts.length, SENTENCE_DIMS)
        texts.forEach((text, t) => {
          const direction = createRandom(`subject ${Math.floor(Number(text) / 100)}`)
          const [told, chance] = [representation === 'sentences' ? 1 : 0, createRandom(text)]
          row(vectors, t).forEach((_, d, to) => {
            to[d] = told * direction.normal() + 0.5 * chance.normal()
          })
          normalize(row(vectors, t))
        })
        return Promise.resolve(vectors)
      }
    }
    const pk = async (representation: Representation): Promise<number> =>
      (await measureSegmentation(encoder, numbered, { representation }))!.givenCount.pk
    expect(await pk('sentences')).toBe(0)
    expect(await pk('static')).toBeGreaterThan(0.2)
  })

  it('gives the same figures again, and none of no documents', async () => {
    const twice = [await measureSegmentation(bySubject, DOCUMENTS), await measureSegmentation(bySubject, DOCUMENTS)]
    expect(JSON.stringify(twice[0])).toBe(JSON.stringify(twice[1]))
    expect(await measureSegmentation(bySubject, [])).toBeUndefined()
  })
})
