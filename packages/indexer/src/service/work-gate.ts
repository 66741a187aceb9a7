import { RequestProblem } from './problem.js'

/** Maximum number of requests that run at once, and that wait. More would only use memory. */
export const MAX_RUNNING = 4
export const MAX_HEAVY = 2
export const MAX_DIVIDING = 2
export const MAX_WAITING = 64

/** Lets `most` at a time work, the others wait in order of coming. */
export class WorkGate {
  private running = 0

  constructor(private readonly most = MAX_RUNNING) {}

  private readonly waiting = new Set<() => void>()

  /**
   * Runs `work` when it is its turn. Returns undefined without running it if `gone` aborts first.
   * @throws RequestProblem if MAX_WAITING requests are already waiting.
   */
  async run<T>(work: () => Promise<T>, gone?: AbortSignal): Promise<T | undefined> {
    if (this.running >= this.most) {
      if (this.waiting.size >= MAX_WAITING) {
        throw new RequestProblem(503, `${MAX_WAITING} requests wait already; try again in a moment.`)
      }
      // A request that ends passes its place to the first one waiting.
      const hasPlace = await new Promise<boolean>((resolve) => {
        const begin = (): void => {
          resolve(true)
        }
        this.waiting.add(begin)
        gone?.addEventListener('abort', () => {
          if (this.waiting.delete(begin)) resolve(false)
        })
      })
      if (!hasPlace) return undefined
    } else this.running++
    try {
      return gone?.aborted === true ? undefined : await work()
    } finally {
      const next = this.waiting.values().next().value
      if (next === undefined) this.running--
      else {
        this.waiting.delete(next)
        next()
      }
    }
  }
}
