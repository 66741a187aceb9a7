import type { Tensor, Tensor1D, Tensor2D } from '@tensorflow/tfjs'
import type { TensorFlow } from '../backend.js'
import { GATES } from './lstm.js'

/** `size` rounded up to whole multiples of `of`. */
export function roundUp(size: number, of: number): number {
  return Math.ceil(size / of) * of
}

/**
 * The weights of one direction, as its variables are, in one matrix [inputs + hidden, 4 * hidden] with widths that the
 * kernel takes: a row of biases follows the inputs', zeros fill up.
 */
export function joinGates(
  tf: TensorFlow,
  [input, recurrent, bias]: readonly [Tensor2D, Tensor2D, Tensor1D],
  inputs: number,
  hidden: number
): Tensor2D {
  const units = recurrent.shape[0]
  const spread = (rows: Tensor2D, height: number): Tensor2D =>
    rows
      .reshape<Tensor>([-1, GATES, units])
      .pad([
        [0, height - rows.shape[0]],
        [0, 0],
        [0, hidden - units]
      ])
      .reshape([height, GATES * hidden])
  const fromInputs = spread(tf.concat([input, bias.reshape<Tensor2D>([1, -1])]), inputs)
  return tf.concat([fromInputs, spread(recurrent, hidden)])
}

/** The slopes of each variable from those of the matrix that `joinGates` made of them; `dims` inputs, `units` hidden. */
export function splitGates(
  joined: Tensor2D,
  [dims, units]: readonly [number, number],
  inputs: number
): [Tensor2D, Tensor2D, Tensor1D] {
  const gates = joined.reshape<Tensor>([joined.shape[0], GATES, -1])
  const rows = (first: number, count: number, shape: number[]): Tensor =>
    gates.slice([first, 0, 0], [count, GATES, units]).reshape(shape)
  return [
    rows(0, dims, [dims, GATES * units]) as Tensor2D,
    rows(inputs, units, [units, GATES * units]) as Tensor2D,
    rows(dims, 1, [GATES * units]) as Tensor1D
  ]
}

/** The attention's weights of both directions in one matrix, [2 * hidden, units], zeros filling up. */
export function joinDirections(
  tf: TensorFlow,
  parts: readonly [Tensor2D, Tensor2D],
  hidden: number,
  units: number
): Tensor2D {
  return tf.concat(
    parts.map((part) =>
      part.pad([
        [0, hidden - part.shape[0]],
        [0, units - part.shape[1]]
      ])
    )
  )
}
