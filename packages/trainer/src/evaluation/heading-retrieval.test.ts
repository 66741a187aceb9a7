import { normalize, row } from '@leitmotif/encoder'
import type { Article } from '@leitmotif/encoder/stages'
import { zeroVectors } from '@leitmotif/encoder/vectors'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { judgeHeadings, measureHeadings, prepareHeadings } from './heading-retrieval.js'
import type { Measurable } from './tdc.js'

const SUBJECTS = ['bread', 'boats', 'stars', 'frogs', 'bridges', 'clocks', 'looms', 'goats', 'mills']

/** Sections about one subject each, which their headings and their paragraphs name. */
function articleOf(id: string, headings: readonly string[]): Article {
  return {
    id,
    title: 'A Day Out',
    sections: [
      { heading: '', level: 0, paragraphs: ['This lead speaks of everything that follows below it.'] },
      ...headings.map((heading) => ({
        heading,
        level: 1,
        paragraphs: [1, 2, 3].map((p) => `Paragraph ${p} of this part tells you about ${heading} and more.`)
      }))
    ]
  }
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

const blind: Measurable = { encode: (texts) => Promise.resolve(zeroVectors(texts.length, 2)) }

describe('Heading retrieval', () => {
  it('is 1 for vectors that know the subjects, of sections and of their sentences', async () => {
    const found = (await measureHeadings(bySubject, [articleOf('a', SUBJECTS.slice(0, 6))]))!
    const whole = { top1: 1, mrr: 1, intervals: { top1: [1, 1], mrr: [1, 1] } }
    expect(found).toMatchObject({ ...whole, bySentence: whole, articles: 1, sections: 6, sentences: 18 })
  })

  it('is chance for vectors that know nothing, whatever the number of titles', async () => {
    const articles = [5, 7, 9].map((count) => articleOf(`${count}`, SUBJECTS.slice(0, count)))
    const found = (await measureHeadings(blind, articles))!
    // A section of each title: each of the three articles has one right answer in all.
    expect(found.top1).toBeCloseTo(3 / (5 + 7 + 9))
    for (const { top1, mrr, chance } of [found, found.bySentence, ...found.byTitles]) {
      expect(top1).toBeCloseTo(chance.top1, 12)
      expect(mrr).toBeCloseTo(chance.mrr, 12)
    }
  })

  it('tells articles of few titles from those of many', async () => {
    const articles = [5, 5, 8, 9].map((count, i) => articleOf(`${i}`, SUBJECTS.slice(0, count)))
    const { byTitles } = (await measureHeadings(bySubject, articles))!
    expect(byTitles.map(({ titles, articles, sections }) => [titles, articles, sections])).toEqual([
      ['5', 2, 10],
      ['8 to 9', 2, 17]
    ])
  })

  it('ranks a section by all of its sentences, and each sentence by itself', () => {
    const right = Int32Array.of(0, 0, 1, 1)
    const article = { id: 'a', sentences: ['', '', '', ''], titles: ['', '', ''], right }
    // Of the first section's two sentences one is nearer to the third title; together they are nearest to the first.
    const [sentences, titles] = [
      [
        [1, 0, 0],
        [0.48, 0, 0.877],
        [0, 1, 0],
        [0, 1, 0]
      ],
      [
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 1]
      ]
    ]
    const vectors = { count: 7, dims: 3, data: Float32Array.from([...sentences, ...titles].flat()) }
    const { sections, sentences: single } = judgeHeadings(article, vectors, 'none')
    expect(sections).toMatchObject({ top1: 2, mrr: 2, queries: 2 })
    expect(single).toMatchObject({ top1: 3, mrr: 3.5, queries: 4 })
  })

  it('takes off what all sentences share, and what all titles share, where it is told to', () => {
    const article = { id: 'a', sentences: ['', ''], titles: ['', ''], right: Int32Array.of(0, 1) }
    // What all titles share leans towards the second, and hides which of them is meant.
    const data = Float32Array.from(
      [
        [0.2, 0, 1],
        [0.1, 0.1, 1],
        [0.3, 1, 0],
        [0.1, 1.6, 0]
      ].flatMap((values) => values.map((value) => value / Math.hypot(...values)))
    )
    const vectors = { count: 4, dims: 3, data }
    expect(judgeHeadings(article, vectors, 'none').sentences.top1).toBe(1)
    expect(judgeHeadings(article, vectors, 'mean').sentences.top1).toBe(2)
    expect(judgeHeadings(article, vectors, 'article').sentences.top1).toBe(2)
  })

  it('ranks by the titles that the paper trains on, those that read alike as one', () => {
    const article = articleOf('a', ['bread', 'boats', 'stars', 'bread', 'frogs', ' '])
    const { titles, sentences, right } = prepareHeadings(article)!
    expect(titles).toEqual(['A Day Out bread', 'A Day Out boats', 'A Day Out stars', 'A Day Out frogs'])
    expect([...right]).toEqual([0, 0, 0, 1, 1, 1, 2, 2, 2, 0, 0, 0, 3, 3, 3])
    expect(sentences).toHaveLength(15)
  })

  it('is undefined where there is nothing to choose', async () => {
    expect(prepareHeadings(articleOf('short', SUBJECTS.slice(0, 4)))).toBeUndefined()
    expect(prepareHeadings(articleOf('one name', Array<string>(6).fill('bread')))).toBeUndefined()
    expect(await measureHeadings(bySubject, [])).toBeUndefined()
  })

  it('has intervals that hold its figures, and shares between 0 and 1', async () => {
    const noisy: Measurable = {
      encode: (texts) =>
        bySubject.encode(texts).then((vectors) => {
          texts.forEach((text, t) => {
            if (/Paragraph 2 .*(bread|stars|goats)/.test(text)) row(vectors, t).fill(0)
          })
          return vectors
        })
    }
    const count = fc.integer({ min: 5, max: 9 })
    await fc.assert(
      fc.asyncProperty(fc.array(count, { minLength: 1, maxLength: 6 }), async (counts) => {
        const articles = counts.map((many, i) => articleOf(`${i}`, SUBJECTS.slice(0, many)))
        const { bySentence } = (await measureHeadings(noisy, articles))!
        for (const rank of ['top1', 'mrr'] as const) {
          const [low, high] = bySentence.intervals[rank]
          expect(bySentence[rank]).toBeLessThan(1)
          expect(bySentence[rank]).toBeGreaterThan(bySentence.chance[rank])
          expect(low - 1e-12).toBeLessThanOrEqual(bySentence[rank])
          expect(high + 1e-12).toBeGreaterThanOrEqual(bySentence[rank])
        }
      }),
      { numRuns: 8 }
    )
  })
})
