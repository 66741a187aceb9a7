import type { BilstmAttentionWeights } from '../networks/bilstm-attention.js'
import { GATES } from '../networks/lstm.js'
import { readWeights } from './onnx-graph.js'
import { createWordGraph } from './sentence-graph.js'

/**
 * Returns the paper's network as an ONNX model with the inputs and the output of the encoder's `OnnxNetwork`. It computes the
 * unit rows of `createBilstmAttention`, with weights rounded to 16 bits.
 */
export function bilstmAttentionOnnx(weights: BilstmAttentionWeights): Uint8Array<ArrayBuffer> {
  const units = weights.attentionBias.length
  const hidden = weights.attentionForward.length / units
  const gates = GATES * hidden
  const inputs = weights.forwardInput.length / gates
  const dims = 2 * hidden
  const { node, weights: add, constant, pool, encode } = createWordGraph(inputs)

  const none = new Float32Array(gates) // ONNX has a second bias, for the state
  const lstm = node(
    'LSTM',
    [
      node('Transpose', ['vectors'], { perm: [1, 0, 2] }), // [time, batch, inputs]
      add([2, gates, inputs], join(...turned(inputs, weights.forwardInput, weights.backwardInput))),
      add([2, gates, hidden], join(...turned(hidden, weights.forwardRecurrent, weights.backwardRecurrent))),
      add([2, 2 * gates], join(weights.forwardBias, none, weights.backwardBias, none)),
      'lengths'
    ],
    { hidden_size: hidden, direction: 'bidirectional' }
  ) // [time, 2, batch, hidden]
  const sameBySame = constant('int64', [0, 0, dims], [3]) // a 0 keeps the size
  const states = node('Reshape', [node('Transpose', [lstm], { perm: [2, 0, 1, 3] }), sameBySame]) // [batch, time, dims]

  const attention = add([dims, units], join(weights.attentionForward, weights.attentionBackward))
  const projected = node('Add', [node('MatMul', [states, attention]), add([units], weights.attentionBias)])
  const scores = node('MatMul', [node('Tanh', [projected]), add([units, 1], weights.attentionContext)])
  return encode('bilstm-attention', pool(states, scores), dims)
}

/**
 * Returns the weights of a model of `bilstmAttentionOnnx`.
 * @throws RangeError for another model.
 */
export function readBilstmAttention(model: Uint8Array): BilstmAttentionWeights {
  const read = readWeights(model)
  if (read.length !== 6) throw new RangeError(`it has ${read.length} sets of weights; expected 6`)
  const [input, recurrent, bias, attention, attentionBias, attentionContext] = read
  const halves = (values: Float32Array): [Float32Array, Float32Array] => [
    values.subarray(0, values.length / 2),
    values.subarray(values.length / 2)
  ]
  const gates = bias.length / 4 // a bias of inputs and one of states, of both directions
  const [forwardInput, backwardInput] = turned(gates, ...halves(input))
  const [forwardRecurrent, backwardRecurrent] = turned(gates, ...halves(recurrent))
  const [forwardBias, backwardBias] = halves(bias).map((both) => both.slice(0, gates))
  const [attentionForward, attentionBackward] = halves(attention)
  return {
    ...{ forwardInput, forwardRecurrent, forwardBias, backwardInput, backwardRecurrent, backwardBias },
    ...{ attentionForward, attentionBackward, attentionBias, attentionContext }
  }
}

function join(...arrays: readonly Float32Array[]): Float32Array {
  const joined = new Float32Array(arrays.reduce((sum, { length }) => sum + length, 0))
  let offset = 0
  for (const each of arrays) {
    joined.set(each, offset)
    offset += each.length
  }
  return joined
}

/** Transposes matrices of `rows` rows: gates come first in ONNX, last in training. */
function turned(rows: number, ...matrices: readonly Float32Array[]): Float32Array[] {
  return matrices.map((matrix) => {
    const columns = matrix.length / rows
    return matrix.map((_, i) => matrix[(i % rows) * columns + Math.floor(i / rows)])
  })
}
