import type { ProposedSection, Suggestion } from '@leitmotif/encoder/draft'
import type { ShownAnalysis } from '../../protocol/protocol.js'

/** A row of a view: a part of a draft, by its index in an analysis. */
export interface DraftNode {
  readonly kind: 'theme' | 'paragraph' | 'section' | 'suggestion' | 'proposed' | 'proposed-paragraph'
  readonly draft: ShownAnalysis
  readonly index: number
}

/** Returns rows for the themes of a draft, the largest first. */
export function themeNodes(draft: ShownAnalysis): DraftNode[] {
  return draft.themes.map((_, index) => ({ kind: 'theme', draft, index }))
}

/** Returns rows for the paragraphs of a theme, in reading order. */
export function paragraphNodes({ draft, index }: DraftNode): DraftNode[] {
  return draft.themes[index].paragraphs.map((paragraph) => ({ kind: 'paragraph', draft, index: paragraph }))
}

/** Returns rows for the direct subsections of a section, or (-1) for the top sections of the draft. */
export function sectionNodes(draft: ShownAnalysis, parent = -1): DraftNode[] {
  return outlineOf(draft).within[parent + 1].map((index) => ({ kind: 'section', draft, index }))
}

export function suggestionNodes(draft: ShownAnalysis): DraftNode[] {
  return draft.suggestions.map((_, index) => ({ kind: 'suggestion', draft, index }))
}

/** Returns rows for the proposed sections; none if the proposal equals the current outline. */
export function proposedNodes(draft: ShownAnalysis): DraftNode[] {
  if (!draft.proposed.some((section) => section.changed)) return []
  return draft.proposed.map((_, index) => ({ kind: 'proposed', draft, index }))
}

/** More words than this for each heading are few headings. */
const WORDS_PER_HEADING = 800

/** Returns whether a draft has fewer headings than readers need, so that an outline by number of sections is worth a look. */
export function hasFewHeadings({ words, sections }: ShownAnalysis): boolean {
  return (
    words > WORDS_PER_HEADING * sections.filter(({ heading }) => heading !== '').length && words > WORDS_PER_HEADING / 2
  )
}

/** Returns a key of a proposed section that stays the same across analyses. */
export function lastingProposal(
  { paragraphs }: ShownAnalysis,
  { from, heading, paragraphs: own }: ProposedSection
): string {
  return `${from < 0 ? paragraphs[own[0]].opening : from} ${heading}`
}

/** Returns the paragraphs that move to a proposed section from another. */
export function arrivals(draft: ShownAnalysis, { paragraphs, from }: ProposedSection): number[] {
  return paragraphs.filter((paragraph) => draft.paragraphs[paragraph].section !== from)
}

/** Returns the number of words in a section and its subsections. */
export function wordsWithin(draft: ShownAnalysis, section: number): number {
  return outlineOf(draft).words[section]
}

/** Returns a key of a section that stays the same across analyses, until the section gets its first subsection: it is then shown expanded. */
export function lastingName(draft: ShownAnalysis, section: number): string {
  return outlineOf(draft).names[section]
}

interface Outline {
  /** The direct subsections of each section; entry 0 has the top sections. */
  readonly within: readonly (readonly number[])[]
  readonly words: readonly number[]
  /** A key for each section: its heading, a counter for equal headings, and whether it has subsections. */
  readonly names: readonly string[]
}

const outlines = new WeakMap<ShownAnalysis, Outline>()

/** Returns the tree of sections, cached for each analysis. */
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
 * Returns the index of the next (step 1) or previous (step -1) section with the same parent; -1 if there is none.
 * Text before the first heading does not count, because it must stay first.
 */
export function neighbour({ sections }: ShownAnalysis, section: number, step: 1 | -1): number {
  const { parent } = sections[section]
  for (let i = section + step; i >= 0 && i < sections.length; i += step)
    if (sections[i].parent === parent && sections[i].level > 0) return i
  return -1
}

/** Returns the range that a suggestion is about. */
export function suggestedRange(
  { paragraphs, sections }: ShownAnalysis,
  suggestion: Suggestion
): ShownAnalysis['paragraphs'][number]['range'] {
  return 'paragraph' in suggestion ? paragraphs[suggestion.paragraph].range : sections[suggestion.section].range
}

/** Returns the first suggestion whose range contains a line; undefined if there is none. */
export function suggestionAt(draft: ShownAnalysis, line: number): Suggestion | undefined {
  return draft.suggestions.find((suggestion) => {
    const { start, end } = suggestedRange(draft, suggestion)
    return start.line <= line && line <= end.line
  })
}

/** Returns the indices of the paragraphs on lines `first` to `last`; if there are none, of the next paragraph or the last. */
export function paragraphsAt({ paragraphs }: ShownAnalysis, first: number, last = first): number[] {
  const on = paragraphs.flatMap(({ range }, index) =>
    range.start.line <= last && range.end.line >= first ? [index] : []
  )
  if (on.length > 0) return on
  const next = paragraphs.findIndex(({ range }) => range.start.line >= first)
  return next < 0 ? paragraphs.map((_, index) => index).slice(-1) : [next]
}

/** Returns the index of the section that contains a line; -1 before the first. */
export function sectionAt({ sections }: ShownAnalysis, line: number): number {
  return sections.findLastIndex(({ range }) => range.start.line <= line)
}

/** Returns the index of the next suggestion below (step 1) or above (step -1) a line, wrapping around; -1 if there are none. */
export function suggestionFrom(lines: readonly number[], line: number, step: 1 | -1): number {
  if (lines.length === 0) return -1
  const order = lines.map((_, index) => index).sort((a, b) => lines[a] - lines[b] || a - b)
  if (step === 1) return order.find((index) => lines[index] > line) ?? order[0]
  return order.findLast((index) => lines[index] < line) ?? order[order.length - 1]
}
