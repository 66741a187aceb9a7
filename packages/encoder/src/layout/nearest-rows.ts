import { createMultiply, type Multiply } from '../vectors/matrix-product.js'
import { checkWhole } from '../vectors/argument-checks.js'
import { checkRows, type Vectors } from '../vectors/vectors.js'
import { createYielder } from '../vectors/host.js'

/** The nearest of other rows for each row, nearest first: [rows, k]. */
export interface NearestRows {
  readonly k: number
  readonly index: Int32Array
  readonly cosine: Float32Array
}

/** Number of rows compared before yielding to other work, which takes a few milliseconds. */
const BLOCK = 256

let multiply: Multiply | undefined

/**
 * Finds the `k` rows of `others` nearest to each of `rows` (both unit or zero); of equals, the lower index first.
 * Yields to other work.
 * @throws Error for `k` greater than the number of others, different dimensions, or a row whose length is neither 1 nor
 * 0.
 */
export async function nearestRows(rows: Vectors, others: Vectors, k: number): Promise<NearestRows> {
  checkWhole('k', k, 0)
  if (k > others.count) throw new Error(`k is ${k}; expected at most ${others.count}, the rows that are compared with`)
  checkRows('others', others)
  checkRows('rows', rows, others.dims)
  multiply ??= createMultiply()
  const found = { k, index: new Int32Array(rows.count * k), cosine: new Float32Array(rows.count * k).fill(-Infinity) }
  const yieldIfDue = createYielder()
  for (let start = 0; start < rows.count; start += BLOCK) {
    const end = Math.min(start + BLOCK, rows.count)
    const values = rows.data.subarray(start * rows.dims, end * rows.dims)
    const right = { values: others.data, turned: true }
    const cosines = multiply({ values, turned: false }, right, end - start, rows.dims, others.count)
    for (let i = start; i < end; i++) keepBest(cosines, (i - start) * others.count, others.count, i * k, found)
    await yieldIfDue()
  }
  return found
}

/** Keeps the best of `count` cosines, by insertion into the k cells from `to` on. */
function keepBest(cosines: Float32Array, from: number, count: number, to: number, found: NearestRows): void {
  const { k, index, cosine } = found
  const last = to + k - 1
  for (let other = 0; other < count; other++) {
    const value = cosines[from + other]
    if (value <= cosine[last]) continue
    let at = last
    while (at > to && cosine[at - 1] < value) {
      cosine[at] = cosine[at - 1]
      index[at] = index[at - 1]
      at--
    }
    cosine[at] = value
    index[at] = other
  }
}
