import { readFileSync } from 'node:fs'
import { readSuggestionWeights } from '@leitmotif/encoder/training'
import type { Article } from '@leitmotif/encoder/stages'
import { createRandom, zeroVectors } from '@leitmotif/encoder/vectors'
import { describe, expect, it } from 'vitest'
import { moveOne, prepareMoves } from './moves-articles.js'
import { measureMoves } from './measure-moves.js'
import type { Measurable } from './tdc.js'

const learned = {
  suggestions: readSuggestionWeights(
    readFileSync(new URL('../../../../models/leitmotif-en/suggestions.json', import.meta.url))
  )
}

const SUBJECTS = ['bread', 'boats', 'stars', 'frogs', 'bridges', 'clocks', 'tides']

/** Sections about one subject each, which vectors may know of a sentence; paragraphs share no word that tells it. */
function articleOf(id: string, subjects = SUBJECTS, paragraphs = 4): Article {
  const text = (subject: string, p: number): string =>
    `Paragraph ${p} of this part tells you about ${subject}${p}. Then ${subject}${p} comes once more.`
  return {
    id,
    title: id,
    sections: [
      { heading: '', level: 0, paragraphs: ['This lead speaks of everything. It is long.', 'It is.', 'It is.'] },
      ...subjects.map((subject) => ({
        heading: subject,
        level: 1,
        paragraphs: Array.from({ length: paragraphs }, (_, p) => text(subject, p))
      }))
    ]
  }
}

/** Knows the subject of a sentence as well as `knows` says, from 0 to 1. */
const encoderOf = (knows: number): Measurable => ({
  learned,
  encode(sentences) {
    const vectors = zeroVectors(sentences.length, SUBJECTS.length)
    sentences.forEach((sentence, s) => {
      const random = createRandom(sentence)
      const own = SUBJECTS.findIndex((name) => sentence.includes(name))
      const shown = random.next() < knows ? own : random.integer(SUBJECTS.length)
      vectors.data[s * SUBJECTS.length + shown] = 1
    })
    return Promise.resolve(vectors)
  }
})

const articles = Array.from({ length: 6 }, (_, i) => articleOf(`article ${i}`))

describe('An article of which a paragraph is moved', () => {
  it('has the top-level sections of three or more paragraphs, without the lead', async () => {
    const prepared = (await prepareMoves(encoderOf(1), articles[0]))!
    expect(prepared.sections.map(({ start, end }) => [start, end])).toEqual(SUBJECTS.map((_, s) => [4 * s, 4 * s + 4]))
    expect(prepared.movable).toHaveLength(28)
    expect(await prepareMoves(encoderOf(1), articleOf('few sections', SUBJECTS.slice(2)))).toBeUndefined()
    expect(await prepareMoves(encoderOf(1), articleOf('short sections', SUBJECTS, 2))).toBeUndefined()
  })

  it('keeps every paragraph, and has one elsewhere', async () => {
    const prepared = (await prepareMoves(encoderOf(1), articles[0]))!
    const random = createRandom(1)
    const homes = new Set<number>()
    for (let i = 0; i < 40; i++) {
      const { words, sections, paragraph, home } = moveOne(prepared, random)
      expect(words.map((counts) => [...counts].join()).sort()).toEqual(
        prepared.words.map((counts) => [...counts].join()).sort()
      )
      expect([...words[paragraph].keys()].some((word) => word.startsWith(SUBJECTS[home]))).toBe(true)
      const now = sections.findIndex(({ start, end }) => paragraph >= start && paragraph < end)
      expect(now).not.toBe(home)
      expect(sections.map(({ start, end }) => end - start)).toEqual(
        SUBJECTS.map((_, s) => (s === now ? 5 : s === home ? 3 : 4))
      )
      homes.add(home)
    }
    expect(homes.size).toBe(SUBJECTS.length)
  })
})

describe('The measure of moves', () => {
  it('finds every home where vectors know the subject, and sends nothing else away', async () => {
    const moves = (await measureMoves(encoderOf(1), articles, undefined, { cases: 60 }))!
    expect(moves).toMatchObject({ first: 1, cases: 60, articles: 6, untouched: 6 * 28 })
    expect(moves.chance).toBeCloseTo(1 / 7, 10)
    expect(moves.firstInterval).toEqual([1, 1])
    expect(moves.wrong).toBeLessThanOrEqual(0.01)
  })

  it('finds the fewer homes, the less vectors know, and is the same each time', async () => {
    const first = async (knows: number): Promise<number> =>
      (await measureMoves(encoderOf(knows), articles, articles.slice(3), { cases: 60 }))!.first
    const [half, none] = [await first(0.5), await first(0)]
    expect(half).toBeGreaterThan(none)
    expect(await first(0.5)).toBe(half)
  })

  it('sets the threshold on other articles: at most one in a hundred of theirs is sent elsewhere', async () => {
    const others = Array.from({ length: 6 }, (_, i) => articleOf(`other ${i}`))
    const moves = (await measureMoves(encoderOf(0.3), articles, others, { cases: 60 }))!
    const own = (await measureMoves(encoderOf(0.3), others, undefined, { cases: 60 }))!
    expect(own.threshold).toBe(moves.threshold)
    expect(own.wrong).toBeLessThanOrEqual(0.01)
    for (const [i, at] of moves.atScores.entries()) {
      expect(at.found).toBeLessThanOrEqual(moves.atScores[i - 1]?.found ?? 1)
      expect(at.wrong).toBeLessThanOrEqual(moves.atScores[i - 1]?.wrong ?? 1)
    }
  })

  it('is undefined without articles', async () => {
    expect(await measureMoves(encoderOf(1), [], undefined)).toBeUndefined()
    expect(await measureMoves(encoderOf(1), articles, [])).toBeUndefined()
  })
})
