import { dot, row } from '@leitmotif/encoder'
import type { Event } from '../extraction/event.js'
import type { EventEncoder } from '../network/event-encoder.js'
import type { EventRows } from '../network/event-network.js'
import { type SentencePair, pearson, spearman } from '@leitmotif/trainer/training'
import type { EventModel } from './event-model.js'
import { centredRows } from './evaluate-verbs.js'

/** Agreement of event cosines with people's judgements of headline pairs. */
export interface JudgedEvents {
  readonly spearman: number
  readonly pearson: number
  /** Number of pairs in which both headlines have an event; others are left out. */
  readonly pairs: number
}

/** Events of pairs of headlines, and the score of each pair. */
export interface EventPairs {
  /** Two consecutive events for each pair. */
  readonly events: readonly Event[]
  readonly scores: readonly number[]
}

/** Returns the pairs in which both headlines have an event. */
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

/**
 * Correlates the cosines of each pair's events, relative to the mean of all, with the scores; undefined for fewer than
 * three pairs.
 */
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
