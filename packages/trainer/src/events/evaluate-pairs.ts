import { dot, row } from '@leitmotif/encoder'
import type { Event, EventEncoder, EventRows } from '@leitmotif/encoder/events'
import type { SentencePair } from '../corpora/pairs.js'
import { pearson, spearman } from '../evaluation/correlation.js'
import type { EventModel } from './event-model.js'
import { centredRows } from './evaluate-verbs.js'

/** How far cosines of events agree with what people said of pairs of headlines. */
export interface JudgedEvents {
  readonly spearman: number
  readonly pearson: number
  /** Pairs of which both headlines have an event; others are left out. */
  readonly pairs: number
}

/** Events of pairs of headlines, and the score of each pair. */
export interface EventPairs {
  /** Two for each pair, one after the other. */
  readonly events: readonly Event[]
  readonly scores: readonly number[]
}

/** The pairs of which both headlines have an event. */
export function eventPairs(pairs: readonly SentencePair[], encoder: Pick<EventEncoder, 'extract'>): EventPairs {
  const events: Event[] = []
  const scores: number[] = []
  for (const { a, b, score } of pairs) {
    const [one, other] = [encoder.extract(a), encoder.extract(b)]
    if (one === undefined || other === undefined) continue
    events.push(one, other)
    scores.push(score)
  }
  return { events, scores }
}

/** Cosines of the events of each pair, relative to the mean of all, against the scores; of fewer than three pairs nothing. */
export function measurePairs(
  model: EventModel,
  { events, scores }: EventPairs,
  rowsOf: (event: Event) => EventRows
): JudgedEvents | undefined {
  if (scores.length < 3) return undefined
  const rows = centredRows(model.encode(events.map(rowsOf)))
  const cosines = scores.map((_, i) => dot(row(rows, 2 * i), row(rows, 2 * i + 1)))
  return { spearman: spearman(cosines, scores), pearson: pearson(cosines, scores), pairs: scores.length }
}
