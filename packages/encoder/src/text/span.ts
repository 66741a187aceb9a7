/** A half-open range [start, end) of UTF-16 code units: the project's only unit of position. */
export interface Span {
  readonly start: number
  readonly end: number
}

/**
 * Returns the part of `text` in `span`.
 * @example
 * slice('It rains.', { start: 3, end: 8 }) // => 'rains'
 */
export function slice(text: string, span: Span): string {
  return text.slice(span.start, span.end)
}
