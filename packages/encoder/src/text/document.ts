import type { Article, Section } from './article.js'
import type { Block } from './block.js'
import { parseAsciiDoc } from './asciidoc/asciidoc.js'
import type { HtmlBlock, ParsedText } from './body.js'
import { parseLatex } from './latex/latex.js'
import { parseMarkdown } from './markdown/markdown.js'
import { parsePlainText } from './plain.js'
import { parseReStructuredText } from './rst/rst.js'
import type { Unit } from './unit.js'

/** The supported formats. */
export const DOCUMENT_FORMATS = ['markdown', 'plain', 'latex', 'restructuredtext', 'asciidoc'] as const

export type DocumentFormat = (typeof DOCUMENT_FORMATS)[number]

const PARSERS: Readonly<Record<DocumentFormat, (text: string) => ParsedText>> = {
  markdown: parseMarkdown,
  plain: parsePlainText,
  latex: parseLatex,
  restructuredtext: parseReStructuredText,
  asciidoc: parseAsciiDoc
}

/**
 * The longest document accepted, in UTF-16 code units. Parsing Markdown that is all markup takes some 400 bytes of
 * memory per unit (long novels have 3 million units); the other formats take little.
 */
export const MAX_DOCUMENT_LENGTH: Readonly<Record<DocumentFormat, number>> = {
  markdown: 4 * 1024 * 1024,
  plain: 64 * 1024 * 1024,
  latex: 4 * 1024 * 1024,
  restructuredtext: 4 * 1024 * 1024,
  asciidoc: 4 * 1024 * 1024
}

/** A block with the headings above it. */
export interface DocumentBlock extends Block {
  /** The headings of the sections that contain the block, outermost first, without a heading's own. */
  readonly path: readonly string[]
}

/** A parsed document: its prose and its outline. */
export interface ParsedDocument {
  /**
   * The title from the front matter or LaTeX's `\title`; otherwise the first level-1 heading. In plain text only a
   * heading that opens the text counts.
   */
  readonly title?: string
  /** Simple metadata from the front matter, such as `date`, `author` and `tags`. Empty for plain text. */
  readonly frontMatter: Readonly<Partial<Record<string, string>>>
  readonly blocks: readonly DocumentBlock[]
  /** The whole text in pieces that can be moved. */
  readonly units: readonly Unit[]
  /** Blocks of HTML in Markdown: no block and no prose of a unit has their words. */
  readonly html: readonly HtmlBlock[]
  /** The targets of anonymous links, which depend on their order, by the names in `refersTo`. reStructuredText only. */
  readonly links: ReadonlyMap<string, string>
}

/**
 * Parses a document into blocks of prose and movable units. A single level-1 heading that opens the text is the
 * document's title: it is not a section, so no path contains it.
 * @throws Error if the text is longer than MAX_DOCUMENT_LENGTH, or the format is unknown.
 * @example
 * const { title, blocks } = parseDocument('# Tea\n\n## Leaves\n\nSteam *stops* them.', 'markdown')
 * title // => 'Tea'
 * blocks.at(-1).prose.text // => 'Steam stops them.'
 * blocks.at(-1).path // => ['Leaves']
 */
export function parseDocument(text: string, format: DocumentFormat): ParsedDocument {
  if (!DOCUMENT_FORMATS.includes(format)) {
    throw new Error(`document: the format is '${format}'; expected one of ${DOCUMENT_FORMATS.join(', ')}`)
  }
  const longest = MAX_DOCUMENT_LENGTH[format]
  if (text.length > longest) {
    throw new Error(
      `document: the text has ${text.length} UTF-16 code units; expected at most ${longest} for ${format} text. Split it into parts.`
    )
  }
  const {
    blocks,
    units,
    title: stated,
    fields: frontMatter = {},
    html = [],
    links = new Map<string, string>()
  } = PARSERS[format](text)
  // Headings of plain text are guesses, so only one at the very beginning is taken as the title.
  const headings = format === 'plain' ? blocks.slice(0, 1) : blocks
  const title = stated ?? headings.find((block) => block.level === 1)?.prose.text
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
    }),
    units,
    html,
    links
  }
}

/** Returns the heading that titles the whole document, if any. */
function findTitleBlock(blocks: readonly Block[]): Block | undefined {
  const first = blocks.at(0)
  const others = blocks.some((block) => block.level === 1 && block !== first)
  return first?.level === 1 && !others ? first : undefined
}

/**
 * Returns a document as a sectioned article. The level of a section is its depth in the outline, from 1, whatever the
 * levels of the headings; text before the first section is the lead, at level 0. Footnotes are left out, because they
 * belong to no section.
 */
export function articleFrom(document: ParsedDocument, name: { id: string; title: string }): Article {
  const titleBlock = findTitleBlock(document.blocks)
  const sections: (Section & { paragraphs: string[] })[] = []
  for (const block of document.blocks) {
    if (block === titleBlock || block.container === 'footnote') continue
    if (block.kind === 'heading') {
      sections.push({ heading: block.prose.text, level: block.path.length + 1, paragraphs: [] })
    } else {
      if (sections.length === 0) sections.push({ heading: '', level: 0, paragraphs: [] })
      sections.at(-1)!.paragraphs.push(block.prose.text)
    }
  }
  return { id: name.id, title: name.title, sections }
}
