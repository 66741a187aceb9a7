import { z } from 'zod'
import { count } from './common-schemas.js'

export const eventsQuery = z.strictObject({ limit: z.coerce.number().int().min(1).max(1000).default(50) })

const eventCount = z.object({ name: z.string(), events: count })

const eventFacts = {
  sentences: count.meta({ description: 'Number of sentences searched.' }),
  events: count.meta({ description: 'Number of events found.' })
}

export const eventsAnswer = z
  .object({
    ...eventFacts,
    of: count.meta({ description: 'Number of sentences of the collection; if above sentences, those are a sample.' }),
    verbs: z.array(eventCount).meta({ description: 'Each in its most frequent spelling.' }),
    subjects: z.array(eventCount),
    objects: z.array(eventCount)
  })
  .meta({ id: 'Events' })

const column = z.array(z.string())

export const eventMapAnswer = z
  .object({
    ...eventFacts,
    verbs: z.array(z.object({ name: z.string(), count })),
    x: z.array(z.number()),
    y: z.array(z.number()),
    verb: z.array(count).meta({ description: 'Index of the verb of each point.' }),
    ...{ subject: column, predicate: column, object: column },
    text: column.meta({ description: 'Sentence of each point.' }),
    ...{ id: column, document: column },
    position: z.array(count)
  })
  .meta({ id: 'EventMap', description: 'Arrays with one entry per point.' })

export type EventMapAnswer = z.output<typeof eventMapAnswer>
