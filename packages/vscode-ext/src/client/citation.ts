import type { RelatedPassage } from '../protocol/protocol.js'

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
