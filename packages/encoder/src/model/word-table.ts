import type { Vectors } from '../vectors/vectors.js'
import type { Vocabulary } from './vocabulary.js'

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
 * What one network reads of words beside their vectors, in few bytes: whole numbers of steps, `MORE_VALUES.most` at most
 * either side of zero.
 */
export interface MoreValues {
  readonly dims: number
  /** [count, dims], row-major. */
  readonly values: Int8Array<ArrayBuffer>
  /** The same as `packValues` stores them, where they are at hand. */
  readonly packed?: Uint8Array
}

/** More values as they are stored, in half of the memory. */
export interface PackedValues {
  readonly dims: number
  readonly packed: Uint8Array
}

/** How many of a row's 127 steps one of more values is, and how many there are at most: few compress well. */
export const MORE_VALUES = { step: 25, most: 5 } as const

const LEVELS = 2 * MORE_VALUES.most + 1

/** The greatest byte of what `packValues` stores. */
export const MOST_STORED = LEVELS ** 2 - 1

/** How many bytes so many values are stored in: two in each. */
export const storedBytes = (values: number): number => Math.ceil(values / 2)

/**
 * Values as they are stored, two a byte, in order.
 * @throws RangeError for a value of more steps than there are.
 */
export function packValues(values: Int8Array): Uint8Array<ArrayBuffer> {
  const { most } = MORE_VALUES
  const strange = values.findIndex((value) => Math.abs(value) > most)
  if (strange >= 0)
    throw new RangeError(`value ${strange} is ${values[strange]}; expected one from ${-most} to ${most}`)
  const level = (i: number): number => (i < values.length ? values[i] : 0) + most
  return Uint8Array.from({ length: storedBytes(values.length) }, (_, b) => LEVELS * level(2 * b) + level(2 * b + 1))
}

/** Value `i` of what `packValues` stored. */
export function packedValue(bytes: Uint8Array, i: number): number {
  const both = bytes[i >> 1]
  return (i % 2 === 0 ? Math.floor(both / LEVELS) : both % LEVELS) - MORE_VALUES.most
}

/** `count` values of what `packValues` stored: bytes of at most `MOST_STORED`. */
export function unpackValues(bytes: Uint8Array, count: number): Int8Array<ArrayBuffer> {
  const values = new Int8Array(count)
  for (let i = 0; i < count; i++) values[i] = packedValue(bytes, i)
  return values
}

/** Pieces of words, for a network to read where the vocabulary lacks a word. */
export interface WordPieces {
  /** Each as it is written behind the first piece of a word: `WITHIN` and letters. */
  readonly pieces: Vocabulary
  /** The network's input for each piece: [pieces, all values read of a word]. */
  readonly vectors: WordTable
}

/** The rows of both tables, those of `behind` last. Both have the same dimensions. */
export function joinTables(table: WordTable, behind: WordTable): WordTable {
  const { count, dims, scales, rows } = table
  const joined = {
    ...{ count: count + behind.count, dims },
    scales: new Float32Array(count + behind.count),
    rows: new Int8Array((count + behind.count) * dims)
  }
  joined.scales.set(scales)
  joined.scales.set(behind.scales, count)
  joined.rows.set(rows)
  joined.rows.set(behind.rows, count * dims)
  return joined
}

/** The table with more values behind each row, in its scale: [count, dims + more.dims]. Both have the same count. */
export function widenTable({ count, dims, scales, rows }: WordTable, more: MoreValues): WordTable {
  const wide = dims + more.dims
  const widened = new Int8Array(count * wide)
  for (let r = 0; r < count; r++) {
    widened.set(rows.subarray(r * dims, (r + 1) * dims), r * wide)
    const from = r * more.dims
    const to = r * wide + dims
    for (let i = 0; i < more.dims; i++) widened[to + i] = MORE_VALUES.step * more.values[from + i]
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
