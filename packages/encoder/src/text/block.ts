import type { Prose } from './prose.js'
import type { Span } from './span.js'

/** A heading or a paragraph. Blocks are in reading order and do not overlap. */
export interface Block {
  readonly kind: 'heading' | 'paragraph'
  /** Level of a heading, 1 (outermost) to 6; 0 for a paragraph. */
  readonly level: number
  /**
   * The innermost container of the block. A heading inside a container is treated as a paragraph, because it does not
   * structure the document.
   */
  readonly container: 'none' | 'list' | 'quote' | 'footnote'
  /** The block's lines in the original, with markup, without the last line end; in LaTeX its part of them. */
  readonly span: Span
  /** The block's words, never empty. */
  readonly prose: Prose
  /** The footnote's name, for a block of a footnote defined away from its reference. */
  readonly note?: string
  /** Names of the footnotes and anonymous links that the block refers to, in order. */
  readonly refersTo?: readonly string[]
}
