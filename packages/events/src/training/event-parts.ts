import type { WordTable } from '@leitmotif/encoder/training'
import { createRandom } from '@leitmotif/encoder/vectors'
import { partMeans, type EventRows } from '../network/event-network.js'
import type { Tensor2D, Variable } from '@tensorflow/tfjs'
import { type TensorFlow, drawGlorot } from '@leitmotif/trainer/training'

export type PartName = keyof EventRows

/**
 * How the words of a part of an event become one vector: their mean, their mean weighted by smoothed inverse frequency
 * (Arora et al. 2017), the mean of word vectors that are trained too, or the last state of an LSTM or GRU.
 */
export const COMPOSITIONS = ['mean', 'sif', 'trained', 'lstm', 'gru'] as const
export type Composition = (typeof COMPOSITIONS)[number]

/** The vectors of parts in training. */
export interface TrainableParts {
  readonly variables: ReadonlyMap<string, Variable>
  /** Encodes parts, given as rows of the word table, to [parts, dims]; zero for a part without words. */
  encode(part: PartName, rows: readonly ArrayLike<number>[]): Tensor2D
  /** Weights of words in a mean, [words], and the current word vectors; undefined for an LSTM or GRU. */
  words(): { readonly weights: Float32Array; readonly vectors: Float32Array } | undefined
  dispose(): void
}

/** Creates the trainable encoding of parts. `weights`: weights of words in a mean, [words]. */
export function createParts(
  tf: TensorFlow,
  composition: Composition,
  table: WordTable,
  weights: Float32Array,
  seed: number
): TrainableParts {
  if (composition === 'lstm') return createRecurrentParts(tf, table, createLstm(tf, table.dims, seed))
  if (composition === 'gru') return createRecurrentParts(tf, table, createGru(tf, table.dims, seed))
  if (composition === 'trained') return createTrainedParts(tf, table, weights)
  return {
    variables: new Map(),
    encode: (_, rows) => tf.tensor2d(partMeans(table, weights, rows), [rows.length, table.dims]),
    words: () => ({ weights, vectors: wordVectors(table) }),
    dispose: () => undefined
  }
}

/** Creates word vectors that are trained too (section 2.2), starting from those of the table. */
function createTrainedParts(tf: TensorFlow, table: WordTable, weights: Float32Array): TrainableParts {
  const words = tf.tidy(() => tf.variable(tf.tensor2d(wordVectors(table), [table.count, table.dims])))
  return {
    variables: new Map([['words', words]]),
    encode: (_, rows) =>
      tf.tidy(() => {
        const all = rows.flatMap((part) => Array.from(part))
        if (all.length === 0) return tf.zeros([rows.length, table.dims])
        const parts = rows.flatMap((part, i) => new Array<number>(part.length).fill(i))
        const vectors = tf.gather(words, tf.tensor1d(all, 'int32'))
        const sums = tf.unsortedSegmentSum(vectors, tf.tensor1d(parts, 'int32'), rows.length)
        return sums.div<Tensor2D>(
          tf.tensor2d(
            rows.map((part) => Math.max(1, part.length)),
            [rows.length, 1]
          )
        )
      }),
    words: () => ({ weights, vectors: words.dataSync<'float32'>().slice() }),
    dispose() {
      words.dispose()
    }
  }
}

/** A recurrent layer for each part of an event. */
interface Recurrent {
  readonly variables: ReadonlyMap<string, Variable>
  /** Number of state matrices, [parts, dims] each; the first is the output. */
  readonly states: number
  /** Returns the states after a word of each part. */
  step(part: PartName, words: Tensor2D, states: readonly Tensor2D[]): readonly Tensor2D[]
}

const PARTS = ['subject', 'verb', 'object'] as const satisfies PartName[]

/** Returns a matrix of weights drawn by Glorot's rule, and biases of zero. */
function drawLayer(tf: TensorFlow, seed: number, name: string, inputs: number, outputs: number): [Variable, Variable] {
  const kernel = drawGlorot(createRandom(seed).fork(name), inputs, outputs)
  return tf.tidy(() => [tf.variable(tf.tensor2d(kernel, [inputs, outputs])), tf.variable(tf.zeros([outputs]))])
}

function createLstm(tf: TensorFlow, dims: number, seed: number): Recurrent {
  const variables = new Map<string, Variable>()
  for (const part of PARTS) {
    const [weights, bias] = drawLayer(tf, seed, `lstm ${part}`, 2 * dims, 4 * dims)
    variables.set(`lstm-${part}`, weights).set(`lstm-${part}-bias`, bias)
  }
  return {
    variables,
    states: 2,
    step(part, words, [state, cell]) {
      const kernel = variables.get(`lstm-${part}`) as unknown as Tensor2D
      const bias = variables.get(`lstm-${part}-bias`)!.as1D()
      const forget = tf.scalar(1) // Jozefowicz et al. 2015
      const [nextCell, nextState] = tf.basicLSTMCell(forget, kernel, bias, words, cell, state)
      return [nextState, nextCell]
    }
  }
}

/** Creates a GRU (Cho et al. 2014) for each part. */
function createGru(tf: TensorFlow, dims: number, seed: number): Recurrent {
  const variables = new Map<string, Variable>()
  for (const part of PARTS) {
    const [gates, gatesBias] = drawLayer(tf, seed, `gru gates ${part}`, 2 * dims, 2 * dims)
    const [candidate, candidateBias] = drawLayer(tf, seed, `gru ${part}`, 2 * dims, dims)
    variables.set(`gru-gates-${part}`, gates).set(`gru-gates-${part}-bias`, gatesBias)
    variables.set(`gru-${part}`, candidate).set(`gru-${part}-bias`, candidateBias)
  }
  return {
    variables,
    states: 1,
    step(part, words, [state]) {
      const through = (name: string, values: Tensor2D): Tensor2D =>
        tf.matMul(values, variables.get(name) as unknown as Tensor2D).add(variables.get(`${name}-bias`)!)
      const gates = through(`gru-gates-${part}`, tf.concat([words, state], 1)).sigmoid<Tensor2D>()
      const [update, reset] = tf.split(gates, 2, 1)
      const candidate = through(`gru-${part}`, tf.concat([words, state.mul<Tensor2D>(reset)], 1)).tanh()
      return [update.mul(state).add(tf.sub(1, update).mul(candidate))]
    }
  }
}

/** Reads the words of a part one after the other; the last state is its vector (proposed in section 5.1). */
function createRecurrentParts(tf: TensorFlow, table: WordTable, layer: Recurrent): TrainableParts {
  const { dims } = table
  const vectors = wordVectors(table)
  return {
    variables: layer.variables,
    encode: (part, rows) =>
      tf.tidy(() => {
        let states: readonly Tensor2D[] = Array.from({ length: layer.states }, () => tf.zeros([rows.length, dims]))
        const longest = rows.reduce((most, { length }) => Math.max(most, length), 0)
        for (let t = 0; t < longest; t++) {
          const inputs = new Float32Array(rows.length * dims)
          const known = new Float32Array(rows.length)
          rows.forEach((words, i) => {
            if (t >= words.length) return
            known[i] = 1
            inputs.set(vectors.subarray(words[t] * dims, (words[t] + 1) * dims), i * dims)
          })
          const next = layer.step(part, tf.tensor2d(inputs, [rows.length, dims]), states)
          // A part that has ended keeps its last state.
          const going = tf.tensor2d(known, [rows.length, 1])
          const ended = tf.sub(1, going)
          states = states.map((before, s) => next[s].mul<Tensor2D>(going).add(before.mul(ended)))
        }
        return states[0]
      }),
    words: () => undefined,
    dispose() {
      for (const variable of layer.variables.values()) variable.dispose()
    }
  }
}

/** Returns the word vectors as float32, [words, dims]. */
function wordVectors({ count, dims, scales, rows }: WordTable): Float32Array {
  return Float32Array.from({ length: count * dims }, (_, i) => scales[Math.floor(i / dims)] * rows[i])
}
