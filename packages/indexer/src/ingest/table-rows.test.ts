import { describe, expect, it } from 'vitest'
import { expectLinear } from '@leitmotif/testing'
import { splitDocument } from './documents.js'
import { tableRows } from './table-rows.js'

describe('A table', () => {
  const sentences = (text: string, kind: 'markdown' | 'asciidoc') =>
    splitDocument({ document: 'd', source: 'd', hash: 'h', body: { kind, text }, name: 'd', fields: {} }).sentences

  it('in Markdown has a sentence for each row, below its heading and in its place', () => {
    const text =
      '# Ports\n\nThere are two.\n\n## Depths\n\n| Port | Depth. In m |\n|------|:-----:|\n| [Salt](x.md) | `12` \\| 13 |\n| | *Wide* |\n\n' +
      'They silt up.\n\n```\n| no | table |\n|----|-------|\n| a | b |\n```\n'
    expect(
      sentences(text, 'markdown').map(({ path, position, paragraph, text }) => [path, position, paragraph, text])
    ).toEqual([
      [[], 0, 0, 'There are two.'],
      [['Depths'], 1, 1, 'Port | Depth. In m'],
      [['Depths'], 2, 2, 'Salt | 12 | 13'],
      [['Depths'], 3, 3, 'Wide'],
      [['Depths'], 4, 4, 'They silt up.']
    ])
  })

  it('in AsciiDoc has a sentence for each row, in one line or with a line for each cell', () => {
    const text =
      '= Ports\n\nThere are two.\n\n[cols="1,1"]\n|===\n|Port |Depth\n\n|Salt\na|*Deep* water\n\n2+|Both are old\n|===\n\n----\n|===\n|no\n|===\n----\n'
    expect(sentences(text, 'asciidoc').map(({ text }) => text)).toEqual([
      'There are two.',
      'Port | Depth',
      'Salt | Deep water',
      'Both are old'
    ])
  })

  it.each(['| a | b |\n', '|---|---|\n', '| ', '\\|', '|===\n|a\n', '-|', '```\n'])(
    'of %j takes time linear in its length',
    async (unit) => {
      const make = (length: number): string => unit.repeat(length / unit.length)
      for (const format of ['markdown', 'asciidoc'] as const)
        await expectLinear(format, 20_000, make, (text) => tableRows(text, format))
    }
  )
})
