import type { Article, Vectors } from '@leitmotif/encoder'
import { describe, expect, it } from 'vitest'
import { drawCorpus, measureCorpus } from './corpus-clusters.js'
import type { Measurable } from './tdc.js'

const SUBJECTS = ['tea', 'stars', 'printing', 'vaccines', 'rivers', 'bread']
const ARTICLES: Article[] = SUBJECTS.map((subject) => ({
  id: subject,
  title: subject,
  sections: ['Past', 'Present'].map((heading) => ({
    heading,
    level: 1,
    paragraphs: Array.from({ length: 5 }, (_, i) => `Sentence ${i} of the ${heading} is about ${subject}.`)
  }))
}))

/** An encoder that knows a sentence's subject, and a little of its words. */
const knowing: Measurable = {
  encode: (texts) => {
    const vectors: Vectors = { count: texts.length, dims: 8, data: new Float32Array(8 * texts.length) }
    for (const [t, text] of texts.entries()) {
      vectors.data[8 * t + SUBJECTS.findIndex((subject) => text.includes(subject))] = Math.sqrt(0.99)
      vectors.data[8 * t + 6 + (text.length % 2)] = 0.1
    }
    return Promise.resolve(vectors)
  }
}

describe('Clusters of a collection', () => {
  it('are of articles together, of each as many sentences at most, the same of one seed', async () => {
    const collections = await drawCorpus(ARTICLES, { articlesTogether: 3, sentencesPerArticle: 4 })
    expect(collections.map(({ count, sentences }) => [count, sentences.length])).toEqual([
      [3, 12],
      [3, 12]
    ])
    expect(await drawCorpus(ARTICLES, { articlesTogether: 3, sentencesPerArticle: 4 })).toEqual(collections)
  })

  it('leave out the last articles where they fill no collection, unless they are all', async () => {
    expect(await drawCorpus(ARTICLES, { articlesTogether: 4 })).toHaveLength(1)
    expect((await drawCorpus(ARTICLES, { articlesTogether: 40 })).map(({ count }) => count)).toEqual([6])
  })

  it('agree with articles for who knows what each sentence is about', async () => {
    const collections = await drawCorpus(ARTICLES, { articlesTogether: 3 })
    const measured = await measureCorpus(knowing, collections)
    expect(measured).toMatchObject({
      kmeans: { ami: 1, ari: 1, intervals: { ami: [1, 1] } },
      themesGiven: { ami: 1, ari: 1 },
      collections: 2,
      articles: 6,
      sentences: 60
    })
    expect(await measureCorpus(knowing, [])).toBeUndefined()
  })
})
