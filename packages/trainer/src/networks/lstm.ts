import type { Tensor2D } from '@tensorflow/tfjs'
import type { TensorFlow } from '../backend.js'
import type { NetworkKernel } from './kernel.js'
import { addUpProducts, multiplyInto } from './kernel-products.js'
import { fillRows, type PackedSentences } from './packed-sentences.js'

/** Gates of an LSTM in the order that ONNX has them: input, output, forget, candidate. */
export const GATES = 4
export const FORGET = 2

/** Where one direction's numbers lie in the kernel's memory. All widths are in floats, and multiples of four. */
export interface LstmPlaces {
  /** Width of the inputs, a one for the bias among them. */
  readonly inputs: number
  readonly hidden: number
  /** [rows, inputs + hidden]: the inputs of each row, and the state before it. */
  readonly left: number
  /** [rows, 4 * hidden]: gates, and then the slopes of their sums. */
  readonly gates: number
  /** [rows, hidden], and their tanh. */
  readonly cells: number
  readonly tanhs: number
  /** [rows, statesWidth]: masked states, of which these are the first `hidden` of a row, and then their slopes. */
  readonly states: number
  readonly statesWidth: number
  /** [places, hidden]: slopes that go from step to step. */
  readonly slopesState: number
  readonly slopesCell: number
}

export type Direction = 'forward' | 'backward'

/** The steps of a direction in its own order, each with the rows of those before and after it. */
function stepsOf({ active, starts }: PackedSentences, direction: Direction) {
  const steps = Array.from(active, (rows, t) => ({ rows, start: starts[t] }))
  if (direction === 'backward') steps.reverse()
  const none = { rows: 0, start: 0 }
  return steps.map((step, t) => ({ ...step, before: steps[t - 1] ?? none, after: steps[t + 1] ?? none }))
}

/**
 * One direction of an LSTM (Hochreiter and Schmidhuber 1997, with a forget gate, without peepholes) over packed
 * sentences, each from a state of zeros. `weights`: [inputs + hidden, 4 * hidden]. The inputs are in `left`, where the
 * states before are zero; the masked states go into `states`.
 */
export function runLstm(
  tf: TensorFlow,
  kernel: NetworkKernel,
  weights: Tensor2D,
  packed: PackedSentences,
  places: LstmPlaces,
  direction: Direction
): void {
  const { inputs, hidden } = places
  const width = 4 * (inputs + hidden)
  const across = 4 * hidden
  for (const { rows, start, before, after } of stepsOf(packed, direction)) {
    multiplyInto(tf, kernel, [places.left + start * width, rows], weights, false, places.gates + start * GATES * across)
    kernel.openGates(
      places.gates + start * GATES * across,
      rows,
      across,
      places.cells + before.start * across,
      before.rows,
      places.cells + start * across,
      places.tanhs + start * across,
      places.states + 4 * start * places.statesWidth,
      4 * places.statesWidth,
      start,
      places.left + after.start * width + 4 * inputs,
      after.rows,
      width
    )
  }
}

/**
 * The slopes of the weights, [inputs + hidden, 4 * hidden], after `runLstm`; `states` hold the slopes of the masked
 * states by now.
 */
export function lstmSlopes(
  tf: TensorFlow,
  kernel: NetworkKernel,
  weights: Tensor2D,
  packed: PackedSentences,
  places: LstmPlaces,
  direction: Direction
): Tensor2D {
  const { inputs, hidden, slopesState, slopesCell } = places
  const across = 4 * hidden
  const sentences = packed.order.length
  kernel.floats(slopesState, sentences * hidden).fill(0)
  kernel.floats(slopesCell, sentences * hidden).fill(0)
  const recurrent = weights.slice([inputs, 0])
  for (const { rows, start, before } of stepsOf(packed, direction).reverse()) {
    const gates = places.gates + start * GATES * across
    kernel.gateSlopes(
      gates,
      rows,
      across,
      places.cells + before.start * across,
      before.rows,
      places.tanhs + start * across,
      places.states + 4 * start * places.statesWidth,
      4 * places.statesWidth,
      start,
      slopesState,
      slopesCell
    )
    if (before.rows > 0) multiplyInto(tf, kernel, [gates, rows], recurrent, true, slopesState)
  }
  recurrent.dispose()
  for (const row of fillRows(packed)) kernel.floats(places.gates + row * GATES * across, GATES * hidden).fill(0)
  return addUpProducts(tf, kernel, [places.left, inputs + hidden], [places.gates, GATES * hidden], packed.words.length)
}
