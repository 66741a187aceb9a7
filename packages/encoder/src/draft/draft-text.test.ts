import { slice } from '../text/span.js'
import { expectLinear } from '@leitmotif/testing'
import { describe, expect, it } from 'vitest'
import { readDraftText } from './draft-text.js'

const BOATS = `---
author: Ann
---

# Boats

An opening line. And another.

## Wood

Oak bends well. Ash does not.

You need these tools:

- an axe. Sharp.
- a plane

They cost little.

\`\`\`sh
buy --all
\`\`\`

### Glue

Glue holds.

## Empty

## Water

> Salt rots.
`

describe('A draft read', () => {
  const { title, paragraphs, sections, sentences } = readDraftText(BOATS, 'markdown')
  const shown = paragraphs.map(({ span }) => slice(BOATS, span))

  it('counts words, and each character of a language that is written without spaces', () => {
    const [tea] = readDraftText('茶树喜欢山坡。它们怕霜。\n\nTea grows on slopes.\n', 'markdown').paragraphs
    expect(tea.words).toBe(10)
    expect(readDraftText('Tea — 茶 — grows.', 'markdown').paragraphs[0].words).toBe(5)
  })

  it('has paragraphs that begin without markup, cut between two words', () => {
    const openings = (text: string): string[] =>
      readDraftText(text, 'markdown').paragraphs.map(({ opening }) => opening)
    expect(openings('“**Refusal is a\npower**”, said `she`.\n\n* **They may** go.\n')).toEqual([
      '“Refusal is a power”, said she.',
      'They may go.'
    ])
    expect(openings(`Long ${'words '.repeat(40)}`)).toEqual([`Long ${'words '.repeat(12).trim()}…`])
  })

  it('has its title apart, and a section for each other heading and for the text before them', () => {
    expect(title).toBe('Boats')
    expect(sections.map(({ heading, level, parent }) => [heading, level, parent])).toEqual([
      ['', 0, -1],
      ['Wood', 1, -1],
      ['Glue', 2, 1],
      ['Empty', 1, -1],
      ['Water', 1, -1]
    ])
    expect(sections.map(({ start, end }) => [start, end])).toEqual([
      [0, 1],
      [1, 4],
      [4, 5],
      [5, 5],
      [5, 6]
    ])
    expect(paragraphs.map(({ section }) => section)).toEqual([0, 1, 1, 1, 2, 4])
  })

  it('has sections that follow one another, each to the next heading, and whole with their subsections', () => {
    expect(slice(BOATS, sections[1].whole)).toMatch(/^## Wood[^]*Glue holds\.\n\n$/)
    expect(slice(BOATS, sections[1].span)).toMatch(/^## Wood[^]*```\n\n$/)
    expect(slice(BOATS, sections[1].headingSpan!)).toBe('## Wood\n\n')
    sections.slice(1).forEach(({ span }, s) => {
      expect(span.start).toBe(sections[s].span.end)
    })
    expect(sections.at(-1)!.span.end).toBe(BOATS.length)
  })

  it('keeps code with the paragraph before it, and a list with the one that leads into it', () => {
    expect(shown[2]).toBe('You need these tools:\n\n- an axe. Sharp.\n- a plane\n\n')
    expect(shown[3]).toMatch(/^They cost little\.[^]*buy --all/)
    expect(paragraphs.slice(2, 4).map(({ endsWithCode }) => endsWithCode)).toEqual([false, true])
    expect(paragraphs[2].words).toBe(9)
    expect(sentences.filter(({ paragraph }) => paragraph === 2).map(({ text }) => text)).toEqual([
      'You need these tools:',
      'an axe.',
      'Sharp.',
      'a plane'
    ])
  })

  it('keeps text that goes on in small letters after code with the text before', () => {
    const read = (text: string): string[] => readDraftText(text, 'markdown').paragraphs.map((one) => one.text)
    const code = '\n\n```\nplane --flat\n```\n\n'
    expect(read(`We call it so:${code}where flat is a choice.`)).toEqual(['We call it so:\nwhere flat is a choice.'])
    expect(read(`We call it so.${code}adze is another.`)).toHaveLength(2)
    expect(read(`We call it so:${code}Oak is another.`)).toHaveLength(2)
    expect(read('We call it so:\n\nand oak is another.')).toHaveLength(2)
  })

  it('has no sentence of code or front matter', () => {
    expect(sentences.some(({ text }) => /Ann|buy/.test(text))).toBe(false)
  })

  it.each([
    [
      'markdown',
      'One.[^a] And.[^B]\n\nTwo.[^a][^c]\n\n[^a]: Note a.[^d]\n\n[^b]: Note b.\n    - listed\n\n[^c]: Note c.\n\n[^d]: Deep.\n\n[^e]: Idle.\n'
    ],
    [
      'restructuredtext',
      'One. [#]_ And. [Bee]_\n\nTwo. [#]_ [#x]_\n\n.. [#] Note a. [*]_\n\n.. [bee] Note b.\n\n   - listed\n\n.. [#] Note c.\n.. [*] Deep.\n.. [1] Idle.\n'
    ]
  ] as const)(
    'has the footnotes of %s with the first paragraph that refers to them, behind its words',
    (format, text) => {
      const { paragraphs, sentences } = readDraftText(text, format)
      expect(paragraphs.map(({ text }) => text)).toEqual([
        'One. And.\nNote a.\nNote b.\nlisted\nDeep.',
        'Two.\nNote c.'
      ])
      expect(paragraphs.map(({ opening }) => opening)).toEqual(['One. And.', 'Two.'])
      expect(sentences.map(({ paragraph }) => paragraph)).toEqual([0, 0, 0, 0, 0, 0, 1, 1])
      expect(slice(text, paragraphs[1].span)).toMatch(/^Two\..*\n\n$/)
    }
  )

  it.each([
    [
      'markdown',
      '# Title[^t]\n\n## Bare[^n]\n\n## Head[^h]\n\n### Deep[^d]\n\nOne.[^h]\n\nTwo.\n\n| a[^c] |\n| --- |\n| b |\n\n[^t]: Note t.\n\n' +
        '[^n]: Note n.\n\n[^h]: Note h.\n\n[^d]: Note d.\n\n[^c]: Note c.\n'
    ],
    [
      'restructuredtext',
      'Title [#t]_\n===========\n\nBare [#n]_\n----------\n\nHead [#h]_\n----------\n\nDeep [#d]_\n~~~~~~~~~~\n\nOne. [#h]_\n\nTwo.\n\n' +
        '.. [#t] Note t.\n.. [#n] Note n.\n.. [#h] Note h.\n.. [#d] Note d.\n'
    ]
  ] as const)('has the footnotes of headings of %s with the first paragraph below them', (format, text) => {
    expect(readDraftText(text, format).paragraphs.map(({ text }) => text)).toEqual([
      'One.\nNote t.\nNote h.\nNote d.',
      'Two.'
    ])
  })

  it.each([
    ['markdown', 'One^[as a note] is.'],
    ['latex', 'One\\footnote{as a note} is.'],
    ['asciidoc', 'Onefootnote:[as a note] is.']
  ] as const)('has the footnotes within a sentence of %s where they stand', (format, text) => {
    expect(readDraftText(text, format).sentences.map(({ text }) => text)).toEqual(['One (as a note) is.'])
  })

  it('takes time linear in footnotes', async () => {
    const notes = (n: number): string =>
      Array.from({ length: n }, (_, i) => `Words.[^${i}][^${i - 1}]\n\n[^${i}]: See.[^${i + 1}]\n\n    Too.\n\n`).join(
        ''
      )
    for (const repeated of ['[^a]', '[^a] a\n\n[^a]: b\n\n', '^[', '^[a]', '[^a]: b ', '[#]_ ', '.. [#] a\n']) {
      const format = repeated.includes('#') ? 'restructuredtext' : 'markdown'
      await expectLinear(
        repeated,
        1000,
        (n) => repeated.repeat(n),
        (text) => readDraftText(text, format)
      )
    }
    await expectLinear('notes of notes', 250, notes, (text) => readDraftText(text, 'markdown'))
  })

  it('has no names of speakers in its sentences, and titles of callouts as sentences', () => {
    const text = [
      'Anna: The pump leaks. We need a seal.',
      '**Bernd:** It is old.',
      'Anna: And slow.',
      'Anna: So we buy one.',
      '> [!note] Frost\n> Drain it.'
    ].join('\n\n')
    const { sentences, paragraphs } = readDraftText(text, 'markdown')
    expect(sentences.map((sentence) => sentence.text)).toEqual([
      'The pump leaks.',
      'We need a seal.',
      'Bernd: It is old.',
      'And slow.',
      'So we buy one.',
      'Frost',
      'Drain it.'
    ])
    expect(paragraphs[2].opening).toBe('Anna: And slow.')
    expect(paragraphs).toHaveLength(5)
  })

  it('may have no heading, and nothing at all', () => {
    expect(readDraftText('One. Two.\n\nThree.', 'plain')).toMatchObject({
      title: '',
      paragraphs: [{ section: 0 }, { section: 0 }],
      sections: [{ heading: '', level: 0, start: 0, end: 2, parent: -1 }]
    })
    expect(readDraftText('', 'markdown')).toEqual({ title: '', paragraphs: [], sections: [], sentences: [] })
  })
})
