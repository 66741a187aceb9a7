import { dot, row, type Vectors } from '@leitmotif/encoder'
import type { Event, EventEncoder } from '@leitmotif/events'

/** Events encoded in one call. */
const SLICE = 1000

/** Cosines of 0 for events without a known word. */
export interface NearEvent<T> {
  readonly found: T
  readonly similarity: number
}

/** Returns the events that are most similar to one, best first, at most `limit`; equal ones in their order. */
export function nearestEvents<T extends { readonly event: Event }>(
  encoder: Pick<EventEncoder, 'encode'>,
  event: Event,
  events: readonly T[],
  limit: number
): NearEvent<T>[] {
  const asked = encoder.encode([event])
  let near: NearEvent<T>[] = []
  for (let start = 0; start < events.length; start += SLICE) {
    const some = events.slice(start, start + SLICE)
    const vectors = encoder.encode(some.map((each) => each.event))
    near.push(...some.map((found, i) => ({ found, similarity: cosine(asked, 0, vectors, i) })))
    near = near.sort((a, b) => b.similarity - a.similarity).slice(0, limit)
  }
  return near
}

function cosine(a: Vectors, i: number, b: Vectors, j: number): number {
  const [u, v] = [row(a, i), row(b, j)]
  const length = Math.sqrt(dot(u, u) * dot(v, v))
  return length === 0 ? 0 : dot(u, v) / length
}
