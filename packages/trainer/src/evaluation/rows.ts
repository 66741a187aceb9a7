import type { Vectors } from '@leitmotif/encoder'

/** Rows [start, end) as a view. */
export function rowsBetween({ dims, data }: Vectors, start: number, end: number): Vectors {
  return { count: end - start, dims, data: data.subarray(start * dims, end * dims) }
}
