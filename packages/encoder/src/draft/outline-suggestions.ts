import type { OutlineSuggestions } from '../outline/outline.js'
import { createGenericTest, isAboutAll } from '../labels/common-headings.js'
import { findSections, type OutlineInput } from '../segmentation/sections.js'
import type { Suggestion } from './analysis.js'
import type { DraftText } from './draft-text.js'
import { fingerprintOf } from './fingerprint.js'

/** Whether a heading fits any text. What such a section holds depends on the writer, so that nothing moves into it or out of it. */
const isGeneric = createGenericTest([])

/** Returns the texts that identify a section: its heading and its first paragraph. */
export function textsOf({ paragraphs, sections }: DraftText, section: number): readonly string[] {
  const { heading, start, end } = sections[section]
  return [heading, start < end ? paragraphs[start].text : '']
}

/**
 * Converts the encoder's suggestions to suggestions for the draft, without headings.
 * @param theme the theme of each paragraph
 */
export function outlineSuggestions(
  draft: DraftText,
  outlined: OutlineInput['paragraphs'],
  { moves, misplaced, merges, mixed, headings }: OutlineSuggestions,
  theme: readonly number[]
): Suggestion[] {
  const { paragraphs, sections } = draft
  // Consecutive sections under equal headings are one to the encoder.
  const starts = findSections(outlined).map(({ start }) => start)
  const sectionOf = (index: number): number => paragraphs[starts[index]].section
  return [
    ...moves.flatMap(({ paragraph, to, before, score, reason }): Suggestion[] => {
      const target = sectionOf(to)
      if ([target, paragraphs[paragraph].section].some((section) => isGeneric(sections[section].heading))) return []
      const id = fingerprintOf(['move', paragraphs[paragraph].text, sections[target].heading])
      const inside = before < sections[target].end && before >= sections[target].start
      return [{ kind: 'move', id, score, reason, paragraph, to: target, ...(inside && { before }) }]
    }),
    ...misplaced.flatMap(({ start, end, score, reason }): Suggestion[] => {
      const own = paragraphs.slice(start, end)
      if (own.some(({ section }) => section !== own[0].section) || isAboutAll(sections[own[0].section].heading))
        return []
      const id = fingerprintOf(['separate', ...own.map(({ text }) => text)])
      return [{ kind: 'separate', id, score, reason, paragraph: start, end, headings: [] }]
    }),
    ...merges.flatMap(({ section: index, score, reason }): Suggestion[] => {
      const section = sectionOf(index)
      // There may be a heading without paragraphs between the two.
      if (paragraphs[starts[index] - 1].section !== section - 1) return []
      const id = fingerprintOf(['merge', sections[section - 1].heading, ...textsOf(draft, section)])
      return [{ kind: 'merge', id, score, reason, section }]
    }),
    ...mixed.flatMap(({ section: index, groups, score, reason }): Suggestion[] => {
      const section = sectionOf(index)
      const [first, second] = groups.map((group) => mostFrequent(group.map((p) => theme[p])))
      // Paragraphs of the same theme have the same colour.
      if (first === second) return []
      const id = fingerprintOf(['mixed', ...textsOf(draft, section)])
      return [{ kind: 'mixed', id, score, reason, section, themes: [first, second] }]
    }),
    ...headings.map(({ paragraph, score, reason }) => splitBefore(draft, paragraph, score, reason))
  ]
}

/** Returns the suggestion of a new section that begins at `paragraph`, without headings. */
export function splitBefore(
  { paragraphs }: DraftText,
  paragraph: number,
  score: number,
  reason: string
): Extract<Suggestion, { kind: 'split' }> {
  const id = fingerprintOf(['split', paragraphs[paragraph].text])
  return { kind: 'split', id, score, reason, paragraph, headings: [] }
}

/** Returns the most frequent value, the first of equals. */
function mostFrequent(values: readonly number[]): number {
  const times = new Map<number, number>()
  for (const value of values) times.set(value, (times.get(value) ?? 0) + 1)
  return [...times].reduce((most, one) => (one[1] > most[1] ? one : most))[0]
}
