import { describe, expect, it } from 'vitest'
import type { Suggestion } from '@leitmotif/encoder/draft'
import type { ShownAnalysis } from '../../protocol/protocol.js'
import { paragraphsAt, sectionAt, suggestionFrom } from './draft-node.js'
import {
  arrivals,
  lastingName,
  lastingProposal,
  neighbour,
  paragraphNodes,
  proposedNodes,
  sectionNodes,
  suggestionAt,
  themeNodes,
  wordsWithin
} from './draft-node.js'
import { droppedChange } from '../commands/drop.js'
import { followEdits } from './followed-ranges.js'
import { paragraphLines } from '../decorations/paragraph-ranges.js'

const range = (start: number, end = start, character = 9): ShownAnalysis['sections'][number]['range'] => ({
  start: { line: start, character: 0 },
  end: { line: end, character }
})

/**
 * Of lines 0 to 19: Harbours (0) with Cranes (4) in it, Mills (10), Ropes (16); paragraphs at 2, 6, 8, 12 to 13, 14 and 18.
 * Two themes in turn.
 */
const draft: ShownAnalysis = {
  uri: 'file:///draft.md',
  version: 3,
  state: 'done',
  title: 'Works',
  words: 60,
  paragraphs: [
    { range: range(2), section: 0, theme: 1, words: 10, opening: 'Ships lie' },
    { range: range(6), section: 1, theme: 1, words: 10, opening: 'A crane lifts' },
    { range: range(8), section: 1, theme: 0, words: 10, opening: 'Stones grind' },
    { range: range(12, 14, 0), section: 2, theme: 0, words: 10, opening: 'Sails turn' },
    { range: range(14), section: 2, theme: 0, words: 10, opening: 'The miller' },
    { range: range(18), section: 3, theme: -1, words: 10, opening: 'Hemp' }
  ],
  sections: [
    { heading: 'Harbours', level: 1, parent: -1, start: 0, end: 1, range: range(0), words: 10, themes: [] },
    { heading: 'Cranes', level: 2, parent: 0, start: 1, end: 3, range: range(4), words: 20, themes: [] },
    { heading: 'Mills', level: 1, parent: -1, start: 3, end: 5, range: range(10), words: 20, themes: [] },
    { heading: 'Ropes', level: 1, parent: -1, start: 5, end: 6, range: range(16), words: 10, themes: [] }
  ],
  themes: [
    { id: 'a', name: 'Mill and stone', terms: ['mill'], colour: 4, share: 0.5, paragraphs: [2, 3, 4] },
    { id: 'b', name: 'Ship', terms: ['ship'], colour: 1, share: 0.3, paragraphs: [0, 1] }
  ],
  suggestions: [],
  proposed: [
    { paragraphs: [0, 1], heading: 'Harbours', level: 1, from: 0, changed: true },
    { paragraphs: [2, 3, 4], heading: 'Mills', level: 1, from: 2, changed: true },
    { paragraphs: [5], heading: 'Ropes', level: 1, from: 3, changed: false }
  ],
  distance: 0.2
}

const node = (kind: 'theme' | 'paragraph' | 'section', index: number): ReturnType<typeof themeNodes>[number] => ({
  kind,
  draft,
  index
})
const indices = (nodes: readonly { readonly index: number }[]): number[] => nodes.map(({ index }) => index)

describe('Rows of the views', () => {
  it('are themes with their paragraphs, and sections within sections', () => {
    expect(indices(themeNodes(draft))).toEqual([0, 1])
    expect(indices(paragraphNodes(node('theme', 0)))).toEqual([2, 3, 4])
    expect(indices(sectionNodes(draft))).toEqual([0, 2, 3])
    expect(indices(sectionNodes(draft, 0))).toEqual([1])
    expect(sectionNodes(draft, 3)).toEqual([])
  })

  it('count the words of subsections with those of a section', () => {
    expect([0, 1, 2, 3].map((section) => wordsWithin(draft, section))).toEqual([30, 20, 20, 10])
  })

  it('of sections of the same heading have names of their own', () => {
    const twice = { ...draft, sections: draft.sections.map((section) => ({ ...section, heading: 'Mills' })) }
    const names = [0, 1, 2, 3].map((section) => lastingName(twice, section))
    expect(new Set(names).size).toBe(4)
  })

  it('of the proposed outline are none where nothing is to be changed', () => {
    expect(proposedNodes(draft)).toHaveLength(3)
    const same = draft.proposed.map((section) => ({ ...section, changed: false }))
    expect(proposedNodes({ ...draft, proposed: same })).toEqual([])
  })

  it('of proposed sections have names of their own, which stay when there is a paragraph more before them', () => {
    const [mills, ropes] = draft.proposed.slice(1).map((section) => ({ ...section, from: -1, heading: 'Mills' }))
    expect(lastingProposal(draft, mills)).not.toBe(lastingProposal(draft, ropes))
    const longer = { ...draft, paragraphs: [draft.paragraphs[0], ...draft.paragraphs] }
    const later = { ...mills, paragraphs: mills.paragraphs.map((paragraph) => paragraph + 1) }
    expect(lastingProposal(longer, later)).toBe(lastingProposal(draft, mills))
  })

  it('know which paragraphs come from elsewhere', () => {
    expect(arrivals(draft, draft.proposed[0])).toEqual([1])
    expect(arrivals(draft, draft.proposed[2])).toEqual([])
  })

  it('know which section of the same parent is next', () => {
    expect(neighbour(draft, 0, 1)).toBe(2)
    expect(neighbour(draft, 2, -1)).toBe(0)
    expect(neighbour(draft, 1, 1)).toBe(-1)
    expect(neighbour(draft, 3, 1)).toBe(-1)
    const [opening, ...others] = draft.sections
    expect(neighbour({ ...draft, sections: [{ ...opening, heading: '', level: 0 }, ...others] }, 2, -1)).toBe(-1)
  })

  it('of ten thousand sections are found in an instant', () => {
    const sections = Array.from({ length: 10_000 }, (_, i) => ({
      ...draft.sections[0],
      parent: i % 2 === 0 ? -1 : i - 1
    }))
    const large = { ...draft, sections }
    const begun = process.cpuUsage()
    for (const { index } of sectionNodes(large)) wordsWithin(large, index)
    const { user, system } = process.cpuUsage(begun)
    expect((user + system) / 1000).toBeLessThan(500)
  })
})

describe('What stands at a line', () => {
  it('is the paragraph there, or the next one, at a heading too, or the last', () => {
    expect(paragraphsAt(draft, 2)).toEqual([0])
    expect(paragraphsAt(draft, 7)).toEqual([2])
    expect(paragraphsAt(draft, 10)).toEqual([3])
    expect(paragraphsAt(draft, 19)).toEqual([5])
    expect(paragraphsAt(draft, 6, 12)).toEqual([1, 2, 3])
    expect(paragraphsAt({ ...draft, paragraphs: [] }, 0)).toEqual([])
  })

  it('is the section begun last', () => {
    expect(sectionAt(draft, 11)).toBe(2)
    expect(sectionAt({ ...draft, sections: [] }, 4)).toBe(-1)
  })

  it('is followed by the next suggestion, and from the last by the first', () => {
    const lines = [30, 10, 20]
    expect(suggestionFrom(lines, 10, 1)).toBe(2)
    expect(suggestionFrom(lines, 30, 1)).toBe(1)
    expect(suggestionFrom(lines, 10, -1)).toBe(0)
    expect(suggestionFrom([], 10, 1)).toBe(-1)
  })

  it('is the suggestion there, and none that is elsewhere', () => {
    const about = { score: 0.7, reason: '' }
    const move: Suggestion = { kind: 'move', id: 'm', ...about, paragraph: 3, to: 3 }
    const merge: Suggestion = { kind: 'merge', id: 'n', ...about, section: 1 }
    const at = (line: number): string | undefined => suggestionAt({ ...draft, suggestions: [move, merge] }, line)?.id
    expect([3, 4, 5, 11, 12, 13, 15, 19].map(at)).toEqual([
      undefined,
      'n',
      undefined,
      undefined,
      'm',
      'm',
      undefined,
      undefined
    ])
  })
})

describe('A row dropped', () => {
  const dropped = (from: ReturnType<typeof node>[], to?: ReturnType<typeof node>): unknown => droppedChange(from, to)

  it('moves a section after one below it, before one above it, to the end where nothing is below', () => {
    expect(dropped([node('section', 0)], node('section', 2))).toEqual({
      kind: 'move-section',
      section: 0,
      to: { section: 2, where: 'after' }
    })
    expect(dropped([node('section', 3)], node('section', 1))).toMatchObject({ to: { section: 1, where: 'before' } })
    expect(dropped([node('section', 0)])).toMatchObject({ to: { section: 3, where: 'after' } })
  })

  it('does nothing to a section on itself or on one within it', () => {
    expect(dropped([node('section', 0)], node('section', 0))).toBeUndefined()
    expect(dropped([node('section', 0)], node('section', 1))).toBeUndefined()
    expect(dropped([node('section', 0)], node('theme', 1))).toBeUndefined()
  })

  it('moves paragraphs to the section that a row is, is in, or is mostly in', () => {
    const paragraphs = [node('paragraph', 4), node('paragraph', 1), node('paragraph', 4)]
    expect(dropped(paragraphs, node('section', 3))).toEqual({ kind: 'move', paragraphs: [1, 4], to: 3 })
    expect(dropped(paragraphs, node('paragraph', 5))).toMatchObject({ to: 3 })
    expect(dropped(paragraphs, node('theme', 0))).toMatchObject({ to: 2 })
  })

  it('gives paragraphs a section of their own on empty ground', () => {
    expect(dropped([node('paragraph', 2)])).toEqual({ kind: 'move', paragraphs: [2], to: 3, heading: 'Mill and stone' })
    expect(dropped([node('paragraph', 5)])).toMatchObject({ heading: 'Hemp' })
  })

  it('moves a theme beside another, or into a section', () => {
    expect(dropped([node('theme', 1)], node('theme', 0))).toEqual({
      kind: 'move-theme',
      theme: 1,
      to: { theme: 0, where: 'after' }
    })
    expect(dropped([node('theme', 0)], node('theme', 1))).toMatchObject({ to: { theme: 1, where: 'before' } })
    expect(dropped([node('theme', 0)], node('section', 3))).toMatchObject({ to: { section: 3, where: 'inside' } })
    expect(dropped([node('theme', 0)], node('theme', 0))).toBeUndefined()
  })
})

describe('Lines of an analysis', () => {
  it('move with edits above them, and stay with edits below', () => {
    const followed = followEdits(draft, [{ start: 7, end: 7, lines: 3 }])
    expect(followed.paragraphs.map((paragraph) => paragraph.range.start.line)).toEqual([2, 6, 10, 14, 16, 20])
    expect(followed.sections[1].range.start.line).toBe(4)
    const shorter = followEdits(followed, [{ start: 7, end: 9, lines: 1 }])
    expect(shorter).toEqual(draft)
  })

  it('move with a line that is put in right above them', () => {
    const { paragraphs } = followEdits(draft, [{ start: 8, end: 8, lines: 2, above: true }])
    expect(paragraphs.map(({ range: { start } }) => start.line)).toEqual([2, 6, 9, 13, 15, 19])
  })

  it('grow with the paragraph that is edited', () => {
    const { paragraphs } = followEdits(draft, [{ start: 12, end: 12, lines: 2 }])
    expect(paragraphs[3].range).toEqual({ start: { line: 12, character: 0 }, end: { line: 15, character: 0 } })
  })

  it('are coloured paragraph by paragraph, those without a theme not at all', () => {
    const lines = paragraphLines(draft)
    expect(lines).toHaveLength(8)
    expect(lines[4]).toEqual([
      { first: 8, last: 8 },
      { first: 12, last: 13 },
      { first: 14, last: 14 }
    ])
    expect(lines.flat()).toHaveLength(5)
  })

  it('have no colour where there is one theme', () => {
    const themes = draft.themes.slice(0, 1)
    expect(paragraphLines({ ...draft, themes }).flat()).toEqual([])
  })
})
