import type { DrawnEvents } from '../events/stored-events.js'
import type { EventEncoder } from '@leitmotif/events'
import { NO_BUNDLE } from '../events/shipped-events.js'
import { RequestProblem } from './problem.js'
import { RUNNING, runningReply } from './replies.js'
import { route, type Reply, type Route, type ServiceContext } from './route.js'
import { eventMapAnswer, eventsAnswer, eventsQuery } from './schemas/event-schemas.js'

const MISSING = { 404: 'The service has no event bundle.' }
const ABOUT =
  'The first request after a change of sentences starts the search for events; until it is done, the answer is 202. ' +
  'Events are meant for headlines.'

function needEncoder({ events: { encoder } }: ServiceContext): EventEncoder {
  if (encoder === undefined) throw new RequestProblem(404, `${NO_BUNDLE[0].toUpperCase()}${NO_BUNDLE.slice(1)}.`)
  return encoder
}

/** Answers with the events, or with the progress of finding them. */
async function withEvents<T>(context: ServiceContext, answer: (events: DrawnEvents) => T): Promise<T | Reply> {
  const found = await context.events.get(needEncoder(context))
  return 'map' in found ? answer(found) : runningReply(found)
}

/** Routes for the events of the collection. */
export const eventRoutes: Route[] = [
  route({
    method: 'get',
    path: '/api/events',
    tag: 'Events',
    summary: 'Most frequent verbs, subjects and objects of events',
    description: ABOUT,
    query: eventsQuery,
    answer: eventsAnswer,
    others: { 202: RUNNING },
    problems: MISSING,
    handle: (context, { query: { limit } }) =>
      withEvents(context, ({ map, of, counts: { verbs, subjects, objects } }) => ({
        sentences: map.sentences,
        of,
        events: map.events,
        verbs: verbs.slice(0, limit),
        subjects: subjects.slice(0, limit),
        objects: objects.slice(0, limit)
      }))
  }),
  route({
    method: 'get',
    path: '/api/events/map',
    tag: 'Events',
    summary: 'Map of events: similar ones are close together',
    description: ABOUT,
    answer: eventMapAnswer,
    others: { 202: RUNNING },
    problems: MISSING,
    handle: (context) =>
      withEvents(context, ({ map, sources }) => ({
        ...map,
        id: sources.map(({ id }) => id),
        document: sources.map(({ document }) => document),
        position: sources.map(({ position }) => position)
      }))
  })
]
