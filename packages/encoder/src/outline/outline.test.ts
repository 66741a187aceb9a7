import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { createRandom } from '../vectors/random.js'
import { terms } from '../text/tokens.js'
import { normalize, row, zeroVectors, type Vectors } from '../vectors/vectors.js'
import * as outline from './outline.js'
import { readSuggestionWeights } from '../segmentation/suggestion-weights.js'
import type { OutlineInput, OutlineParagraph } from '../segmentation/sections.js'

const weights = readSuggestionWeights(
  readFileSync(new URL('../../../../models/leitmotif-en/suggestions.json', import.meta.url))
)
const suggestChanges = (
  input: OutlineInput,
  options: outline.OutlineOptions = {},
  signal?: AbortSignal
): Promise<outline.OutlineSuggestions> => outline.suggestChanges(input, { weights, ...options }, signal)

const passages = readFileSync(new URL('../themes/passages.txt', import.meta.url), 'utf8')
  .split(/^# /m)
  .slice(1)
  .map((part) => part.trim().split('\n'))

/** A direction for each subject, words in plenty around it: what a good encoder would say of the passages. */
function vectorsOf(texts: readonly string[]): Vectors {
  const dims = 200
  const vectors = zeroVectors(texts.length, dims)
  texts.forEach((text, i) => {
    const to = row(vectors, i)
    const subject = passages.findIndex((passage) => passage.includes(text))
    const directions = [`subject ${subject}`, ...terms(text).filter((term) => term.length > 4)]
    directions.forEach((direction, n) => {
      const random = createRandom(direction)
      for (let d = 0; d < dims; d++) to[d] += (n === 0 ? 3 : 1) * random.normal()
    })
    normalize(to)
  })
  return vectors
}

/** Two sentences to a paragraph. `order` lists the passages under each heading. */
function documentOf(
  sections: readonly { readonly heading: string; readonly sentences: readonly string[] }[]
): OutlineInput {
  const paragraphs: OutlineParagraph[] = []
  const sentences: { text: string; paragraph: number }[] = []
  for (const { heading, sentences: own } of sections) {
    for (let i = 0; i < own.length; i += 2) {
      const pair = own.slice(i, i + 2)
      for (const text of pair) sentences.push({ text, paragraph: paragraphs.length })
      paragraphs.push({ text: pair.join(' '), path: heading === '' ? [] : [heading] })
    }
  }
  return { paragraphs, sentences, vectors: vectorsOf(sentences.map(({ text }) => text)) }
}

const section = (p: number, heading = passages[p][0]): { heading: string; sentences: string[] } => ({
  heading,
  sentences: passages[p].slice(1)
})

describe('The suggestions for a document', () => {
  it('are none for sections of one subject each', async () => {
    const found = await suggestChanges(documentOf([section(0), section(1), section(2), section(4)]))
    expect(found).toEqual({ moves: [], misplaced: [], merges: [], mixed: [], headings: [] })
  })

  it('move a paragraph to the section that it belongs to, and say why', async () => {
    const tides = section(1)
    const violins = section(0)
    const stray = violins.sentences.splice(4, 2)
    tides.sentences.splice(4, 0, ...stray)
    const { moves } = await suggestChanges(documentOf([violins, tides, section(2)]), { minWords: 10 })
    expect(moves).toHaveLength(1)
    const [move] = moves
    expect([move.paragraph, move.from, move.to]).toEqual([6, 1, 0])
    expect(move.score).toBeGreaterThan(0.3)
    expect(move.reason).toMatch(/^It is nearer to “violin making” than to the rest of “tides”.*\.$/)
  })

  it('find a new subject inside a section, and name it', async () => {
    const both = { heading: 'Craft', sentences: [...section(0).sentences, ...section(3).sentences] }
    const { headings } = await suggestChanges(documentOf([both, section(2)]))
    expect(headings).toHaveLength(1)
    const [missing] = headings
    expect([missing.paragraph, missing.section]).toEqual([5, 0])
    expect(missing.heading).toMatch(/sourdough|dough|loaf/i)
    expect(missing.reason).toMatch(/^a new subject begins here: /)
  })

  it('move no paragraph to or from the text above its own subsections', async () => {
    const tides = section(1)
    tides.sentences.splice(4, 0, ...section(0).sentences.slice(4, 6))
    const input = documentOf([section(0), tides, section(2)])
    const movedIn = async (some: OutlineInput): Promise<number[]> =>
      (await suggestChanges(some, { minWords: 10 })).moves.map(({ paragraph }) => paragraph)
    expect(await movedIn(input)).toEqual([7])
    const paths = new Map([
      ['violin making', ['Craft']],
      ['tides', ['Craft', 'tides']]
    ])
    const paragraphs = input.paragraphs.map(({ text, path }) => ({ text, path: paths.get(path[0]) ?? path }))
    expect(await movedIn({ ...input, paragraphs })).toEqual([])
  })

  it('put no heading behind a paragraph that leads into the next', async () => {
    const craft = [...section(0).sentences, ...section(3).sentences]
    const input = documentOf([{ heading: 'Craft', sentences: craft }, section(2)])
    const led = input.paragraphs.map(({ text, path }, p) => ({ text: p === 4 ? text.replace(/\.$/, ':') : text, path }))
    expect((await suggestChanges(input)).headings.map(({ paragraph }) => paragraph)).toEqual([5])
    expect((await suggestChanges({ ...input, paragraphs: led })).headings).toEqual([])
  })

  it('are made of a document without headings, of one paragraph, and of none', async () => {
    const bare = await suggestChanges(documentOf([section(0, ''), section(1, '')]))
    expect(bare.headings.map(({ paragraph }) => paragraph)).toEqual([5])
    expect(bare.moves).toEqual([])
    const one = await suggestChanges(documentOf([{ heading: 'A', sentences: passages[0].slice(1, 3) }]))
    const none = await suggestChanges({ paragraphs: [], sentences: [], vectors: zeroVectors(0, 8) })
    for (const found of [one, none])
      expect(found).toEqual({ moves: [], misplaced: [], merges: [], mixed: [], headings: [] })
  })

  it('are the same bytes again, and refuse sentences of no paragraph', async () => {
    const input = documentOf([section(0), section(1), section(2)])
    expect(JSON.stringify(await suggestChanges(input))).toBe(JSON.stringify(await suggestChanges(input)))
    await expect(suggestChanges({ ...input, paragraphs: [] })).rejects.toThrow('names paragraph 0; expected')
  })

  it('let go between two steps', async () => {
    const abort = new AbortController()
    const running = suggestChanges(documentOf([section(0), section(1), section(2)]), {}, abort.signal)
    abort.abort(new Error('out of date'))
    await expect(running).rejects.toThrow('out of date')
  })
})
