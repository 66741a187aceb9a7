import type { ProposedSection, Suggestion } from '../../draft/analysis.js'
import type { ShownAnalysis } from '../../protocol/protocol.js'

/** What a row of a view stands for: a part of a draft, by its index in an analysis. */
export interface DraftNode {
  readonly kind: 'theme' | 'paragraph' | 'section' | 'suggestion' | 'proposed' | 'proposed-paragraph'
  readonly draft: ShownAnalysis
  readonly index: number
}

/** The themes of a draft, the largest first. */
export function themeNodes(draft: ShownAnalysis): DraftNode[] {
  return draft.themes.map((_, index) => ({ kind: 'theme', draft, index }))
}

/** The paragraphs of a theme, in reading order. */
export function paragraphNodes({ draft, index }: DraftNode): DraftNode[] {
  return draft.themes[index].paragraphs.map((paragraph) => ({ kind: 'paragraph', draft, index: paragraph }))
}

/** The sections directly in a section, or (-1) in the draft. */
export function sectionNodes(draft: ShownAnalysis, parent = -1): DraftNode[] {
  return outlineOf(draft).within[parent + 1].map((index) => ({ kind: 'section', draft, index }))
}

export function suggestionNodes(draft: ShownAnalysis): DraftNode[] {
  return draft.suggestions.map((_, index) => ({ kind: 'suggestion', draft, index }))
}

/** The sections proposed; none where the outline of today is proposed. */
export function proposedNodes(draft: ShownAnalysis): DraftNode[] {
  if (!draft.proposed.some((section) => section.changed)) return []
  return draft.proposed.map((_, index) => ({ kind: 'proposed', draft, index }))
}

/** What a proposed section is known by from one analysis to the next: the section it comes from, or how it begins. */
export function lastingProposal(
  { paragraphs }: ShownAnalysis,
  { from, heading, paragraphs: own }: ProposedSection
): string {
  return `${from < 0 ? paragraphs[own[0]].opening : from} ${heading}`
}

/** The paragraphs that come to a proposed section from another. */
export function arrivals(draft: ShownAnalysis, { paragraphs, from }: ProposedSection): number[] {
  return paragraphs.filter((paragraph) => draft.paragraphs[paragraph].section !== from)
}

/** How many words stand in a section and those below it. */
export function wordsWithin(draft: ShownAnalysis, section: number): number {
  return outlineOf(draft).words[section]
}

/** What a section is known by from one analysis to the next: a section that comes to hold others is shown anew, opened. */
export function lastingName(draft: ShownAnalysis, section: number): string {
  return outlineOf(draft).names[section]
}

interface Outline {
  /** Sections directly in each, the draft's own first. */
  readonly within: readonly (readonly number[])[]
  readonly words: readonly number[]
  /** A name for each that outlives an analysis: its heading, which of those that are called so, and whether it holds others. */
  readonly names: readonly string[]
}

const outlines = new WeakMap<ShownAnalysis, Outline>()

/** The tree of sections, worked out once for each analysis. */
function outlineOf(draft: ShownAnalysis): Outline {
  const known = outlines.get(draft)
  if (known) return known
  const { sections } = draft
  const within: number[][] = Array.from({ length: sections.length + 1 }, () => [])
  const words = sections.map((section) => section.words)
  sections.forEach(({ parent }, index) => within[parent + 1].push(index))
  for (let i = sections.length - 1; i >= 0; i--) if (sections[i].parent >= 0) words[sections[i].parent] += words[i]
  const called = new Map<string, number>()
  const names = sections.map(({ heading }, index) => {
    const name = `${within[index + 1].length > 0 ? 'sections' : 'section'} ${heading}`
    const count = called.get(name) ?? 0
    called.set(name, count + 1)
    return `${name} ${count}`
  })
  const outline = { within, words, names }
  outlines.set(draft, outline)
  return outline
}

/**
 * Index of the section before which, or after which, a section changes places with its neighbour; -1 where it is the last.
 * The text before the first heading is no neighbour: it stays first.
 */
export function neighbour({ sections }: ShownAnalysis, section: number, step: 1 | -1): number {
  const { parent } = sections[section]
  for (let i = section + step; i >= 0 && i < sections.length; i += step)
    if (sections[i].parent === parent && sections[i].level > 0) return i
  return -1
}

/** The lines of a draft that a suggestion is about. */
export function suggestedRange(
  { paragraphs, sections }: ShownAnalysis,
  suggestion: Suggestion
): ShownAnalysis['paragraphs'][number]['range'] {
  return 'paragraph' in suggestion ? paragraphs[suggestion.paragraph].range : sections[suggestion.section].range
}

/** The first suggestion on whose lines a line is; undefined where none is there. */
export function suggestionAt(draft: ShownAnalysis, line: number): Suggestion | undefined {
  return draft.suggestions.find((suggestion) => {
    const { start, end } = suggestedRange(draft, suggestion)
    return start.line <= line && line <= end.line
  })
}

/** Indices of the paragraphs that stand on lines `first` to `last`; where none does, of the next one, or of the last. */
export function paragraphsAt({ paragraphs }: ShownAnalysis, first: number, last = first): number[] {
  const on = paragraphs.flatMap(({ range }, index) =>
    range.start.line <= last && range.end.line >= first ? [index] : []
  )
  if (on.length > 0) return on
  const next = paragraphs.findIndex(({ range }) => range.start.line >= first)
  return next < 0 ? paragraphs.map((_, index) => index).slice(-1) : [next]
}

/** Index of the section that a line stands in; -1 before the first. */
export function sectionAt({ sections }: ShownAnalysis, line: number): number {
  return sections.findLastIndex(({ range }) => range.start.line <= line)
}

/** Index of the next suggestion below a line, or (step -1) above it; from the other end where there is none. -1 without any. */
export function suggestionFrom(lines: readonly number[], line: number, step: 1 | -1): number {
  if (lines.length === 0) return -1
  const order = lines.map((_, index) => index).sort((a, b) => lines[a] - lines[b] || a - b)
  if (step === 1) return order.find((index) => lines[index] > line) ?? order[0]
  return order.findLast((index) => lines[index] < line) ?? order[order.length - 1]
}
