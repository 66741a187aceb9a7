import type { DocumentFormat } from '@leitmotif/encoder'
import { describe, expect, it } from 'vitest'
import type { Change } from '../change.js'
import { applyEdits, editsFor, inverseEdits } from './draft-edits.js'
import type { EditedDraft } from './draft-parts.js'
import { readDraftText } from '@leitmotif/encoder/draft'

/** The draft read, its paragraphs given the themes of `themes` in turn. */
function read(
  text: string,
  format: DocumentFormat,
  themes: readonly number[],
  proposed: EditedDraft['proposed'] = []
): EditedDraft {
  const { paragraphs, sections } = readDraftText(text, format)
  const names = ['Rain', 'Soil', 'Seeds']
  return {
    paragraphs: paragraphs.map((paragraph, p) => ({ ...paragraph, theme: themes.at(p) ?? -1 })),
    sections: sections.map((section) => ({ ...section, themes: [] })),
    themes: names.map((name, colour) => ({ id: name, name, terms: [], colour, paragraphs: [], share: 0 })),
    proposed
  }
}

function edited(
  text: string,
  change: Change,
  themes: readonly number[] = [],
  format: DocumentFormat = 'markdown',
  proposed: EditedDraft['proposed'] = []
): string {
  const { edits } = editsFor(text, format, read(text, format, themes, proposed), change)
  const after = applyEdits(text, edits)
  expect(applyEdits(after, inverseEdits(text, edits))).toBe(text)
  return after
}

const GARDEN = `---
title: The garden
---

Before it all.

## Water

It rains.

It pours.

### Wells

A well is deep.

## Earth

Clay holds.
`

describe('In Markdown', () => {
  it('a split puts a heading before the paragraph', () => {
    expect(edited(GARDEN, { kind: 'split', paragraph: 2, heading: 'C# *and* F#' })).toBe(
      GARDEN.replace('It pours.', '## C# \\*and\\* F#\n\nIt pours.')
    )
  })

  it('a moved paragraph goes to the end of the section, and nothing else is touched', () => {
    expect(edited(GARDEN, { kind: 'move', paragraphs: [1], to: 3 })).toBe(
      GARDEN.replace('It rains.\n\n', '').replace('Clay holds.\n', 'Clay holds.\n\nIt rains.\n')
    )
    const { edits } = editsFor(GARDEN, 'markdown', read(GARDEN, 'markdown', []), {
      kind: 'move',
      paragraphs: [1],
      to: 3
    })
    expect(edits.map(({ start, end, text }) => [GARDEN.slice(start, end), text])).toEqual([
      ['It rains.\n\n', ''],
      ['', '\n\nIt rains.']
    ])
  })

  it('a heading written from a line that stood for it replaces the line, and no more', () => {
    const bold = GARDEN.replace('It pours.', '**Storms**\n\nIt pours.')
    const change = { kind: 'split', paragraph: 2, heading: 'Storms', replaces: true } as const
    expect(edited(bold, change)).toBe(GARDEN.replace('It pours.', '## Storms\n\nIt pours.'))
    const long = GARDEN.replace('It pours.', '**Storms**\nIt pours.')
    expect(edited(long, change)).toBe(long.replace('**Storms**', '## Storms\n\n**Storms**'))
  })

  it('a moved paragraph goes before the one that it fits best before', () => {
    expect(edited(GARDEN, { kind: 'move', paragraphs: [4], to: 1, before: 2 })).toBe(
      GARDEN.replace('It pours.', 'Clay holds.\n\nIt pours.').replace('## Earth\n\nClay holds.\n', '## Earth\n')
    )
  })

  it('a section is promoted and demoted with its subsections, as far as the outline allows', () => {
    expect(edited(GARDEN, { kind: 'level', section: 2, by: -1 })).toBe(GARDEN.replace('### Wells', '## Wells'))
    const deep = GARDEN.replace('Clay holds.', 'Clay holds.\n\n### Sand\n\nSand runs.')
    expect(edited(deep, { kind: 'level', section: 3, by: 1 })).toBe(
      deep.replace('## Earth', '### Earth').replace('### Sand', '#### Sand')
    )
    expect(() => edited(GARDEN, { kind: 'level', section: 1, by: -1 })).toThrow('already has the top level')
    expect(() => edited(GARDEN, { kind: 'level', section: 1, by: 1 })).toThrow('no section before this one')
  })

  it('moved paragraphs may have a section of their own', () => {
    expect(edited(GARDEN, { kind: 'move', paragraphs: [4, 0], to: 1, heading: 'New' })).toBe(
      GARDEN.replace('Before it all.\n\n', '').replace(
        '## Earth\n\nClay holds.\n',
        '## New\n\nClay holds.\n\nBefore it all.\n\n## Earth\n'
      )
    )
  })

  it('a section moves with its subsections, and their levels fit', () => {
    expect(edited(GARDEN, { kind: 'move-section', section: 1, to: { section: 3, where: 'inside' } })).toBe(
      `---
title: The garden
---

Before it all.

## Earth

Clay holds.

### Water

It rains.

It pours.

#### Wells

A well is deep.
`
    )
  })

  it('a merged section loses its heading, and its subsections go to the one before', () => {
    expect(edited(GARDEN, { kind: 'merge', section: 2 })).toBe(GARDEN.replace('### Wells\n\n', ''))
    expect(edited(GARDEN, { kind: 'merge', section: 1 })).toBe(GARDEN.replace('## Water\n\n', '').replace('###', '##'))
  })

  it('a renamed heading keeps its form and its id', () => {
    const text = 'Lead.\n\nOld _name_ {#old}\n-----------------\n\nText.\n'
    expect(edited(text, { kind: 'rename', section: 1, heading: 'New' })).toBe(
      'Lead.\n\nNew {#old}\n----------\n\nText.\n'
    )
    expect(edited('## Old ##\n\nText.', { kind: 'rename', section: 0, heading: 'New #' })).toBe(
      '## New \\# ##\n\nText.'
    )
  })

  it('paragraphs are grouped by theme in one section, or in the whole draft', () => {
    const themes = [-1, 0, 1, 0, 1]
    expect(edited(GARDEN, { kind: 'group', section: 1 }, themes)).toBe(
      GARDEN.replace('It rains.\n\nIt pours.', '### Rain\n\nIt rains.\n\n### Soil\n\nIt pours.')
    )
    expect(edited(GARDEN, { kind: 'group' }, themes)).toBe(
      `---
title: The garden
---

Before it all.

## Rain

It rains.

A well is deep.

## Soil

It pours.

Clay holds.
`
    )
  })

  it('a theme moves before the theme of the opening, but behind the opening, which has no heading', () => {
    const before: Change = { kind: 'move-theme', theme: 1, to: { theme: 0, where: 'before' } }
    const moved = GARDEN.replace('\n## Earth\n\nClay holds.\n', '').replace(
      '## Water',
      '## Earth\n\nClay holds.\n\n## Water'
    )
    expect(edited(GARDEN, before, [0, 0, 0, 0, 1])).toBe(moved)
    expect(edited(GARDEN, before, [0, -1, -1, -1, 1])).toBe(moved)
  })

  it('a paragraph is kept by every change, though a rule stand right below it', () => {
    const prose = `It rains on the hills, and then ${'on the fields below them '.repeat(3)}as well.`
    const text = `# Garden\n\nClay holds.\n\n${prose}\n---\nA well is deep.\n\n## Earth\n\nClay holds on.\n`
    for (const change of [{ kind: 'merge', section: 1 }, { kind: 'group' }] as const) {
      expect(edited(text, change, [1, 0, 0, 1]).split(prose)).toHaveLength(2)
    }
    expect(() => edited(text, { kind: 'rename', section: 2, heading: 'Rain' }, [1, 0, 0, 1])).toThrow()
  })

  it('a theme moves beside another, or with the sections that are its own', () => {
    expect(edited(GARDEN, { kind: 'move-theme', theme: 1, to: { theme: 0, where: 'before' } }, [-1, 0, 1, 0, -1])).toBe(
      GARDEN.replace('It rains.\n\nIt pours.', 'It pours.\n\nIt rains.')
    )
    expect(
      edited(GARDEN, { kind: 'move-theme', theme: 1, to: { section: 1, where: 'before' } }, [-1, 0, 1, 0, 1])
    ).toBe(
      GARDEN.replace('It pours.\n\n', '')
        .replace('## Earth\n\nClay holds.\n', '')
        .replace('deep.\n\n', 'deep.\n')
        .replace('## Water', '## Earth\n\nClay holds.\n\nIt pours.\n\n## Water')
    )
  })
})

describe('A proposed outline', () => {
  const same = { level: 1, changed: true }
  const proposed = [
    { ...same, paragraphs: [0], heading: '', level: 0, from: 0 },
    { ...same, paragraphs: [1, 3], heading: 'Water below', from: 1 },
    { ...same, paragraphs: [4], heading: 'Earth', from: 3 },
    { ...same, paragraphs: [2], heading: 'Floods', from: -1 }
  ]

  it('is applied whole: headings that it does not have go', () => {
    expect(edited(GARDEN, { kind: 'outline' }, [], 'markdown', proposed)).toBe(`---
title: The garden
---

Before it all.

## Water below

It rains.

A well is deep.

## Earth

Clay holds.

## Floods

It pours.
`)
  })

  it('or in part: all else stays where it is', () => {
    expect(edited(GARDEN, { kind: 'outline', sections: [3] }, [], 'markdown', proposed)).toBe(
      GARDEN.replace('It pours.\n\n', '').replace('## Earth', '## Floods\n\nIt pours.\n\n## Earth')
    )
    expect(edited(GARDEN, { kind: 'outline', sections: [1] }, [], 'markdown', proposed)).toBe(
      GARDEN.replace('## Water', '## Water below')
        .replace('It pours.', 'It pours.\n\nA well is deep.')
        .replace('### Wells\n\nA well is deep.\n\n', '')
    )
  })
})

describe('A text that is proposed to be divided where it stands', () => {
  const notes =
    'Beans are roasted.\n\nThey are ground.\n\nChains wear.\n\nTyres burst.\n\nBooks are lent.\n\nThey come back.\n'
  const divided = (lead: string): EditedDraft['proposed'] =>
    [lead, 'Bicycle', 'Library'].map((heading, index) => {
      const from = heading === '' ? 0 : -1
      return { paragraphs: [2 * index, 2 * index + 1], heading, level: heading === '' ? 0 : 1, from, changed: true }
    })
  const chosen = (lead: string, ...sections: number[]): string =>
    edited(notes, { kind: 'outline', sections }, [], 'markdown', divided(lead))

  it('only has headings put in, whichever of them are chosen', () => {
    const bicycle = notes.replace('Chains', '## Bicycle\n\nChains')
    expect(chosen('Coffee', 0, 1)).toBe(`## Coffee\n\n${bicycle}`)
    expect(chosen('Coffee', 0, 2)).toBe(`## Coffee\n\n${notes.replace('Books', '## Library\n\nBooks')}`)
    for (const sections of [[0, 1], [1]]) expect(chosen('', ...sections)).toBe(bicycle)
  })

  it('keeps the heading that it has, and its subsections behind it', () => {
    const text = `## Notes\n\n${notes}\n### Shelves\n\nOak bends.\n`
    const proposed = [
      { paragraphs: [0, 1], heading: 'Notes', level: 1, from: 0, changed: true },
      { paragraphs: [2, 3, 4, 5], heading: 'Bicycle', level: 1, from: -1, changed: true },
      { paragraphs: [6], heading: 'Shelves', level: 2, from: 1, changed: false }
    ]
    expect(edited(text, { kind: 'outline', sections: [1] }, [], 'markdown', proposed)).toBe(
      text.replace('Chains', '## Bicycle\n\nChains')
    )
  })

  it('keeps what follows a paragraph that alone gets a section of its own', () => {
    const proposed = [
      { paragraphs: [0, 1, 3, 4, 5], heading: '', level: 0, from: 0, changed: true },
      { paragraphs: [2], heading: 'Chains', level: 1, from: -1, changed: true }
    ]
    expect(edited(notes, { kind: 'outline', sections: [1] }, [], 'markdown', proposed)).toBe(
      `${notes.replace('Chains wear.\n\n', '')}\n## Chains\n\nChains wear.\n`
    )
  })
})

describe('In other formats', () => {
  it('LaTeX renames a heading whose command the draft defines, and demotes it by a command of its own', () => {
    const tex = '\\newcommand{\\sect}[1]{\\section{#1}}\n\\sect{Rain}\n\nIt rains.\n\n\\sect{Soil}\n\nClay holds.\n'
    expect(edited(tex, { kind: 'rename', section: 1, heading: 'Clay' }, [], 'latex')).toBe(
      tex.replace('{Soil}', '{Clay}')
    )
    expect(edited(tex, { kind: 'level', section: 1, by: 1 }, [], 'latex')).toBe(
      tex.replace('\\sect{Soil}', '\\subsection{Soil}')
    )
  })

  it('LaTeX keeps the label of a heading that goes', () => {
    const text = '\\section{Rain}\nIt rains.\n\n\\section{Soil}\\label{sec:soil}\nClay holds.\n'
    const after = '\\section{Rain}\nIt rains.\n\n\\label{sec:soil}\n\nClay holds.\n'
    expect(edited(text, { kind: 'merge', section: 1 }, [], 'latex')).toBe(after)
  })

  it.each([
    ['{\\small It rains.', 'It pours.}'],
    ['\\begingroup\n\\small\n\nIt rains.', 'It pours.\n\n\\endgroup']
  ])('LaTeX keeps a group over several paragraphs together: %j', (first, last) => {
    const text = `\\section{Rain}\n\n${first}\n\n${last}\n\n\\section{Soil}\n\nClay holds.\n`
    expect(edited(text, { kind: 'move', paragraphs: [0], to: 1 }, [], 'latex')).toBe(
      `\\section{Rain}\n\n\\section{Soil}\n\nClay holds.\n\n${first}\n\n${last}\n`
    )
    const around = `\\section{Rain}\n\n${first}\n\n\\section{Soil}\n\n${last}\n\n\\section{Seeds}\n\nBeans.\n`
    for (const section of [0, 1]) {
      const change: Change = { kind: 'move-section', section, to: { section: 2, where: 'after' } }
      expect(() => edited(around, change, [], 'latex')).toThrow(/would apply to other text/)
    }
  })

  it('reStructuredText never skips a level', () => {
    const text =
      'Rain\n====\n\nIt rains.\n\nDrops\n-----\n\nThey fall.\n\nMist\n~~~~\n\nIt hangs.\n\nSoil\n====\n\nClay holds.\n'
    const { sections } = read(text, 'restructuredtext', [])
    expect(sections.map(({ heading }) => heading)).toEqual(['Rain', 'Drops', 'Mist', 'Soil'])
    expect(edited(text, { kind: 'merge', section: 1 }, [], 'restructuredtext')).toBe(
      text.replace('Drops\n-----\n\n', '').replace('~~~~', '----')
    )
  })

  it.each([
    ['It rains `on hills`__.', 'Clay `holds water`__.', '__ https://rain.example\n__ https://clay.example'],
    ['It rains hills__.', 'Clay water__.', '.. __: https://rain.example\n\n.. __: https://clay.example'],
    ['It rains. [#]_', 'Clay holds. [#]_', '.. [#] On rain.\n.. [#] On clay.'],
    ['It rains. [*]_', 'Clay holds. [*]_', '.. [*] On rain.\n\n.. [*] On clay.']
  ])('reStructuredText refuses what changes where a link or a note leads: %s', (rain, clay, notes) => {
    const move: Change = { kind: 'move-section', section: 0, to: { section: 1, where: 'after' } }
    const draft = (...pieces: string[]): string => `${pieces.join('\n\n')}\n`
    const [rains, soils, other] = ['Rain\n====', 'Soil\n====', 'Beans are sown.']
    const apart = draft(rains, rain, other, soils, clay, notes)
    expect(() => edited(apart, move, [], 'restructuredtext')).toThrow(/read differently at “Clay/)
    expect(() => edited(apart, { kind: 'move', paragraphs: [0], to: 1 }, [], 'restructuredtext')).toThrow()
    expect(edited(apart, { kind: 'move', paragraphs: [1], to: 1 }, [], 'restructuredtext')).toBe(
      draft(rains, rain, soils, clay, other, notes)
    )
    const [ofRain, ofClay] = notes.split(/\n+/)
    expect(edited(draft(rains, rain, ofRain, soils, clay, ofClay, other), move, [], 'restructuredtext')).toBe(
      draft(soils, clay, ofClay, other, rains, rain, ofRain)
    )
  })

  it('plain text and AsciiDoc write headings as they do', () => {
    const plain = 'Rain\n====\r\n\r\nIt rains.'.replace('\n', '\r\n')
    expect(edited(`${plain}\r\n\r\nIt pours.`, { kind: 'split', paragraph: 1, heading: 'Floods' }, [], 'plain')).toBe(
      `${plain}\r\n\r\nFloods\r\n------\r\n\r\nIt pours.`
    )
    expect(edited('= Rain\n\nIt rains.\n', { kind: 'split', paragraph: 0, heading: 'Now' }, [], 'asciidoc')).toBe(
      '= Rain\n\n== Now\n\nIt rains.\n'
    )
  })
})

describe('In plain text whose headings are lines of their own', () => {
  const rain = 'The Rain On Hills\n\nIt rains on the hills, and then it pours.\n\n'
  const soil = 'Clay And Its Water\n\nClay holds water, and sand lets it go.\n'
  const text = `${rain}${soil}`
  const headings = (after: string): string[] => readDraftText(after, 'plain').sections.map(({ heading }) => heading)

  it('a renamed heading stays one, underlined where its words alone would not tell', () => {
    for (const heading of ['Clay', 'Clay, and how it is made']) {
      const after = edited(text, { kind: 'rename', section: 1, heading }, [], 'plain')
      expect(after).toBe(text.replace('Clay And Its Water', `${heading}\n${'='.repeat(heading.length)}`))
      expect(headings(after)).toEqual(['The Rain On Hills', heading])
    }
    const numbered = '1. Rain\n\nIt rains on the hills.\n\n2. Soil\n\nClay holds water.\n'
    expect(edited(numbered, { kind: 'rename', section: 1, heading: '2. Clay' }, [], 'plain')).toBe(
      numbered.replace('Soil', 'Clay')
    )
    expect(headings(edited(numbered, { kind: 'rename', section: 1, heading: 'Clay' }, [], 'plain'))).toEqual([
      '1. Rain',
      'Clay'
    ])
  })

  it('a new heading is underlined where the text below it would not tell that it is one', () => {
    const signed = `${text}\nPaul Smith\n`
    const after = edited(signed, { kind: 'split', paragraph: 2, heading: 'The Author' }, [], 'plain')
    expect(after).toBe(`${text}\nThe Author\n==========\n\nPaul Smith\n`)
    expect(headings(after)).toEqual(['The Rain On Hills', 'Clay And Its Water', 'The Author'])
  })

  it('words that no line under them makes a heading are refused', () => {
    for (const heading of ['Clay holds.', 'Clay '.repeat(20)]) {
      expect(() => edited(text, { kind: 'rename', section: 1, heading }, [], 'plain')).toThrow(/read differently/)
    }
  })
})

/** Three sections of one paragraph each, with what stands around the second; the first goes behind the last. */
const AROUND: readonly [DocumentFormat, (words: string) => string, string, string][] = [
  ['markdown', (words) => `## ${words}`, '<div class="grid">', '</div>'],
  ['markdown', (words) => `## ${words}`, '<details>\n<summary>More</summary>', '</details>'],
  ['markdown', (words) => `## ${words}`, '{% if x %}', '{% endif %}'],
  ['markdown', (words) => `## ${words}`, '::: columns', ':::'],
  ['asciidoc', (words) => `== ${words}`, 'ifdef::pro[]', 'endif::[]'],
  ['asciidoc', (words) => `== ${words}`, '// tag::soil[]', '// end::soil[]'],
  ['latex', (words) => `\\section{${words}}`, '\\begin{multicols}{2}', '\\end{multicols}']
]

describe.each(AROUND)('In %s, what stands around a section', (format, heading, opens, closes) => {
  const [rain, soil, seeds] = [
    [heading('Rain'), 'It rains on the hills.'],
    [heading('Soil'), 'Clay holds.'],
    [heading('Seeds'), 'Beans are sown.']
  ]
  const draft = (...pieces: readonly (readonly string[] | string)[]): string => `${pieces.flat().join('\n\n')}\n`
  const text = draft(rain, opens, soil, closes, seeds)
  const move = (section: number, to: number, where: 'before' | 'after'): Change => ({
    kind: 'move-section',
    section,
    to: { section: to, where }
  })

  it(`${opens} stays there where a section moves away from above it`, () => {
    expect(edited(text, move(0, 2, 'after'), [], format)).toBe(draft(opens, soil, closes, seeds, rain))
    expect(edited(text, move(2, 0, 'before'), [], format)).toBe(draft(seeds, rain, opens, soil, closes))
    expect(edited(text, move(2, 0, 'after'), [], format)).toBe(draft(rain, seeds, opens, soil, closes))
  })

  it(`${opens} holds the sections that it holds, in whatever order`, () => {
    const clay = [heading('Clay'), 'It is heavy.']
    const both = draft(rain, opens, soil, clay, closes, seeds)
    const swapped = draft(rain, opens, clay, soil, closes, seeds)
    expect(edited(both, move(1, 2, 'after'), [], format)).toBe(swapped)
    expect(edited(both, move(2, 1, 'before'), [], format)).toBe(swapped)
  })

  it(`${opens} keeps a section from moving out of it, and paragraphs from being ordered across it`, () => {
    const message = /“.*” would apply to other text after this change/
    expect(() => edited(text, move(1, 2, 'after'), [], format)).toThrow(message)
    expect(() => edited(text, move(0, 1, 'before'), [], format)).not.toThrow()
    expect(() => edited(text, { kind: 'group' }, [0, 1, 0], format)).toThrow(message)
  })

  it(`${opens} does not keep a heading within it from going, nor a paragraph from being put elsewhere`, () => {
    expect(edited(text, { kind: 'merge', section: 1 }, [], format)).toBe(draft(rain, opens, soil[1], closes, seeds))
    expect(edited(text, { kind: 'move', paragraphs: [1], to: 2 }, [], format)).toBe(
      draft(rain, opens, soil[0], closes, seeds, soil[1])
    )
  })
})

describe('What acts on all that follows stays where it is', () => {
  it.each<[DocumentFormat, string, (words: string) => string]>([
    ['latex', '\\appendix', (words) => `\\section{${words}}`],
    ['latex', '\\backmatter', (words) => `\\section{${words}}`],
    ['asciidoc', ':sectnums!:', (words) => `== ${words}`],
    ['restructuredtext', '.. highlight:: sh', (words) => `${words}\n=====`]
  ])('in %s: %s', (format, mark, heading) => {
    const [rains, soils, seeds] = [
      `${heading('Rains')}\n\nIt rains on the hills.\n\n`,
      `${heading('Soils')}\n\nClay holds.\n\n`,
      `${heading('Seeds')}\n\nBeans are sown.\n`
    ]
    const text = `${rains}${soils}${mark}\n\n${seeds}`
    const to = (section: number, where: 'before' | 'after'): Change => ({
      kind: 'move-section',
      section: section === 0 ? 1 : 0,
      to: { section, where }
    })
    expect(edited(text, to(0, 'before'), [], format)).toBe(`${soils}${rains}${mark}\n\n${seeds}`)
    expect(edited(text, to(1, 'after'), [], format)).toBe(`${soils}${rains}${mark}\n\n${seeds}`)
    expect(() => edited(text, to(2, 'after'), [], format)).toThrow(/would apply to other text/)
    const beans = `${heading('Beans')}\n\nThey are sown.\n`
    const before: Change = { kind: 'move-section', section: 3, to: { section: 2, where: 'before' } }
    expect(edited(`${text}\n${beans}`, before, [], format)).toBe(`${rains}${soils}${mark}\n\n${beans}\n${seeds}`)
  })
})

describe('A comment right above a heading moves with it', () => {
  it.each<[DocumentFormat, string, (words: string) => string]>([
    ['markdown', '<!-- omit in toc -->', (words) => `## ${words}`],
    ['latex', '%%%%%%%%\n% SOIL\n%%%%%%%%', (words) => `\\section{${words}}`],
    ['asciidoc', '// tag::soil[]', (words) => `== ${words}`]
  ])('in %s: %s', (format, comment, heading) => {
    const rain = `${heading('Rain')}\n\nIt rains.`
    const soil = `${comment}\n${heading('Soil')}\n\nClay holds.`
    const seeds = `${heading('Seeds')}\n\nBeans are sown.`
    const change: Change = { kind: 'move-section', section: 0, to: { section: 2, where: 'after' } }
    expect(edited(`${rain}\n\n${soil}\n\n${seeds}\n`, change, [], format)).toBe(`${soil}\n\n${seeds}\n\n${rain}\n`)
  })
})

describe('What names a paragraph, or forms it, moves with it', () => {
  it.each<[DocumentFormat, string, (words: string) => string]>([
    ['markdown', '<a id="rain"></a>', (words) => `## ${words}`],
    ['restructuredtext', '.. _rain:', (words) => `${words}\n====`],
    ['restructuredtext', '.. class:: special', (words) => `${words}\n====`],
    ['restructuredtext', '.. rst-class:: special', (words) => `${words}\n====`]
  ])('in %s: %s', (format, anchor, heading) => {
    const rains = `${anchor}\n\nIt rains.`
    const draft = (...pieces: string[]): string => `${pieces.join('\n\n')}\n`
    const text = draft(heading('Rain'), rains, 'It pours.', heading('Soil'), 'Clay holds.')
    expect(edited(text, { kind: 'move', paragraphs: [0], to: 1 }, [], format)).toBe(
      draft(heading('Rain'), 'It pours.', heading('Soil'), 'Clay holds.', rains)
    )
  })
})

describe('In a draft of several line ends', () => {
  it.each<[DocumentFormat, string]>([
    ['markdown', 'Soil\n----'],
    ['plain', 'Soil\n===='],
    ['restructuredtext', 'Soil\n===='],
    ['asciidoc', 'Soil\n----']
  ])('a renamed heading of two lines keeps its underline in %s', (format, heading) => {
    const text = `It rains.\r\n\r\n${heading}\n\nClay holds.\n`
    expect(edited(text, { kind: 'rename', section: 1, heading: 'Clay' }, [], format)).toBe(
      text.replace('Soil\n', 'Clay\r\n')
    )
  })
})

describe('What cannot be done is refused in words', () => {
  it.each<[Change, RegExp]>([
    [{ kind: 'split', paragraph: 1, heading: 'New' }, /A section already begins at this paragraph/],
    [{ kind: 'split', paragraph: 9, heading: 'New' }, /Paragraph 10 cannot be moved; the draft has 5/],
    [{ kind: 'rename', section: 1, heading: ' - ' }, /The heading has no letters or digits/],
    [{ kind: 'rename', section: 1, heading: 'a'.repeat(401) }, /The heading has 401 characters; the maximum is 400/],
    [{ kind: 'rename', section: 7, heading: 'New' }, /There is no section 8 in this draft; it has 4/],
    [{ kind: 'merge', section: 0 }, /has no heading to remove/],
    [{ kind: 'move-section', section: 1, to: { section: 2, where: 'after' } }, /into one of its subsections/],
    [{ kind: 'move-section', section: 3, to: { section: 0, where: 'before' } }, /must stay first/],
    [{ kind: 'group' }, /There is nothing to group: these paragraphs have no theme/],
    [{ kind: 'outline', sections: [0] }, /There is no proposed section 1; 0 are proposed/]
  ])('%j', (change, message) => {
    expect(() => edited(GARDEN, change)).toThrow(message)
  })
})
