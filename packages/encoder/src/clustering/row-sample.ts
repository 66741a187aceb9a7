import type { Random } from '../vectors/random.js'

/** Returns a uniform sample of `size` of the `rows`, ascending; all of them when there are no more. */
export function drawRows(rows: Int32Array, size: number, random: Random): Int32Array {
  if (rows.length <= size) return rows
  const drawn = rows.slice()
  for (let i = 0; i < size; i++) {
    const j = i + random.integer(rows.length - i)
    const kept = drawn[j]
    drawn[j] = drawn[i]
    drawn[i] = kept
  }
  return drawn.slice(0, size).sort()
}

/** Returns a uniform sample of `size` of the indices below `count`, ascending. */
export function drawIndices(count: number, size: number, random: Random): Int32Array {
  return drawRows(
    Int32Array.from({ length: count }, (_, i) => i),
    size,
    random
  )
}
