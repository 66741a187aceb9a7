import { PLACES } from '../networks/transformer.js'
import { readGraph } from './onnx-graph.js'

/** The weights of a BERT layer (Devlin et al. 2019), by the names of `transformerShapes` without the layer's number. */
export type BertLayer = Readonly<Record<string, Float32Array>>

/** The weights of a BERT, row-major. */
export interface BertWeights {
  /** Dimensions of a token. */
  readonly width: number
  /** Vectors of the tokens, [tokens, width]. */
  readonly tokens: Float32Array
  /** Vectors of the first `PLACES` positions, with that of the first segment added, [places, width]. */
  readonly places: Float32Array
  readonly inputScale: Float32Array
  readonly inputShift: Float32Array
  readonly layers: readonly BertLayer[]
}

/** Names of a layer's biases and norms here, and in the file. */
const VECTORS = {
  queryBias: 'attention.self.query.bias',
  valueBias: 'attention.self.value.bias',
  takenBias: 'attention.output.dense.bias',
  takenScale: 'attention.output.LayerNorm.weight',
  takenShift: 'attention.output.LayerNorm.bias',
  innerBias: 'intermediate.dense.bias',
  outerBias: 'output.dense.bias',
  outerScale: 'output.LayerNorm.weight',
  outerShift: 'output.LayerNorm.bias'
} as const
/** Names of a layer's matrix products. Keys have no bias, because softmax would cancel it. */
const MATRICES = {
  query: 'attention/self/query',
  key: 'attention/self/key',
  value: 'attention/self/value',
  taken: 'attention/output/dense',
  inner: 'intermediate/dense',
  outer: 'output/dense'
} as const

/**
 * Reads the weights of a BERT from an ONNX model, exported by PyTorch with the names of Hugging Face's transformers.
 * @throws RangeError for another model.
 */
export function readBert(model: Uint8Array): BertWeights {
  const { tensors, products } = readGraph(model)
  const of = (name: string): Float32Array => {
    const found = [...tensors.keys()].find((each) => each === name || each.endsWith(`.${name}`))
    if (found === undefined) throw new RangeError(`it has no weights ${name}; expected a BERT exported by PyTorch`)
    return tensors.get(found)!
  }
  const productOf = (name: string): Float32Array => {
    const found = [...products.keys()].find((each) => each.endsWith(`/${name}/MatMul`))
    if (found === undefined) throw new RangeError(`it has no product ${name}; expected a BERT exported by PyTorch`)
    return products.get(found)!
  }
  const inputScale = of('embeddings.LayerNorm.weight')
  const width = inputScale.length
  const segment = of('embeddings.token_type_embeddings.weight').subarray(0, width)
  const places = of('embeddings.position_embeddings.weight').slice(0, PLACES * width)
  places.forEach((value, i) => (places[i] = value + segment[i % width]))
  const count = [...tensors.keys()].filter((name) => /layer\.\d+\.attention\.self\.query\.bias$/.test(name)).length
  const layers = Array.from({ length: count }, (_, l): BertLayer => ({
    ...Object.fromEntries(Object.entries(VECTORS).map(([name, part]) => [name, of(`layer.${l}.${part}`)])),
    ...Object.fromEntries(Object.entries(MATRICES).map(([name, part]) => [name, productOf(`layer.${l}/${part}`)]))
  }))
  return {
    width,
    tokens: of('embeddings.word_embeddings.weight'),
    places,
    inputScale,
    inputShift: of('embeddings.LayerNorm.bias'),
    layers
  }
}
