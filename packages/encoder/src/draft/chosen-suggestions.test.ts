import { describe, expect, it } from 'vitest'
import type { Suggestion } from './analysis.js'
import { chooseSuggestions, PER_SECTION, type Suggestible } from './chosen-suggestions.js'

/** Sections of `sizes` paragraphs. */
function draftOf(...sizes: number[]): Suggestible {
  const sections = sizes.map((size, s) => {
    const start = sizes.slice(0, s).reduce((sum, n) => sum + n, 0)
    return { start, end: start + size }
  })
  return { sections, paragraphs: sizes.flatMap((size, section) => Array.from({ length: size }, () => ({ section }))) }
}

type Kind = Suggestion['kind']
type Rest<K extends Kind> = Omit<
  Extract<Suggestion, { kind: K }>,
  'kind' | 'id' | 'score' | 'reason' | 'headings' | 'themes'
>
const make = <K extends Kind>(kind: K, score: number, rest: Rest<K>): Suggestion =>
  ({
    kind,
    score,
    ...rest,
    id: JSON.stringify([kind, rest]),
    reason: '',
    headings: [],
    themes: [0, 1]
  }) as unknown as Suggestion

const chosen = (draft: Suggestible, ...suggestions: Suggestion[]): string[] =>
  chooseSuggestions(draft, suggestions).map(({ kind }) => kind)

describe('Suggestions that are made together', () => {
  const draft = draftOf(6, 6, 6)

  it('stand in reading order', () => {
    const both = [make('move', 0.9, { paragraph: 9, to: 0 }), make('split', 0.5, { paragraph: 3 })]
    expect(chosen(draft, ...both)).toEqual(['split', 'move'])
  })

  it('leave alone a section that is to be merged, and the one that it goes into', () => {
    const merge = make('merge', 0.9, { section: 1 })
    const others = [
      make('split', 0.8, { paragraph: 8 }),
      make('split', 0.8, { paragraph: 2 }),
      make('move', 0.8, { paragraph: 14, to: 1 }),
      make('heading', 0.8, { section: 1 }),
      make('merge', 0.8, { section: 2 })
    ]
    for (const other of others) expect(chosen(draft, merge, other)).toEqual(['merge'])
    expect(chosen(draft, merge, make('split', 0.8, { paragraph: 15 }))).toEqual(['merge', 'split'])
  })

  it('say one thing of a section that has two subjects', () => {
    const split = make('split', 0.7, { paragraph: 3 })
    const mixed = make('mixed', 0.6, { section: 0 })
    expect(chosen(draft, split, mixed)).toEqual(['split'])
    expect(chosen(draft, split, make('heading', 0.6, { section: 0 }))).toEqual(['split'])
  })

  it('neither move what a new section would begin with, nor move it twice', () => {
    const move = make('move', 0.7, { paragraph: 3, to: 1 })
    expect(chosen(draft, move, make('split', 0.6, { paragraph: 3 }))).toEqual(['move'])
    expect(chosen(draft, move, make('split', 0.6, { paragraph: 4 }))).toEqual(['move'])
    expect(chosen(draft, move, make('move', 0.6, { paragraph: 3, to: 2 }))).toEqual(['move'])
    expect(chosen(draft, move, make('move', 0.6, { paragraph: 4, to: 2 }))).toEqual(['move', 'move'])
  })

  it('give no paragraph a section of its own that goes elsewhere, nor one that a new section begins beside', () => {
    const separate = make('separate', 0.8, { paragraph: 2, end: 4 })
    expect(chosen(draft, separate, make('move', 0.7, { paragraph: 3, to: 1 }))).toEqual(['separate'])
    expect(chosen(draft, separate, make('move', 0.7, { paragraph: 4, to: 1 }))).toEqual(['separate', 'move'])
    expect(chosen(draft, separate, make('separate', 0.7, { paragraph: 3, end: 5 }))).toEqual(['separate'])
    for (const paragraph of [1, 2, 3, 4]) {
      expect(chosen(draft, separate, make('split', 0.7, { paragraph }))).toEqual(['separate'])
    }
    expect(chosen(draft, separate, make('split', 0.7, { paragraph: 5 }))).toEqual(['separate', 'split'])
  })

  it('are few for a section, the surest', () => {
    const moves = [1, 2, 3, 4, 5].map((paragraph) => make('move', paragraph / 10, { paragraph, to: 2 }))
    const kept = chooseSuggestions(draft, moves)
    expect(kept.map((move) => 'paragraph' in move && move.paragraph)).toEqual([3, 4, 5])
    expect(kept).toHaveLength(PER_SECTION)
  })

  it('give way to those that are chosen already', () => {
    const merge = make('merge', 0.2, { section: 1 })
    expect(chooseSuggestions(draft, [make('split', 0.9, { paragraph: 8 })], [merge])).toEqual([merge])
  })
})
