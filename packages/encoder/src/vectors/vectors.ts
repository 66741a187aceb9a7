/** A matrix with one vector per row: `data` is row-major, [count, dims]. */
export interface Vectors {
  readonly count: number
  readonly dims: number
  readonly data: Float32Array
}

/**
 * Checks that the matrix `name` has `count` rows of `dims` finite numbers. O(rows · dims).
 * @throws Error that names the sizes, or the first row that is not finite.
 */
export function checkVectors(name: string, { count, dims, data }: Vectors, expected: number = dims): void {
  if (dims !== expected)
    throw new Error(`${name} has ${dims} dimensions; expected ${expected}, like the matrix it is compared with`)
  if (data.length !== count * dims) {
    throw new Error(`${name} has ${data.length} numbers; expected ${count * dims}, ${count} rows of ${dims} dimensions`)
  }
  for (let i = 0; i < count; i++) {
    if (!Number.isFinite(squareOf(data, i * dims, dims))) {
      throw new Error(
        `row ${i} of ${name} is not finite; expected numbers: encode its text again, or fill it with zeros`
      )
    }
  }
}

/** Tolerance for the squared length of a unit row. */
const UNIT = 0.02

/**
 * Checks a matrix like `checkVectors`, and that each row has length 1 or 0.
 * @throws Error that names the sizes, or the first row at fault.
 */
export function checkRows(name: string, vectors: Vectors, expected: number = vectors.dims): void {
  checkVectors(name, vectors, expected)
  const { count, dims, data } = vectors
  for (let i = 0; i < count; i++) {
    const square = squareOf(data, i * dims, dims)
    if (square !== 0 && Math.abs(square - 1) > UNIT) {
      const length = Math.sqrt(square).toPrecision(3)
      throw new Error(`row ${i} of ${name} has length ${length}; expected 1, or zeros: scale each by \`normalize\``)
    }
  }
}

function squareOf(data: Float32Array, from: number, dims: number): number {
  let square = 0
  for (let at = from; at < from + dims; at++) square += data[at] * data[at]
  return square
}

/** Returns `count` rows of `dims` zeros. */
export function zeroVectors(count: number, dims: number): Vectors {
  return { count, dims, data: new Float32Array(count * dims) }
}

/**
 * Returns row `index` as a view: writing to it writes to the matrix.
 * @example
 * row({ count: 2, dims: 2, data: Float32Array.of(1, 2, 3, 4) }, 1) // => Float32Array.of(3, 4)
 */
export function row(vectors: Vectors, index: number): Float32Array {
  return vectors.data.subarray(index * vectors.dims, (index + 1) * vectors.dims)
}

/**
 * Returns the rows from `start` up to `end`, or the last, as a view.
 * @throws Error unless 0 ≤ start ≤ end and `start` is at most the number of rows.
 */
export function rowsBetween({ count, dims, data }: Vectors, start: number, end: number): Vectors {
  const last = Math.min(end, count)
  if (!Number.isInteger(start) || !Number.isInteger(last) || start < 0 || start > last) {
    throw new Error(
      `rows from ${start} to ${end} of ${count}; expected whole numbers from 0 to ${count}, the lower first`
    )
  }
  return { count: last - start, dims, data: data.subarray(start * dims, last * dims) }
}

/**
 * Returns a copy of the rows at `indices`, in that order.
 * @throws Error for an index out of range.
 */
export function selectRows(vectors: Vectors, indices: ArrayLike<number>): Vectors {
  const selected = zeroVectors(indices.length, vectors.dims)
  for (let i = 0; i < indices.length; i++) {
    if (!Number.isInteger(indices[i]) || indices[i] < 0 || indices[i] >= vectors.count) {
      throw new Error(`row ${indices[i]} of ${vectors.count}; expected whole numbers from 0 to ${vectors.count - 1}`)
    }
    row(selected, i).set(row(vectors, indices[i]))
  }
  return selected
}

/**
 * Returns the inner product of two vectors of equal length; for unit vectors, their cosine.
 * @example
 * dot(Float32Array.of(1, 2), Float32Array.of(3, 4)) // => 11
 */
export function dot(a: Float32Array, b: Float32Array): number {
  // Four independent sums are faster: with a single one, each addition waits for the previous one.
  let first = 0
  let second = 0
  let third = 0
  let fourth = 0
  let i = 0
  for (const whole = a.length - 3; i < whole; i += 4) {
    first += a[i] * b[i]
    second += a[i + 1] * b[i + 1]
    third += a[i + 2] * b[i + 2]
    fourth += a[i + 3] * b[i + 3]
  }
  for (; i < a.length; i++) first += a[i] * b[i]
  return first + second + (third + fourth)
}

/**
 * Scales `vector` to length 1 in place and returns its former length; a zero vector stays zero.
 * @example
 * normalize(Float32Array.of(3, 4)) // => 5
 */
export function normalize(vector: Float32Array): number {
  const length = Math.sqrt(dot(vector, vector))
  if (length > 0) {
    const scale = 1 / length
    for (let i = 0; i < vector.length; i++) vector[i] *= scale
  }
  return length
}

/**
 * Returns the rows of both matrices side by side, the right ones multiplied by `share`, scaled to length 1. Zero rows
 * stay zero. Both have the same count.
 */
export function joinRows(left: Vectors, right: Vectors, share = 1): Vectors {
  const joined = zeroVectors(left.count, left.dims + right.dims)
  for (let i = 0; i < left.count; i++) {
    const to = row(joined, i)
    const beside = row(right, i)
    to.set(row(left, i))
    for (let d = 0; d < right.dims; d++) to[left.dims + d] = share * beside[d]
    normalize(to)
  }
  return joined
}

/** Returns the mean of all rows, [dims]; zeros without rows. */
export function meanVector(vectors: Vectors): Float32Array {
  const sum = new Float64Array(vectors.dims)
  for (let i = 0; i < vectors.count; i++) {
    const offset = i * vectors.dims
    for (let d = 0; d < vectors.dims; d++) sum[d] += vectors.data[offset + d]
  }
  return Float32Array.from(sum, (value) => (vectors.count === 0 ? 0 : value / vectors.count))
}

/**
 * Returns unit rows relative to the whole text: each row less `context` (default: the mean row), scaled to length 1.
 * Themes within a document differ more clearly than in raw vectors. Zero rows stay zero, and a row equal to the mean
 * becomes zero, for instance a single row.
 * @throws Error for a row that is not finite, or a context of other dimensions.
 * @example
 * const centered = centerRows({ count: 2, dims: 2, data: Float32Array.of(1, 0, 0, 1) })
 * centered.data.map(Math.round) // => Float32Array.of(1, -1, -1, 1)
 */
export function centerRows(vectors: Vectors, context: Float32Array = meanVector(vectors)): Vectors {
  checkVectors('vectors', vectors, context.length)
  const centered = zeroVectors(vectors.count, vectors.dims)
  for (let i = 0; i < vectors.count; i++) centerRow(row(vectors, i), context, row(centered, i))
  return centered
}

/** Writes into `to` the row that `centerRows` would make of `from`. */
export function centerRow(from: Float32Array, context: Float32Array, to: Float32Array): void {
  let known = false
  for (let d = 0; d < from.length && !known; d++) known = from[d] !== 0
  for (let d = 0; d < from.length; d++) to[d] = known ? from[d] - context[d] : 0
  normalize(to)
}
