import type { Span } from '@leitmotif/encoder'
import type { Range } from 'vscode-languageserver'
import type { TextDocument } from 'vscode-languageserver-textdocument'

/** Returns a span as lines and characters. */
export function rangeOf(document: TextDocument, { start, end }: Span): Range {
  return { start: document.positionAt(start), end: document.positionAt(end) }
}

export function spanOf(document: TextDocument, { start, end }: Range): Span {
  return { start: document.offsetAt(start), end: document.offsetAt(end) }
}

/** Returns the first line of a span, without its line end. */
export function firstLine(text: string, { start, end }: Span): Span {
  const length = text.slice(start, end).search(/[\r\n]/)
  return { start, end: length < 0 ? end : start + length }
}

/**
 * Returns a function that maps spans of a text to the text after edits. It returns undefined for spans between the first and
 * the last edit.
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
