import { Worker } from 'node:worker_threads'
import type { PlaceFlags } from '../store/collection.js'
import type { StoreEncoder } from '../store/store.js'
import { RequestProblem } from './problem.js'
import { Reply, type HeavyLane, type RouteInput } from './route.js'

/** What the thread needs to open the collection as the service does. */
export interface LanePlace {
  readonly place: PlaceFlags
  readonly encoder: StoreEncoder
}

/** A request for the thread: a route, by method and path, and what its schemas made of the request. */
export interface LaneTask {
  readonly id: number
  readonly method: string
  readonly path: string
  readonly input: RouteInput
}

/** The thread's answer: a Reply, a problem of the caller's, or neither after a fault. */
export interface LaneAnswer {
  readonly id: number
  readonly reply?: Pick<Reply, 'status' | 'type' | 'body' | 'headers'>
  readonly problem?: Pick<RequestProblem, 'status' | 'detail' | 'errors'>
}

/**
 * Answers requests that read much of the collection in a thread with its own connection, so that searches need not wait for
 * them. The thread starts with the first request, and again after it failed. What it cannot answer is answered here.
 */
export function createHeavyLane(place: LanePlace): HeavyLane {
  const waiting = new Map<number, (answer: LaneAnswer | undefined) => void>()
  let tasks = 0
  let thread: Worker | undefined

  function start(): Worker {
    const url = new URL('../../dist/service/heavy-thread.js', import.meta.url)
    const started = new Worker(url, { execArgv: [], workerData: place })
    const end = (): void => {
      if (thread === started) thread = undefined
      for (const resolve of waiting.values()) resolve(undefined)
      waiting.clear()
    }
    started.on('message', (answer: LaneAnswer) => {
      waiting.get(answer.id)?.(answer)
      waiting.delete(answer.id)
    })
    started.on('error', end)
    started.on('exit', end)
    started.unref()
    return started
  }

  return {
    async answer(route, context, input) {
      const { method, path } = route
      const answer = await new Promise<LaneAnswer | undefined>((resolve) => {
        const id = tasks++
        thread ??= start()
        waiting.set(id, resolve)
        thread.postMessage({ id, method, path, input } satisfies LaneTask)
      })
      if (answer?.problem !== undefined) {
        const { status, detail, errors } = answer.problem
        throw new RequestProblem(status, detail, errors)
      }
      // Repeats the work in this thread, so that the fault is logged with its cause.
      if (answer?.reply === undefined) return route.handle(context, input)
      const { status, type, body, headers } = answer.reply
      return new Reply(status, type, body, headers)
    },
    async stop() {
      await thread?.terminate()
    }
  }
}
