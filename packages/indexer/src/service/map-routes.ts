import { colourPoints } from '../analytics/point-colours.js'
import type { SentenceMap } from '../map/sentence-map.js'
import { listThemes } from '../themes/list.js'
import { mapReply } from './map-answer.js'
import type { JobProgress } from './cached-job.js'
import { RequestProblem } from './problem.js'
import { RUNNING, runningReply } from './replies.js'
import { route, type Route, type ServiceContext } from './route.js'
import { mapColoursAnswer, mapColoursQuery, mapPointsAnswer, mapPointsRequest } from './schemas/map-schemas.js'
import { needThemes, NO_THEMES } from './theme-routes.js'

const FORMAT =
  'Little-endian: length of the header (uint32), header (JSON, MapHeader), x and y of each point (float32), then the index ' +
  'of the theme of each point in the header (uint16, 65535 without a theme).'

/** Returns the map, or the progress of its drawing. @throws RequestProblem for a collection without themes. */
async function findMap({ collection, map }: ServiceContext): Promise<SentenceMap | JobProgress> {
  await collection.read(needThemes)
  return map.get()
}

/** Returns the map. @throws RequestProblem while it is drawn, and for a collection without themes. */
async function needMap(context: ServiceContext): Promise<SentenceMap> {
  const map = await findMap(context)
  if ('ids' in map) return map
  throw new RequestProblem(409, 'The map is being drawn; repeat GET /api/map until it answers 200.')
}

/** Routes for the map of the collection. */
export const mapRoutes: Route[] = [
  route({
    method: 'get',
    path: '/api/map',
    tag: 'Map',
    summary: 'Map of all sentences: similar ones are close together',
    description: 'The first request after a theme build starts to draw the map; until it is done, the answer is 202.',
    others: {
      200: { description: FORMAT, type: 'application/octet-stream' },
      202: RUNNING,
      304: { description: 'Not changed (If-None-Match).', type: 'application/octet-stream' }
    },
    problems: { 404: NO_THEMES },
    handle: async (context) => {
      const map = await findMap(context)
      if (!('ids' in map)) return runningReply(map)
      return mapReply(map, await context.collection.read(listThemes))
    }
  }),
  route({
    method: 'get',
    path: '/api/map/colours',
    tag: 'Map',
    summary: 'Colours of the points of the map by a field',
    query: mapColoursQuery,
    answer: mapColoursAnswer,
    problems: { 404: NO_THEMES, 409: 'The map is being drawn.' },
    handle: async (context, { query: { field } }) => {
      const map = await needMap(context)
      return context.collection.readOnce(JSON.stringify(['colours', map.run, field]), async (store) => {
        const { kinds, ...colours } = await colourPoints(store, map, field)
        return { run: map.run, ...colours, kinds: Buffer.from(kinds).toString('base64') }
      })
    }
  }),
  route({
    method: 'post',
    path: '/api/map/points',
    tag: 'Map',
    summary: 'Sentences of some points of the map',
    body: mapPointsRequest,
    answer: mapPointsAnswer,
    problems: { 404: NO_THEMES, 409: 'The map is being drawn, or has another run.' },
    handle: async (context, { body: { indices, run } }) => {
      const map = await needMap(context)
      if (run !== undefined && run !== map.run)
        throw new RequestProblem(409, `The map of run ${run} no longer exists; load /api/map again.`)
      const beyond = indices.find((index) => index >= map.ids.length)
      if (beyond !== undefined)
        throw new RequestProblem(400, `The map has no point ${beyond}; expected 0 to ${map.ids.length - 1}.`)
      const records = await context.collection.read((store) => store.read(indices.map((i) => map.ids[i])))
      const found = new Map(records.records.map((record) => [record.id, record]))
      return {
        points: [...new Set(indices)].flatMap((index) => {
          const record = found.get(map.ids[index])
          return record === undefined ? [] : [{ index, record }]
        })
      }
    }
  })
]
