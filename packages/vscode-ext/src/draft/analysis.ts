import type { Span } from '@leitmotif/encoder'

/**
 * What a writer moves as one: a paragraph, a list, a quote. Code, tables and the like go with the paragraph before them, and a list
 * or quote with the one that leads into it by a colon.
 */
export interface DraftParagraph {
  readonly span: Span
  /** Its first words, without markup, on one line; of what has no words, its first characters. */
  readonly opening: string
  readonly words: number
  /** Index of its section. */
  readonly section: number
  /** Index of its theme; -1 without one. */
  readonly theme: number
}

/**
 * A heading and what stands under it before the next; text before the first heading is a section without one. A heading
 * that titles the whole draft (the only one of level 1, before all else) is no section: what follows it comes first.
 */
export interface DraftSection {
  /** Empty where there is none. */
  readonly heading: string
  /** Depth in the outline, from 1; 0 without a heading. */
  readonly level: number
  /** The heading's lines; absent without one. */
  readonly headingSpan?: Span
  /** From its heading to the next heading of any level. */
  readonly span: Span
  /** From its heading to the end of its last subsection. */
  readonly whole: Span
  /** Its own paragraphs, [start, end). */
  readonly start: number
  readonly end: number
  /** Index of the section that holds it; -1 at the top. */
  readonly parent: number
  /** Share of each theme among its words, the largest first. */
  readonly themes: readonly { readonly theme: number; readonly share: number }[]
}

export interface DraftTheme {
  /** Kept while the draft is edited. */
  readonly id: string
  /** In the draft's own words. */
  readonly name: string
  readonly terms: readonly string[]
  /** 0 … 7, kept while the draft is edited. */
  readonly colour: number
  /** Ascending. */
  readonly paragraphs: readonly number[]
  /** Of the draft's words. */
  readonly share: number
}

interface Suggested {
  /** Of what the suggestion is about, so that one dismissed stays so for that text. */
  readonly id: string
  /** How sure it is, from 0 to 1: the precision that suggestions of this kind and score had on articles. */
  readonly score: number
  /** One sentence. */
  readonly reason: string
}

/** Headings that would fit, the best first. */
interface Headings {
  readonly headings: readonly string[]
}

export type Suggestion =
  /** A heading before this paragraph. */
  | (Suggested & Headings & { readonly kind: 'split'; readonly paragraph: number })
  /** A paragraph to another section. */
  | (Suggested & { readonly kind: 'move'; readonly paragraph: number; readonly to: number })
  /** Paragraphs [paragraph, end) to a new section of their own, behind the one that they stand in. */
  | (Suggested & Headings & { readonly kind: 'apart'; readonly paragraph: number; readonly end: number })
  /** A section into the one before it. */
  | (Suggested & { readonly kind: 'merge'; readonly section: number })
  /** A section of two themes, which could be told apart. */
  | (Suggested & { readonly kind: 'mixed'; readonly section: number; readonly themes: readonly [number, number] })
  /** A heading that does not fit its text. */
  | (Suggested & Headings & { readonly kind: 'heading'; readonly section: number })

export const SUGGESTION_KINDS = [
  'split',
  'move',
  'apart',
  'merge',
  'mixed',
  'heading'
] as const satisfies Suggestion['kind'][]

/** The paragraphs that a suggestion about paragraphs is about, ascending. */
export function paragraphsOf(suggestion: Extract<Suggestion, { paragraph: number }>): number[] {
  const { paragraph } = suggestion
  const end = suggestion.kind === 'apart' ? suggestion.end : paragraph + 1
  return Array.from({ length: end - paragraph }, (_, i) => paragraph + i)
}

export interface ProposedSection {
  /** In the order proposed. */
  readonly paragraphs: readonly number[]
  readonly heading: string
  readonly level: number
  /** The section of today that most of it comes from; -1 where it is new. */
  readonly from: number
  /** Whether its heading or its paragraphs are others than that section's. */
  readonly changed: boolean
}

/** What a draft is about, and how it could be better divided. */
export interface DraftAnalysis {
  readonly title: string
  readonly paragraphs: readonly DraftParagraph[]
  readonly sections: readonly DraftSection[]
  /** The largest first, but for small changes since the time before. */
  readonly themes: readonly DraftTheme[]
  /** In reading order. */
  readonly suggestions: readonly Suggestion[]
  readonly proposed: readonly ProposedSection[]
  /** How far today's outline is from the proposed one: 0 (the same) to 1. */
  readonly distance: number
}
