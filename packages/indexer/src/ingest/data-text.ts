import { fileContent } from './file-document.js'
import type { SourceDocument, UnreadDocument } from './source-document.js'

/** Closing tags, and line breaks, of HTML that texts in data have. */
const TAG = /<(?:\/(?:a|b|blockquote|code|div|em|h[1-6]|i|li|ol|p|pre|span|strong|table|td|tr|u|ul)|br ?\/?)>/gi

/** A link or an image of Markdown. */
const LINK = /\[[^[\]\n]{0,200}\]\((?:https?:|mailto:|[#./])[^\s()]{0,500}\)/

/** A heading of Markdown, or a line that begins or ends a block of code. */
const MARK = /^(?:#{1,6} \S|```)/gm

/**
 * Returns what a text in data is written in. HTML begins with an element, or has two tags. Markdown has a link, or two headings or
 * fences of code; it may have tags, too.
 */
export function writtenIn(text: string): 'html' | 'markdown' | 'plain' {
  const tags = timesUpTo(2, TAG, text)
  if (tags > 0 && /^\s*<(?:[a-z]|!doctype)/i.test(text)) return 'html'
  if (LINK.test(text) || timesUpTo(2, MARK, text) === 2) return 'markdown'
  return tags === 2 || (tags === 1 && /^\s*<!/.test(text)) ? 'html' : 'plain'
}

/** How often a pattern is in a text, up to `most` times. */
function timesUpTo(most: number, pattern: RegExp, text: string): number {
  const found = text.matchAll(pattern)
  let times = 0
  while (times < most && found.next().done !== true) times++
  return times
}

/** Returns a document of a text in data. HTML is read when it is loaded, and so is its title; the fields of the data stay. */
export function dataDocument(data: Omit<SourceDocument, 'body'>, text: string): SourceDocument | UnreadDocument {
  const kind = writtenIn(text)
  if (kind !== 'html') return { ...data, body: { kind, text } }
  const { document, source, line, item, hash, name, fields, title } = data
  return {
    ...{ document, source, hash, ...(line !== undefined && { line }), ...(item !== undefined && { item }) },
    load: async () => {
      const read = await fileContent('fragment', Buffer.from(text), { id: document, name })
      return { ...data, ...read, fields, ...(title !== undefined && { title: await titleInHtml(title) }) }
    }
  }
}

/** Returns a title as a reader of HTML sees it; one without words stays as it is. */
async function titleInHtml(title: string): Promise<string> {
  const { htmlParts } = await import('./html-parts.js')
  const shown = htmlParts([{ at: 0, text: title }]).map(({ text }) => text)
  return shown.join(' ') || title
}
