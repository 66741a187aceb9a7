import { createRandom } from '@leitmotif/encoder/vectors'
import { describe, expect, it } from 'vitest'
import { makeDocument, type Beginnings } from './sentence-documents.js'

/** Articles of one section each, whose sentences name the article and their number. */
const articles = Array.from({ length: 30 }, (_, a): Beginnings => {
  const mean = Float32Array.of(Math.cos(a / 10), Math.sin(a / 10))
  return { sections: [Array.from({ length: 11 }, (_, s) => `Article ${a}, sentence ${s}.`)], mean }
})

const articleOf = (sentence: string): number => Number(/\d+/.exec(sentence)![0])

describe('A document made of articles', () => {
  const documents = Array.from({ length: 20 }, (_, n) => makeDocument(articles, () => 0, n, createRandom(n)))

  it('has ten segments, each from the beginning of a section of another article', () => {
    for (const { units, boundaries } of documents) {
      const starts = [0, ...boundaries]
      expect(starts).toHaveLength(10)
      expect(new Set(starts.map((start) => articleOf(units[start]))).size).toBe(10)
      starts.forEach((start, s) => {
        const own = units.slice(start, starts[s + 1])
        expect(own).toEqual(own.map((_, i) => `Article ${articleOf(units[start])}, sentence ${i}.`))
      })
    }
  })

  it('may lack words that are not frequent, the same ones everywhere', () => {
    const { units } = makeDocument(articles, (word) => (word === 'article' ? 0 : 1e6), 1, createRandom(1))
    expect(units.every((text) => text.startsWith('Article'))).toBe(true)
    const lacks = units.filter((text) => !text.includes('sentence'))
    expect([0, units.length]).toContain(lacks.length)
    expect(units.join('').length).toBeLessThan(25 * units.length)
  })
})
