import type { Random } from '@leitmotif/encoder/vectors'

/** The items of a training step, and its random numbers. */
export interface Step<T> {
  readonly items: readonly T[]
  readonly draw: Random
}

/**
 * Returns a function that gives the items of a step (from 0), `size` at a time. Each epoch shuffles them. A step depends
 * only on its number and `random`'s seed, so that training can resume. The items that do not fill a last step are skipped in
 * this epoch.
 */
export function createEpochs<T>(
  items: readonly T[],
  size: number,
  random: Random
): { readonly perEpoch: number; readonly at: (step: number) => Step<T> } {
  const perEpoch = Math.max(1, Math.floor(items.length / size))
  let epoch = -1
  let order: T[] = []
  return {
    perEpoch,
    at(step) {
      const wanted = Math.floor(step / perEpoch)
      if (wanted !== epoch) {
        epoch = wanted
        order = random.fork(`epoch ${epoch}`).shuffle([...items])
      }
      const first = (step % perEpoch) * size
      return { items: order.slice(first, first + size), draw: random.fork(`step ${step}`) }
    }
  }
}
