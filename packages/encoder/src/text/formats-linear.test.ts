import { expectLinear } from '@leitmotif/testing'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { DOCUMENT_FORMATS, parseDocument, type DocumentFormat } from './document.js'

/** In UTF-16 code units. */
const LENGTH = 2_500

const FORMATS = readFileSync(new URL('./formats-linear.cases.txt', import.meta.url), 'utf8')
  .split(/^@ /m)
  .slice(1)
  .map((part) => {
    const [format, ...lines] = part.trim().split('\n')
    return {
      format: format as DocumentFormat,
      cases: lines.map((line) => [JSON.parse(line) as string | string[]].flat())
    }
  })

function repeat(pieces: readonly string[], length: number): string {
  return pieces.map((piece) => piece.repeat(length / pieces.length / piece.length)).join('')
}

describe.each(FORMATS)('a document of $format takes time linear in its length', ({ format, cases }) => {
  test.each(cases.map((pieces) => [JSON.stringify(pieces), pieces] as const))('%s', async (name, pieces) => {
    await expectLinear(
      name,
      LENGTH,
      (length) => repeat(pieces, length),
      (text) => parseDocument(text, format)
    )
  })
})

test('a line of a megabyte, ten thousand headings and lists within lists are read in a second or two', () => {
  const heading = {
    markdown: '# a\n',
    plain: 'a\n---\n',
    latex: '\\section{a}\n',
    restructuredtext: 'a\n---\n',
    asciidoc: '== a\n'
  }
  for (const format of DOCUMENT_FORMATS) {
    const long = 'word '.repeat(200_000)
    const nested = Array.from({ length: 1_000 }, (_, depth) => `${' '.repeat(depth)}- a\n`).join('')
    for (const text of [long, `${heading[format]}\nWords.\n\n`.repeat(10_000), nested]) {
      const started = process.cpuUsage()
      parseDocument(text, format)
      expect(process.cpuUsage(started).user / 1000).toBeLessThan(4_000)
    }
  }
})
