import { normalize, row, type Encoder } from '@leitmotif/encoder'
import type { Article } from '@leitmotif/encoder/stages'
import { createRandom, zeroVectors } from '@leitmotif/encoder/vectors'
import { describe, expect, it } from 'vitest'
import { drawScb, judgeClusters, measureScb, prepareScb, SCB_BOUNDS } from './scb.js'

const SUBJECTS = ['bread', 'boats', 'stars', 'frogs', 'bridges', 'clocks', 'looms', 'goats']

/** Sections of as many paragraphs as `counts` says, each about one subject and of two sentences that name it. */
function articleOf(id: string, counts: readonly number[] = [3, 4, 5, 3, 6]): Article {
  return {
    id,
    title: id,
    sections: [
      { heading: '', level: 0, paragraphs: ['This lead speaks of everything that follows below it.'] },
      ...counts.map((count, s) => ({
        heading: `Part ${s}`,
        level: 1,
        paragraphs: Array.from({ length: count }, (_, p) => {
          const subject = SUBJECTS[s % SUBJECTS.length]
          return `Paragraph ${p} of ${id} tells you about ${subject}. A second sentence on ${subject} stands behind.`
        })
      }))
    ]
  }
}

/** The subject's axis, and as much chance as `noise` says; `shared` is added to all. */
function encoderOf(noise: number, shared = 0): Encoder {
  const dims = SUBJECTS.length + 1
  return {
    name: 'by subject',
    fingerprints: { static: 'by subject' },
    dims: { static: dims },
    representation: 'static',
    learned: {},
    encode(sentences) {
      const random = createRandom(sentences.join())
      const vectors = zeroVectors(sentences.length, dims)
      sentences.forEach((sentence, s) => {
        const vector = row(vectors, s)
        vector[SUBJECTS.findIndex((subject) => sentence.includes(subject))] = 1
        for (let d = 0; d < dims; d++) vector[d] += noise * random.normal()
        vector[dims - 1] += shared
        normalize(vector)
      })
      return Promise.resolve(vectors)
    },
    dispose() {
      // Nothing to let go of.
    }
  }
}

const drawAll = (count: number): ReturnType<typeof drawScb> =>
  drawScb(Array.from({ length: count }, (_, i) => articleOf(`article ${i}`)))

describe('An article of the clustering benchmark', () => {
  it('has the openers of its sections, or every sentence', () => {
    const openers = prepareScb(articleOf('a'), 'openers')!
    expect(openers.count).toBe(5)
    expect([...openers.sections]).toEqual([0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 3, 4, 4, 4, 4, 4, 4])
    expect(openers.sentences[3]).toBe('Paragraph 0 of a tells you about boats.')
    const all = prepareScb(articleOf('a'), 'all')!
    expect(all.sentences).toHaveLength(42)
    expect(all.sentences[1]).toBe('A second sentence on bread stands behind.')
    expect(all.rest).toEqual([])
    expect(openers.rest).toHaveLength(21)
    expect(openers.rest[0]).toBe('A second sentence on bread stands behind.')
    all.sentences.forEach((sentence, i) => {
      expect(sentence).toContain(SUBJECTS[all.sections[i]])
    })
  })

  it('has 5 to 12 sections, not counting those of fewer than three sentences', () => {
    const three = (sections: number): number[] => Array<number>(sections).fill(3)
    expect(prepareScb(articleOf('a', three(4)))).toBeUndefined()
    expect(prepareScb(articleOf('a', [...three(4), 2]))).toBeUndefined()
    expect(prepareScb(articleOf('a', [...three(5), 2]))).toMatchObject({ count: 5 })
    expect(prepareScb(articleOf('a', three(12)))).toMatchObject({ count: 12 })
    expect(prepareScb(articleOf('a', three(13)))).toBeUndefined()
  })

  it('is left out when it is too long to cluster', () => {
    const counts = [3, 3, 3, 3, SCB_BOUNDS.sentences - 12]
    expect(prepareScb(articleOf('a', counts))!.sentences).toHaveLength(SCB_BOUNDS.sentences)
    expect(prepareScb(articleOf('a', [...counts, 3]))).toBeUndefined()
  })

  it('is drawn at random, the same each time, and no more of them than wanted', async () => {
    const articles = Array.from({ length: 40 }, (_, i) => articleOf(`article ${i}`))
    const draw = async (maxArticles: number, seed = 1): Promise<string[]> =>
      (await drawScb(articles, { maxArticles, seed })).map(({ id }) => id)
    expect(await draw(0)).toEqual(articles.map(({ id }) => id))
    expect(await draw(40)).toEqual(await draw(0))
    const ten = await draw(10)
    expect(new Set(ten).size).toBe(10)
    expect(await draw(10)).toEqual(ten)
    expect(await draw(10, 2)).not.toEqual(ten)
    const drawn = (await Promise.all(Array.from({ length: 60 }, (_, seed) => draw(10, seed)))).flat()
    for (const { id } of articles) expect(drawn.filter((other) => other === id).length).toBeGreaterThan(3)
  })
})

describe('The clustering benchmark', () => {
  it('is 1 for vectors that know the sections, and about 0 for vectors of chance', async () => {
    const articles = await drawAll(12)
    const whole = { mi: expect.any(Number) as number, ami: 1, ri: 1, ari: 1 }
    const known = (await measureScb(encoderOf(0), articles))!
    expect(known).toMatchObject({ kmeans: whole, iclust: whole, articles: 12, sentences: 12 * 21 })
    expect(known.intervals.kmeans.ami).toEqual([1, 1])
    const chance = (await measureScb(encoderOf(1e6), articles))!
    for (const { ami, ari } of [chance.kmeans, chance.iclust]) {
      expect(Math.abs(ami)).toBeLessThan(0.1)
      expect(Math.abs(ari)).toBeLessThan(0.1)
    }
  })

  it('has intervals that hold its figures, and is the same each time', async () => {
    const articles = await drawAll(8)
    const scb = (await measureScb(encoderOf(0.4), articles))!
    for (const method of ['kmeans', 'iclust'] as const) {
      for (const measure of ['mi', 'ami', 'ri', 'ari'] as const) {
        const [low, high] = scb.intervals[method][measure]
        expect(low).toBeLessThan(scb[method][measure])
        expect(high).toBeGreaterThan(scb[method][measure])
      }
    }
    expect(await measureScb(encoderOf(0.4), articles)).toEqual(scb)
  })

  it('takes the article’s mean off where it is told to, which tells apart what all sentences share', async () => {
    const articles = await drawAll(8)
    const encoder = encoderOf(0.3, 8)
    const [article] = articles
    const vectors = await encoder.encode(article.sentences)
    const options = { restarts: 1, seed: 1 }
    const plain = judgeClusters(article, vectors, { ...options, context: 'none' })
    for (const context of ['mean', 'article'] as const) {
      const relative = judgeClusters(article, vectors, { ...options, context })
      expect(relative.kmeans.ami).toBeGreaterThan(plain.kmeans.ami + 0.1)
    }
  })

  it('sees sentences in the context of their whole article, and clusters none but those', async () => {
    const read: string[] = []
    const encoder = {
      ...encoderOf(0.3),
      encode: (list: readonly string[]) => (read.push(...list), encoderOf(0.3).encode(list))
    }
    const scb = await measureScb(encoder, await drawAll(1), { context: 'article' })
    expect(read).toHaveLength(42)
    expect(scb!.sentences).toBe(21)
  })

  it('is undefined of no articles, and counts sentences that nothing is known of', async () => {
    expect(await measureScb(encoderOf(0), [])).toBeUndefined()
    const blind: Encoder = { ...encoderOf(0), encode: (list) => Promise.resolve(zeroVectors(list.length, 3)) }
    const scb = (await measureScb(blind, await drawAll(2)))!
    expect(scb.kmeans).toMatchObject({ mi: 0, ari: 0 })
    expect(scb.kmeans.ami).toBeCloseTo(0, 10)
  })
})
