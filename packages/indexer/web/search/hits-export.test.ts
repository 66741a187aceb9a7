import { describe, expect, it } from 'vitest'
import type { SearchAnswer } from '../../src/service/schemas/search-schemas.js'
import { HIT_FORMATS } from './hits-export.js'

const hits: SearchAnswer['hits'] = [
  {
    record: {
      ...{ id: 'a', document: 'tea.md', title: 'Tea', path: ['Tea', 'Leaves'], position: 3, paragraph: 1 },
      text: '=Leaves of *two*\nkinds, "green" & black',
      fields: { tags: ['leaf', 'cup'], year: 1998 },
      theme: 'theme-01'
    },
    score: 0.5,
    percentile: 99,
    copies: { sentences: 2, documents: 1, in: [] }
  },
  {
    record: {
      id: 'b',
      document: 'ink.md',
      title: 'Ink',
      path: [],
      position: 0,
      paragraph: 0,
      text: 'Ink.',
      fields: {}
    },
    score: 0.25
  }
]

describe('Saved hits', () => {
  it('are rows with all fields, where no spreadsheet runs a formula', () => {
    expect(HIT_FORMATS.csv(hits).split('\r\n')).toEqual([
      'text,document,title,headings,position,theme,score,percentile,moreDocuments,tags,year',
      `"'=Leaves of *two*\nkinds, ""green"" & black",tea.md,Tea,Tea › Leaves,3,theme-01,0.5,99,1,leaf; cup,1998`,
      'Ink.,ink.md,Ink,,0,,0.25,,0,,',
      ''
    ])
  })

  it('are the hits as the service gave them, in JSON', () => {
    expect(JSON.parse(HIT_FORMATS.json(hits))).toEqual(hits)
  })

  it('are quotations that name their source, in Markdown', () => {
    expect(HIT_FORMATS.md(hits)).toBe(
      '> =Leaves of \\*two\\* kinds, "green" \\& black\n>\n> — Tea › Leaves (tea.md)\n' +
        '\n> Ink.\n>\n> — Ink (ink.md)\n'
    )
  })
})
