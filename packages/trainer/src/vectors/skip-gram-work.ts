import type { KernelMemory, KernelShape } from './skip-gram-kernel.js'
import type { ScheduleOptions } from './schedule.js'

/** The data of a worker thread of skip-gram training. */
export interface SkipGramWork {
  /** The kernel's compiled code. */
  readonly code: Uint8Array
  readonly memory: KernelMemory
  readonly shape: KernelShape
  readonly thread: number
  readonly tokens: { readonly path: string; readonly length: number }
  readonly schedule: ScheduleOptions
  /** i32s shared by all threads, at the indices of CONTROL. */
  readonly control: SharedArrayBuffer
}

/**
 * Indices of the shared control block: the next step, the step to stop before, and whether to stop at once.
 * A worker starts on a message, and answers when it has stopped.
 */
export const CONTROL = { nextStep: 0, limit: 1, stop: 2, length: 3 } as const
