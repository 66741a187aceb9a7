/** Events as points of the plane, one array per property, suitable for JSON. */
export interface EventMap {
  /** Number of sentences searched. */
  readonly sentences: number
  /** Number of events found; more than points if the map shows a sample. */
  readonly events: number
  /** The verbs of all events by frequency, each named by its most frequent form. */
  readonly verbs: readonly { readonly name: string; readonly count: number }[]
  /** Positions of points, -1 to 1. */
  readonly x: readonly number[]
  readonly y: readonly number[]
  /** Index of each point's verb. */
  readonly verb: readonly number[]
  readonly subject: readonly string[]
  readonly predicate: readonly string[]
  readonly object: readonly string[]
  /** The sentence of each point. */
  readonly text: readonly string[]
}
