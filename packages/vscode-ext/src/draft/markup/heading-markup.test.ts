import { DOCUMENT_FORMATS, parseDocument, type DocumentFormat } from '@leitmotif/encoder'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { asciidocHeadings } from './asciidoc-headings.js'
import { latexHeadings } from './latex-headings.js'
import { markdownHeadings } from './markdown-headings.js'
import { plainHeadings } from './plain-headings.js'
import { restructuredTextHeadings } from './restructuredtext-headings.js'
import type { HeadingFormat, HeadingMarkup } from './heading-markup.js'

const HEADINGS: Readonly<Record<DocumentFormat, HeadingFormat>> = {
  markdown: markdownHeadings,
  plain: plainHeadings,
  latex: latexHeadings,
  restructuredtext: restructuredTextHeadings,
  asciidoc: asciidocHeadings
}

/** How a draft in `format` whose headings are these writes its next. */
function markupOf(format: DocumentFormat, draft: string): HeadingMarkup {
  const { units, blocks } = parseDocument(draft, format)
  const headings = units.flatMap(({ kind, level, blocks: [own] }) => {
    const { start, end } = blocks[own]?.span ?? { start: 0, end: 0 }
    return kind === 'heading' ? [{ source: draft.slice(start, end), level }] : []
  })
  return HEADINGS[format](headings, draft, draft.includes('\r\n') ? '\r\n' : '\n')
}

const TEXT = '\n\nA sentence stands below it.\n\n'

describe('A new heading is written as those of the draft', () => {
  it.each<[DocumentFormat, string, string, number, string]>([
    ['markdown', '', 'New', 2, '## New'],
    ['markdown', '# Old #', 'New #', 2, '## New \\# ##'],
    ['markdown', 'Old\n===', 'New', 1, 'New\n==='],
    ['markdown', 'Old\n===', '1. New | old', 1, '# 1. New | old'],
    ['plain', '', 'New', 2, 'New\n---'],
    ['plain', 'The Old House\n\nIt stands there.\n', 'The New House', 1, 'The New House'],
    ['plain', 'The Old House\n\nIt stands there.\n', 'new', 1, 'new\n==='],
    ['latex', '', '50% of $5 & {C#}', 3, '\\section{50\\% of \\$5 \\& \\{C\\#\\}}'],
    ['latex', '\\section*{Old}', 'New', 4, '\\subsection*{New}'],
    ['restructuredtext', '', 'New', 1, 'New\n==='],
    ['restructuredtext', '***\nOld\n***\n\nOther\n=====\n', '雨', 1, '**\n雨\n**'],
    ['restructuredtext', 'Old\n---\n', 'New_ *x*', 2, 'New\\_ \\*x\\*\n==========='],
    ['asciidoc', '', 'New {x}', 2, '== New \\{x}']
  ])('%s after %j: %j', (format, draft, text, level, expected) => {
    const { source, start, end } = markupOf(format, draft === '' ? '' : draft + TEXT).write(text, level)
    expect(source).toBe(expected)
    expect(source.slice(start, end).replace(/[\\{}]/g, '')).toContain(text.replace(/[\\{}]/g, '').slice(0, 2))
  })
})

describe('A heading that is changed keeps its form', () => {
  it.each<[DocumentFormat, string, { text?: string; level?: number }, string]>([
    ['markdown', ' ##  Old_  ## ', { level: 3 }, ' ###  Old_  ### '],
    ['markdown', '## Old {#old .x}', { text: 'New' }, '## New {#old .x}'],
    ['markdown', 'Old  \nhouse\n---', { level: 3 }, '### Old house'],
    ['markdown', 'Old\n---', { level: 1 }, 'Old\n==='],
    ['plain', 'Old\n===', { level: 2, text: 'Newer' }, 'Newer\n-----'],
    ['plain', '1.2 Old', { level: 1 }, '1.2 Old'],
    ['plain', 'The Old House', { text: 'The New House' }, 'The New House'],
    ['plain', 'The Old House', { text: 'The house, renewed' }, 'The house, renewed\n=================='],
    [
      'latex',
      '\\section*[Short]{Old \\emph{x}} \\label{a}',
      { level: 4 },
      '\\subsection*[Short]{Old \\emph{x}} \\label{a}'
    ],
    ['latex', '\\section[Short]{Old \\emph{x}} \\label{a}', { text: 'New' }, '\\section{New} \\label{a}'],
    ['restructuredtext', 'Old\n~~~', { text: 'Newer' }, 'Newer\n~~~~~'],
    ['restructuredtext', '=======\n  Old\n=======', { text: 'Newer one' }, '===========\n  Newer one\n==========='],
    ['asciidoc', '== Old ==', { level: 3 }, '=== Old ==='],
    ['asciidoc', '=== Old', { level: 2, text: 'New' }, '== New'],
    ['asciidoc', 'Old\n---', { level: 3 }, 'Old\n~~~']
  ])('%s %j', (format, source, to, expected) => {
    const [{ level }] = parseDocument(source + TEXT, format).units
    expect(markupOf(format, source + TEXT).change({ source, level }, to)).toBe(expected)
  })
})

describe('Words of a heading are never markup', () => {
  const pieces = [
    'C#',
    '*a*',
    '_b_',
    'snake_case',
    '`c`',
    '[d]',
    '[e](f)',
    '<b>',
    '&amp;',
    '\\',
    '{x}',
    '{{ y }}',
    '~~z~~',
    '$5',
    '50%',
    '^2',
    '1.'
  ]
  const words = [
    'Water',
    'and',
    'Über',
    '雨',
    '-',
    '—',
    '“quoted”',
    ':smile:',
    '#',
    '==',
    '|x|',
    'e_',
    '+g+',
    '<<h>>',
    'http://i.org',
    '.. j'
  ]
  const texts = fc
    .array(fc.constantFrom(...pieces, ...words), { minLength: 1, maxLength: 6 })
    .map((parts) => parts.join(' '))
    .filter((text) => /[\p{L}\p{N}]/u.test(text))

  it.each(DOCUMENT_FORMATS.filter((format) => format !== 'plain'))('in %s', (format) => {
    const drafts = {
      markdown: 'Old\n===',
      latex: '\\section{Old}',
      restructuredtext: 'Old\n===',
      asciidoc: '= Old',
      plain: ''
    }
    const markup = markupOf(format, drafts[format] + TEXT)
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 3 }), (text, number) => {
        const level = number + (format === 'latex' ? 2 : 0)
        const { source } = markup.write(text, level)
        const { blocks, units } = parseDocument(`${drafts[format]}${TEXT}${source}${TEXT}`, format)
        expect(units.map(({ kind }) => kind)).toEqual(['heading', 'prose', 'heading', 'prose'])
        const letters = (shown: string): string => shown.replace(/[^\p{L}\p{N}]+/gu, '')
        // Dashes and quotes may be set as others in LaTeX and AsciiDoc.
        if (format === 'markdown') expect(blocks[2].prose.text).toBe(text)
        else expect(letters(blocks[2].prose.text)).toBe(letters(text))
      }),
      { numRuns: 300, seed: 6 }
    )
  })
})
