import { readFileSync } from 'node:fs'
import { expectLinear } from '@leitmotif/testing'
import { describe, expect, it } from 'vitest'
import type { OutlineInput } from '../segmentation/sections.js'
import { labelParagraphThemes } from './theme-names.js'

/** Passages on unlike subjects: a heading, then a sentence a line. */
const passages = readFileSync(new URL('../themes/passages.txt', import.meta.url), 'utf8')
  .split(/^# /m)
  .slice(1)
  .map((part) => part.trim().split('\n').slice(1))

type Text = Pick<OutlineInput, 'paragraphs' | 'sentences'>

/** Two sentences to a paragraph, all under one heading for each list of sentences. */
function textOf(lists: readonly (readonly string[])[], headings: readonly string[] = []): Text & { theme: number[] } {
  const paragraphs: { text: string; path: string[] }[] = []
  const sentences: { text: string; paragraph: number }[] = []
  const theme: number[] = []
  lists.forEach((list, t) => {
    for (let i = 0; i < list.length; i += 2) {
      for (const text of list.slice(i, i + 2)) sentences.push({ text, paragraph: paragraphs.length })
      paragraphs.push({ text: list.slice(i, i + 2).join(' '), path: headings.slice(t, t + 1) })
      theme.push(t)
    }
  })
  return { paragraphs, sentences, theme }
}

const namesOf = ({ theme, ...text }: Text & { theme: number[] }, before?: readonly string[]): string[] =>
  labelParagraphThemes(text, theme, Math.max(-1, ...theme) + 1, before).map(({ heading }) => heading)

describe("Names of a draft's themes", () => {
  it('are a phrase of each that says what it is about', () => {
    const names = namesOf(textOf(passages))
    const expected = [
      /violin|plate/i,
      /tid(?:e|al)|water/i,
      /brake|chain/i,
      /dough|loaf|flour/i,
      /lighthouse|lamp|fog/i
    ]
    expect(names).toHaveLength(5)
    for (const [t, word] of expected.entries()) expect(names[t]).toMatch(word)
    for (const name of names) expect(name).toMatch(/^\p{Lu}\S*(?: \S+){0,2}$/u)
  })

  it('take up what the headings above the paragraphs say', () => {
    const headings = ['Violins', 'Tides', 'Brakes', 'Bread', 'The Fresnel lens']
    expect(namesOf(textOf(passages))[4]).not.toMatch(/fresnel lens/i)
    expect(namesOf(textOf(passages, headings))[4]).toMatch(/fresnel lens/i)
  })

  it('are headings without their numbers, but with the initials of people', () => {
    const headings = [
      '2.5 Clear violins',
      '3) Tidal mills',
      'IV. Bicycle brakes',
      'Chapter 7: Sour bread',
      'A. Fresnel'
    ]
    const names = namesOf(textOf(passages, headings))
    expect(names).toEqual(['Clear violins', 'Tidal mills', 'Bicycle brakes', 'Sour bread', 'A. Fresnel'])
  })

  it('are of unlike words, though all themes speak of the same things', () => {
    const alike = [
      ['The paper mill turns. The mill makes paper.', 'Paper of the mill is white.'],
      ['Our paper mill stops. A mill without paper waits.', 'The river drives the mill wheel of the paper mill.'],
      ['Paper dries on lofts. Rags become paper in lofts.', 'Lofts above the paper mill are dry lofts.']
    ]
    const names = namesOf(textOf(alike)).map((name) => name.toLowerCase())
    expect(new Set(names).size).toBe(3)
    expect(names.filter((name) => name.includes('paper') || name.includes('mill')).length).toBeLessThan(3)
  })

  it('have terms that fall in score, the name first, and none that a better one says', () => {
    const { theme, ...text } = textOf(passages)
    for (const { heading, label, terms } of labelParagraphThemes(text, theme, 5)) {
      expect(terms[0].term.toLowerCase()).toBe(heading.toLowerCase())
      expect(label.startsWith(terms[0].term)).toBe(true)
      const scores = terms.slice(1).map(({ score }) => score)
      expect(scores).toEqual([...scores].sort((a, b) => b - a))
      expect(Math.min(...scores)).toBeGreaterThan(0)
    }
  })

  it('stay when a sentence is added, where they were given before', () => {
    const before = namesOf(textOf(passages))
    const more = passages.map((list) => [...list, 'A loft of maple, a tide of oil, a fog of flour.'])
    expect(namesOf(textOf(more), before)).toEqual(before)
  })

  it('go on only as long as they are nearly the best', () => {
    const before = ['Keepers wait', 'Harbour pilots', 'Anything', 'Crust', '']
    expect(namesOf(textOf(passages), before)).toEqual(namesOf(textOf(passages)))
  })

  it('are given to themes without a word, without a paragraph, and to none', () => {
    expect(namesOf(textOf([['12.'], ['…']]))).toEqual(['Theme', 'Theme (2)'])
    expect(labelParagraphThemes({ paragraphs: [], sentences: [] }, [], 1)[0]).toMatchObject({
      heading: 'Theme',
      terms: []
    })
    expect(labelParagraphThemes({ paragraphs: [], sentences: [] }, [], 0)).toEqual([])
  })

  it("are of a lone theme the title's words, or what it says most often", () => {
    const { theme, ...text } = textOf(passages.slice(0, 1))
    const nameOf = (title?: string): string =>
      labelParagraphThemes({ ...text, ...(title === undefined ? {} : { title }) }, theme, 1)[0].heading
    expect(nameOf()).toMatch(/violin|plate/i)
    expect(nameOf('Spruce and maple')).toBe('Spruce and maple')
  })

  it('are the heading of the section that a theme is mostly in, where it is a name', () => {
    expect(namesOf(textOf(passages.slice(0, 3), ['Violins of old', 'Tides and ports', 'Brakes']))).toEqual([
      'Violins of old',
      'Tides and ports',
      'Brakes'
    ])
    for (const heading of ['Introduction', 'What do tides do?', 'How to read tables of tides and ports']) {
      expect(namesOf(textOf(passages.slice(0, 2), ['Violins', heading]))[1]).not.toBe(heading)
    }
  })

  it('stand in two paragraphs rather than in one, however often there', () => {
    const kiln = [
      'Velvet curtain, velvet curtain, velvet curtain. A velvet curtain hangs.',
      'The kiln is lit at dawn.',
      'A kiln cools.',
      'Clay goes in.'
    ]
    const list = [
      [kiln[0], kiln[0], ...kiln.slice(1), 'A kiln stays hot.', 'Ash is raked.', 'The kiln is shut.'],
      passages[1]
    ]
    expect(namesOf(textOf(list))[0]).toBe('Kiln')
  })

  it.each<[string, (n: number) => string[]]>([
    ['words', (n) => ['salt '.repeat(n)]],
    ['ever new words', (n) => Array.from({ length: n / 8 }, (_, i) => `word${i} name${i} thing${i} salt`)],
    ['one word of many hyphens', (n) => ['a-'.repeat(n)]]
  ])('are found in time linear in the text, of %s', async (name, shape) => {
    await expectLinear(name, 10_000, shape, (list) => namesOf(textOf([list])))
  })
})
