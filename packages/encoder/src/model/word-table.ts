import type { Vectors } from '../vectors.js'

/** Word vectors at a quarter of their size: value = scale of the row × its int8. */
export interface WordTable {
  readonly count: number
  readonly dims: number
  /** [count] */
  readonly scales: Float32Array
  /** [count, dims], row-major, each from -127 to 127. */
  readonly rows: Int8Array
}

/** Rounds each row to 127 steps either side of zero, its greatest value the last step. */
export function quantizeRows(vectors: Vectors): WordTable {
  const { count, dims, data } = vectors
  const scales = new Float32Array(count)
  const rows = new Int8Array(count * dims)
  for (let r = 0; r < count; r++) {
    let greatest = 0
    for (let i = r * dims; i < (r + 1) * dims; i++) greatest = Math.max(greatest, Math.abs(data[i]))
    if (greatest === 0) continue
    scales[r] = greatest / 127
    for (let i = r * dims; i < (r + 1) * dims; i++) rows[i] = Math.round((data[i] / greatest) * 127)
  }
  return { count, dims, scales, rows }
}

/**
 * Adds `Σ weights[w] · vector(w)` over the words at `rows` to `sum`, from its element `offset` on. Words are added in
 * the order given, so the same sentence gives the same bits wherever it stands.
 */
export function addWeightedRows(
  table: WordTable,
  weights: Float32Array,
  rows: ArrayLike<number>,
  sum: Float64Array,
  offset: number
): void {
  const { dims, scales, rows: data } = table
  for (let i = 0; i < rows.length; i++) {
    const word = rows[i]
    const factor = weights[word] * scales[word]
    for (let d = 0, from = word * dims, to = offset; d < dims; d++, from++, to++) sum[to] += factor * data[from]
  }
}
