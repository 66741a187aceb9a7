import type { WordTable } from '@leitmotif/encoder/training'
import { createGraph, TYPE, type Graph } from './onnx-graph.js'

/** The graph of a network of a bundle, which turns the words or tokens of sentences into vectors. */
export interface SentenceGraph extends Omit<Graph, 'encode' | 'rowsOf'> {
  /** The vectors of the words or tokens, [batch, time, dims]. */
  readonly rows: string
  /** [time]: 0, 1, 2 … */
  readonly places: string
  /** [batch, time], true for words or tokens, false for padding. */
  readonly present: string
  /**
   * Adds the mean of a sentence's states, weighted by the softmax of their scores, [batch, time, 1]. Returns the name
   * of its output, [batch, dims].
   */
  readonly pool: (states: string, scores: string) => string
  /** Returns the file of the model that outputs vectors [batch, dims] scaled to length 1. */
  readonly encode: (name: string, vectors: string, dims: number) => Uint8Array<ArrayBuffer>
}

/** Returns a graph with inputs `vectors` [batch, time, dims] and `lengths` [batch]. */
export function createWordGraph(dims: number): SentenceGraph {
  const graph = createGraph()
  const { node, constant } = graph
  const places = placesOf(graph, 'vectors')
  const ends = node('Unsqueeze', [node('Cast', ['lengths'], { to: TYPE.int64 }), constant('int64', [1], [1])]) // [batch, 1]
  return createSentenceGraph(graph, {
    rows: 'vectors',
    places,
    present: node('Less', [places, ends]),
    inputs: [
      { name: 'vectors', type: 'float32', shape: ['batch', 'time', dims] },
      { name: 'lengths', type: 'int32', shape: ['batch'] }
    ]
  })
}

/**
 * Returns a graph with inputs `input_ids` and `attention_mask`, [batch, time] each, that contains the tokens' vectors.
 */
export function createTokenGraph(tokens: WordTable): SentenceGraph {
  const graph = createGraph()
  const { node, rowsOf } = graph
  return createSentenceGraph(graph, {
    rows: rowsOf(tokens, 'input_ids'),
    places: placesOf(graph, 'input_ids'),
    present: node('Cast', ['attention_mask'], { to: TYPE.bool }),
    inputs: ['input_ids', 'attention_mask'].map((name) => ({ name, type: 'int64', shape: ['batch', 'time'] }))
  })
}

function placesOf({ node, constant }: Graph, input: string): string {
  const time = node('Squeeze', [node('Shape', [input], { start: 1, end: 2 })])
  return node('Range', [constant('int64', [0]), time, constant('int64', [1])])
}

function createSentenceGraph(
  graph: Graph,
  { inputs, ...given }: Pick<SentenceGraph, 'rows' | 'places' | 'present'> & { inputs: Parameters<Graph['encode']>[1] }
): SentenceGraph {
  const { node, constant } = graph
  return {
    ...graph,
    ...given,
    pool(states, scores) {
      const here = node('Unsqueeze', [given.present, constant('int64', [2], [1])]) // [batch, time, 1]
      const masked = node('Where', [here, scores, constant('float32', [-Infinity])])
      const shares = node('Transpose', [node('Softmax', [masked], { axis: 1 })], { perm: [0, 2, 1] }) // [batch, 1, time]
      return node('Squeeze', [node('MatMul', [shares, states]), constant('int64', [1], [1])])
    },
    encode(name, vectors, dims) {
      const output = node('LpNormalization', [vectors], { axis: 1, p: 2 }, 'encoded')
      return graph.encode(name, inputs, { name: output, type: 'float32', shape: ['batch', dims] })
    }
  }
}
