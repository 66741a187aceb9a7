import { counted } from '@leitmotif/command'

/** Damaged parts that are named one by one; the rest are counted. */
const MAX_NAMED = 20

/** Says on standard error which parts of corpora could not be read, and counts them. */
export interface DamageLog {
  /** What a reader of corpora is given as `onDamage`. */
  readonly onDamage: (message: string) => void
  /** How many parts were damaged, after it says how many went unnamed. */
  readonly end: () => number
}

export function createDamageLog(): DamageLog {
  let count = 0
  return {
    onDamage(message) {
      if (count++ < MAX_NAMED) process.stderr.write(`${message}\n`)
    },
    end() {
      if (count > MAX_NAMED) process.stderr.write(`and ${counted(count - MAX_NAMED, 'more damaged part')}, left out\n`)
      return count
    }
  }
}
