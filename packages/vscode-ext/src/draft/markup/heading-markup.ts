/** A heading as its format writes it, and where its words stand in that. */
export interface WrittenHeading {
  readonly source: string
  readonly start: number
  readonly end: number
}

/** A heading of a draft: its lines, without labels above or below, and its level as the format counts. */
export interface HeadingSource {
  readonly source: string
  readonly level: number
}

/** How a draft writes its headings. */
export interface HeadingMarkup {
  /** The level of a section in a draft that has none yet. */
  readonly first: number
  /** The deepest level that there is. */
  readonly deepest: number
  /** Whether a heading may be at most one level deeper than the one before it, as its format has it. */
  readonly gapless?: boolean
  /** A new heading. `text` is one line, is not empty, and is never markup in what is given. Level from 1 to `deepest`. */
  readonly write: (text: string, level: number) => WrittenHeading
  /** A heading with other words, or at another level; all else about it stays. */
  readonly change: (heading: HeadingSource, to: { readonly text?: string; readonly level?: number }) => string
  /** What stays of a heading's lines where it goes, since other text may refer to it; absent where a format has no such thing. */
  readonly label?: (source: string) => string
}

/** A format's headings as those of a draft are written: `headings` are all of them in order, `lineEnd` is the draft's. */
export type HeadingFormat = (headings: readonly HeadingSource[], draft: string, lineEnd: string) => HeadingMarkup
