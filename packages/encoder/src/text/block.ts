import type { Prose } from './prose.js'
import type { Span } from './span.js'

/** A heading or a paragraph of a document. Blocks stand in reading order, and their spans do not overlap. */
export interface Block {
  readonly kind: 'heading' | 'paragraph'
  /** Of a heading: 1 (outermost) to 6. Zero for a paragraph. */
  readonly level: number
  /** What directly holds the block. A heading inside anything structures nothing, so it is given as a paragraph. */
  readonly container: 'none' | 'list' | 'quote' | 'footnote'
  /** The block's lines in the original, markup included, without the last line's end; in LaTeX its part of them. */
  readonly span: Span
  /** The block's words, never empty. */
  readonly prose: Prose
  /** Of a block in a footnote that stands apart from what refers to it: the footnote's name. */
  readonly note?: string
  /** The names of the footnotes that it refers to, and of the links that their order tells where they lead, in order. */
  readonly refersTo?: readonly string[]
}
