/** A target: before or after a section with its subsections, or inside it. */
export interface Place {
  /** Index of a section. */
  readonly section: number
  /** `inside`: a section becomes its last subsection; paragraphs are appended to its own. */
  readonly where: 'before' | 'after' | 'inside'
}

/**
 * A target before the first paragraph of a theme or after its last. A section moves before or after the section of that
 * paragraph.
 */
export interface ThemePlace {
  /** Index of a theme. */
  readonly theme: number
  readonly where: 'before' | 'after'
}

/** A change of a draft. Paragraphs, sections and themes are given by their index in its analysis. */
export type Change =
  /** Inserts a heading before a paragraph, at its section's level or else at the first level. The rest of the section, with its subsections, comes under it. With `replaces`, the paragraph is removed if it is a single line: it stood for the heading. */
  | { readonly kind: 'split'; readonly paragraph: number; readonly heading: string; readonly replaces?: boolean }
  /**
   * Moves paragraphs, in this order, to the end of a section, before one of its paragraphs or, with a `heading`, to a new section after it at the same level. With
   * `to` -1 the new section comes after the first paragraph's section.
   */
  | {
      readonly kind: 'move'
      readonly paragraphs: readonly number[]
      readonly to: number
      readonly heading?: string
      readonly before?: number
    }
  /** Moves a section with its subsections; heading levels are adjusted. */
  | { readonly kind: 'move-section'; readonly section: number; readonly to: Place }
  /**
   * Moves the paragraphs of a theme together. Sections entirely of that theme move with their headings, and the theme's other
   * paragraphs are appended to the first of them. Without such sections, the paragraphs move next to another theme's paragraphs, to
   * the end of a section, or to a new section with the theme's name before or after a section.
   */
  | { readonly kind: 'move-theme'; readonly theme: number; readonly to: Place | ThemePlace }
  /**
   * Removes a section's heading, so that its paragraphs join the section before it. Its subsections become subsections of that
   * section; they move up to the removed level if that section has no others.
   */
  | { readonly kind: 'merge'; readonly section: number }
  /** Moves a section with its subsections up or down by levels: -1 promotes it, 1 demotes it. */
  | { readonly kind: 'level'; readonly section: number; readonly by: 1 | -1 }
  | { readonly kind: 'rename'; readonly section: number; readonly heading: string }
  /**
   * Groups paragraphs by theme, under the themes' names, in the order of the themes' first paragraphs: as subsections of a section,
   * or in the whole draft, whose headings except the title are removed. A paragraph without a theme stays with the one before it.
   */
  | { readonly kind: 'group'; readonly section?: number }
  /** Applies the proposed outline, or only some of its sections; all other text then stays in place. */
  | { readonly kind: 'outline'; readonly sections?: readonly number[] }

/** Replaces a span of the draft. The edits of one change are sorted and do not overlap. */
export interface DraftEdit {
  readonly start: number
  readonly end: number
  readonly text: string
}
