/** A half-open range [start, end) of UTF-16 code units of a text: the project's one unit of position. */
export interface Span {
  readonly start: number
  readonly end: number
}

/**
 * The piece of `text` that `span` names.
 * @example
 * slice('It rains.', { start: 3, end: 8 }) // => 'rains'
 */
export function slice(text: string, span: Span): string {
  return text.slice(span.start, span.end)
}
