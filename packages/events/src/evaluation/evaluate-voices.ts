import { dot, row } from '@leitmotif/encoder'
import type { Event } from '../extraction/event.js'
import type { EventRows } from '../network/event-network.js'
import type { EventModel } from './event-model.js'
import { centredRows } from './evaluate-verbs.js'
import { VOICES } from './voices.js'

/** How similar an active event is to its passive form. */
export interface Voices {
  readonly pairs: number
  /** Mean cosine of active events with their own passive, and with passives of other events. */
  readonly own: number
  readonly others: number
  /** Share of active events whose own passive is the nearest of all passives, and the mean of 1 / its rank. */
  readonly top1: number
  readonly mrr: number
  /** Share of active events nearer to their own passive than to the passive with exchanged roles; .5 is chance. */
  readonly roles: number
}

/**
 * Measures how near "storm floods harbour" is to "harbour flooded by storm". Section 4.3.1 finds that such vectors are
 * far apart.
 */
export function measureVoices(model: EventModel, rowsOf: (event: Event) => EventRows): Voices {
  const all = [
    ...VOICES.map(([one, verb, , other]) => voice(one, verb, other)),
    ...VOICES.map(([one, , participle, other]) => voice(other, participle, `by ${one}`)),
    ...VOICES.map(([one, , participle, other]) => voice(one, participle, `by ${other}`))
  ]
  const rows = centredRows(model.encode(all.map(rowsOf)))
  const pairs = VOICES.length
  const cosine = (a: number, b: number): number => dot(row(rows, a), row(rows, b))
  let [own, others, top1, mrr, roles] = [0, 0, 0, 0, 0]
  for (let i = 0; i < pairs; i++) {
    const mine = cosine(i, pairs + i)
    own += mine
    let rank = 1
    for (let j = 0; j < pairs; j++) {
      if (j === i) continue
      const other = cosine(i, pairs + j)
      others += other / (pairs - 1)
      if (other >= mine) rank++
    }
    top1 += Number(rank === 1)
    mrr += 1 / rank
    const exchanged = cosine(i, 2 * pairs + i)
    // Vectors that ignore roles differ only by rounding.
    roles += Math.abs(mine - exchanged) < 1e-6 ? 0.5 : Number(mine > exchanged)
  }
  return { pairs, own: own / pairs, others: others / pairs, top1: top1 / pairs, mrr: mrr / pairs, roles: roles / pairs }
}

function voice(subject: string, verb: string, object: string): Event {
  return { subject: subject.split(' '), verb: verb.split(' '), object: object.split(' ') }
}
