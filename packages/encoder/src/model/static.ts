import { normalize, row, zeroVectors, type Vectors } from '../vectors.js'
import { addWeightedRows, type WordTable } from './word-table.js'

/** The network `static`: a learned weight for each word, the weighted sum of word vectors, one linear layer. */
export interface StaticNetwork {
  /** [words] */
  readonly weights: Float32Array
  /** [inputs, dims], row-major. */
  readonly projection: Float32Array
  readonly dims: number
}

/** Sentences that are multiplied at once: their sums and the layer stay in the processor's cache. */
const BLOCK = 64
/** The kernel's tile: rows by columns whose running sums fit the registers. */
const TILE = 4

/**
 * The network made ready: a function from sentences (each as rows of `table`) to unit rows, one for each sentence; zero
 * for a sentence without a known word. A sentence's vector is the same to the bit alone and among others.
 */
export function prepareStatic(
  network: StaticNetwork,
  table: WordTable
): (sentences: readonly ArrayLike<number>[]) => Vectors {
  const inputs = table.dims
  const width = Math.ceil(network.dims / TILE) * TILE
  const panels = packColumns(network.projection, inputs, network.dims)
  const sums = new Float64Array(BLOCK * inputs) // [block, inputs]
  const products = new Float64Array(BLOCK * width) // [block, width]
  return (sentences) => {
    const encoded = zeroVectors(sentences.length, network.dims)
    for (let start = 0; start < sentences.length; start += BLOCK) {
      const count = Math.min(BLOCK, sentences.length - start)
      sums.fill(0)
      for (let s = 0; s < count; s++) {
        addWeightedRows(table, network.weights, sentences[start + s], sums, s * inputs)
      }
      multiplyTiles(sums, panels, products, Math.ceil(count / TILE) * TILE, inputs, width)
      for (let s = 0; s < count; s++) {
        const vector = row(encoded, start + s)
        vector.set(products.subarray(s * width, s * width + network.dims))
        normalize(vector)
      }
    }
    return encoded
  }
}

/**
 * The matrix [inputs, outputs] as panels of TILE columns, [outputs / TILE, inputs, TILE], the last filled up with
 * zeros; in doubles, because JavaScript multiplies nothing else and converting takes half of the time.
 */
function packColumns(matrix: Float32Array, inputs: number, outputs: number): Float64Array {
  const panels = new Float64Array(Math.ceil(outputs / TILE) * TILE * inputs)
  for (let k = 0; k < inputs; k++) {
    for (let c = 0; c < outputs; c++) {
      panels[(c - (c % TILE)) * inputs + k * TILE + (c % TILE)] = matrix[k * outputs + c]
    }
  }
  return panels
}

/**
 * product[rows, width] = a[rows, inputs] · panels. Each value is summed over the inputs in order, whatever the tile, so
 * rows do not depend on one another. `rows` and `width` are multiples of TILE. Unrolled by hand: 2.6 billion
 * multiplications a second where a plain triple loop makes 0.5.
 */
function multiplyTiles(
  a: Float64Array,
  panels: Float64Array,
  product: Float64Array,
  rows: number,
  inputs: number,
  width: number
): void {
  for (let r = 0; r < rows; r += TILE) {
    const r0 = r * inputs
    const r1 = r0 + inputs
    const r2 = r1 + inputs
    const r3 = r2 + inputs
    for (let c = 0; c < width; c += TILE) {
      let p = c * inputs
      let s00 = 0
      let s01 = 0
      let s02 = 0
      let s03 = 0
      let s10 = 0
      let s11 = 0
      let s12 = 0
      let s13 = 0
      let s20 = 0
      let s21 = 0
      let s22 = 0
      let s23 = 0
      let s30 = 0
      let s31 = 0
      let s32 = 0
      let s33 = 0
      for (let k = 0; k < inputs; k++, p += TILE) {
        const b0 = panels[p]
        const b1 = panels[p + 1]
        const b2 = panels[p + 2]
        const b3 = panels[p + 3]
        const a0 = a[r0 + k]
        const a1 = a[r1 + k]
        const a2 = a[r2 + k]
        const a3 = a[r3 + k]
        s00 += a0 * b0
        s01 += a0 * b1
        s02 += a0 * b2
        s03 += a0 * b3
        s10 += a1 * b0
        s11 += a1 * b1
        s12 += a1 * b2
        s13 += a1 * b3
        s20 += a2 * b0
        s21 += a2 * b1
        s22 += a2 * b2
        s23 += a2 * b3
        s30 += a3 * b0
        s31 += a3 * b1
        s32 += a3 * b2
        s33 += a3 * b3
      }
      let to = r * width + c
      product[to] = s00
      product[to + 1] = s01
      product[to + 2] = s02
      product[to + 3] = s03
      to += width
      product[to] = s10
      product[to + 1] = s11
      product[to + 2] = s12
      product[to + 3] = s13
      to += width
      product[to] = s20
      product[to + 1] = s21
      product[to + 2] = s22
      product[to + 3] = s23
      to += width
      product[to] = s30
      product[to + 1] = s31
      product[to + 2] = s32
      product[to + 3] = s33
    }
  }
}
