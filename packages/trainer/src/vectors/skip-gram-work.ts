import type { KernelMemory, KernelShape } from './skip-gram-kernel.js'
import type { ScheduleOptions } from './schedule.js'

/** What a worker thread of skip-gram training is started with. */
export interface SkipGramWork {
  /** The kernel's compiled code. */
  readonly code: Uint8Array
  readonly memory: KernelMemory
  readonly shape: KernelShape
  readonly thread: number
  readonly tokens: { readonly path: string; readonly length: number }
  readonly schedule: ScheduleOptions
  /** i32s that all threads share, at the places that CONTROL names. */
  readonly control: SharedArrayBuffer
}

/**
 * Places in the shared control block: the next step to take, the step to stop before, and whether to stop at once.
 * A worker takes steps when told so by a message, and answers when it has stopped.
 */
export const CONTROL = { nextStep: 0, limit: 1, stop: 2, length: 3 } as const
