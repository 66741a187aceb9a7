import { expectLinear } from '@leitmotif/testing'
import { expect, test } from 'vitest'
import { parseDocument } from './document.js'

const LENGTH = 2_500

/** Repeated to the length wanted: what makes a careless parser look back or ahead again and again. */
const UNITS = [
  ...[
    '**_* ',
    '*a ',
    'a**b',
    '***a** ',
    '~~~a',
    'a~~',
    '`a',
    '`` ` ',
    '[',
    '[a',
    '[a](',
    '[](',
    '[a](<b',
    '[a](b "',
    '[`a](`b',
    '[a][',
    '[[a] '
  ],
  ...[
    '![](',
    '![a',
    '![',
    '^[',
    '[^a',
    '[^a]: b\n',
    '[a]: b "\n',
    "[a]: b\n'c\n",
    '[a\n',
    '<',
    '<a ',
    '<a b="',
    '<a b=\'<a c="',
    '</a ',
    '<!-- ',
    'a <? '
  ],
  ...[
    'a <![CDATA[',
    '<http://a',
    '<a@b',
    '&',
    '&a',
    '&#',
    '&amp;',
    'a|b\n',
    'a|b\n-|-\n\n',
    '-|\n',
    '- ',
    '- + * ',
    '1. ',
    '- a\nb\n',
    '-\n\n',
    '>',
    '> - '
  ],
  ...[
    '> a\nb\n\n',
    '> # b\na\n',
    '> ---\na\n',
    '> ```\na\n',
    '> <script>\na\n',
    '> :::\na\n',
    '```\n',
    '> ```\n\n',
    'a\n```b`\n',
    '# a\n',
    '# ',
    'a\n=\n',
    'a\n\n',
    '***a\n',
    ' ',
    '\t',
    '\n',
    'a        \n',
    '\\',
    'word ',
    'a'
  ],
  ...[
    '{{',
    '{{ a\n',
    '{%',
    '{#',
    '{: a=',
    ':a',
    ':::\n',
    '!!! a\n    ',
    '$$',
    '$$a',
    '{% highlight a %}\n',
    "import a from 'b'\n\n",
    '<div>\n\n',
    '<script>\n',
    '\r',
    '\0'
  ],
  ...['A. B. ', '1. Aa\n\n', '- a\n- b\n', 'Aa Bb\n\n', '---\n', 'a: b\n']
]

/** Shapes that grow in another way than by repetition. */
const SHAPES: [string, (length: number) => string][] = [
  ['backticks of growing length', (length) => grow(length, (count) => '`'.repeat(count) + ' ')],
  ['fences of growing length', (length) => grow(length, (count) => '`'.repeat(count + 2) + '\n')],
  ['brackets opened, then closed', (length) => '['.repeat(length / 2) + ']'.repeat(length / 2)],
  ['images in images', (length) => '!['.repeat(length / 6) + '](a)'.repeat(length / 6)],
  ['a list that nests ever deeper', (length) => grow(length, (count) => ' '.repeat(2 * count) + '- a\n')],
  ['a deep quote that goes on lazily', (length) => '>'.repeat(90) + 'a\n' + 'b\n'.repeat(length / 2)],
  ['a deep list and then blank lines', (length) => '- '.repeat(90) + 'a\n' + '\n'.repeat(length)],
  ['a wide table', (length) => 'a|'.repeat(length / 2) + '\n' + '-|'.repeat(length / 2)],
  [
    'a table of short rows',
    (length) => 'a|'.repeat(length / 4) + '\n' + '-|'.repeat(length / 4) + '\n' + 'c\n'.repeat(length / 4)
  ],
  ['a tag of many attributes', (length) => '<a' + ' b'.repeat(length / 2)],
  ['front matter that never ends', (length) => '---\n' + 'a: b\n'.repeat(length / 5)],
  ['a long quoted title', (length) => '---\ntitle: "' + '\\"'.repeat(length / 2) + '\n---\n'],
  ['a long comment in front matter', (length) => '---\ntitle: a' + ' #'.repeat(length / 2) + '\n---\n'],
  ['many link definitions', (length) => grow(length, (count) => `[a${count}]: b\n`)]
]

function grow(length: number, piece: (count: number) => string): string {
  let text = ''
  for (let count = 1; text.length < length; count++) text += piece(count)
  return text
}

/** Processor time, which other processes on a busy machine disturb less than the clock's. */
function milliseconds(run: () => unknown): number {
  const start = process.cpuUsage()
  run()
  return process.cpuUsage(start).user / 1000
}

test.each(['markdown', 'plain'] as const)('a %s document takes time linear in its length', async (format) => {
  const repeated = UNITS.map((unit): (typeof SHAPES)[number] => [
    JSON.stringify(unit),
    (length) => unit.repeat(length / unit.length)
  ])
  for (const [name, make] of [...repeated, ...SHAPES]) {
    await expectLinear(name, LENGTH, make, (text) => parseDocument(text, format))
  }
})

test('a line of a megabyte is read in seconds', () => {
  for (const unit of ['word ', '`', '<']) {
    const text = unit.repeat(1_000_000 / unit.length)
    expect(milliseconds(() => parseDocument(text, 'markdown'))).toBeLessThan(5_000)
  }
})
