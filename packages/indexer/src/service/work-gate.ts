import { RequestProblem } from './problem.js'

/** Requests that work on the collection at once, and that wait for their turn. More would only fill the memory. */
export const MAX_RUNNING = 4
export const MAX_WAITING = 64

/** Lets MAX_RUNNING at a time work, the others wait in order of coming. */
export class WorkGate {
  private running = 0
  private readonly waiting: (() => void)[] = []

  /** @throws RequestProblem where MAX_WAITING wait already. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.running >= MAX_RUNNING) {
      if (this.waiting.length >= MAX_WAITING) {
        throw new RequestProblem(503, `${MAX_WAITING} requests wait already; try again in a moment.`)
      }
      // Whoever ends gives its place to the first that waits.
      await new Promise<void>((resolve) => this.waiting.push(resolve))
    } else this.running++
    try {
      return await work()
    } finally {
      const next = this.waiting.shift()
      if (next === undefined) this.running--
      else next()
    }
  }
}
