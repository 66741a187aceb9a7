import type { WordTable } from '@leitmotif/encoder/training'
import {
  HEAD,
  PLACES,
  transformerShapes,
  type TransformerSizes,
  type TransformerWeights
} from '../networks/transformer.js'
import { createTokenGraph } from './sentence-graph.js'

/**
 * Returns a transformer as an ONNX model that reads `input_ids` and `attention_mask`, with the vectors of its tokens. It
 * computes the unit rows of `createTransformer`, with weights rounded to 16 bits.
 */
export function transformerOnnx(weights: TransformerWeights, tokens: WordTable): Uint8Array<ArrayBuffer> {
  const sizes = sizesOf(weights)
  const { layers, width, dims } = sizes
  const { node, weights: add, constant, rows, places, present, pool, encode } = createTokenGraph(tokens)
  const added = new Map([...transformerShapes(sizes)].map(([name, shape]) => [name, add(shape, weights[name])]))
  const of = (name: string): string => added.get(name)!
  const linear = (rows: string, name: string): string =>
    node('Add', [node('MatMul', [rows, of(name)]), of(`${name}Bias`)])
  const norm = (rows: string, name: string): string =>
    node('LayerNormalization', [rows, of(`${name}Scale`), of(`${name}Shift`)])
  const [one, half, root] = [1, 0.5, Math.SQRT2].map((value) => constant('float32', [value]))
  const gelu = (rows: string): string => {
    const error = node('Erf', [node('Div', [rows, root])])
    return node('Mul', [node('Mul', [rows, node('Add', [error, one])]), half])
  }

  const absent = node('Where', [present, constant('float32', [0]), constant('float32', [-1e9])])
  const hidden = node('Unsqueeze', [absent, constant('int64', [1, 2], [2])]) // [batch, 1, 1, time]
  const own = node('Gather', [of('places'), node('Min', [places, constant('int64', [PLACES - 1])])]) // [time, width]

  const split = constant('int64', [0, 0, width / HEAD, HEAD], [4]) // a 0 keeps the size
  const joined = constant('int64', [0, 0, width], [3])
  const scale = constant('float32', [1 / Math.sqrt(HEAD)])
  const attend = (rows: string, l: number): string => {
    const inHeads = (projected: string, perm: readonly number[]): string =>
      node('Transpose', [node('Reshape', [projected, split])], { perm })
    const queries = inHeads(linear(rows, `query${l}`), [0, 2, 1, 3])
    const keys = inHeads(node('MatMul', [rows, of(`key${l}`)]), [0, 2, 3, 1])
    const scores = node('Mul', [node('MatMul', [queries, keys]), scale]) // [batch, heads, time, time]
    const shares = node('Softmax', [node('Add', [scores, hidden])], { axis: 3 })
    const taken = node('MatMul', [shares, inHeads(linear(rows, `value${l}`), [0, 2, 1, 3])])
    return node('Reshape', [node('Transpose', [taken], { perm: [0, 2, 1, 3] }), joined])
  }

  let states = norm(node('Add', [rows, own]), 'input') // [batch, time, width]
  for (let l = 0; l < layers; l++) {
    states = norm(node('Add', [states, linear(attend(states, l), `taken${l}`)]), `taken${l}`)
    states = norm(node('Add', [states, linear(gelu(linear(states, `inner${l}`)), `outer${l}`)]), `outer${l}`)
  }
  const pooled = pool(states, node('MatMul', [states, of('pooling')])) // [batch, width]
  return encode('transformer', linear(pooled, 'projection'), dims)
}

/** Returns the sizes of the transformer with these weights. */
function sizesOf(weights: TransformerWeights): TransformerSizes {
  const width = weights.inputShift.length
  return {
    layers: Object.keys(weights).filter((name) => /^query\d+$/.test(name)).length,
    width,
    inner: weights.inner0Bias.length,
    dims: weights.projectionBias.length
  }
}
