import type { Tensor, Tensor1D, Tensor2D } from '@tensorflow/tfjs'
import type { TensorFlow } from '../backend.js'
import type { PackedSentences } from './packed-sentences.js'

/** Gates of an LSTM in the order that ONNX has them: input, output, forget, candidate. */
export const GATES = 4
export const FORGET = 2

/**
 * One direction of an LSTM (Hochreiter and Schmidhuber 1997, with a forget gate, without peepholes) over packed
 * sentences: the state after each token, [tokens, hidden]. Each sentence begins from a state of zeros.
 * `projected` [tokens, 4 * hidden] is what the inputs add to the gates, `recurrent` [hidden, 4 * hidden] what the last
 * state adds, `bias` [4 * hidden].
 *
 * One operation with its own gradient: the matrix products are TensorFlow's, all else is one pass over plain arrays,
 * where some thirty operations a step would each make a tensor, and the gradient of each slice one of full size.
 */
export function lstm(
  tf: TensorFlow,
  [projected, recurrent, bias]: readonly [Tensor2D, Tensor2D, Tensor1D],
  packed: PackedSentences,
  direction: 'forward' | 'backward'
): Tensor2D {
  const hidden = recurrent.shape[0]
  const width = GATES * hidden
  const tokens = packed.words.length
  const places = packed.order.length
  const steps = Array.from(packed.active, (rows, t) => ({ rows, start: packed.starts[t] }))
  if (direction === 'backward') steps.reverse()
  const multiply = (rows: Float32Array, weights: Tensor2D, turned: boolean): Float32Array => {
    const columns = weights.shape[turned ? 1 : 0]
    const left = tf.tensor2d(rows, [rows.length / columns, columns])
    const product = tf.matMul(left, weights, false, turned)
    const values = product.dataSync<'float32'>()
    tf.dispose([left, product]) // tidy would look for tensors among all the values
    return values
  }

  const compute = tf.customGrad((...inputs) => {
    const weights = inputs[1] as Tensor2D
    const added = (inputs[0] as Tensor2D).dataSync<'float32'>()
    const biases = (inputs[2] as Tensor1D).dataSync<'float32'>()
    // What the gradient needs, by token: gates, the state and cell before, the tanh of the cell after.
    const gates = new Float32Array(tokens * width)
    const statesBefore = new Float32Array(tokens * hidden)
    const cellsBefore = new Float32Array(tokens * hidden)
    const tanhs = new Float32Array(tokens * hidden)
    const states = new Float32Array(tokens * hidden)
    const state = new Float32Array(places * hidden)
    const cell = new Float32Array(places * hidden)
    for (const { rows, start } of steps) {
      const before = state.subarray(0, rows * hidden)
      statesBefore.set(before, start * hidden)
      cellsBefore.set(cell.subarray(0, rows * hidden), start * hidden)
      const recurring = multiply(before, weights, false) // [rows, 4 * hidden]
      for (let r = 0; r < rows; r++) {
        const from = (start + r) * width
        const gate = (g: number, j: number): number =>
          added[from + g * hidden + j] + recurring[r * width + g * hidden + j] + biases[g * hidden + j]
        for (let j = 0; j < hidden; j++) {
          const at = (start + r) * hidden + j
          const input = sigmoid(gate(0, j))
          const output = sigmoid(gate(1, j))
          const forget = sigmoid(gate(FORGET, j))
          const candidate = Math.tanh(gate(3, j))
          const after = forget * cellsBefore[at] + input * candidate
          const tanh = Math.tanh(after)
          gates[from + j] = input
          gates[from + hidden + j] = output
          gates[from + 2 * hidden + j] = forget
          gates[from + 3 * hidden + j] = candidate
          cell[r * hidden + j] = after
          tanhs[at] = tanh
          states[at] = state[r * hidden + j] = output * tanh
        }
      }
    }

    const gradFunc = (upstream: Tensor): Tensor[] => {
      const slopesOut = upstream.dataSync<'float32'>() // [tokens, hidden]
      const slopes = new Float32Array(tokens * width) // of the gates before their sigmoid or tanh
      const slopesBias = new Float64Array(width)
      const slopesState = new Float32Array(places * hidden)
      const slopesCell = new Float32Array(places * hidden)
      for (const { rows, start } of steps.toReversed()) {
        for (let r = 0; r < rows; r++) {
          const from = (start + r) * width
          for (let j = 0; j < hidden; j++) {
            const at = (start + r) * hidden + j
            const input = gates[from + j]
            const output = gates[from + hidden + j]
            const forget = gates[from + 2 * hidden + j]
            const candidate = gates[from + 3 * hidden + j]
            const slope = slopesOut[at] + slopesState[r * hidden + j]
            const slopeCell = slopesCell[r * hidden + j] + slope * output * (1 - tanhs[at] * tanhs[at])
            slopes[from + j] = slopeCell * candidate * input * (1 - input)
            slopes[from + hidden + j] = slope * tanhs[at] * output * (1 - output)
            slopes[from + 2 * hidden + j] = slopeCell * cellsBefore[at] * forget * (1 - forget)
            slopes[from + 3 * hidden + j] = slopeCell * input * (1 - candidate * candidate)
            slopesCell[r * hidden + j] = slopeCell * forget
          }
          for (let g = 0; g < width; g++) slopesBias[g] += slopes[from + g]
        }
        slopesState.set(multiply(slopes.subarray(start * width, (start + rows) * width), weights, true))
      }
      const slopesProjected = tf.tensor2d(slopes, [tokens, width])
      const before = tf.tensor2d(statesBefore, [tokens, hidden])
      const slopesRecurrent = tf.matMul(before, slopesProjected, true)
      before.dispose()
      return [slopesProjected, slopesRecurrent, tf.tensor1d(Float32Array.from(slopesBias))]
    }
    return { value: tf.tensor2d(states, [tokens, hidden]), gradFunc }
  })
  return compute(projected, recurrent, bias)
}

function sigmoid(x: number): number {
  return 1 / (1 + Math.exp(-x))
}
