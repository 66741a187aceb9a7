import type { Rank, Tensor, Tensor1D, Tensor2D, Tensor3D } from '@tensorflow/tfjs'
import type { TensorFlow } from '../backend/backend.js'
import { GATES, type LstmWeights } from './lstm.js'

/** The variables of one LSTM direction. */
export type DirectionVariables = readonly [input: Tensor2D, recurrent: Tensor2D, bias: Tensor1D]

/** Returns `size` rounded up to a multiple of `unit`. */
export function roundUp(size: number, unit: number): number {
  return Math.ceil(size / unit) * unit
}

/**
 * Returns one direction's weights padded with zeros to the kernel's widths: [inputs, 4 * hidden], with a row of biases after
 * those of the inputs, and [hidden, 4 * hidden].
 */
export function joinGates(
  tf: TensorFlow,
  [input, recurrent, bias]: DirectionVariables,
  inputs: number,
  hidden: number
): LstmWeights {
  const units = recurrent.shape[0]
  const spread = (rows: Tensor2D, height: number): Tensor2D => {
    const missing = height - rows.shape[0]
    const filled = missing > 0 ? tf.concat([rows, tf.zeros<Rank.R2>([missing, rows.shape[1]])]) : rows
    const gates = filled.reshape<Tensor3D>([height, GATES, units])
    return tf.concat([gates, tf.zeros<Rank.R3>([height, GATES, hidden - units])], 2).reshape([height, GATES * hidden])
  }
  return {
    input: spread(tf.concat([input, bias.reshape<Tensor2D>([1, -1])]), inputs),
    recurrent: spread(recurrent, hidden)
  }
}

/** Undoes the padding of `joinGates` for gradients: those of the variables, of `dims` inputs and `units` states. */
export function splitGates({ input, recurrent }: LstmWeights, dims: number, units: number): DirectionVariables {
  const rows = (of: Tensor2D, first: number, count: number): Tensor =>
    of
      .reshape<Tensor>([of.shape[0], GATES, -1])
      .slice([first, 0, 0], [count, GATES, units])
      .reshape([count, GATES * units])
  return [
    rows(input, 0, dims) as Tensor2D,
    rows(recurrent, 0, units) as Tensor2D,
    rows(input, dims, 1).reshape<Tensor1D>([-1])
  ]
}

/** Returns the attention weights of both directions as one matrix, [2 * hidden, units], padded with zeros. */
export function joinDirections(
  tf: TensorFlow,
  directions: readonly [Tensor2D, Tensor2D],
  hidden: number,
  units: number
): Tensor2D {
  return tf.concat(
    directions.map((weights) =>
      weights.pad([
        [0, hidden - weights.shape[0]],
        [0, units - weights.shape[1]]
      ])
    )
  )
}
