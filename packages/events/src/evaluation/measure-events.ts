import { eventRows } from '../network/event-encoder.js'
import { nameVerbs } from '../extraction/verb-names.js'
import type { EventRows } from '../network/event-network.js'
import type { Vocabulary } from '@leitmotif/encoder/training'
import type { StoredEvent } from '../corpora/event-file.js'
import type { EventModel } from './event-model.js'
import { measureRanking, type Ranking } from './evaluate-ranking.js'
import { measureVerbs, type VerbGathering } from './evaluate-verbs.js'
import { measureVoices, type Voices } from './evaluate-voices.js'

/** The figures of events' vectors and scores. */
export interface EventFigures {
  readonly subjects: Ranking | undefined
  readonly objects: Ranking | undefined
  /** `objects` of events with up to 3 words in their object, 4 to 6, and 7 or more. */
  readonly objectsByLength: readonly (Ranking | undefined)[]
  readonly verbs: VerbGathering | undefined
  readonly voices: Voices
}

/** Bounds of `objectsByLength`. */
export const OBJECT_LENGTHS = [
  [1, 3],
  [4, 6],
  [7, 11]
] as const

/** An event with its known words. */
export interface KnownEvent extends EventRows {
  /** The number of its verb, whatever its form. */
  readonly verbNumber: number
  /** Words of the object as written. */
  readonly objectLength: number
}

/** Events of which every part that has words has a known one; subject and verb always. */
export function knownEvents(events: readonly StoredEvent[], vocabulary: Vocabulary): KnownEvent[] {
  const { verb: numbers } = nameVerbs(events)
  return events.flatMap((event, i) => {
    const rows = eventRows(vocabulary, event)
    if (rows.subject.length === 0 || rows.verb.length === 0) return []
    if (rows.object.length === 0 && event.object.length > 0) return []
    return [{ ...rows, verbNumber: numbers[i], objectLength: event.object.length }]
  })
}

export function measureEvents(
  model: EventModel,
  events: readonly KnownEvent[],
  vocabulary: Vocabulary,
  seed: number
): EventFigures {
  return {
    subjects: measureRanking(model, events, 'subject', seed),
    objects: measureRanking(model, events, 'object', seed),
    objectsByLength: OBJECT_LENGTHS.map(([least, most]) => {
      const of = events.filter(({ objectLength }) => objectLength >= least && objectLength <= most)
      return measureRanking(model, of, 'object', seed)
    }),
    verbs: measureVerbs(
      model,
      events,
      events.map(({ verbNumber }) => verbNumber),
      seed
    ),
    voices: measureVoices(model, (event) => eventRows(vocabulary, event))
  }
}
