import type { Vectors } from '../vectors/vectors.js'

/** Word vectors quantized to a quarter of their size: value = the row's scale × int8. */
export interface WordTable {
  readonly count: number
  readonly dims: number
  /** [count] */
  readonly scales: Float32Array
  /** [count, dims], row-major, each from -127 to 127. */
  readonly rows: Int8Array
}

/** Quantizes each row to whole steps from -127 to 127. The row's greatest absolute value becomes 127. */
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
 * Further values of words that a network may read after the vectors. Quantized to whole steps from -`MORE_VALUES.most`
 * to `MORE_VALUES.most`.
 */
export interface MoreValues {
  readonly dims: number
  /** [count, dims], row-major. */
  readonly values: Int8Array<ArrayBuffer>
}

/** Size of a step, in steps of the row's 127, and the greatest number of steps. Few levels compress well. */
const MORE_VALUES = { step: 25, most: 5 } as const

const LEVELS = 2 * MORE_VALUES.most + 1

/** The greatest byte that `packValues` stores. */
export const MOST_STORED = LEVELS ** 2 - 1

/** Returns the number of bytes for a number of values, two in each byte. */
export const storedBytes = (values: number): number => Math.ceil(values / 2)

/**
 * Packs values in order, two in each byte.
 * @throws RangeError for a value beyond `MORE_VALUES.most` steps.
 */
export function packValues(values: Int8Array): Uint8Array<ArrayBuffer> {
  const { most } = MORE_VALUES
  const strange = values.findIndex((value) => Math.abs(value) > most)
  if (strange >= 0)
    throw new RangeError(`value ${strange} is ${values[strange]}; expected one from ${-most} to ${most}`)
  const level = (i: number): number => (i < values.length ? values[i] : 0) + most
  return Uint8Array.from({ length: storedBytes(values.length) }, (_, b) => LEVELS * level(2 * b) + level(2 * b + 1))
}

/** Returns the `count` values that `packValues` packed. No byte may exceed MOST_STORED. */
export function unpackValues(bytes: Uint8Array, count: number): Int8Array<ArrayBuffer> {
  const values = new Int8Array(count)
  for (let i = 0; i < count; i++) {
    const both = bytes[i >> 1]
    values[i] = (i % 2 === 0 ? Math.floor(both / LEVELS) : both % LEVELS) - MORE_VALUES.most
  }
  return values
}

/**
 * Returns the table with `added` appended to each row, in its scale: [count, dims + added.dims]. Both have the same
 * count.
 */
export function widenTable({ count, dims, scales, rows }: WordTable, added: MoreValues): WordTable {
  const wide = dims + added.dims
  const widened = new Int8Array(count * wide)
  for (let r = 0; r < count; r++) {
    widened.set(rows.subarray(r * dims, (r + 1) * dims), r * wide)
    const from = r * added.dims
    const to = r * wide + dims
    for (let i = 0; i < added.dims; i++) widened[to + i] = MORE_VALUES.step * added.values[from + i]
  }
  return { count, dims: wide, scales, rows: widened }
}

/**
 * Adds `Σ weights[w] · vector(w)` over the words at `rows` to `sum`, from its element `offset` on. Words are added in
 * the order given, so the same sentence gives the same bits in every batch.
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
