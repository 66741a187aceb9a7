import type { Encoder } from '@leitmotif/encoder'
import type { Article } from '@leitmotif/encoder/stages'
import { createRandom, zeroVectors } from '@leitmotif/encoder/vectors'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inContext, type Context } from './article-context.js'
import {
  judgeTriplets,
  measureTdc,
  prepareTdc,
  share,
  summarizeOutcomes,
  type Outcome,
  type TdcOptions
} from './tdc.js'

const SUBJECTS = ['bread', 'boats', 'stars', 'frogs', 'bridges', 'clocks']

/** Sections about one subject each; every paragraph names its subject. */
function articleOf(id: string, paragraphs = 3): Article {
  return {
    id,
    title: id,
    sections: [
      { heading: '', level: 0, paragraphs: ['This lead speaks of everything that follows below it.'] },
      ...SUBJECTS.map((subject) => ({
        heading: subject,
        level: 1,
        paragraphs: Array.from(
          { length: paragraphs },
          (_, p) => `Paragraph ${p} of this part tells you about ${subject}. A second sentence stands behind.`
        )
      }))
    ]
  }
}

/** Knows the subject of a sentence; gets it wrong where `wrong` says. */
function encoderOf(wrong: (sentence: string) => boolean = () => false): Encoder {
  return {
    name: 'by subject',
    fingerprints: { static: 'by subject' },
    dims: { static: SUBJECTS.length },
    representation: 'static',
    learned: {},
    encode(sentences) {
      const vectors = zeroVectors(sentences.length, SUBJECTS.length)
      sentences.forEach((sentence, s) => {
        const subject = SUBJECTS.findIndex((name) => sentence.includes(name))
        vectors.data[s * SUBJECTS.length + (wrong(sentence) ? (subject + 1) % SUBJECTS.length : subject)] = 1
      })
      return Promise.resolve(vectors)
    },
    dispose() {
      // Nothing to let go of.
    }
  }
}

describe('TDC', () => {
  it('is 1 for vectors that know the sections, and one half for vectors that know nothing', async () => {
    const articles = ['a', 'b', 'c'].map((id) => articleOf(id))
    const tdc = await measureTdc(encoderOf(), articles)
    expect(tdc).toMatchObject({ accuracy: 1, interval: [1, 1], articles: 3 })
    expect(tdc!.triplets).toBe(3 * 3 * (4 * 2 + 2))
    const blind: Encoder = { ...encoderOf(), encode: (list) => Promise.resolve(zeroVectors(list.length, 2)) }
    expect((await measureTdc(blind, articles))!.accuracy).toBe(0.5)
  })

  it('takes the article’s mean off where it is told to, which tells apart what all sentences share', () => {
    const data = Float32Array.from(
      [
        [0.99, 0.1, 0],
        [0.96, 0.25, 0],
        [0.99, 0, 0.1],
        [0.96, 0, 0.25]
      ].flatMap((row) => row.map((value) => value / Math.hypot(...row)))
    )
    const vectors = { count: 4, dims: 3, data }
    const triplets = [[0, 1, 2]] as const
    const right = (context: Context): number =>
      judgeTriplets(inContext(vectors, ['a', 'b', 'c', 'd'], context), triplets).right
    expect(right('none')).toBe(0)
    expect(right('mean')).toBe(1)
    expect(right('article')).toBe(1)
  })

  it('sees sentences in the context of their whole article, not of those alone that it compares', async () => {
    const read: string[][] = []
    const encoder = {
      ...encoderOf(),
      encode: (list: readonly string[]) => (read.push([...list]), encoderOf().encode(list))
    }
    for (const context of ['mean', 'article'] as const) await measureTdc(encoder, [articleOf('a')], { context })
    const [alone, whole] = read
    expect(whole.slice(0, alone.length)).toEqual(alone)
    expect(new Set(whole.slice(alone.length))).toEqual(new Set(['A second sentence stands behind.']))
  })

  it('has an interval that holds its accuracy, and is the same each time', async () => {
    const random = createRandom('errors')
    const articles = Array.from({ length: 30 }, (_, i) => articleOf(`article ${i}`))
    const wrong = new Set(articles.map(() => random.integer(3)))
    const encoder = encoderOf((sentence) => wrong.has(1) && /Paragraph 1.*(bread|stars)/.test(sentence))
    const tdc = (await measureTdc(encoder, articles))!
    expect(tdc.accuracy).toBeLessThan(1)
    expect(tdc.interval[0]).toBeLessThanOrEqual(tdc.accuracy)
    expect(tdc.interval[1]).toBeGreaterThanOrEqual(tdc.accuracy)
    expect(await measureTdc(encoder, articles)).toEqual(tdc)
  })

  it('is undefined where no article has five sections', async () => {
    const article = articleOf('short')
    expect(prepareTdc({ ...article, sections: article.sections.slice(0, 4) })).toBeUndefined()
    expect(await measureTdc(encoderOf(), [])).toBeUndefined()
  })

  it('has triplets of sentences of the article, the first two of one section', () => {
    const { sentences, triplets } = prepareTdc(articleOf('a'))!
    const subjectOf = (index: number): number => SUBJECTS.findIndex((name) => sentences[index].includes(name))
    for (const [pivot, positive, negative] of triplets) {
      expect(pivot).not.toBe(positive)
      expect(subjectOf(pivot)).toBe(subjectOf(positive))
      expect(Math.abs(subjectOf(pivot) - subjectOf(negative))).toBe(1)
    }
  })

  it('takes negatives from where it is told to: next to the section, anywhere in the article, or another article', async () => {
    const articles = ['a', 'b', 'c', 'd'].map((id) => articleOf(id))
    /** How far the section of a negative is from that of its pivot. */
    const distances = (negative: TdcOptions['negative']): Set<number> => {
      const { sentences, triplets } = prepareTdc(articles[0], negative)!
      const subjectOf = (index: number): number => SUBJECTS.findIndex((name) => sentences[index].includes(name))
      return new Set(triplets.map(([pivot, , negative]) => Math.abs(subjectOf(pivot) - subjectOf(negative))))
    }
    expect(distances('adjacent')).toEqual(new Set([1]))
    expect(Math.max(...distances('article'))).toBeGreaterThan(2)
    expect(distances('article')).not.toContain(0)
    // Of the first article there is none before it; the others' negatives stand behind their own sentences.
    expect(await measureTdc(encoderOf(), articles, { negative: 'corpus' })).toMatchObject({ articles: 3 })
  })

  it('counts triplets, not articles, and its interval narrows as articles are added', () => {
    const outcome = fc.record({ right: fc.nat(10), triplets: fc.constant(10) })
    fc.assert(
      fc.property(fc.array(outcome, { minLength: 4, maxLength: 12 }), (outcomes: Outcome[]) => {
        const few = summarizeOutcomes(outcomes)
        const many = summarizeOutcomes(Array.from({ length: 9 }, () => outcomes).flat())
        expect(few.accuracy).toBeCloseTo(outcomes.reduce((sum, { right }) => sum + right, 0) / (10 * outcomes.length))
        expect(many.accuracy).toBeCloseTo(few.accuracy)
        const width = ({ interval }: { interval: readonly [number, number] }): number => interval[1] - interval[0]
        if (width(few) > 0) expect(width(many)).toBeLessThan(width(few))
      }),
      { numRuns: 10 }
    )
    expect(
      share([
        { right: 1, triplets: 1 },
        { right: 0, triplets: 3 }
      ])
    ).toBe(0.25)
  })

  it('has the interval that the binomial distribution leads to expect, for articles of one triplet', () => {
    const outcomes = Array.from({ length: 400 }, (_, i) => ({ right: i % 4 === 0 ? 0 : 1, triplets: 1 }))
    const { interval } = summarizeOutcomes(outcomes)
    const half = 1.96 * Math.sqrt((0.75 * 0.25) / 400)
    expect(interval[0]).toBeCloseTo(0.75 - half, 2)
    expect(interval[1]).toBeCloseTo(0.75 + half, 2)
  })
})
