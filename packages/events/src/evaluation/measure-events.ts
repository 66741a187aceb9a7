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
  /** `objects` for events with up to 3, with 4 to 6, and with 7 or more words in their object. */
  readonly objectsByLength: readonly (Ranking | undefined)[]
  readonly verbs: VerbGathering | undefined
  readonly voices: Voices
}

/** Minimum and maximum lengths of `objectsByLength`. */
export const OBJECT_LENGTHS = [
  [1, 3],
  [4, 6],
  [7, 11]
] as const

/** An event with its known words. */
export interface KnownEvent extends EventRows {
  /** Number of its verb, equal for all forms of it. */
  readonly verbNumber: number
  /** Number of words of the object as written. */
  readonly objectLength: number
}

/** Returns the events in which subject and verb have a known word, and the object too unless it is empty. */
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
