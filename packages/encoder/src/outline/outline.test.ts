import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { createRandom } from '../vectors/random.js'
import { terms } from '../text/tokens.js'
import { normalize, row, zeroVectors, type Vectors } from '../vectors/vectors.js'
import { outlineOf, suggestChanges } from './outline.js'
import type { OutlineInput, OutlineParagraph } from '../segmentation/sections.js'

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

describe('The outline of a document', () => {
  it('suggests the sections that are there, with headings of their words, and nothing else', () => {
    const outline = outlineOf(documentOf([section(0), section(1), section(2), section(4)]))
    expect(outline.suggested.map(({ start, end }) => [start, end])).toEqual([
      [0, 5],
      [5, 10],
      [10, 15],
      [15, 20]
    ])
    expect(outline.suggested.map(({ path }) => path?.[0])).toEqual([
      'violin making',
      'tides',
      'bicycle repair',
      'lighthouses'
    ])
    expect(outline.suggested[0].heading).toBe('Violin maker')
    expect(outline.moves).toEqual([])
    expect(outline.headings).toEqual([])
  })

  it('says which themes each section has', () => {
    const { sections, themes } = outlineOf(documentOf([section(0), section(1), section(2)]))
    expect(sections).toHaveLength(3)
    const leading = sections.map((part) => part.themes[0].theme)
    expect(new Set(leading).size).toBe(3)
    for (const part of sections) {
      expect(part.themes[0].share).toBeGreaterThan(0.7)
      expect(themes.map(({ id }) => id)).toContain(part.themes[0].theme)
    }
  })

  it('moves a paragraph to the section that it belongs to, and says why', () => {
    const tides = section(1)
    const violins = section(0)
    const stray = violins.sentences.splice(4, 2)
    tides.sentences.splice(4, 0, ...stray)
    const outline = outlineOf(documentOf([violins, tides, section(2)]), { minWords: 10 })
    expect(outline.moves).toHaveLength(1)
    const [move] = outline.moves
    expect([move.paragraph, move.from, move.to]).toEqual([6, 1, 0])
    expect(move.score).toBeGreaterThan(0.3)
    expect(move.reason).toMatch(/^It is nearer to “violin making” than to the rest of “tides”.*\.$/)
  })

  it('finds a new subject inside a section, and names it', () => {
    const both = { heading: 'Craft', sentences: [...section(0).sentences, ...section(3).sentences] }
    const outline = outlineOf(documentOf([both, section(2)]))
    expect(outline.headings).toHaveLength(1)
    const [missing] = outline.headings
    expect([missing.paragraph, missing.section]).toEqual([5, 0])
    expect(missing.heading).toMatch(/sourdough|dough|loaf/i)
    expect(missing.reason).toMatch(/^a new subject begins here: /)
  })

  it('moves no paragraph to or from the text above its own subsections', () => {
    const tides = section(1)
    tides.sentences.splice(4, 0, ...section(0).sentences.slice(4, 6))
    const input = documentOf([section(0), tides, section(2)])
    const paragraphsOf = (some: OutlineInput): number[] =>
      outlineOf(some, { minWords: 10 }).moves.map(({ paragraph }) => paragraph)
    expect(paragraphsOf(input)).toEqual([7])
    const paths = new Map([
      ['violin making', ['Craft']],
      ['tides', ['Craft', 'tides']]
    ])
    const paragraphs = input.paragraphs.map(({ text, path }) => ({ text, path: paths.get(path[0]) ?? path }))
    expect(paragraphsOf({ ...input, paragraphs })).toEqual([])
  })

  it('puts no heading behind a paragraph that leads into the next', () => {
    const craft = [...section(0).sentences, ...section(3).sentences]
    const input = documentOf([{ heading: 'Craft', sentences: craft }, section(2)])
    const led = input.paragraphs.map(({ text, path }, p) => ({ text: p === 4 ? text.replace(/\.$/, ':') : text, path }))
    expect(outlineOf(input).headings.map(({ paragraph }) => paragraph)).toEqual([5])
    expect(outlineOf({ ...input, paragraphs: led }).headings).toEqual([])
  })

  it('is made of a document without headings, of one paragraph, and of none', () => {
    const bare = outlineOf(documentOf([section(0, ''), section(1, '')]))
    expect(bare.sections).toHaveLength(1)
    expect(bare.suggested.map(({ start }) => start)).toEqual([0, 5])
    expect(bare.headings.map(({ paragraph }) => paragraph)).toEqual([5])
    expect(bare.moves).toEqual([])
    const one = outlineOf(documentOf([{ heading: 'A', sentences: passages[0].slice(1, 3) }]))
    expect(one.suggested).toHaveLength(1)
    const none = outlineOf({ paragraphs: [], sentences: [], vectors: zeroVectors(0, 8) })
    expect(none).toMatchObject({ sections: [], suggested: [], moves: [], headings: [] })
  })

  it('gives the same bytes again, and refuses sentences of no paragraph', () => {
    const input = documentOf([section(0), section(1), section(2)])
    expect(JSON.stringify(outlineOf(input))).toBe(JSON.stringify(outlineOf(input)))
    expect(() => outlineOf({ ...input, paragraphs: [] })).toThrow('names paragraph 0; expected')
  })

  it('suggests the same step by step, and lets go between two', async () => {
    const input = documentOf([section(0), section(1), section(2)])
    const { moves, misplaced, merges, mixed, headings } = outlineOf(input)
    expect(await suggestChanges(input)).toEqual({ moves, misplaced, merges, mixed, headings })
    const abort = new AbortController()
    const running = suggestChanges(input, {}, abort.signal)
    abort.abort(new Error('out of date'))
    await expect(running).rejects.toThrow('out of date')
  })
})
