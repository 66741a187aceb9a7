import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '@leitmotif/encoder/vectors'

/** Wait before the first retry, which doubles with each retry, and the longest wait, in milliseconds. */
const FIRST_WAIT = 250
const LONGEST_WAIT = 30_000

/** A clock. Tests pass one whose waits end at once. */
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
 * Returns the milliseconds to wait after `attempt` failures, from 0. It is random, from half of the wait to all of it,
 * so that
 * requests that failed together are not retried together.
 */
export function waitBefore(attempt: number, random: Random): number {
  const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** attempt)
  return wait / 2 + (random.next() * wait) / 2
}
