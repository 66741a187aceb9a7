import { describe, expect, it } from 'vitest'
import { expectLinear } from '@leitmotif/testing'
import { splitDocument } from './documents.js'

describe('HTML in Markdown', () => {
  const read = (text: string) =>
    splitDocument({ document: 'd', source: 'd', hash: 'h', body: { kind: 'markdown', text }, name: 'd', fields: {} })
  const sentences = (text: string): string[] => read(text).sentences.map(({ text: shown }) => shown)

  it('has its words as sentences, in their place', () => {
    expect(
      sentences(
        '<p align="center">\n  <img src="a>b.png" alt="Logo">\n  <b>Salt Works</b> keeps the brine &amp; the pans. Salt < sand.\n</p>\n\n' +
          'Inline <b>bold</b> words.\n\n<details>\n<summary>How do pans dry?</summary>\n\nThe *wind* dries them.\n\n</details>\n\n' +
          '- Tides:\n\n  <details><summary>More</summary>The tide turns twice.<br><br>Nobody waits.</details>\n\n' +
          '> <p>A quoted paragraph.\n> It has two sentences.</p>\n\n<div>The end {{ site.name }}</div>\n'
      )
    ).toEqual([
      ...['Salt Works keeps the brine & the pans.', 'Salt < sand.', 'Inline bold words.', 'How do pans dry?'],
      ...['The wind dries them.', 'Tides:', 'More', 'The tide turns twice.', 'Nobody waits.'],
      ...['A quoted paragraph.', 'It has two sentences.', 'The end']
    ])
  })

  it('has a sentence for each row of a table, and prose in its cells as prose, also where blank lines part the table', () => {
    expect(
      sentences(
        '<table>\n<tr><th>Port<th>Depth. In m\n<tr><td>Salt</td><td>12</td></tr>\n</table>\n\n' +
          '<table>\n<tr>\n<td>\n\nIt is *deep*.\n\n</td>\n<td>Eelwick</td><td>silts up</td>\n</tr>\n</table>\n\n' +
          '<table><tr><td>Why</td><td>The river brings sand all winter.</td></tr></table>\n'
      )
    ).toEqual([
      ...['Port | Depth. In m', 'Salt | 12', 'It is deep.', 'Eelwick | silts up'],
      'Why: The river brings sand all winter.'
    ])
  })

  it('has headings, which structure the text with those of Markdown', () => {
    const { title, sentences: found } = read(
      '<h1 align="center">Salt</h1>\n\nIt keeps.\n\n## Making\n\nBoil brine.\n\n<h3>By sun</h3>\n\nPans dry.\n\n## Uses\n\n<h3>Food</h3>\n<p>It flavours.</p>\n'
    )
    expect(title).toBe('Salt')
    expect(found.map(({ path, text }) => [...path, text])).toEqual([
      ['It keeps.'],
      ['Making', 'Boil brine.'],
      ['Making', 'By sun', 'Pans dry.'],
      ['Uses', 'Food', 'It flavours.']
    ])
    expect(read('<h1>Salt</h1>\n\n# Pans\n\nDry.\n\n# Carts\n\nRoll.\n').title).toBe('Salt')
    expect(read('---\ntitle: Brine\n---\n<h1>Salt</h1>\n\nIt keeps.\n').title).toBe('Brine')
  })

  it('adds nothing for images, comments, scripts, styles and code', () => {
    expect(
      sentences(
        'Text.\n\n<a href="x"><img src="b.svg" alt="build passing"></a>\n\n<!-- A comment.\n\nIt goes on. -->\n\n<script>\nlet a = "<p>no</p>"\n\nlet b\n</script>\n\n' +
          '<style>\np { color: red }\n</style>\n\n<pre>\nlet c\n\nlet d\n</pre>\n\n```html\n<p>Code.</p>\n```\n\n    <p>Code.</p>\n\n<?php echo "no > no" ?>\n\n' +
          '<div>\n<Tabs items={["a", "b"]} onChange={() => { set(a > b) }} />\n</div>\n\n<Frame\n  src="data:image/png;base64,AAAA"\n/>\n'
      )
    ).toEqual(['Text.'])
  })

  it.each([
    ...[
      '<div>',
      '<p>a',
      '<table>a',
      '<tr><td>',
      '<td>',
      '<b id=1>',
      '</p>',
      '<p ',
      '<p a="',
      "<p a='",
      '<p a={',
      '<p a={{',
      '<p a={{}'
    ],
    ...[
      '=',
      '= ',
      '<!--',
      '<?',
      '<script>',
      '</script',
      '<sup>',
      '<a>1',
      '&amp;',
      '<i></i>',
      '<tr></td>',
      '<h2>',
      '<br>',
      '<br/>'
    ]
  ])('of %j takes time linear in its length', async (unit) => {
    await expectLinear(unit, 20_000, (length) => `<div>${unit.repeat(length / unit.length)}`, read)
  })
})
