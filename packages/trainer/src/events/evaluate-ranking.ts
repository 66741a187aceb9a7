import { createRandom, type EventRows } from '@leitmotif/encoder'
import { shareInterval, shareOf, type Interval, type Part } from '../evaluation/bootstrap.js'
import type { EventModel } from './event-model.js'

/** How often events score higher than the same with a part of another event. */
export interface Ranking {
  /** The share of pairs of an event and a corruption of it in which the event scores higher; equal scores count half. */
  readonly accuracy: number
  /** Its 95 % interval, by bootstrap over events. */
  readonly interval: Interval
  /** The share of events that score higher than all of their corruptions. */
  readonly first: number
  readonly events: number
}

/** Corruptions of each event. */
export const RANKED_AGAINST = 10

/**
 * Corrupted-triplet ranking: each event against `RANKED_AGAINST` with the subject, or the object, of other events drawn
 * by chance, of which the part has other words. An event whose own part has no known word is left out.
 */
export function measureRanking(
  model: EventModel,
  events: readonly EventRows[],
  part: 'subject' | 'object',
  seed: number
): Ranking | undefined {
  const random = createRandom(seed).fork(`ranking ${part}`)
  const ranked = events.filter((event) => event[part].length > 0)
  const keys = ranked.map((event) => Array.from(event[part]).join(' '))
  if (new Set(keys).size < 2) return undefined
  const corrupted = ranked.flatMap((event, i) =>
    Array.from({ length: RANKED_AGAINST }, () => {
      let other = random.integer(ranked.length)
      while (keys[other] === keys[i]) other = random.integer(ranked.length)
      return { ...event, [part]: ranked[other][part] }
    })
  )
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
