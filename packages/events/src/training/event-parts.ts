import type { WordTable } from '@leitmotif/encoder/training'
import { createRandom } from '@leitmotif/encoder/vectors'
import { partMeans, type EventRows } from '../network/event-network.js'
import type { Tensor2D, Variable } from '@tensorflow/tfjs'
import { type TensorFlow, drawGlorot } from '@leitmotif/trainer/training'

export type PartName = keyof EventRows

/**
 * How the words of a part of an event become one vector: their mean, their mean weighted by smoothed inverse frequency
 * (Arora et al. 2017), the mean of word vectors that are trained too, or the last state of an LSTM.
 */
export const COMPOSITIONS = ['mean', 'sif', 'trained', 'lstm'] as const
export type Composition = (typeof COMPOSITIONS)[number]

/** The vectors of parts in training. */
export interface TrainableParts {
  readonly variables: ReadonlyMap<string, Variable>
  /** Encodes parts, given as rows of the word table, to [parts, dims]; zero for a part without words. */
  encode(part: PartName, rows: readonly ArrayLike<number>[]): Tensor2D
  /** Weights of words in a mean, [words], and the current word vectors; undefined for an LSTM. */
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
  if (composition === 'lstm') return createLstmParts(tf, table, seed)
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

/** Creates an LSTM for each part. Its last state has the dimensions of the word vectors (proposed in section 5.1). */
function createLstmParts(tf: TensorFlow, table: WordTable, seed: number): TrainableParts {
  const { dims } = table
  const vectors = wordVectors(table)
  const variables = new Map<string, Variable>()
  for (const part of ['subject', 'verb', 'object'] satisfies PartName[]) {
    const kernel = drawGlorot(createRandom(seed).fork(`lstm ${part}`), 2 * dims, 4 * dims)
    const [weights, bias] = tf.tidy(() => [
      tf.variable(tf.tensor2d(kernel, [2 * dims, 4 * dims])),
      tf.variable(tf.zeros([4 * dims]))
    ])
    variables.set(`lstm-${part}`, weights)
    variables.set(`lstm-${part}-bias`, bias)
  }
  return {
    variables,
    encode: (part, rows) =>
      tf.tidy(() => {
        const kernel = variables.get(`lstm-${part}`) as unknown as Tensor2D
        const bias = variables.get(`lstm-${part}-bias`)!.as1D()
        const forget = tf.scalar(1) // Jozefowicz et al. 2015
        let cell: Tensor2D = tf.zeros([rows.length, dims])
        let state: Tensor2D = tf.zeros([rows.length, dims])
        const longest = rows.reduce((most, { length }) => Math.max(most, length), 0)
        for (let t = 0; t < longest; t++) {
          const inputs = new Float32Array(rows.length * dims)
          const known = new Float32Array(rows.length)
          rows.forEach((words, i) => {
            if (t >= words.length) return
            known[i] = 1
            inputs.set(vectors.subarray(words[t] * dims, (words[t] + 1) * dims), i * dims)
          })
          const data = tf.tensor2d(inputs, [rows.length, dims])
          const [nextCell, nextState] = tf.basicLSTMCell(forget, kernel, bias, data, cell, state)
          // A part that has ended keeps its last state.
          const going = tf.tensor2d(known, [rows.length, 1])
          cell = nextCell.mul<Tensor2D>(going).add(cell.mul(tf.sub(1, going)))
          state = nextState.mul<Tensor2D>(going).add(state.mul(tf.sub(1, going)))
        }
        return state
      }),
    words: () => undefined,
    dispose() {
      for (const variable of variables.values()) variable.dispose()
    }
  }
}

/** Returns the word vectors as float32, [words, dims]. */
function wordVectors({ count, dims, scales, rows }: WordTable): Float32Array {
  return Float32Array.from({ length: count * dims }, (_, i) => scales[Math.floor(i / dims)] * rows[i])
}
