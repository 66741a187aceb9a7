import type { ParsedDocument } from '@leitmotif/encoder'
import { createOutline } from './formats/file-content.js'
import { addHtmlBlocks } from './formats/html-blocks.js'
import { parseTags } from './formats/html-tags.js'

/** A part of a document besides its blocks. */
export interface DocumentPart {
  /** The offset of its line, or of the block that it is in. */
  readonly at: number
  readonly text: string
  /** Level of a heading, from 1; 0 otherwise. */
  readonly level: number
  /** Whether it is a row of a table. */
  readonly isRow: boolean
}

/** Returns the headings, paragraphs and rows in the blocks of HTML of a document in Markdown, in order. Takes linear time. */
export function htmlParts(blocks: ParsedDocument['html']): DocumentPart[] {
  const parts: DocumentPart[] = []
  for (const { at, text } of blocks) {
    const outline = createOutline()
    addHtmlBlocks(outline, parseTags(text))
    for (const { heading, level, paragraphs, rows = [] } of outline.sections) {
      const isRow = new Set(rows)
      if (level > 0) parts.push({ at, text: heading, level, isRow: false })
      for (const [index, paragraph] of paragraphs.entries())
        parts.push({ at, text: paragraph, level: 0, isRow: isRow.has(index) })
    }
  }
  return parts
}
