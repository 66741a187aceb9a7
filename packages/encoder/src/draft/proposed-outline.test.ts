import { describe, expect, it } from 'vitest'
import type { Suggestion } from './analysis.js'
import { outlineDistance, proposeOutline } from './proposed-outline.js'

const sections = [
  { heading: '', level: 0, start: 0, end: 2 },
  { heading: 'Rain', level: 1, start: 2, end: 6 },
  { heading: 'Soil', level: 2, start: 6, end: 9 }
]
const paragraphs = [0, 0, 1, 1, 1, 1, 2, 2, 2].map((section) => ({ section }))
const of = { id: '', score: 1, reason: '' }
const propose = (...suggestions: Suggestion[]): [string, number, readonly number[], number, boolean][] =>
  proposeOutline({ sections }, suggestions).map(({ heading, level, paragraphs: own, from, changed }) => [
    heading,
    level,
    own,
    from,
    changed
  ])

describe('The proposed outline', () => {
  it('is that of today where nothing is suggested', () => {
    expect(propose()).toEqual([
      ['', 0, [0, 1], 0, false],
      ['Rain', 1, [2, 3, 4, 5], 1, false],
      ['Soil', 2, [6, 7, 8], 2, false]
    ])
  })

  it('has what is suggested: a new section, a paragraph elsewhere, another heading', () => {
    expect(
      propose(
        { ...of, kind: 'split', paragraph: 4, headings: ['Snow'] },
        { ...of, kind: 'move', paragraph: 7, to: 1 },
        { ...of, kind: 'heading', section: 2, headings: ['Earth', 'Ground'] }
      )
    ).toEqual([
      ['', 0, [0, 1], 0, false],
      ['Rain', 1, [2, 3, 7], 1, true],
      ['Snow', 1, [4, 5], -1, true],
      ['Earth', 2, [6, 8], 2, true]
    ])
  })

  it('has a paragraph in a section of its own, behind its section with all that is under that', () => {
    expect(
      propose(
        { ...of, kind: 'separate', paragraph: 3, end: 5, headings: ['Frogs', 'Ponds'] },
        { ...of, kind: 'separate', paragraph: 7, end: 8, headings: ['Tides'] }
      )
    ).toEqual([
      ['', 0, [0, 1], 0, false],
      ['Rain', 1, [2, 5], 1, true],
      ['Soil', 2, [6, 8], 2, true],
      ['Tides', 2, [7], -1, true],
      ['Frogs', 1, [3, 4], -1, true]
    ])
  })

  it('has a section the less where two are merged', () => {
    expect(propose({ ...of, kind: 'merge', section: 2 })).toEqual([
      ['', 0, [0, 1], 0, false],
      ['Rain', 1, [2, 3, 4, 5, 6, 7, 8], 1, true]
    ])
  })
})

describe('The distance of two outlines', () => {
  const distance = (...suggestions: Suggestion[]): number =>
    outlineDistance({ paragraphs, sections }, proposeOutline({ sections }, suggestions))

  it('is 0 where the same paragraphs stand together, and grows with those that do not', () => {
    expect(distance()).toBe(0)
    expect(distance({ ...of, kind: 'heading', section: 2, headings: ['Earth'] })).toBe(0)
    const one = distance({ ...of, kind: 'move', paragraph: 7, to: 1 })
    const two = distance(
      { ...of, kind: 'move', paragraph: 7, to: 1 },
      { ...of, kind: 'split', paragraph: 4, headings: ['Snow'] }
    )
    expect(one).toBeGreaterThan(0)
    expect(two).toBeGreaterThan(one)
  })

  it('is 1 between one section and many, and 0 between nothing and nothing', () => {
    const all = [{ heading: '', level: 0, start: 0, end: 4 }]
    const four = [0, 0, 0, 0].map((section) => ({ section }))
    const split = proposeOutline({ sections: all }, [{ ...of, kind: 'split', paragraph: 2, headings: ['B'] }])
    expect(outlineDistance({ paragraphs: four, sections: all }, split)).toBe(1)
    expect(outlineDistance({ paragraphs: [], sections: [] }, [])).toBe(0)
  })
})
