import { createGraph, TYPE, type Graph } from './onnx-graph.js'

/** The graph of an `OnnxNetwork` of the encoder, with inputs `vectors` [batch, time, inputs] and `lengths` [batch]. */
export interface SentenceGraph extends Omit<Graph, 'encode'> {
  /** [time]: 0, 1, 2 … */
  readonly places: string
  /** [batch, time], true for words, false for padding. */
  readonly present: string
  /** Adds the mean of a sentence's states weighted by the softmax of their scores, [batch, time, 1]; gives [batch, dims]. */
  readonly pool: (states: string, scores: string) => string
  /** Returns the file of the model that outputs vectors [batch, dims] scaled to length 1. */
  readonly encode: (name: string, inputs: number, vectors: string, dims: number) => Uint8Array<ArrayBuffer>
}

export function createSentenceGraph(): SentenceGraph {
  const graph = createGraph()
  const { node, constant } = graph
  const time = node('Squeeze', [node('Shape', ['vectors'], { start: 1, end: 2 })])
  const places = node('Range', [constant('int64', [0]), time, constant('int64', [1])])
  const second = constant('int64', [1], [1])
  const ends = node('Unsqueeze', [node('Cast', ['lengths'], { to: TYPE.int64 }), second]) // [batch, 1]
  const present = node('Less', [places, ends])
  return {
    ...graph,
    places,
    present,
    pool(states, scores) {
      const here = node('Unsqueeze', [present, constant('int64', [2], [1])]) // [batch, time, 1]
      const masked = node('Where', [here, scores, constant('float32', [-Infinity])])
      const shares = node('Transpose', [node('Softmax', [masked], { axis: 1 })], { perm: [0, 2, 1] }) // [batch, 1, time]
      return node('Squeeze', [node('MatMul', [shares, states]), second])
    },
    encode(name, inputs, vectors, dims) {
      const output = node('LpNormalization', [vectors], { axis: 1, p: 2 }, 'encoded')
      return graph.encode(
        name,
        [
          { name: 'vectors', type: 'float32', shape: ['batch', 'time', inputs] },
          { name: 'lengths', type: 'int32', shape: ['batch'] }
        ],
        { name: output, type: 'float32', shape: ['batch', dims] }
      )
    }
  }
}
