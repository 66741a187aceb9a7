/** Where a section or a theme goes: before or after a section with its subsections, or inside it. */
export interface Place {
  /** Index of a section. */
  readonly section: number
  /** `inside`: a section becomes its last subsection; paragraphs go to the end of its own. */
  readonly where: 'before' | 'after' | 'inside'
}

/** Before the first paragraph of a theme, or after its last; a section goes before or after the section of that paragraph. */
export interface ThemePlace {
  /** Index of a theme. */
  readonly theme: number
  readonly where: 'before' | 'after'
}

/** What a writer may ask to be done to a draft. Paragraphs, sections and themes are named by their index in its analysis. */
export type Change =
  /** A heading before a paragraph, at the level of its section or, where it has none, at the first. What follows in the section, with its subsections, is under it. */
  | { readonly kind: 'split'; readonly paragraph: number; readonly heading: string }
  /**
   * Paragraphs, with what they introduce, in the order given, to the end of a section's own, or (`heading`) to a new section after
   * it, beside it. With `to` -1 the new section comes after that of the first paragraph.
   */
  | { readonly kind: 'move'; readonly paragraphs: readonly number[]; readonly to: number; readonly heading?: string }
  /** A section with its subsections to another place; headings change their level with it. */
  | { readonly kind: 'move-section'; readonly section: number; readonly to: Place }
  /**
   * The paragraphs of a theme together at another place. Where whole sections are of that theme alone, these with their headings, and
   * what else is of the theme at the end of the first of them. Where none is: beside another theme's paragraphs, at the end of the
   * section that they go into, or before or after a section in a new one of the theme's name.
   */
  | { readonly kind: 'move-theme'; readonly theme: number; readonly to: Place | ThemePlace }
  /**
   * A section's heading goes, and its paragraphs join the section before it. Its subsections stay, and are then of the section before
   * it; they rise to its level where it was the first of its kind there.
   */
  | { readonly kind: 'merge'; readonly section: number }
  | { readonly kind: 'rename'; readonly section: number; readonly heading: string }
  /**
   * The paragraphs of each theme together, under the theme's name, in the order in which the themes first appear: in one section, as
   * subsections of it, or in the whole draft, whose headings (but its title) go. A paragraph of no theme stays with the one before it.
   */
  | { readonly kind: 'group'; readonly section?: number }
  /** The proposed outline, or only those of its sections; all else then stays where it is. */
  | { readonly kind: 'outline'; readonly sections?: readonly number[] }

/** Replaces a span of the draft. The edits of one change do not overlap, and stand in order. */
export interface DraftEdit {
  readonly start: number
  readonly end: number
  readonly text: string
}
