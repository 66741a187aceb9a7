import type { Vectors } from '@leitmotif/encoder'
import type { Article } from '@leitmotif/encoder/stages'
import { describe, expect, it } from 'vitest'
import { drawFindCollection, measureFind } from './collection-search.js'
import type { Measurable } from './tdc.js'

function article(title: string, subjects: readonly string[]): Article {
  return {
    id: title,
    title,
    sections: [
      { heading: '', level: 0, paragraphs: ['A lead stands under no heading at all.'] },
      ...subjects.map((subject) => ({
        heading: subject,
        level: 1,
        paragraphs: [`The ${subject} here is quite old. Too short. People speak about ${subject} every day.`]
      })),
      { heading: 'References', level: 1, paragraphs: ['A book about all of these subjects.'] }
    ]
  }
}

const ARTICLES = [article('Tea', ['leaf', 'water']), article('Stars', ['lens', 'night'])]
const SUBJECTS = ['leaf', 'water', 'lens', 'night']

/** An encoder that knows the subject which a text names, or nothing. */
const knowing: Measurable = {
  encode: (texts) => {
    const vectors: Vectors = { count: texts.length, dims: 4, data: new Float32Array(4 * texts.length) }
    for (const [t, text] of texts.entries()) {
      const subject = SUBJECTS.findIndex((name) => text.includes(name))
      if (subject >= 0) vectors.data[4 * t + subject] = 1
    }
    return Promise.resolve(vectors)
  }
}
const ignorant: Measurable = {
  encode: (texts) => Promise.resolve({ count: texts.length, dims: 1, data: new Float32Array(texts.length).fill(1) })
}

describe('Search across a collection', () => {
  it('looks among sentences of 5 to 50 tokens in sections with headings, without references', async () => {
    const collection = await drawFindCollection(ARTICLES)
    expect(collection?.candidates).toEqual(
      SUBJECTS.flatMap((subject) => [`The ${subject} here is quite old.`, `People speak about ${subject} every day.`])
    )
    expect(collection?.articles.map(({ sections }) => sections.map(({ sentences }) => sentences))).toEqual([
      [
        [0, 1],
        [2, 3]
      ],
      [
        [4, 5],
        [6, 7]
      ]
    ])
  })

  it('finds all for who knows what is meant, and by chance otherwise', async () => {
    const collection = (await drawFindCollection(ARTICLES))!
    const all = await measureFind(knowing, collection)
    expect(all.heading).toMatchObject({ hit10: 1, mrr: 1, p10: 0.2 })
    expect(all.sentence).toMatchObject({ hit10: 1, mrr: 1, p10: 0.1, intervals: { mrr: [1, 1] } })
    expect(all).toMatchObject({ queries: 4, candidates: 8, articles: 2 })
    const none = await measureFind(ignorant, collection)
    // Equal scores rank in order of place: the sections' first sentences are at 1, 3, 5 and 7.
    expect(none.heading.mrr).toBeCloseTo((1 + 1 / 3 + 1 / 5 + 1 / 7) / 4, 12)
  })

  it('is measured by words alone too, and fused with vectors', async () => {
    const collection = (await drawFindCollection(ARTICLES))!
    const words = await measureFind(undefined, collection)
    expect(words.heading.mrr).toBe(1)
    expect(words.fused).toEqual(words.heading)
    const fused = await measureFind(ignorant, collection)
    expect(fused.fused.mrr).toBeGreaterThan(fused.heading.mrr)
  })

  it('asks for headings as queries, and for sentences as documents', async () => {
    const kinds: Record<string, string[]> = {}
    const watched: Measurable = {
      encode: (texts, options = {}) => {
        kinds[options.as ?? 'document'] = [...texts]
        return knowing.encode(texts, options)
      }
    }
    const { candidates, articles } = (await drawFindCollection(ARTICLES))!
    await measureFind(watched, { candidates, articles })
    expect(kinds.document).toEqual(candidates)
    expect(kinds.query.sort()).toEqual(
      articles
        .flatMap(({ title, sections }) => sections.flatMap(({ heading }) => [`${title} ${heading}`, heading]))
        .sort()
    )
  })

  it('draws the same articles of one seed, at most as many as told, and nothing of no sections', async () => {
    const one = await drawFindCollection(ARTICLES, { maxArticles: 1, seed: 3 })
    expect(one?.articles).toHaveLength(1)
    expect(await drawFindCollection(ARTICLES, { maxArticles: 1, seed: 3 })).toEqual(one)
    expect(await drawFindCollection([])).toBeUndefined()
  })
})
