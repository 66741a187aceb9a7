import type { Span } from '../text/span.js'

/**
 * The unit that moves: a paragraph, list or quote. Code, tables and the like belong to the paragraph before them; a list or quote
 * belongs to a paragraph before it that ends with a colon.
 */
export interface DraftParagraph {
  readonly span: Span
  /** Its first words without markup, on one line; its first characters if it has no words. */
  readonly opening: string
  readonly words: number
  /** Index of its section. */
  readonly section: number
  /** Index of its theme; -1 without one. */
  readonly theme: number
}

/**
 * A heading and the text below it up to the next heading; text before the first heading is a section without a heading. The
 * title of the draft (the only heading of level 1, before all other text) is not a section.
 */
export interface DraftSection {
  /** Empty if there is none. */
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
  /** Index of its parent section; -1 at the top. */
  readonly parent: number
  /** Share of each theme among its words, the largest first. */
  readonly themes: readonly { readonly theme: number; readonly share: number }[]
}

export interface DraftTheme {
  /** Stays the same while the draft is edited. */
  readonly id: string
  /** In the draft's own words. */
  readonly name: string
  readonly terms: readonly string[]
  /** 0 to 7; stays the same while the draft is edited. */
  readonly colour: number
  /** Ascending. */
  readonly paragraphs: readonly number[]
  /** Share of the draft's words, 0 to 1. */
  readonly share: number
}

/** Returns up to `most` terms of a theme that its name does not contain. A name alone says too little of what a theme is about. */
export function furtherTerms({ name, terms }: Pick<DraftTheme, 'name' | 'terms'>, most: number): string[] {
  return terms.filter((term) => !name.toLowerCase().includes(term.toLowerCase())).slice(0, most)
}

interface Suggested {
  /** Hash of the text that it is about, so that a dismissal holds for that text. */
  readonly id: string
  /** Confidence from 0 to 1: the precision of suggestions of this kind and score on encyclopedia articles. */
  readonly score: number
  /** One English sentence. */
  readonly reason: string
}

/** Candidate headings, the best first. */
interface Headings {
  readonly headings: readonly string[]
}

export type Suggestion =
  /** Insert a heading before this paragraph. `label`: the paragraph is only a heading in bold or as a question; the same words as a heading replace it. */
  | (Suggested & Headings & { readonly kind: 'split'; readonly paragraph: number; readonly label?: string })
  /** Move a paragraph to another section, before one of its paragraphs or, by default, to its end. */
  | (Suggested & { readonly kind: 'move'; readonly paragraph: number; readonly to: number; readonly before?: number })
  /** Move paragraphs [paragraph, end) to a new section after their present one. */
  | (Suggested & Headings & { readonly kind: 'separate'; readonly paragraph: number; readonly end: number })
  /** Merge a section into the one before it. */
  | (Suggested & { readonly kind: 'merge'; readonly section: number })
  /** Group a section with two themes by theme. */
  | (Suggested & { readonly kind: 'mixed'; readonly section: number; readonly themes: readonly [number, number] })
  /** Rename a heading that does not fit its text. */
  | (Suggested & Headings & { readonly kind: 'heading'; readonly section: number })

export const SUGGESTION_KINDS = [
  'split',
  'move',
  'separate',
  'merge',
  'mixed',
  'heading'
] as const satisfies Suggestion['kind'][]

/** Returns the paragraphs of a suggestion, ascending. */
export function paragraphsOf(suggestion: Extract<Suggestion, { paragraph: number }>): number[] {
  const { paragraph } = suggestion
  const end = suggestion.kind === 'separate' ? suggestion.end : paragraph + 1
  return Array.from({ length: end - paragraph }, (_, i) => paragraph + i)
}

export interface ProposedSection {
  /** In the order proposed. */
  readonly paragraphs: readonly number[]
  readonly heading: string
  readonly level: number
  /** The current section that it continues; -1 if it is new. */
  readonly from: number
  /** Whether its heading or paragraphs differ from that section's. */
  readonly changed: boolean
}

/** The themes, sections and suggestions of a draft. */
export interface DraftAnalysis {
  readonly title: string
  /**
   * Its language (ISO 639-1) if that is clearly not English. Its themes then come from its own words alone, and no suggestion is
   * made except sections that begin at bold lines or questions.
   */
  readonly language?: string
  readonly paragraphs: readonly DraftParagraph[]
  readonly sections: readonly DraftSection[]
  /** The largest first, except for small changes since the previous analysis. */
  readonly themes: readonly DraftTheme[]
  /** In reading order. */
  readonly suggestions: readonly Suggestion[]
  readonly proposed: readonly ProposedSection[]
  /** Distance of the current outline from the proposed one: 0 (the same) to 1. */
  readonly distance: number
}
