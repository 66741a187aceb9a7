import fc from 'fast-check'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { DOCUMENT_FORMATS, parseDocument, type DocumentFormat } from './document.js'
import { originalSpan } from './prose.js'
import { slice } from './span.js'

const CASES = readFileSync(new URL('./formats.cases.txt', import.meta.url), 'utf8')
  .split(/^@ /m)
  .slice(1)
  .map((part) => {
    const [title = '', ...lines] = part.trimEnd().split('\n')
    const [format] = title.split(' ', 1)
    return {
      title,
      format: format as DocumentFormat,
      text: lines.filter((line) => !line.startsWith('=> ')).join('\n'),
      expected: lines.filter((line) => line.startsWith('=> ')).map((line) => line.slice(3))
    }
  })

describe.each(CASES)('$title', ({ format, text, expected }) => {
  test.each(['\n', '\r\n', '\r'])('with %j at the ends of lines', (end) => {
    const shown = parseDocument(text.replace(/\n/g, end), format).blocks.map(({ level, container, prose }) => {
      return `${level > 0 ? `H${level}` : container === 'none' ? 'P' : container} ${prose.text}`
    })
    expect(shown).toEqual(expected)
  })
})

/** Whatever stands in any text, and what each format has of its own. */
const ANY = [
  'word',
  'Two words.',
  ' ',
  '  ',
  '\n',
  '\n\n',
  '\r\n',
  '\r',
  '\t',
  '\n  ',
  '\n\n    ',
  '- ',
  '* ',
  '1. ',
  '🐟',
  '\ud83d',
  '\0',
  '\u00a0',
  '\ufeff',
  '\u2028',
  '\f'
]
const FRAGMENTS: Readonly<Record<DocumentFormat, readonly string[]>> = {
  markdown: [
    '\n# ',
    '\n===\n',
    '\n```\n',
    '\n> ',
    '**',
    '`',
    '[a](b)',
    '\n[a]: b\n',
    '\n[^1]: ',
    '[^1]',
    '\n<div>\n',
    '\n</div>\n',
    '<!--',
    '-->',
    '\n---\n',
    '\n|a|\n|-|\n',
    '\n!!! a\n    ',
    '\n:::\n',
    '{% a %}',
    '{% enda %}',
    '\n<a id="x"></a>\n'
  ],
  plain: ['\n---\n', '\n===\n', '1.2 '],
  latex: [
    '\\section{',
    '\\part*{a}',
    '\\subparagraph[b]{',
    '\\label{x}',
    '{',
    '}',
    '\\begin{itemize}',
    '\\end{itemize}',
    '\\item',
    '\\item[',
    ']',
    '\\begin{verbatim}',
    '\\end{verbatim}',
    '\\begin{equation*}',
    '\\end{equation*}',
    '\\begin{a}',
    '\\end{a}',
    '$',
    '$$',
    '\\[',
    '\\]',
    '\\(',
    '\\)',
    '%',
    '\\%',
    '\\\\',
    "\\'",
    '\\c ',
    '\\emph{',
    '\\footnote{',
    '\\cite',
    '\\href{a}',
    '\\verb|',
    '|',
    '~',
    '--',
    '``',
    "''",
    '&',
    '\\',
    '\\begin{document}',
    '\\end{document}',
    '\\title{',
    '\\par'
  ],
  restructuredtext: [
    '\n====\n',
    '\n----\n',
    '\n.. ',
    '\n.. note:: ',
    '\n.. code-block:: c\n',
    '\n.. [1] ',
    '\n.. _a:\n',
    '\n.. |a| image:: b\n',
    '\n:a: b\n',
    '\n   :class: c\n',
    '::',
    '::\n\n    ',
    '\n| ',
    '\n+--+\n',
    '\n=== ===\n',
    '*',
    '**',
    '`',
    '``',
    ':a:`',
    '`_',
    '<b>`__',
    '|',
    '[1]_',
    '_',
    '\\',
    '\n(a) ',
    '\n  - ',
    '\n>>> '
  ],
  asciidoc: [
    '\n== ',
    '\n= ',
    '\n----\n',
    '\n====\n',
    '\n****\n',
    '\n____\n',
    '\n--\n',
    '\n|===\n',
    '\n////\n',
    '\n```c\n',
    '\n[source]\n',
    '\n[[a]]\n',
    '\n.Title\n',
    '\n+\n',
    '\nTerm:: ',
    '\n** ',
    '\n. ',
    '\n:a: b\n',
    '\n// c\n',
    '\nimage::a[]\n',
    '\nifdef::a[]\n',
    '\nendif::[]\n',
    '\n----',
    '*',
    '**',
    '_',
    '`',
    '``',
    '#',
    '^',
    '~',
    '+',
    '"`',
    '`"',
    'footnote:[',
    ']',
    'https://a.b[',
    'xref:a[',
    '<<a,',
    '>>',
    '((',
    '))',
    '(((',
    ')))',
    '{a}',
    '[.b]#',
    '\\',
    ' +\n',
    '::',
    "\n'''\n",
    '\nNOTE: '
  ]
}

const texts = (format: DocumentFormat): fc.Arbitrary<string> =>
  fc
    .array(fc.oneof(fc.constantFrom(...ANY), fc.constantFrom(...FRAGMENTS[format])), { maxLength: 60, size: 'max' })
    .map((pieces) => pieces.join(''))

describe.each(DOCUMENT_FORMATS)('of any %s text', (format) => {
  test('the units are the text, whole and in order, and so are their blocks', () => {
    fc.assert(
      fc.property(texts(format), (text) => {
        const { units, blocks } = parseDocument(text, format)
        expect(units.map(({ span }) => slice(text, span)).join('')).toBe(text)
        let [end, block] = [0, 0]
        for (const { kind, level, span, blocks: own } of units) {
          expect([span.start, own[0]]).toEqual([end, block])
          expect(span.end).toBeGreaterThan(span.start)
          ;[end, block] = [span.end, own[1]]
          const held = blocks.slice(...own)
          for (const { span: lines } of held) {
            expect(lines.start).toBeGreaterThanOrEqual(span.start)
            expect(lines.end).toBeLessThanOrEqual(span.end)
          }
          expect(kind === 'heading' ? held.map((one) => one.level) : held.every((one) => one.level === 0)).toEqual(
            kind === 'heading' ? [level] : true
          )
          if (kind === 'prose') expect(held.length).toBeGreaterThan(0)
          if (kind === 'other') expect(held).toEqual([])
        }
        expect(block).toBe(blocks.length)
      }),
      { numRuns: 200 }
    )
  })

  test('blocks do not overlap, and their words stand in their lines, in order', () => {
    fc.assert(
      fc.property(texts(format), (text) => {
        let end = 0
        for (const { span, prose } of parseDocument(text, format).blocks) {
          expect(span.start).toBeGreaterThanOrEqual(end)
          end = span.end
          expect(prose.text).toBe(prose.text.trim())
          let last = span.start
          for (let run = 0; run < prose.runs.length; run += 3) {
            const [at, start, stop] = prose.runs.slice(run, run + 3)
            const words = prose.text.slice(at, prose.runs[run + 3])
            expect(start).toBeGreaterThanOrEqual(last)
            expect(stop).toBeGreaterThan(start)
            last = stop
            const letters = words.replace(/[^A-Za-z]/g, ' ')
            if (words.length === stop - start) expect(letters).toBe(text.slice(start, stop).replace(/[^A-Za-z]/g, ' '))
          }
          expect(last).toBeLessThanOrEqual(span.end)
          for (const { index, 0: word } of prose.text.matchAll(/word/g)) {
            expect(slice(text, originalSpan(prose, { start: index, end: index + word.length }))).toBe(word)
          }
        }
      }),
      { numRuns: 200 }
    )
  })
})

test('words that are printed as they stand end where the heading ends that they are in', () => {
  const { blocks } = parseDocument('\\section{\\verb|}\\section{|', 'latex')
  for (const { span, prose } of blocks) {
    for (let run = 0; run < prose.runs.length; run += 3) expect(prose.runs[run + 2]).toBeLessThanOrEqual(span.end)
  }
})

test('a listing in LaTeX ends at its first end, whatever begins within; a table at its own', () => {
  const prose = (name: string): string[] =>
    parseDocument(
      `Before.\n\n\\begin{${name}}\n\\begin{${name}}\n\\end{${name}}\n\nBetween.\n\n\\end{${name}}\n\nBehind.\n`,
      'latex'
    ).blocks.map((block) => block.prose.text)
  for (const name of ['verbatim', 'lstlisting', 'lstlisting*', 'comment']) {
    expect(prose(name)).toEqual(['Before.', 'Between.', 'Behind.'])
  }
  expect(prose('tabular')).toEqual(['Before.', 'Behind.'])
})
