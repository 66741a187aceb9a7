import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Block } from './block.js'
import { parsePlainText } from './plain.js'
import { originalSpan } from './prose.js'
import { slice } from './span.js'

function show(block: Block): string {
  return `${block.kind === 'heading' ? `H${block.level}` : 'P'} ${block.prose.text}`
}

const CASES: [string, string, string[]][] = [
  ['blank lines part paragraphs', 'One.\n\nTwo.\n \t\n\n  Three.\n', ['P One.', 'P Two.', 'P Three.']],
  ['wrapped lines are joined', 'The tide\n  came in  \nat noon.', ['P The tide came in at noon.']],
  ['a byte order mark is no word', '\ufeffOne.', ['P One.']],
  ['lines of nothing but marks are no paragraph', '* * *\n\n-----\n\nOne.', ['P One.']],
  [
    'items part where a paragraph starts with one',
    '- a rope\n  of ten metres\n- a lamp',
    ['P a rope of ten metres', 'P a lamp']
  ],
  ['a dash inside a paragraph parts nothing', 'The plan\n- as it was - failed.', ['P The plan - as it was - failed.']],
  [
    'a line too long to be wrapped is a paragraph',
    `${'Word '.repeat(40)}ends.\nNext.`,
    [`P ${'Word '.repeat(40)}ends.`, 'P Next.']
  ],
  ['a title in capitals is a heading', 'THE TIDE TABLES\n\nWords follow.', ['H1 THE TIDE TABLES', 'P Words follow.']],
  [
    'a title in title case is a heading',
    'The Keeper of the Light\n\nWords follow.',
    ['H1 The Keeper of the Light', 'P Words follow.']
  ],
  [
    'an underlined line is a heading',
    'tides\n=====\nWords.\n\nNeap tides\n---\n\nWords.',
    ['H1 tides', 'P Words.', 'H2 Neap tides', 'P Words.']
  ],
  [
    'a numbered line is a heading',
    '1 Results\n\nWords.\n\n1.2 Neap tides\n\nWords.',
    ['H1 1 Results', 'P Words.', 'H2 1.2 Neap tides', 'P Words.']
  ],
  ['a chapter is a heading', 'Chapter IV. The storm\n\nWords.', ['H1 Chapter IV. The storm', 'P Words.']],
  ['a sentence is no heading', 'The Tide Came In.\n\nWords.', ['P The Tide Came In.', 'P Words.']],
  ['a short line in lower case is no heading', 'see below\n\nWords.', ['P see below', 'P Words.']],
  ['one word is no heading', 'Yours\n\nWords.', ['P Yours', 'P Words.']],
  ['one word in capitals is a heading', 'RESULTS\n\nWords.', ['H1 RESULTS', 'P Words.']],
  ['a short word in capitals is none', 'NOTE\n\nWords.', ['P NOTE', 'P Words.']],
  ['a name before a colon is no heading', 'Dear Sir:\n\nWords.', ['P Dear Sir:', 'P Words.']],
  ['a speech is no heading', '“Come In”\n\nWords.', ['P “Come In”', 'P Words.']],
  ['a numbered sentence is no heading', '1. Take the rope.\n\nWords.', ['P 1. Take the rope.', 'P Words.']],
  ['a list of numbers is no heading', '1. Rope\n2. Lamp\n\nWords.', ['P 1. Rope 2. Lamp', 'P Words.']],
  ['a year is no number of a heading', '1914 Was cold\n\nWords.', ['P 1914 Was cold', 'P Words.']],
  ['a chapter needs no title', 'CHAPTER 2\n\nWords follow.', ['H1 CHAPTER 2', 'P Words follow.']],
  [
    'a numbered line above a deeper one is a heading',
    '2. Results\n\n2.1 Tides\n\nWords.',
    ['H1 2. Results', 'H2 2.1 Tides', 'P Words.']
  ],
  [
    'items that look like titles are no headings',
    'New York\n\n3 Apples\n\nOld Town Hall\n\nWords',
    ['P New York', 'P 3 Apples', 'P Old Town Hall', 'P Words']
  ],
  ['a number of things is no heading', '10 green bottles\n\nWords.', ['P 10 green bottles', 'P Words.']],
  ['a title at the end is no heading', 'Words.\n\nThe Keeper of the Light', ['P Words.', 'P The Keeper of the Light']]
]

describe.each(CASES)('%s', (_name, text, expected) => {
  test.each(['\n', '\r\n', '\r'])('with %j at the ends of lines', (end) => {
    expect(parsePlainText(text.replace(/\n/g, end)).blocks.map(show)).toEqual(expected)
  })
})

const texts = fc
  .array(
    fc.constantFrom(
      'word',
      'Two Words',
      ' ',
      '  ',
      '\n',
      '\n\n',
      '\r\n',
      '- ',
      '* ',
      '1.2 ',
      '.',
      '\n---\n',
      '\ufeff',
      '\u00a0',
      '🐟'
    ),
    {
      maxLength: 40,
      size: 'max'
    }
  )
  .map((pieces) => pieces.join(''))

test('of any text, every word is kept once, in order, where its span says', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const { blocks } = parsePlainText(text)
      let end = 0
      for (const { span, prose } of blocks) {
        expect(span.start).toBeGreaterThanOrEqual(end)
        end = span.end
        expect(prose.text).toBe(prose.text.trim())
        for (const { index, 0: word } of prose.text.matchAll(/\S+/g)) {
          const found = originalSpan(prose, { start: index, end: index + word.length })
          expect(slice(text, found)).toBe(word)
          expect(found.start).toBeGreaterThanOrEqual(span.start)
          expect(found.end).toBeLessThanOrEqual(span.end)
        }
      }
      expect(end).toBeLessThanOrEqual(text.length)
      const letters = (shown: string): string => shown.replace(/[^a-z]/gi, '')
      expect(letters(blocks.map(({ prose }) => prose.text).join(''))).toBe(letters(text))
    })
  )
})

test('a line drawn of millions of marks is a line like any other', () => {
  for (const mark of ['=', '-', '* ']) {
    const drawn = mark.repeat(8_000_000 / mark.length)
    expect(parsePlainText(`Words.\n\n${drawn}\n\nMore words.`).blocks.map(show)).toEqual(['P Words.', 'P More words.'])
  }
})
