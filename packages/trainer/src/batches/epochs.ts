import type { Random } from '@leitmotif/encoder/vectors'

/** What a step (from 0) learns from: its share of the epoch's order, and its own chance. */
export interface Step<T> {
  readonly items: readonly T[]
  readonly draw: Random
}

/**
 * Passes over `items`, `size` a step, each epoch in an order of its own. A step depends on its number and `random`'s
 * seed alone, so that training resumes where it broke off. What does not fill a step waits for another epoch.
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
