import { createRandom, type Random } from '@leitmotif/encoder/vectors'
import type { EventRows } from '../network/event-network.js'
import { shareInterval, shareOf, type Interval, type Part } from '@leitmotif/trainer/training'
import type { EventModel } from './event-model.js'

/** How often events score higher than copies with a part of another event. */
export interface Ranking {
  /** Share of pairs of an event and a corruption in which the event scores higher. Equal scores count half. */
  readonly accuracy: number
  /** 95% interval, by bootstrap over events. */
  readonly interval: Interval
  /** Share of events that score higher than all of their corruptions. */
  readonly first: number
  readonly events: number
}

/** Number of corruptions per event. */
export const RANKED_AGAINST = 10

/**
 * Ranks each event against corrupted copies of itself. The `RANKED_AGAINST` copies have the subject, or the object, of
 * other events, drawn at random among those with other words there. Skips events whose own part has no known word.
 */
export function measureRanking(
  model: EventModel,
  events: readonly EventRows[],
  part: 'subject' | 'object',
  seed: number
): Ranking | undefined {
  const random = createRandom(seed).fork(`ranking ${part}`)
  const ranked = events.filter((event) => event[part].length > 0)
  const corrupted = corruptionsOf(ranked, part, RANKED_AGAINST, random)
  if (corrupted.length === 0) return undefined
  const real = model.score(ranked)
  const others = model.score(corrupted)
  let first = 0
  const parts = ranked.map((_, i): Part => {
    const scores = others.subarray(i * RANKED_AGAINST, (i + 1) * RANKED_AGAINST)
    const sum = scores.reduce((wins, score) => wins + (score < real[i] ? 1 : score === real[i] ? 0.5 : 0), 0)
    if (sum === RANKED_AGAINST) first++
    return { sum, count: RANKED_AGAINST }
  })
  return {
    accuracy: shareOf(parts),
    interval: shareInterval(parts, seed),
    first: first / ranked.length,
    events: ranked.length
  }
}

/**
 * Returns `times` corruptions of each event, in order. The part is taken from events with other words there; none if
 * all have the same words.
 */
function corruptionsOf(
  events: readonly EventRows[],
  part: 'subject' | 'object',
  times: number,
  random: Random
): EventRows[] {
  const keys = events.map((event) => Array.from(event[part]).join(' '))
  if (new Set(keys).size < 2) return []
  return events.flatMap((event, i) =>
    Array.from({ length: times }, () => {
      let other = random.integer(events.length)
      while (keys[other] === keys[i]) other = random.integer(events.length)
      return { ...event, [part]: events[other][part] }
    })
  )
}

/** An event and a copy with the subject of another event, with both scores. */
export interface SeenEvent {
  readonly real: EventRows
  readonly corrupted: EventRows
  readonly score: number
  readonly corruptedScore: number
}

/** Events that a model scores higher than their corruption, and others. */
export interface SeenEvents {
  readonly right: readonly SeenEvent[]
  readonly wrong: readonly SeenEvent[]
}

/** Number of events shown of each kind. */
const SHOWN = 8

/** Returns randomly drawn events to show; none if all have the same subject. */
export function showRanked(model: EventModel, events: readonly EventRows[], seed: number): SeenEvents {
  const random = createRandom(seed).fork('shown events')
  const corrupted = corruptionsOf(events, 'subject', 1, random)
  if (corrupted.length === 0) return { right: [], wrong: [] }
  const scores = model.score(events)
  const others = model.score(corrupted)
  const seen = events.map((real, i): SeenEvent => {
    return { real, corrupted: corrupted[i], score: scores[i], corruptedScore: others[i] }
  })
  const drawn = random.shuffle(seen)
  return {
    right: drawn.filter(({ score, corruptedScore }) => score > corruptedScore).slice(0, SHOWN),
    wrong: drawn.filter(({ score, corruptedScore }) => score <= corruptedScore).slice(0, SHOWN)
  }
}
