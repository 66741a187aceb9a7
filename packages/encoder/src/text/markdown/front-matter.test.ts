import { expectLinear } from '@leitmotif/testing'
import { describe, expect, test } from 'vitest'
import { readFrontMatter } from './front-matter.js'

const CASES: [string, string, Record<string, string>][] = [
  [
    'scalars, quoted or not',
    'title: "A \\"B\\""\nname: \'it\'\'s\'\nplain: a b # not c\nurl: http://a/#b',
    {
      title: 'A "B"',
      name: "it's",
      plain: 'a b',
      url: 'http://a/#b'
    }
  ],
  [
    'lists on one line and on many',
    'tags: [sea, "tide"]\nauthors:\n  - ada\n- bo\nkinds:\n- x',
    {
      tags: 'sea, tide',
      authors: 'ada, bo',
      kinds: 'x'
    }
  ],
  [
    'scalars that go on below',
    'title: Keeping\n  a harbour\ntext: >-\n  one\n\n  two\nlong: "a\n  b"',
    {
      title: 'Keeping a harbour',
      text: 'one two',
      long: 'a b'
    }
  ],
  [
    'nothing of mappings, anchors and empty fields',
    'a:\n  b: c\nd: {e: f}\ng: &h i\nj:\nk:\n  - l: m\nn: ok',
    { n: 'ok' }
  ],
  ['names that every object has, as fields', 'constructor: a\ntoString: b', { constructor: 'a', toString: 'b' }]
]

describe('YAML gives', () => {
  test.each(CASES)('%s', (_name, yaml, fields) => {
    for (const end of ['\n', '\r\n', '\r']) {
      const text = `---\n${yaml}\n---\nWords.`.replace(/\n/g, end)
      const found = readFrontMatter(text)
      expect({ ...found.fields }).toEqual(fields)
      expect(text.slice(found.end)).toBe('Words.')
    }
  })

  test('no field that would change an object', () => {
    const { fields } = readFrontMatter('---\n__proto__: a\ntitle: b\n---\n')
    expect(Object.keys(fields)).toEqual(['title'])
    expect(Object.getPrototypeOf(fields)).toBe(Object.prototype)
  })
})

test('TOML gives scalars and lists, and nothing of its tables', () => {
  const text =
    '+++\ntitle = "Tides"\ndate = 2024-05-01\ntags = [\n  "a",\n  "b",\n]\n[extra]\ntitle = "Other"\n+++\nWords.'
  expect(readFrontMatter(text)).toEqual({
    fields: { title: 'Tides', date: '2024-05-01', tags: 'a, b' },
    end: text.indexOf('Words')
  })
})

test.each([
  ['---\n\ntext\n---\n', 'a blank line after the first rule'],
  ['---\nJust words\n---\n', 'no field'],
  ['---\ntitle: a\n', 'no end'],
  ['\n---\ntitle: a\n---\n', 'not at the very start'],
  ['--- \ntitle\n', 'no end']
])('%j is not front matter: %s', (text) => {
  expect(readFrontMatter(text).end).toBe(0)
})

test('empty front matter and a byte order mark are left out', () => {
  expect(readFrontMatter('---\n---\nWords.').end).toBe(8)
  expect(readFrontMatter('\ufeff---\na: b\n...\nWords.')).toEqual({ fields: { a: 'b' }, end: 14 })
})

test('takes time linear in a comment, whatever line ends are in it', async () => {
  const make = (length: number): string => `---\ntitle: a\n ${' #'.repeat(length)}\u2028x\n---\n`
  await expectLinear('a comment', 20_000, make, readFrontMatter)
})
