import type { Span } from '@leitmotif/encoder'
import type { Range } from 'vscode-languageserver'
import type { TextDocument } from 'vscode-languageserver-textdocument'

/** The editor's lines and characters of a span. */
export function rangeOf(document: TextDocument, { start, end }: Span): Range {
  return { start: document.positionAt(start), end: document.positionAt(end) }
}

export function spanOf(document: TextDocument, { start, end }: Range): Span {
  return { start: document.offsetAt(start), end: document.offsetAt(end) }
}

/** From the start of a span to the end of its first line, without the line's end. */
export function firstLine(text: string, { start, end }: Span): Span {
  const length = text.slice(start, end).search(/[\r\n]/)
  return { start, end: length < 0 ? end : start + length }
}

/**
 * Where spans of a text stand in the text that came of it by edits: those before the first edit and behind the last.
 * Those between are not known.
 */
export function followSpans(before: string, after: string): (span: Span) => Span | undefined {
  const shorter = Math.min(before.length, after.length)
  let head = 0
  while (head < shorter && before.charCodeAt(head) === after.charCodeAt(head)) head++
  let tail = 0
  const delta = after.length - before.length
  while (
    tail < shorter - head &&
    before.charCodeAt(before.length - 1 - tail) === after.charCodeAt(after.length - 1 - tail)
  )
    tail++
  return ({ start, end }) => {
    if (end <= head) return { start, end }
    return start >= before.length - tail ? { start: start + delta, end: end + delta } : undefined
  }
}
