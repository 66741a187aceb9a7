import { row, type Vectors } from '../vectors/vectors.js'

/** The network's sizes. */
export const BOUNDARY_NETWORK = {
  /** Dimensions of the rows that it reads. */
  dims: 300,
  /** Rows of a paragraph that it reads: one relative to the text's mean, and one that is not. */
  kinds: 2,
  /** Features of a paragraph besides its rows: `boundaryFigures`. */
  figures: 12,
  embedded: 32,
  hidden: 40,
  /**
   * Distance in paragraphs of the neighbours that each layer reads. Together the layers reach 31 in either direction.
   */
  reaches: [1, 2, 4, 8, 16],
  joined: 24
} as const

/** The shape of each matrix, by name, in the order in which they are stored. */
export const BOUNDARY_SHAPES: ReadonlyMap<string, readonly [number, number]> = shapesOf()

function shapesOf(): ReadonlyMap<string, readonly [number, number]> {
  const { dims, kinds, figures, embedded, hidden, reaches, joined } = BOUNDARY_NETWORK
  return new Map<string, readonly [number, number]>([
    ...Array.from({ length: kinds }, (_, k): [string, [number, number]] => [`rows${k}`, [dims, embedded]]),
    ['input', [kinds * embedded + figures, hidden]],
    ...reaches.flatMap((_, layer): [string, [number, number]][] => [
      [`layer${layer}`, [3 * hidden, hidden]],
      [`bias${layer}`, [1, hidden]]
    ]),
    ['joined', [2 * hidden + figures, joined]],
    ['joinedBias', [1, joined]],
    ['odds', [joined, 1]],
    ['direct', [figures, 1]],
    ['constant', [1, 1]]
  ])
}

/** Matrices of `BOUNDARY_SHAPES`, row-major. */
export type BoundaryWeights = ReadonlyMap<string, Float32Array>

/**
 * Returns the log odds that a section begins at each paragraph, from a convolutional network over paragraphs. Its input
 * is the embedded rows and the figures of each paragraph. Each residual layer reads the neighbours at one distance. The
 * output reads a paragraph together with the one before it. O(paragraphs).
 * @param kinds the two matrices of rows, [paragraphs, dims] each
 * @param figures [paragraphs, figures]
 */
export function boundaryOdds(
  weights: BoundaryWeights,
  kinds: readonly Vectors[],
  figures: readonly ArrayLike<number>[]
): Float64Array {
  const { hidden, reaches } = BOUNDARY_NETWORK
  const of = (name: string): Float32Array => weights.get(name)!
  const none = new Float32Array(hidden)
  let states = figures.map((own, p) => {
    const read = kinds.flatMap((rows, k) => Array.from(addProduct(row(rows, p), of(`rows${k}`)), Math.tanh))
    return addProduct([...read, ...Array.from(own)], of('input'))
  })
  for (const [layer, reach] of reaches.entries()) {
    const before = states
    states = before.map((state, p) => {
      const seen = [...(before[p - reach] ?? none), ...state, ...(before[p + reach] ?? none)]
      const added = addProduct(seen, of(`layer${layer}`), of(`bias${layer}`))
      return state.map((value, h) => value + Math.max(0, added[h]))
    })
  }
  const [constant] = of('constant')
  return Float64Array.from(states, (state, p) => {
    const seen = [...state, ...(states[p - 1] ?? none), ...Array.from(figures[p])]
    const joined = addProduct(seen, of('joined'), of('joinedBias')).map((value) => Math.max(0, value))
    return constant + addProduct(joined, of('odds'))[0] + addProduct(figures[p], of('direct'))[0]
  })
}

/** Returns `to` (default: zeros) + `input` · `matrix`. The matrix has one row for each value of `input`. */
function addProduct(input: ArrayLike<number>, matrix: Float32Array, to?: Float32Array): Float32Array {
  const width = matrix.length / input.length
  const product = to?.slice() ?? new Float32Array(width)
  for (let i = 0; i < input.length; i++) {
    const value = input[i]
    if (value === 0) continue
    for (let d = 0, at = i * width; d < width; d++, at++) product[d] += value * matrix[at]
  }
  return product
}

/** The greatest number of steps, positive or negative. */
const STEPS = 127

const PACKED_BYTES = Array.from(BOUNDARY_SHAPES.values()).reduce((sum, [rows, width]) => sum + rows * (4 + width), 0)

/** Packs matrices: for each row its step as a little-endian float32, then each value as an int8 number of steps. */
export function packBoundaryWeights(weights: BoundaryWeights): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(PACKED_BYTES))
  let at = 0
  for (const [name, [, width]] of BOUNDARY_SHAPES) {
    const values = weights.get(name)!
    for (let start = 0; start < values.length; start += width) {
      const own = values.subarray(start, start + width)
      const step = Math.fround(own.reduce((most, value) => Math.max(most, Math.abs(value)), 0) / STEPS)
      view.setFloat32(at, step, true)
      at += 4
      for (const value of own) view.setInt8(at++, step === 0 ? 0 : Math.round(value / step))
    }
  }
  return new Uint8Array(view.buffer)
}

/**
 * Returns the matrices that `packBoundaryWeights` packed.
 * @throws Error if there are more or fewer bytes than the shapes need, or a step is not finite.
 */
export function readBoundaryWeights(bytes: Uint8Array): BoundaryWeights {
  if (bytes.length !== PACKED_BYTES) throw new Error(`has ${bytes.length} bytes; expected ${PACKED_BYTES}`)
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  let at = 0
  return new Map(
    Array.from(BOUNDARY_SHAPES, ([name, [rows, width]]): [string, Float32Array] => {
      const values = new Float32Array(rows * width)
      for (let start = 0; start < values.length; start += width) {
        const step = view.getFloat32(at, true)
        if (!Number.isFinite(step)) throw new Error(`the step at byte ${at} is ${step}; expected a finite number`)
        at += 4
        for (let d = start; d < start + width; d++) values[d] = step * view.getInt8(at++)
      }
      return [name, values]
    })
  )
}
