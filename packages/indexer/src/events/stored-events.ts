import type { EventEncoder, EventMap } from '@leitmotif/events'
import { z } from 'zod'
import { readComputed } from '../store/computed-value.js'
import type { ThemeStore } from '../store/store.js'
import type { FoundEvent } from './collection-events.js'
import type { EventCounts } from './event-counts.js'

/** The events of a collection: their counts and their map. */
export interface DrawnEvents {
  /** Hash of the sentences that they were found in (`digestSentences`). */
  readonly sentences: string
  readonly map: EventMap
  /** The sentence of each point of the map. */
  readonly sources: readonly Pick<FoundEvent, 'id' | 'document' | 'position'>[]
  readonly counts: EventCounts
  readonly of: number
}

/** Name of the events among the collection's stored values. */
const NAME = 'events'

const FORMAT = 'leitmotif-events'
/** 1 counted passives by who bore them, 2 drew them so. */
const VERSION = 3

const count = z.int().min(0)
const counted = z.array(z.object({ name: z.string(), events: count }))
const texts = z.array(z.string())

const decoder = z
  .object({
    format: z.literal(FORMAT),
    version: z.literal(VERSION),
    /** How they were found: by which rules and by which bundle. */
    extraction: count,
    bundle: z.string(),
    sentences: z.string(),
    of: count,
    counts: z.object({ verbs: counted, subjects: counted, objects: counted }),
    sources: z.array(z.object({ id: z.string(), document: z.string(), position: count })),
    map: z.object({
      sentences: count,
      events: count,
      verbs: z.array(z.object({ name: z.string(), count })),
      x: z.array(z.number()),
      y: z.array(z.number()),
      verb: z.array(count),
      subject: texts,
      predicate: texts,
      object: texts,
      text: texts
    })
  })
  .refine(
    ({ map: { x, y, verb, subject, predicate, object, text, verbs }, sources }) =>
      [x, y, verb, subject, predicate, object, text].every(({ length }) => length === sources.length) &&
      verb.every((index) => index < verbs.length),
    { error: 'points, verbs and sources are not of the same events' }
  )

/**
 * Returns the events stored with a collection; undefined if there are none, if another encoder or extraction made them,
 * or if they cannot be read.
 */
export async function readKeptEvents(store: ThemeStore, encoder: EventEncoder): Promise<DrawnEvents | undefined> {
  const { value: data } = await readComputed(store, NAME, decoder)
  if (data?.bundle !== encoder.fingerprint || data.extraction !== encoder.extraction) return undefined
  const { sentences, map, sources, counts, of } = data
  return { sentences, map, sources, counts, of }
}

/** Stores events with their collection, and replaces the previous ones. */
export async function keepEvents(store: ThemeStore, encoder: EventEncoder, events: DrawnEvents): Promise<void> {
  const how = { extraction: encoder.extraction, bundle: encoder.fingerprint }
  await store.storeValue(NAME, { format: FORMAT, version: VERSION, ...how, ...events })
}
