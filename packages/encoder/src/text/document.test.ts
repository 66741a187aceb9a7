import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { articleFrom, MAX_DOCUMENT_LENGTH, parseDocument } from './document.js'
import { slice } from './span.js'

const HANDBOOK = `---
title: "The harbour handbook"
date: 2024-05-01
author: 'M. O''Shea'
tags: [harbour, "tides"]
---
# The harbour handbook

Before the first section.

## Tides

Twice a day.

#### Neap

The weaker.

## Moorings

By number.
`

test('a document has its title, its fields, and each block the headings above it', () => {
  const document = parseDocument(HANDBOOK, 'markdown')
  expect(document.title).toBe('The harbour handbook')
  expect(document.frontMatter).toEqual({
    title: 'The harbour handbook',
    date: '2024-05-01',
    author: "M. O'Shea",
    tags: 'harbour, tides'
  })
  expect(document.blocks.map(({ prose, path }) => [prose.text, ...path])).toEqual([
    ['The harbour handbook'],
    ['Before the first section.'],
    ['Tides'],
    ['Twice a day.', 'Tides'],
    ['Neap', 'Tides'],
    ['The weaker.', 'Tides', 'Neap'],
    ['Moorings'],
    ['By number.', 'Moorings']
  ])
  expect(document.blocks.map(({ span }) => slice(HANDBOOK, span))).toContain('#### Neap')
})

test('as an article its sections are numbered by depth, and the title is none of them', () => {
  expect(articleFrom(parseDocument(HANDBOOK, 'markdown'), { id: 'h', title: 'Handbook' })).toEqual({
    id: 'h',
    title: 'Handbook',
    sections: [
      { heading: '', level: 0, paragraphs: ['Before the first section.'] },
      { heading: 'Tides', level: 1, paragraphs: ['Twice a day.'] },
      { heading: 'Neap', level: 2, paragraphs: ['The weaker.'] },
      { heading: 'Moorings', level: 1, paragraphs: ['By number.'] }
    ]
  })
})

test('a LaTeX title keeps its words beside a command: those of one that the document defines, too', () => {
  const titled = (preamble: string): string | undefined =>
    parseDocument(`${preamble}\\title{\\mill: A Study}\n\\begin{document}\nWords.\n\\end{document}`, 'latex').title
  expect(titled('\\newcommand{\\mill}{Windmill}\n')).toBe('Windmill: A Study')
  expect(titled('')).toBe('A Study')
})

test('a LaTeX command that the document defines has the words of its body, whatever prints them', () => {
  const read = (body: string, use = 'The gas \\own{} fills the room.'): string | undefined =>
    parseDocument(`\\newcommand{\\own}{${body}}\n\\begin{document}\n${use}\n\\end{document}`, 'latex').blocks.at(0)
      ?.prose.text
  expect(read('Helium')).toBe('The gas Helium fills the room.')
  expect(read('\\textbf{helium} (pure)')).toBe('The gas helium (pure) fills the room.')
  expect(read('CO\\textsubscript{2}')).toBe('The gas CO2 fills the room.')
  expect(read('{\\itshape helium\\/}')).toBe('The gas helium fills the room.')
  expect(read('\\emph{helium}\\xspace', 'The gas \\own fills the room.')).toBe('The gas helium fills the room.')
  expect(read('neon}\n\\newcommand{\\both}{\\own{} and argon', 'The gases \\both{} glow.')).toBe(
    'The gases neon and argon glow.'
  )
  // What a body does besides printing is not read.
  for (const body of [
    '\\hskip 1em',
    '\\begin{equation}',
    '\\setlength{\\parskip}{0pt}',
    '\\own',
    '\\ref{gas}',
    '#1 gas'
  ])
    expect(read(body)).toBe('The gas fills the room.')
})

test('without front matter the first heading of level 1 is the title', () => {
  expect(parseDocument('Words.\n\n# One\n\n## Two', 'markdown').title).toBe('One')
  expect(parseDocument('## Two', 'markdown').title).toBeUndefined()
  expect(parseDocument('THE TIDE TABLES\n\nWords.', 'plain').title).toBe('THE TIDE TABLES')
  expect(parseDocument('Words.\n\nTHE TIDE TABLES\n\nWords.', 'plain').title).toBeUndefined()
})

test('the title that fields of reStructuredText state comes before a heading', () => {
  const text = ':title: Mail\n:date: 2020-02-03\n\nFormat\n======\n\nWords.\n'
  expect(parseDocument(text, 'restructuredtext')).toMatchObject({ title: 'Mail', frontMatter: { date: '2020-02-03' } })
  expect(parseDocument('Format\n======\n\n:title: Mail\n\nWords.\n', 'restructuredtext').title).toBe('Mail')
  expect(parseDocument(':title:\n\nFormat\n======\n\nWords.\n', 'restructuredtext').title).toBe('Format')
})

test('several headings of level 1 are sections, and so is one that comes late', () => {
  const sections = (text: string): unknown =>
    articleFrom(parseDocument(text, 'markdown'), { id: 'x', title: 'x' }).sections.map(({ heading, level }) => [
      level,
      heading
    ])
  expect(sections('# A\n\na\n\n## B\n\n# C')).toEqual([
    [1, 'A'],
    [2, 'B'],
    [1, 'C']
  ])
  expect(sections('### A\n\n# B')).toEqual([
    [1, 'A'],
    [1, 'B']
  ])
  expect(sections('Words.\n\n# A\n\n## B')).toEqual([
    [0, ''],
    [1, 'A'],
    [2, 'B']
  ])
  expect(sections('')).toEqual([])
})

test('a format that is not known is refused by name', () => {
  expect(() => parseDocument('a', 'docx' as 'plain')).toThrow("the format is 'docx'; expected one of markdown, plain,")
})

test('a document that is too long is refused by name and number', () => {
  const text = 'a'.repeat(MAX_DOCUMENT_LENGTH.markdown + 1)
  expect(() => parseDocument(text, 'markdown')).toThrow(/has 4194305 .* at most 4194304 for markdown/)
  expect(parseDocument(text, 'plain').blocks).toHaveLength(1)
})

const drafts = `${process.env.LEITMOTIF_DATA ?? fileURLToPath(new URL('../../../../../shared/data', import.meta.url))}/drafts`
const missing = !existsSync(drafts)
if (missing) console.log(`Real drafts are not read: there is no folder ${drafts}; LEITMOTIF_DATA names another.`)

describe.skipIf(missing)('real drafts', () => {
  test.each(missing ? [] : readdirSync(drafts).filter((file) => file.endsWith('.md')))('%s', (file) => {
    const text = readFileSync(`${drafts}/${file}`, 'utf8')
    const { blocks, units } = parseDocument(text, 'markdown')
    expect(units.map(({ span }) => slice(text, span)).join('')).toBe(text)
    // Links are known by definitions, which stay where they are.
    const definitions = units.filter(({ kind }) => kind === 'fixed').map(({ span }) => slice(text, span))
    const known = definitions.filter((unit) => unit.startsWith('[')).join('')
    for (const { kind, span, blocks: own } of units.filter((unit) => unit.kind !== 'fixed')) {
      const elsewhere = parseDocument(`Before.\n\n${slice(text, span)}\n\nAfter.\n\n${known}`, 'markdown').blocks
      const words = elsewhere.map((block) => block.prose.text)
      expect([kind, ...words.slice(1, words.indexOf('After.'))]).toEqual([
        kind,
        ...blocks.slice(...own).map((block) => block.prose.text)
      ])
    }
    const prose = blocks.map((block) => block.prose.text)
    expect(prose.filter((line) => /\]\(|\{\{|\{%|!\[|\[\^|<img|^import .* from|^\|/.test(line))).toEqual([])
    expect(blocks.filter((block) => block.kind === 'heading').length).toBeGreaterThan(3)
    expect(prose.join(' ').length).toBeGreaterThan(2_000)
    let end = 0
    for (const { span } of blocks) {
      expect(span.start).toBeGreaterThanOrEqual(end)
      end = span.end
    }
  })
})
