import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '@leitmotif/encoder/vectors'

/** Waits before something is sent again, in milliseconds: the first, doubled each time, and the longest. */
const FIRST_WAIT = 250
const LONGEST_WAIT = 30_000

/** Time; tests pass one on which all waiting is over at once. */
export interface Clock {
  /** Milliseconds. */
  now(): number
  sleep(milliseconds: number): Promise<void>
}

export const systemClock: Clock = {
  now: () => performance.now(),
  sleep: async (milliseconds) => {
    await sleep(milliseconds)
  }
}

/**
 * How long to wait after failing so often, from 0: between half of the wait and all of it, so that those who were refused
 * together do not come again together.
 */
export function waitBefore(attempt: number, random: Random): number {
  const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** attempt)
  return wait / 2 + (random.next() * wait) / 2
}
