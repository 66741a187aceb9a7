import type { Vectors } from '@leitmotif/encoder'
import type { Article } from '@leitmotif/encoder/stages'
import { describe, expect, it } from 'vitest'
import { classWords, diverseWords } from './name-baselines.js'
import type { Measurable } from './tdc.js'
import { drawNamesCollection, measureNames } from './measure-theme-names.js'

const WORDS = ['kettle', 'comet', 'press', 'trowel']
const DOINGS = ['polished', 'sketched', 'measured', 'painted', 'weighed', 'sold', 'stored', 'mended']
const ARTICLES: Article[] = WORDS.flatMap((word) =>
  ['Past', 'Present', 'Future'].map((when) => ({
    id: `${word} ${when}`,
    title: word,
    sections: [
      { heading: when, level: 1, paragraphs: DOINGS.map((doing) => `The ${word} was ${doing} in the ${when}.`) },
      { heading: 'Care', level: 2, paragraphs: DOINGS.map((doing) => `Each ${word} is ${doing} with care.`) }
    ]
  }))
)

/** Knows which of the words a text has, or sees all texts as one. */
function encodeBy(words: readonly string[]): (texts: readonly string[]) => Promise<Vectors> {
  return (texts) => {
    const dims = WORDS.length + 1
    const vectors: Vectors = { count: texts.length, dims, data: new Float32Array(dims * texts.length) }
    for (const [t, text] of texts.entries()) {
      const known = words.findIndex((word) => text.toLowerCase().includes(word))
      vectors.data[dims * t + (known < 0 ? WORDS.length : known)] = 1
    }
    return Promise.resolve(vectors)
  }
}
const encoder: Measurable = { encode: encodeBy(WORDS) }

describe('Names of themes', () => {
  it('are right for a judge who knows the words in them, and wrong for one to whom all are equal', async () => {
    const collection = (await drawNamesCollection(ARTICLES))!
    const { leaves, groups, articles, sentences } = await measureNames(encoder, encodeBy(WORDS), collection)
    expect({ articles, sentences, groups }).toEqual({ articles: 12, sentences: 192, groups: undefined })
    expect(leaves).toMatchObject({ count: 4, accuracy: 1, intervals: { accuracy: [1, 1] } })
    expect(leaves.sizes.reduce((sum, size) => sum + size, 0)).toBeCloseTo(1)
    expect(leaves.baselines.cTfIdf.accuracy).toBe(1)
    const blind = await measureNames(encoder, encodeBy([]), collection)
    expect(blind.leaves.accuracy).toBe(0)
    expect(blind.leaves.npmi).toBe(leaves.npmi)
  })

  it('are of the same sentences for one seed, at most so many of an article, under their headings', async () => {
    const some = (await drawNamesCollection(ARTICLES, { maxArticles: 5, sentencesPerArticle: 10 }))!
    expect(some).toEqual(await drawNamesCollection(ARTICLES, { maxArticles: 5, sentencesPerArticle: 10 }))
    expect(new Set(some.documents).size).toBe(5)
    expect(some.sentences.length).toBeLessThanOrEqual(5 * 20)
    const care = some.sentences.findIndex((sentence) => sentence.includes('with care'))
    expect(some.headings[care]).toEqual([expect.stringMatching(/Past|Present|Future/), 'Care'])
    expect(await drawNamesCollection([])).toBeUndefined()
  })
})

describe('Names by published formulas', () => {
  it('are of the words that a part has more of than the others, without function words', () => {
    const sentences = ['the red kettle and the lid', 'a kettle sings', 'the red comet', 'a comet passes', 'the comet']
    const [tea, sky] = classWords(sentences, [0, 0, 1, 1, 1], 2)
    expect(tea.slice(0, 1)).toEqual(['kettle'])
    expect(sky.slice(0, 1)).toEqual(['comet'])
    expect([...tea, ...sky]).not.toContain('the')
    expect(classWords(sentences, [-1, -1, 0, 0, 0], 1)[0]).not.toContain('kettle')
  })

  it('prefer words near to all others of the part', async () => {
    const names = await diverseWords([['lid', 'kettle', 'kettles']], encodeBy(WORDS), 2)
    expect(names).toEqual(['kettle kettles'])
  })
})
