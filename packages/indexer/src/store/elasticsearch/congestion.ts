/** Most requests that are under way at once. */
export const MOST_REQUESTS = 8

/** Token of a request: the decrease that it started after. */
export type Turn = number

/**
 * How many requests a server bears, found out as TCP does (Chiu and Jain 1989): each success raises the limit by a share of
 * a request, so that a whole window of them raises it by one; a refusal halves it. Requests that were under way when it was
 * halved say nothing new, and do not halve it again.
 */
export class Congestion {
  private level = 2
  private running = 0
  private decreases = 0
  private readonly waiting: (() => void)[] = []

  /** Requests allowed at once, from 1 to MOST_REQUESTS. */
  get limit(): number {
    return Math.floor(this.level)
  }

  /** Waits until a request may start. */
  async enter(): Promise<Turn> {
    while (this.running >= this.limit) await new Promise<void>((go) => this.waiting.push(go))
    this.running++
    return this.decreases
  }

  /** Tells that a request has ended, and whether the server refused it for having too much to do. */
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
