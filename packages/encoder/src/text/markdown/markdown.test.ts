import fc from 'fast-check'
import MarkdownIt from 'markdown-it'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Block } from '../block.js'
import { parseMarkdown } from './markdown.js'
import { originalSpan } from '../prose.js'
import { slice } from '../span.js'

const CASES = readFileSync(new URL('./markdown.cases.txt', import.meta.url), 'utf8')
  .split(/^@ /m)
  .slice(1)
  .map((part) => {
    const [name = '', ...lines] = part.trimEnd().split('\n')
    return {
      name,
      text: lines.filter((line) => !line.startsWith('= ')).join('\n'),
      expected: lines.filter((line) => line.startsWith('= ')).map((line) => line.slice(2))
    }
  })

function show(block: Block): string {
  const kind = block.kind === 'heading' ? `H${block.level}` : block.container === 'none' ? 'P' : block.container
  return `${kind} ${block.prose.text}`
}

describe.each(CASES)('$name', ({ text, expected }) => {
  test.each([
    ['LF', text],
    ['CRLF', text.replace(/\n/g, '\r\n')],
    ['CR', text.replace(/\n/g, '\r')]
  ])('with %s at the ends of lines', (_name, source) => {
    expect(parseMarkdown(source).blocks.map(show)).toEqual(expected)
  })
})

test('two spaces at a line’s end, and tabs, are spaces in prose', () => {
  expect(parseMarkdown('One  \ntwo.\n\n-\ta\tb\n\n\tc').blocks.map(show)).toEqual(['P One two.', 'list a\tb', 'list c'])
})

test('a block’s span is its lines with their marks, and its words can be found in the original', () => {
  const text = '---\ntitle: x\n---\n\n> - The *old* &amp; [the new](u)\r\n>   pier.\n\n## Next ##\n'
  const [item, heading] = parseMarkdown(text).blocks
  expect(slice(text, item.span)).toBe('> - The *old* &amp; [the new](u)\r\n>   pier.')
  expect(slice(text, heading.span)).toBe('## Next ##')
  const original = (block: Block, words: string): string => {
    const start = block.prose.text.indexOf(words)
    return slice(text, originalSpan(block.prose, { start, end: start + words.length }))
  }
  expect(item.prose.text).toBe('The old & the new pier.')
  expect(original(item, 'old')).toBe('old')
  expect(original(item, '&')).toBe('&amp;')
  expect(original(item, 'old & the')).toBe('old* &amp; [the')
  expect(original(item, 'new pier')).toBe('new](u)\r\n>   pier')
  expect(original(heading, 'Next')).toBe('Next')
})

test('a paragraph does not become a heading by the rule, or the mark of a merge, right below it', () => {
  const long = `The harbour was dredged twice, and twice ${'the silt came back '.repeat(3)}in a year.`
  for (const [prose, line] of [
    [long, '---'],
    ['Cranes lift.\nShips wait.', '==='],
    ['<<<<<<< HEAD\nCranes', '=======']
  ]) {
    const { blocks, units } = parseMarkdown(`# Harbours\n\n${prose}\n${line}\nMore.\n`)
    expect(blocks.map(show)).toEqual(['H1 Harbours', `P ${prose.replace('\n', ' ')}`, 'P More.'])
    expect(units.map(({ kind }) => kind)).toEqual(['heading', 'prose', 'prose'])
  }
  expect(parseMarkdown('Cranes lift.\n---\nMore.').blocks.map(show)).toEqual(['H2 Cranes lift.', 'P More.'])
})

/** Fragments of Markdown that stay CommonMark wherever they stand: markdown-it itself can say what their text is. */
const COMMON = [
  ...[
    'word',
    'two words',
    ' ',
    '  ',
    '\n',
    '\n\n',
    '\n> ',
    '\n- ',
    '\n  ',
    '\n\n    ',
    '\n1. ',
    '\n# ',
    '\n## x ##',
    '\n===\n',
    '\n---\n'
  ],
  ...[
    '*',
    '**',
    '***',
    '_',
    '__',
    '~~',
    '~~~',
    '`',
    '``',
    '\n```\n',
    '[',
    ']',
    '](u)',
    '](<u> "t")',
    '![',
    '[a][b]',
    '\n\n[b]: u\n'
  ],
  ...[
    '<b>',
    '</b>',
    '<https://a.example/b>',
    '<!-- c -->',
    '\n<div>\n',
    '&amp;',
    '&',
    '&#8364;',
    '\\',
    '\\*',
    '|',
    '\n|a|b|\n|-|-|\n'
  ],
  ...['\t', '!', '(', ')', '“', '…', '漢字', '🐟', '\ud83d', '\u00a0', '\f']
]
const common = fc.array(fc.constantFrom(...COMMON), { maxLength: 40, size: 'max' }).map((pieces) => pieces.join(''))
const any = fc
  .array(
    fc.oneof(
      fc.constantFrom(...COMMON),
      fc.constantFrom(
        '{{ a }}',
        '{% a %}',
        '{{',
        '}}',
        '{: .a}',
        ':::\n',
        '[^a]',
        '\n[^a]: ',
        ':a:',
        '\n!!! a\n    ',
        '^[',
        '\r\n',
        '\r',
        '\0'
      ),
      fc.constantFrom('---\n', 'a: b\n', '\ufeff', '\ue000', '[ ] ', '[!a]'),
      fc.string({ unit: 'binary', maxLength: 5 })
    ),
    { maxLength: 40, size: 'max' }
  )
  .map((pieces) => pieces.join(''))

test('attributes after a link are no words, whichever they are and over how many lines', () => {
  const lists = ['{ .card-link title="The tides" }', '{:.card-link.wide}', '{ .card-link\ntitle="The\ntides" }']
  for (const list of [...lists, '{.card-link data-to=https://a.b/c?d=e}'])
    expect(parseMarkdown(`[Tides](a.md)${list} and salt.\n`).blocks.map(show)).toEqual(['P Tides and salt.'])
})

test('a byte order mark is no word, and hides no mark behind it', () => {
  const { blocks, units } = parseMarkdown('\ufeff# Tides\n\nWords.\n')
  expect(blocks.map(show)).toEqual(['H1 Tides', 'P Words.'])
  expect(units.map(({ kind, span }) => [kind, span.start])).toEqual([
    ['heading', 0],
    ['prose', 10]
  ])
  expect(parseMarkdown('\ufeff- Rope\n').blocks.map(show)).toEqual(['list Rope'])
})

describe('of any text', () => {
  test('blocks have words, and stand in order without overlap', () => {
    fc.assert(
      fc.property(any, (text) => {
        let end = 0
        for (const block of parseMarkdown(text).blocks) {
          expect(block.span.start).toBeGreaterThanOrEqual(end)
          expect(block.span.end).toBeGreaterThan(block.span.start)
          expect(block.prose.text).toBe(block.prose.text.trim())
          expect(block.prose.text).toMatch(/[\p{L}\p{N}]/u)
          end = block.span.end
        }
        expect(end).toBeLessThanOrEqual(text.length)
      }),
      { numRuns: 400 }
    )
  })

  /** Ends of lines are spaces, and the brackets of a footnote parentheses. */
  const asRead = (text: string): string =>
    text
      .replace(/[\r\n]/g, ' ')
      .replace(/\^\[| \(/g, '()')
      .replace(/\]/g, ')')

  test('each run of prose is the original’s text in the block, in order, or a decoded mark or a line’s end', () => {
    fc.assert(
      fc.property(any, (text) => {
        for (const { span, prose } of parseMarkdown(text).blocks) {
          let last = span.start
          for (let run = 0; run < prose.runs.length; run += 3) {
            const [at, start, end] = prose.runs.slice(run, run + 3)
            const words = prose.text.slice(at, prose.runs[run + 3])
            expect(start).toBeGreaterThanOrEqual(last)
            expect(end).toBeGreaterThan(start)
            last = end
            const original = text.slice(start, end)
            if (words.length === end - start) expect(asRead(original)).toBe(asRead(words))
            else if (words === ' ') expect(original).toMatch(/[\r\n]|^<br/)
            else expect(original).toMatch(/^(&.*;|\\[^]{1,2}|\^\[)$/)
          }
          expect(last).toBeLessThanOrEqual(span.end)
        }
      }),
      { numRuns: 400 }
    )
  })

  test('the words are those that markdown-it reads', () => {
    const reader = new MarkdownIt({ html: true })
    const words = (text: string): string[] => {
      const found: string[] = []
      let tables = 0
      for (const token of reader.parse(text, {})) {
        tables += token.type === 'table_open' ? 1 : token.type === 'table_close' ? -1 : 0
        if (token.type !== 'inline' || tables > 0) continue
        const shown = token.children!.map((child) =>
          child.type.endsWith('break') ? ' ' : ['text', 'code_inline'].includes(child.type) ? child.content : ''
        )
        found.push(collapse(shown.join('')))
      }
      return found.filter((line) => /[\p{L}\p{N}]/u.test(line))
    }
    fc.assert(
      fc.property(common, (text) => {
        // Front matter and links of wikis are not markdown-it's.
        fc.pre(!/^(---|\+\+\+)|\[\[/.test(text))
        expect(parseMarkdown(text).blocks.map(({ prose }) => collapse(prose.text))).toEqual(words(text))
      }),
      { numRuns: 600 }
    )
  })
})

function collapse(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
