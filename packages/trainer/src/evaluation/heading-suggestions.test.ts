import { readFileSync } from 'node:fs'
import { readSuggestionWeights } from '@leitmotif/encoder/training'
import { normalize, row } from '@leitmotif/encoder'
import { terms, type Article } from '@leitmotif/encoder/stages'
import { createRandom, zeroVectors } from '@leitmotif/encoder/vectors'
import { describe, expect, it } from 'vitest'
import { measureHeadingSuggestions } from './heading-suggestions.js'
import type { Measurable } from './tdc.js'

const learned = {
  suggestions: readSuggestionWeights(
    readFileSync(new URL('../../../../models/leitmotif-en/suggestions.json', import.meta.url))
  )
}

const SUBJECTS = ['bread', 'boats', 'stars', 'frogs', 'bridges', 'clocks']

/** Sections about one subject each, whose headings may be another's. */
function articleOf(id: string, headings: readonly string[] = SUBJECTS): Article {
  return {
    id,
    title: 'A Day Out',
    sections: SUBJECTS.map((subject, s) => ({
      heading: headings[s],
      level: 1,
      paragraphs: [
        `Old ${subject} are here. We like ${subject} much, and ${subject} like us. The ${subject} of today are few.`
      ]
    }))
  }
}

/** The sum of a direction for each word. */
const byWords: Measurable = {
  learned,
  encode(texts) {
    const vectors = zeroVectors(texts.length, 60)
    texts.forEach((text, t) => {
      for (const term of terms(text)) {
        const random = createRandom(term)
        for (let d = 0; d < 60; d++) row(vectors, t)[d] += random.normal()
      }
      normalize(row(vectors, t))
    })
    return Promise.resolve(vectors)
  }
}

describe('What is suggested of headings', () => {
  it('is all right for headings that their texts repeat', async () => {
    const found = (await measureHeadingSuggestions(byWords, [articleOf('a'), articleOf('b')]))!
    expect(found.articles).toBe(2)
    expect(found.chance).toBeCloseTo(1 / 6)
    expect(found.first).toMatchObject({ share: 1, sections: 12 })
    expect(found.same).toMatchObject({ share: 1, sections: 12 })
    expect(found.sharing.share).toBe(1)
    expect(found.exchanged).toMatchObject({ share: 1, sections: 4 })
    expect(found.untouched).toMatchObject({ share: 0, sections: 12 })
  })

  it('is all wrong for headings that were exchanged in pairs', async () => {
    const exchanged = ['boats', 'bread', 'frogs', 'stars', 'clocks', 'bridges']
    const found = (await measureHeadingSuggestions(byWords, [articleOf('a', exchanged)]))!
    expect(found.first.share).toBe(0)
    expect(found.same.share).toBe(0)
    expect(found.untouched.share).toBe(1)
  })

  it('is the same every time, and nothing without an article of four sections', async () => {
    const articles = [articleOf('a'), articleOf('b')]
    expect(await measureHeadingSuggestions(byWords, articles)).toEqual(
      await measureHeadingSuggestions(byWords, articles)
    )
    const short = { ...articleOf('c'), sections: articleOf('c').sections.slice(0, 3) }
    expect(await measureHeadingSuggestions(byWords, [short])).toBeUndefined()
    expect(await measureHeadingSuggestions(byWords, [])).toBeUndefined()
  })
})
