/** Events as points of the plane, a column for each thing that is known of a point; fit for JSON. */
export interface EventMap {
  /** Sentences that were looked through. */
  readonly sentences: number
  /** Events that were found; more than points where the map shows a sample. */
  readonly events: number
  /** The verbs of all events by frequency, each named as it is written most often. */
  readonly verbs: readonly { readonly name: string; readonly count: number }[]
  /** Places of points, -1 to 1. */
  readonly x: readonly number[]
  readonly y: readonly number[]
  /** Of each point, the index of its verb. */
  readonly verb: readonly number[]
  readonly subject: readonly string[]
  readonly predicate: readonly string[]
  readonly object: readonly string[]
  /** The sentence of each point. */
  readonly text: readonly string[]
}
