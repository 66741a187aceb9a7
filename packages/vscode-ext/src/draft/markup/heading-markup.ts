/** The source of a heading and the span of its words. */
export interface WrittenHeading {
  readonly source: string
  readonly start: number
  readonly end: number
}

/** A heading's lines without labels around it, and its level in the format. */
export interface HeadingSource {
  readonly source: string
  readonly level: number
}

/** Writes headings in the style of a draft. */
export interface HeadingMarkup {
  /** The level of the first section in a draft without sections. */
  readonly first: number
  /** The deepest level of the format. */
  readonly deepest: number
  /** Whether the format allows a heading to be at most one level deeper than the one before it. */
  readonly gapless?: boolean
  /** Returns a new heading. `text` is one non-empty line and is escaped. Level from 1 to `deepest`. */
  readonly write: (text: string, level: number) => WrittenHeading
  /** Returns a heading with other words or another level, otherwise unchanged. */
  readonly change: (heading: HeadingSource, to: { readonly text?: string; readonly level?: number }) => string
  /** Returns the labels to keep when a heading is removed, because other text may refer to them; absent if the format has none. */
  readonly label?: (source: string) => string
}

/** Returns the heading markup for a draft. `headings` are all its headings in order, `lineEnd` is its line end. */
export type HeadingFormat = (headings: readonly HeadingSource[], draft: string, lineEnd: string) => HeadingMarkup
