import type { SentenceMap } from '../map/sentence-map.js'
import { listThemes } from '../themes/list.js'
import { mapReply } from './map-answer.js'
import type { Drawing } from './map-keeper.js'
import { RequestProblem } from './problem.js'
import { Reply, route, type Route, type ServiceContext } from './route.js'
import { mapDrawing, mapPointsAnswer, mapPointsRequest } from './schemas.js'
import { needThemes, NO_THEMES } from './theme-routes.js'

/** Seconds after which it is worth while to ask again for a map that is being drawn. */
const ASK_AGAIN = 2

const FORMAT =
  'Little-endian: the length of the header (uint32), the header (JSON, MapHeader), then of each point x and y (float32), ' +
  'then of each point the index of its theme in the header (uint16, 65535 for none).'

/** The map, or how far its drawing is. @throws RequestProblem where there are no themes to draw it by. */
async function findMap({ collection, map }: ServiceContext): Promise<SentenceMap | Drawing> {
  await collection.read(needThemes)
  return map.get()
}

/** The collection as points of the plane. */
export const mapRoutes: Route[] = [
  route({
    method: 'get',
    path: '/api/map',
    tag: 'Map',
    summary: 'All sentences as points: alike ones lie together',
    description: 'Drawn when it is first asked for after themes were built; until it is, the answer is 202.',
    others: {
      200: { description: FORMAT, type: 'application/octet-stream' },
      202: { description: 'It is being drawn; ask again.', type: 'application/json', schema: mapDrawing },
      304: { description: 'It is as it was (If-None-Match).', type: 'application/octet-stream' }
    },
    problems: { 404: NO_THEMES },
    handle: async (context) => {
      const map = await findMap(context)
      if (!('ids' in map)) {
        const body = JSON.stringify({ status: 'drawing', done: map.done })
        return new Reply(202, 'application/json', body, { 'Retry-After': String(ASK_AGAIN) })
      }
      return mapReply(map, await context.collection.read(listThemes))
    }
  }),
  route({
    method: 'post',
    path: '/api/map/points',
    tag: 'Map',
    summary: 'The sentences of some points',
    body: mapPointsRequest,
    answer: mapPointsAnswer,
    problems: { 404: NO_THEMES, 409: 'The map is being drawn, or is of another run than was named.' },
    handle: async (context, { body: { indices, run } }) => {
      const map = await findMap(context)
      if (!('ids' in map)) throw new RequestProblem(409, 'The map is being drawn; load /api/map until it is there.')
      if (run !== undefined && run !== map.run)
        throw new RequestProblem(409, `The map of the run ${run} is gone; load /api/map anew.`)
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
