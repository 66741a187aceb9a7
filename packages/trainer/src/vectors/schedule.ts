import { createRandom } from '@leitmotif/encoder/vectors'
import { BLOCK_LENGTH } from './skip-gram-kernel.js'

/** Order, learning rate and random numbers of the training steps. */
export interface ScheduleOptions {
  /** How often every block is visited. */
  readonly epochs: number
  /** The learning rate at the start. */
  readonly alpha: number
  /** The learning rate at the end; it falls linearly. */
  readonly minAlpha: number
  readonly seed: number
}

/** One visit of a block. */
interface Step {
  /** First entry of the block in the token file, and number of entries. */
  readonly start: number
  readonly length: number
  readonly alpha: number
  /** 64 bits. */
  readonly seed: bigint
}

export interface Schedule {
  /** Blocks of an epoch. */
  readonly blocks: number
  /** Steps in all: blocks times epochs. */
  readonly steps: number
  step(index: number): Step
}

/**
 * Returns the steps over a token file of `length` entries. A step depends only on its number, so that training can resume
 * anywhere, on any number of threads. Each epoch visits the blocks in a new random order, so that no corpus always comes
 * last, when the learning rate is low.
 */
export function createSchedule(length: number, options: ScheduleOptions): Schedule {
  const { epochs, alpha, minAlpha, seed } = options
  const blocks = Math.ceil(length / BLOCK_LENGTH)
  const steps = blocks * epochs
  const random = createRandom(seed).fork('skip-gram')
  let order: number[] = []
  let ordered = -1
  return {
    blocks,
    steps,
    step(index) {
      const epoch = Math.floor(index / blocks)
      if (ordered !== epoch) {
        order = random.fork(`epoch ${epoch}`).shuffle(Array.from({ length: blocks }, (_, block) => block))
        ordered = epoch
      }
      const start = order[index % blocks] * BLOCK_LENGTH
      const bits = random.fork(`step ${index}`)
      return {
        start,
        length: Math.min(BLOCK_LENGTH, length - start),
        alpha: alpha - ((alpha - minAlpha) * index) / steps,
        seed: (BigInt(bits.integer(2 ** 32)) << 32n) | BigInt(bits.integer(2 ** 32))
      }
    }
  }
}
