/** Maximum number of concurrent requests. */
export const MOST_REQUESTS = 8

/** Token of a request: the number of decreases before it started. */
export type Turn = number

/**
 * Limits the number of concurrent requests as TCP does (additive increase, multiplicative decrease; Chiu and Jain
 * 1989). Each success raises the limit by 1/limit, so that a full window of successes raises it by one. A refusal
 * halves it. Further refusals of requests that started before the decrease do not halve it again.
 */
export class Congestion {
  private level = 2
  private running = 0
  private decreases = 0
  private readonly waiting: (() => void)[] = []

  /** Number of requests allowed at once, from 1 to MOST_REQUESTS. */
  get limit(): number {
    return Math.floor(this.level)
  }

  /** Waits until a request may start. */
  async enter(): Promise<Turn> {
    while (this.running >= this.limit) await new Promise<void>((go) => this.waiting.push(go))
    this.running++
    return this.decreases
  }

  /** Ends a request. `refused`: the server rejected it because it was overloaded. */
  leave(turn: Turn, refused: boolean): void {
    this.running--
    if (!refused) this.level = Math.min(MOST_REQUESTS, this.level + 1 / this.level)
    else if (turn === this.decreases) {
      this.level = Math.max(1, this.level / 2)
      this.decreases++
    }
    for (const go of this.waiting.splice(0)) go()
  }
}
