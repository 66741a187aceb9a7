import { counted, printable } from '@leitmotif/command'

/** Maximum number of messages; further damaged parts are only counted. */
const MAX_NAMED = 20

/** Logs damaged parts of corpora on standard error, and counts them. */
export interface DamageLog {
  /** The `onDamage` of a reader of corpora. */
  readonly onDamage: (message: string) => void
  /** Logs how many parts were only counted. Returns the number of damaged parts. */
  readonly end: () => number
}

export function createDamageLog(): DamageLog {
  let count = 0
  return {
    onDamage(message) {
      if (count++ < MAX_NAMED) process.stderr.write(`${printable(message)}\n`)
    },
    end() {
      if (count > MAX_NAMED) process.stderr.write(`and ${counted(count - MAX_NAMED, 'more damaged part')}, skipped\n`)
      return count
    }
  }
}
