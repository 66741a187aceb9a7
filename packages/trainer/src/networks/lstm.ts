import type { Tensor2D } from '@tensorflow/tfjs'
import type { TensorFlow } from '../backend/backend.js'
import { addUpProducts, multiplyInto, parts, rowAt, type Matrix } from './kernel-products.js'
import type { NetworkKernel } from './lstm-kernel.js'
import type { PackedSentences } from './packed-sentences.js'

/** The number of gates of an LSTM, in ONNX's order: input, output, forget, candidate. */
export const GATES = 4
export const FORGET = 2

/** The memory layout of one direction. Widths are multiples of four. */
export interface LstmPlaces {
  /** [rows]: index of each row's input. */
  readonly inputs: number
  /** [inputs]: input vectors, each with a one for the bias. */
  readonly vectors: Matrix
  /** [inputs, 4 * hidden]: the inputs' contributions to the gates, later their gradients. */
  readonly projected: Matrix
  /** [rows, hidden]: the state before each row. */
  readonly before: Matrix
  /** [rows, 4 * hidden]: gates, later the gradients of their sums. */
  readonly gates: Matrix
  /** [rows, hidden], with their tanh. */
  readonly cells: Matrix
  readonly tanhs: Matrix
  /** [rows, 2 * hidden]: masked states in the first half, later their gradients. */
  readonly states: Matrix
  /** [sentences, hidden]: gradients passed from step to step. */
  readonly gradientsState: Matrix
  readonly gradientsCell: Matrix
}

export type Direction = 'forward' | 'backward'

/** Weights from inputs to gates, [inputs, 4 * hidden], and from the previous state, [hidden, 4 * hidden]. */
export interface LstmWeights {
  readonly input: Tensor2D
  readonly recurrent: Tensor2D
}

/** Returns the steps of a direction in its own order, each with its predecessor and successor. */
function stepsOf({ active, starts, inputs }: PackedSentences, direction: Direction) {
  const steps = Array.from(active, (rows, t) => ({ rows, start: starts[t], end: starts[t + 1] ?? inputs.length }))
  if (direction === 'backward') steps.reverse()
  const none = { rows: 0, start: 0 }
  return steps.map((step, t) => ({ ...step, before: steps[t - 1] ?? none, after: steps[t + 1] ?? none }))
}

/**
 * Runs one direction of an LSTM (Hochreiter and Schmidhuber 1997, with a forget gate, without peepholes) over packed
 * sentences, each from a zero state. Writes the masked states to `states`.
 */
export function runLstm(
  tf: TensorFlow,
  kernel: NetworkKernel,
  weights: LstmWeights,
  packed: PackedSentences,
  places: LstmPlaces,
  direction: Direction
): void {
  const { projected, before: statesBefore, gates, cells, tanhs, states } = places
  const hidden = cells.width
  for (const part of parts(packed.words.length, projected.width)) {
    multiplyInto(tf, kernel, places.vectors, part, weights.input, false, rowAt(projected, part[0]))
  }
  for (const { rows, start, end, before, after } of stepsOf(packed, direction)) {
    const known = Math.min(rows, before.rows) // the other sentences start at this step
    kernel.floats(rowAt(statesBefore, start + known), (end - start - known) * hidden).fill(0)
    for (const [first, count] of parts(rows, gates.width)) {
      const row = start + first
      const continuing = Math.max(0, Math.min(count, known - first))
      if (continuing > 0)
        multiplyInto(tf, kernel, statesBefore, [row, continuing], weights.recurrent, false, rowAt(gates, row))
      kernel.openGates(
        rowAt(gates, row),
        count,
        4 * hidden,
        places.inputs + 4 * row,
        projected.at,
        rowAt(cells, before.start + first),
        continuing,
        rowAt(cells, row),
        rowAt(tanhs, row),
        rowAt(states, row),
        4 * states.width,
        row,
        rowAt(statesBefore, after.start + first),
        Math.max(0, after.rows - first)
      )
    }
  }
}

/** Returns the gradients of the weights. Call after `runLstm`, with the gradients of the masked states in `states`. */
export function lstmGradients(
  tf: TensorFlow,
  kernel: NetworkKernel,
  weights: LstmWeights,
  packed: PackedSentences,
  places: LstmPlaces,
  direction: Direction
): LstmWeights {
  const { projected, before: statesBefore, gates, cells, tanhs, states, gradientsState, gradientsCell } = places
  const hidden = cells.width
  const inputs = packed.words.length
  kernel.floats(projected.at, inputs * projected.width).fill(0)
  for (const gradients of [gradientsState, gradientsCell])
    kernel.floats(gradients.at, packed.order.length * hidden).fill(0)
  for (const { rows, start, end, before } of stepsOf(packed, direction).reverse()) {
    for (const [first, count] of parts(rows, gates.width)) {
      const row = start + first
      const continuing = Math.max(0, Math.min(count, before.rows - first))
      kernel.gateGradients(
        rowAt(gates, row),
        count,
        4 * hidden,
        places.inputs + 4 * row,
        projected.at,
        rowAt(cells, before.start + first),
        continuing,
        rowAt(tanhs, row),
        rowAt(states, row),
        4 * states.width,
        row,
        rowAt(gradientsState, first),
        rowAt(gradientsCell, first)
      )
      if (continuing > 0)
        multiplyInto(tf, kernel, gates, [row, continuing], weights.recurrent, true, rowAt(gradientsState, first))
    }
    kernel.floats(rowAt(gates, start + rows), (end - start - rows) * gates.width).fill(0)
  }
  return {
    input: addUpProducts(tf, kernel, places.vectors, projected, inputs),
    recurrent: addUpProducts(tf, kernel, statesBefore, gates, packed.inputs.length)
  }
}
