import type { Article, Section } from './article.js'
import type { Block } from './block.js'
import { readFrontMatter } from './front-matter.js'
import { parseMarkdown } from './markdown.js'
import { parsePlainText } from './plain.js'

export type DocumentFormat = 'markdown' | 'plain'

/**
 * The longest document that is read, in UTF-16 code units. Markdown that is all marks takes some 400 bytes of memory for each of its
 * units while it is parsed (long novels have 3 million); plain text takes few.
 */
export const MAX_DOCUMENT_LENGTH: Readonly<Record<DocumentFormat, number>> = {
  markdown: 4 * 1024 * 1024,
  plain: 64 * 1024 * 1024
}

/** A block and where it stands in its document's outline. */
export interface DocumentBlock extends Block {
  /** The headings of the sections that hold the block, outermost first; a heading's own is not among them. */
  readonly path: readonly string[]
}

/** A text as prose, with its outline. */
export interface ParsedDocument {
  /** The front matter's `title`, else the first level-1 heading; in plain text, only a heading that opens the text. */
  readonly title?: string
  /** The front matter's simple fields, such as `date`, `author` and `tags`. Empty for plain text. */
  readonly frontMatter: Readonly<Partial<Record<string, string>>>
  readonly blocks: readonly DocumentBlock[]
}

/**
 * Parses a document. A level-1 heading that opens the text and is the only one of its level is the document's title: it is no
 * section, so no path holds it.
 * @throws Error where the text is longer than MAX_DOCUMENT_LENGTH
 */
export function parseDocument(text: string, format: DocumentFormat): ParsedDocument {
  const longest = MAX_DOCUMENT_LENGTH[format]
  if (text.length > longest) {
    throw new Error(
      `document: the text has ${text.length} UTF-16 code units; expected at most ${longest} for ${format} text. Split it into parts.`
    )
  }
  const frontMatter = format === 'markdown' ? readFrontMatter(text).fields : {}
  const blocks = format === 'markdown' ? parseMarkdown(text) : parsePlainText(text)
  // In plain text a heading is a guess: only one that opens the text is trusted to be its title.
  const headings = format === 'markdown' ? blocks : blocks.slice(0, 1)
  const title = frontMatter.title ?? headings.find((block) => block.level === 1)?.prose.text
  const titleBlock = findTitleBlock(blocks)
  const open: { level: number; text: string }[] = []
  return {
    ...(title === undefined ? {} : { title }),
    frontMatter,
    blocks: blocks.map((block) => {
      if (block.kind === 'heading') {
        while (open.length > 0 && open.at(-1)!.level >= block.level) open.pop()
      }
      const path = open.map((heading) => heading.text)
      if (block.kind === 'heading' && block !== titleBlock) open.push({ level: block.level, text: block.prose.text })
      return { ...block, path }
    })
  }
}

/** The heading that titles the whole document, where there is one. */
function findTitleBlock(blocks: readonly Block[]): Block | undefined {
  const first = blocks.at(0)
  const others = blocks.some((block) => block.level === 1 && block !== first)
  return first?.level === 1 && !others ? first : undefined
}

/**
 * A document as a sectioned article. A section's level is its depth in the outline, from 1, however its headings are numbered;
 * text before the first section is the lead, at level 0.
 */
export function articleFrom(document: ParsedDocument, name: { id: string; title: string }): Article {
  const titleBlock = findTitleBlock(document.blocks)
  const sections: (Section & { paragraphs: string[] })[] = []
  for (const block of document.blocks) {
    if (block === titleBlock) continue
    if (block.kind === 'heading') {
      sections.push({ heading: block.prose.text, level: block.path.length + 1, paragraphs: [] })
    } else {
      if (sections.length === 0) sections.push({ heading: '', level: 0, paragraphs: [] })
      sections.at(-1)!.paragraphs.push(block.prose.text)
    }
  }
  return { id: name.id, title: name.title, sections }
}
