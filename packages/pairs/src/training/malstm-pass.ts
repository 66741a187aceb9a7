import type { WordTable } from '@leitmotif/encoder/training'
import type { Tensor, Tensor2D } from '@tensorflow/tfjs'
import {
  type TensorFlow,
  placeTable,
  joinGates,
  roundUp,
  splitGates,
  type DirectionVariables,
  rowAt,
  type Matrix,
  createLayout,
  startKernel,
  type NetworkKernel,
  GATES,
  lstmGradients,
  runLstm,
  type LstmPlaces,
  type PackedSentences
} from '@leitmotif/trainer/training'

/** A dropout mask for inputs: the share dropped, and two 32-bit keys that select the values. */
interface InputMask {
  readonly share: number
  readonly keys: readonly [number, number]
}

/** Forward and backward passes of an LSTM for packed sentences. All passes share one memory. */
export interface LastStatePasses {
  /**
   * Returns the state after each sentence's last word, [sentences, hidden], differentiable; zeros for a sentence
   * without words.
   */
  run(variables: DirectionVariables, packed: PackedSentences, mask: InputMask): Tensor2D
}

/** Starts a kernel with the word table in its memory. */
export function createLastStatePasses(tf: TensorFlow, table: WordTable, units: number): LastStatePasses {
  const kernel = startKernel()
  const words = placeTable(kernel, table)
  const inputs = roundUp(table.dims + 1, 8) // and a one for the bias
  const hidden = roundUp(units, 4)
  /** The pass whose states are in memory. Another pass runs forward again before it computes gradients. */
  let holder: object | undefined

  const forward = (variables: DirectionVariables, packed: PackedSentences, { share, keys }: InputMask): LstmPlaces => {
    const { at, places } = placePass(kernel, packed, inputs, hidden, words.end)
    kernel.integers(at, packed.words.length).set(packed.words)
    kernel.integers(places.inputs, packed.inputs.length).set(packed.inputs)
    const { vectors } = places
    kernel.drop(...keys, Math.floor(share * 2 ** 32), 1 / (1 - share))
    const { rows, scales, width } = words
    kernel.gather(at, packed.words.length, rows, scales, table.dims, width, vectors.at, 4 * vectors.width)
    kernel.drop(0, 0, 0, 1)
    tf.tidy(() => {
      runLstm(tf, kernel, joinGates(tf, variables, inputs, hidden), packed, places, 'forward')
    })
    return places
  }

  return {
    run(variables, packed, mask) {
      const sentences = packed.order.length
      const last = lastRows(packed)
      const compute = tf.customGrad(() => {
        let places = forward(variables, packed, mask)
        const self = {}
        holder = self
        const values = new Float32Array(sentences * units)
        last.forEach((row, sentence) => {
          if (row >= 0) values.set(kernel.floats(rowAt(places.states, row), units), sentence * units)
        })
        const gradFunc = (upstream: Tensor): Tensor[] => {
          if (holder !== self) places = forward(variables, packed, mask)
          holder = undefined
          const gradients = upstream.dataSync<'float32'>()
          kernel.floats(places.states.at, packed.inputs.length * hidden).fill(0)
          last.forEach((row, sentence) => {
            if (row < 0) return
            const of = gradients.subarray(sentence * units, (sentence + 1) * units)
            kernel.floats(rowAt(places.states, row), units).set(of)
          })
          return tf.tidy(() => {
            const weights = joinGates(tf, variables, inputs, hidden)
            return [...splitGates(lstmGradients(tf, kernel, weights, packed, places, 'forward'), table.dims, units)]
          })
        }
        return { value: tf.tensor2d(values, [sentences, units]), gradFunc }
      })
      return compute(...variables)
    }
  }
}

/** Returns the row of each sentence's last word, [sentences]; -1 for a sentence without words. */
function lastRows({ order, active, starts }: PackedSentences): Int32Array {
  const last = new Int32Array(order.length).fill(-1)
  for (let t = 0; t < active.length; t++) {
    for (let place = 0; place < active[t]; place++) last[order[place]] = starts[t] + place
  }
  return last
}

/** Lays out the memory from `first` on, and grows it as needed. `at`: offset of the rows of the word table. */
function placePass(
  kernel: NetworkKernel,
  packed: PackedSentences,
  inputs: number,
  hidden: number,
  first: number
): { readonly at: number; readonly places: LstmPlaces } {
  const [rows, sentences, words] = [packed.inputs.length, packed.order.length, packed.words.length]
  const layout = createLayout(first)
  const take = (count: number, width: number): Matrix => ({ at: layout.take(4 * count * width), width })
  const at = take(words, 1).at
  const places = {
    inputs: take(rows, 1).at,
    vectors: take(words, inputs),
    projected: take(words, GATES * hidden),
    before: take(rows, hidden),
    gates: take(rows, GATES * hidden),
    cells: take(rows, hidden),
    tanhs: take(rows, hidden),
    states: take(rows, hidden),
    gradientsState: take(sentences, hidden),
    gradientsCell: take(sentences, hidden)
  }
  kernel.reserve(layout.end)
  return { at, places }
}
