import { readFileSync } from 'node:fs'
import { readSuggestionWeights } from '@leitmotif/encoder/training'
import type { Article } from '@leitmotif/encoder/stages'
import { createRandom, zeroVectors } from '@leitmotif/encoder/vectors'
import { describe, expect, it } from 'vitest'
import { measureSectionChanges } from './section-changes.js'
import type { Measurable } from './tdc.js'

const learned = {
  suggestions: readSuggestionWeights(
    readFileSync(new URL('../../../../models/leitmotif-en/suggestions.json', import.meta.url))
  )
}

const SUBJECTS = ['bread', 'boats', 'stars', 'frogs', 'bridges', 'clocks']

/** A section on each subject, the last two under the one before them; every paragraph has words of its own. */
const articles = Array.from({ length: 8 }, (_, i): Article => ({
  id: `article ${i}`,
  title: `article ${i}`,
  sections: [
    { heading: '', level: 0, paragraphs: ['This lead speaks of everything that follows.'] },
    ...SUBJECTS.map((subject, s) => ({
      heading: subject,
      level: s < 4 ? 1 : 2,
      paragraphs: Array.from({ length: 6 }, (_, p) => `Paragraph ${p} is about ${subject}. Then ${subject}${p} comes.`)
    }))
  ]
}))

/** Knows the subject of a sentence, or nothing. */
const encoderOf = (knows: boolean): Measurable => ({
  learned,
  encode(sentences) {
    const dims = 40
    const vectors = zeroVectors(sentences.length, dims)
    sentences.forEach((sentence, s) => {
      const subject = createRandom(SUBJECTS.find((name) => sentence.includes(name))!)
      const chance = createRandom(sentence)
      for (let d = 0; d < dims; d++) {
        vectors.data[s * dims + d] = (knows ? subject.normal() : 0) + 0.3 * chance.normal()
      }
    })
    return Promise.resolve(vectors)
  }
})

describe('The measure of changed sections', () => {
  it('finds sections made of two, cut ones and strayed paragraphs where vectors know the subjects', async () => {
    const changes = (await measureSectionChanges(encoderOf(true), articles))!
    expect(changes.articles).toBe(8)
    for (const kind of ['merges', 'mixed', 'moves'] as const) {
      expect(changes[kind].cases, kind).toBe(24)
      expect(changes[kind].wrong, kind).toBeLessThanOrEqual(0.01)
      expect(changes[kind].found, kind).toBeGreaterThan(0.8)
    }
    expect(changes.moves.untouched).toBe(8 * 36)
    expect(changes.mixed.untouched).toBe(8 * 6)
  })

  it('finds few sections of two where they know nothing, and is the same each time', async () => {
    const changes = (await measureSectionChanges(encoderOf(false), articles))!
    expect(changes.mixed.found).toBeLessThan(0.5)
    expect(await measureSectionChanges(encoderOf(false), articles)).toEqual(changes)
  })

  it('is undefined without articles', async () => {
    expect(await measureSectionChanges(encoderOf(true), [])).toBeUndefined()
    expect(await measureSectionChanges(encoderOf(true), articles, [])).toBeUndefined()
  })
})
