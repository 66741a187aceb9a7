import type { RelatedPassage } from '../../protocol/protocol.js'

/** A citation by a template in which {text}, {document}, {title}, {path} and {link} stand for what the passage has. */
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

/** Passages as a page of Markdown, and the line at which each begins. */
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

/** A place in a text, in UTF-16 units. */
export interface PassagePlace {
  readonly start: number
  readonly end: number
}

/** Words of a passage that are looked for: so many tell its place. */
const WORDS = 40

/** Whether a document of a collection is the file at this path in the workspace; either may be told by more of its folders. */
export function isDocument(document: string, path: string): boolean {
  const [named, filed] = [document, path].map((each) => `/${each.replaceAll('\\', '/')}`)
  return named.endsWith(filed) || filed.endsWith(named)
}

/** Where a passage stands in the text that it was taken from, whatever markup stands between its words; undefined where it does not. */
export function placeOfPassage(text: string, passage: string): PassagePlace | undefined {
  const words = (passage.match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, WORDS)
  if (words.length === 0) return undefined
  const found = new RegExp(words.join('[^\\p{L}\\p{N}]+'), 'u').exec(text)
  return found ? { start: found.index, end: found.index + found[0].length } : undefined
}
