/** A half-open range [start, end) of UTF-16 code units of a text: the project's one unit of position. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** The piece of `text` that `span` names. */
export function slice(text: string, span: Span): string {
  return text.slice(span.start, span.end)
}
