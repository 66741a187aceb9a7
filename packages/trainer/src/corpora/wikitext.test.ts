import { expectLinear } from '@leitmotif/testing'
import { describe, expect, it } from 'vitest'
import { ENGLISH_SILENT, parseWikitext } from './wikitext.js'

/** The paragraphs of the whole page, of each section. */
function paragraphs(text: string): (readonly string[])[] {
  return parseWikitext(text).map((section) => section.paragraphs)
}

/** [markup, prose] */
const INLINE: readonly (readonly [string, string])[] = [
  // Links
  ['The [[weir]] was built by [[Ada Thorne|her]] brother.', 'The weir was built by her brother.'],
  ['Two [[mill]]s stood there.', 'Two mills stood there.'],
  ['It is a [[:Category:Rivers|river]] in the [[:de:Harz|Harz]].', 'It is a river in the Harz.'],
  ['A [[a|b|c]] d.', 'A b|c d.'],
  ['See [https://example.org/a?b=c the survey] of it.', 'See the survey of it.'],
  ['See it [https://example.org/a].', 'See it.'],
  ['Array[0] and [sic] stay.', 'Array[0] and [sic] stay.'],
  // Files and categories, with links inside
  [
    '[[File:Weir.jpg|thumb|The [[weir]] in [[1902|that year]], {{small|seen}} from above]]The weir is low.',
    'The weir is low.'
  ],
  ['Water turns it.[[Category:Mills]][[de:Mühle]]', 'Water turns it.'],
  // Templates
  ['Its fall is {{convert|3|m|ft}} {{citation needed|date={{CURRENTYEAR}}}}high.', 'Its fall is high.'],
  ['The mill ({{lang|cy|Melin}}; {{IPA|a}}) is old.', 'The mill is old.'],
  ['The mill ({{lang|cy|Melin}}; built 1790) is old.', 'The mill (built 1790) is old.'],
  ['{{Infobox mill\n| name = Low Mill\n| wheel = {{n|1}}\n|}}\nThe mill is old.', 'The mill is old.'],
  // References and other elements
  [
    'Grain came by cart.<ref>{{cite book|title=Carts}}</ref> Flour left by boat.<ref name="b" />',
    'Grain came by cart. Flour left by boat.'
  ],
  ['Grain<!-- all of it --> came.', 'Grain came.'],
  ['Power is <math>P = \\rho g h</math> here.', 'Power is here.'],
  ['Write <nowiki>[[this]] {{that}}</nowiki> for a link.', 'Write [[this]] {{that}} for a link.'],
  ['A <span style="color:red">red</span> wheel, H<sub>2</sub>O.', 'A red wheel, H2O.'],
  ['One line<br />and the next.', 'One line and the next.'],
  // Quotes and characters
  [
    "It is '''bold''', ''slanted'' and '''''both'''''; the miller's own.",
    "It is bold, slanted and both; the miller's own."
  ],
  ['Cold&nbsp;&amp; wet &ndash; &lt;b&gt; &#233;.', 'Cold & wet – <b> é.'],
  ['__NOTOC__It rains.', 'It rains.']
]

describe('The prose of wikitext', () => {
  for (const [markup, prose] of INLINE) {
    it(`reads ${JSON.stringify(markup)}`, () => {
      expect(paragraphs(markup)).toEqual([[prose]])
    })
  }

  it('has sections with their levels, and paragraphs parted by blank lines', () => {
    const page = `{{Short description|A mill}}
'''Low Mill''' stands on the Wend.
It grinds barley.

It was built in 1790.

== History ==<!-- checked -->
The first wheel was of elm.

=== ''The fire'' ===
It burned in 1843.
== Empty ==
==
== Uses ==
Children play there.`
    expect(parseWikitext(page)).toEqual([
      {
        heading: '',
        level: 0,
        paragraphs: ['Low Mill stands on the Wend. It grinds barley.', 'It was built in 1790.']
      },
      { heading: 'History', level: 1, paragraphs: ['The first wheel was of elm.'] },
      { heading: 'The fire', level: 2, paragraphs: ['It burned in 1843.'] },
      { heading: 'Empty', level: 1, paragraphs: [] },
      { heading: 'Uses', level: 1, paragraphs: ['Children play there.'] }
    ])
  })

  it('leaves out tables, also nested ones and such as are never closed, and lists', () => {
    const page = `Before.
{| class="wikitable"
! Year !! Sacks
|-
| 1790 || {| 
| inner
|}
|}
Between.
* one sack
# two sacks
: indented
After.
{|
| never closed
The end.`
    expect(paragraphs(page)).toEqual([['Before.', 'Between.', 'After.', 'The end.']])
  })

  it('knows the names that a wiki has for files and categories', () => {
    const silent = new Set([...ENGLISH_SILENT, 'datei', 'kategorie'])
    expect(parseWikitext('[[Datei:Rad.jpg|mini|Das [[Rad]]]]Das Rad dreht sich.[[Kategorie:Mühle]]', silent)).toEqual([
      { heading: '', level: 0, paragraphs: ['Das Rad dreht sich.'] }
    ])
  })

  it('keeps what follows markup that is never closed', () => {
    for (const open of [
      '{{',
      '[[',
      '[[File:a.jpg|',
      '<ref>',
      '<ref name="x">',
      '[https://example.org',
      "'''''",
      '<b>',
      '{{{',
      '<nowiki>',
      '<ref'
    ]) {
      const found = paragraphs(`${open}\n\nThe wheel still turns.`).flat()
      expect(found.at(-1), open).toBe('The wheel still turns.')
    }
  })

  it('takes time linear in text that was written to be slow', async () => {
    const parts = [
      '{{',
      '[[',
      '{|',
      '\n{|',
      '|}',
      '\n|}',
      ']]',
      '}}',
      '{{|',
      '[[a|',
      '[[File:',
      '[[File:a|',
      '[http://',
      '[http://a ',
      '[',
      '<ref',
      '<ref>',
      '<ref/>',
      '</ref>',
      '<nowiki>',
      '<!--',
      '<!-- -->',
      "'",
      "''",
      '=',
      '=\n',
      '==a==\n',
      '&',
      '&amp',
      '&#',
      '(',
      '( ;',
      ' ',
      '\n',
      '\t',
      '<',
      '<p ',
      '__',
      '__A',
      '{{[[',
      '[[{{',
      '{{a}}[[b]]',
      '[[a]]\n\n{{',
      '\n{|\n|-\n|',
      '[[a|[[b|',
      '{{{',
      '}}}',
      ' .',
      ' , ',
      '<math><ref>',
      '-{'
    ]
    for (const part of parts) {
      await expectLinear(JSON.stringify(part), 25_000, (length) => part.repeat(length / part.length), parseWikitext)
    }
  })
})
