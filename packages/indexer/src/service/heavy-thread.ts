import { parentPort, workerData } from 'node:worker_threads'
import { collectionVersion, openCollection } from '../store/collection.js'
import { withMapAreas } from '../map/map-area.js'
import { analyticsRoutes } from './analytics-routes.js'
import type { LaneAnswer, LanePlace, LaneTask } from './heavy-lane.js'
import { problemFrom } from './problem.js'
import { Reply, type ServiceContext } from './route.js'
import { searchRoutes } from './search-routes.js'
import { SharedCollection } from './shared-collection.js'

const { place, encoder } = workerData as LanePlace
const version = await collectionVersion(place)
const collection = new SharedCollection({
  open: async (access) => withMapAreas(await openCollection(place, { access, encoder })),
  version: async () => (await version()) ?? ''
})
// Heavy routes only read the collection.
const context = { collection } as unknown as ServiceContext
const routes = [...analyticsRoutes, ...searchRoutes].filter(({ heavy }) => heavy)

async function answerTo({ id, method, path, input }: LaneTask): Promise<LaneAnswer> {
  try {
    const route = routes.find((one) => one.method === method && one.path === path)!
    const answer = await route.handle(context, input)
    const { status, type, body, headers } =
      answer instanceof Reply ? answer : new Reply(200, 'application/json', JSON.stringify(route.answer!.parse(answer)))
    return { id, reply: { status, type, body, headers } }
  } catch (error) {
    const { status, detail, errors } = problemFrom(error) ?? {}
    return status === undefined ? { id } : { id, problem: { status, detail: detail!, ...(errors && { errors }) } }
  }
}

parentPort!.on('message', (task: LaneTask) => {
  void answerTo(task).then((answer) => {
    parentPort!.postMessage(answer)
  })
})
