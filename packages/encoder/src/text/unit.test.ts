import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parseDocument, type DocumentFormat } from './document.js'
import { slice } from './span.js'

interface Shown {
  readonly unit: string
  readonly text: string
}

const CASES = readFileSync(new URL('./unit.cases.txt', import.meta.url), 'utf8')
  .split(/^@ /m)
  .slice(1)
  .map((part) => {
    const [, format, name, body] = /^(\w+) (.*)\n([^]*)$/.exec(part.trimEnd())!
    const expected = body
      .split(/^= (?=(?:heading|prose|other|fixed)\b)/m)
      .slice(1)
      .map((piece): Shown => {
        const end = piece.indexOf('\n')
        return { unit: piece.slice(0, end), text: piece.slice(end + 1) }
      })
    return { name: `${format}: ${name}`, format: format as DocumentFormat, expected }
  })

function cut(text: string, format: DocumentFormat): Shown[] {
  return parseDocument(text, format).units.map(({ kind, level, span, blocks: [start, end] }) => {
    const usual = kind === 'heading' || kind === 'prose' ? 1 : 0
    const shown = [kind, ...(level > 0 ? [level] : []), ...(end - start === usual ? [] : [end - start])]
    return { unit: shown.join(' '), text: slice(text, span) }
  })
}

describe.each(CASES)('$name', ({ format, expected }) => {
  test.each(['\n', '\r\n', '\r'])('with %j at the ends of lines', (end) => {
    const units = expected.map(({ unit, text }) => ({ unit, text: text.replace(/\n/g, end) }))
    expect(cut(units.map(({ text }) => text).join(''), format)).toEqual(units)
  })
})

test('a text without words is one unit, and no text has none', () => {
  expect(cut(' \n\n', 'markdown')).toEqual([{ unit: 'other', text: ' \n\n' }])
  expect(cut('', 'markdown')).toEqual([])
  expect(cut('', 'plain')).toEqual([])
})
