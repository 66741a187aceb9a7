import type { RelatedPassage } from '../../protocol/protocol.js'

/** Returns a citation: the template with {text}, {document}, {title}, {path} and {link} replaced by the passage's values. */
export function citation(template: string, passage: RelatedPassage): string {
  const parts: Record<string, string> = {
    text: passage.text.trim(),
    document: passage.document,
    title: passage.title,
    path: passage.path.join(' › '),
    link: passage.link ?? ''
  }
  return template.replace(/\{(\w+)\}/g, (whole, name: string) => (Object.hasOwn(parts, name) ? parts[name] : whole))
}

/** Passages as a Markdown page, with the line at which each begins. */
export interface PassagesPage {
  readonly text: string
  readonly lines: readonly number[]
}

export function passagesPage(passages: readonly RelatedPassage[]): PassagesPage {
  const lines: number[] = []
  const page: string[] = []
  for (const { text, title, path, link } of passages) {
    lines.push(page.length)
    page.push(`## ${[title, ...path].join(' › ')}`, '', ...text.split(/\r?\n/).map((line) => `> ${line}`), '')
    if (link !== undefined) page.push(`<${link}>`, '')
  }
  return { text: page.join('\n'), lines }
}

/** A span of a text, in UTF-16 units. */
export interface PassagePlace {
  readonly start: number
  readonly end: number
}

/** The number of words of a passage that are searched for; this many identify it. */
const WORDS = 40

/**
 * Whether a document of a collection is the file at this workspace path. One of the paths may have more leading
 * folders.
 */
export function isDocument(document: string, path: string): boolean {
  const [named, filed] = [document, path].map((each) => `/${each.replaceAll('\\', '/')}`)
  return named.endsWith(filed) || filed.endsWith(named)
}

/** Returns the span of a passage in a text, with any markup between its words; undefined if it is not found. */
export function placeOfPassage(text: string, passage: string): PassagePlace | undefined {
  const words = (passage.match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, WORDS)
  if (words.length === 0) return undefined
  const found = new RegExp(words.join('[^\\p{L}\\p{N}]+'), 'u').exec(text)
  return found ? { start: found.index, end: found.index + found[0].length } : undefined
}
