import { row, type Vectors } from '@leitmotif/encoder'
import type { WordTable } from '@leitmotif/encoder/training'
import { prepareProduct, zeroVectors, type MatrixProduct } from '@leitmotif/encoder/vectors'

/** One LSTM of the tied pair. Gates are in ONNX's order: input, output, forget, candidate. */
export interface LstmWeights {
  /** Input weights of the gates: [inputs, 4 * hidden], row-major. */
  readonly input: Float32Array
  /** Recurrent weights of the gates: [hidden, 4 * hidden]. */
  readonly recurrent: Float32Array
  /** [4 * hidden] */
  readonly bias: Float32Array
}

/** Number of sentences processed side by side. */
const BLOCK = 64

/** Number of sentences whose words are projected together, each distinct word once. */
const SLICE = 512

/**
 * Returns a function that runs an LSTM (Hochreiter and Schmidhuber 1997, with a forget gate, without peepholes). It
 * maps sentences, given as rows of `table`, to the states after their last words, [sentences, hidden]; zeros for a
 * sentence without words. A sentence's state is bit-identical whether it is computed alone or with others.
 */
export function prepareLstm(
  { input, recurrent, bias }: LstmWeights,
  table: WordTable
): (sentences: readonly ArrayLike<number>[]) => Vectors {
  const hidden = bias.length / 4
  const words = prepareProduct(input, table.dims, bias.length, BLOCK)
  const states = prepareProduct(recurrent, hidden, bias.length, BLOCK)
  return (sentences) => {
    const encoded = zeroVectors(sentences.length, hidden)
    for (let start = 0; start < sentences.length; start += SLICE) {
      const slice = sentences.slice(start, start + SLICE)
      const { places, projected } = projectWords(words, slice, table, bias)
      const byLength = [...slice.keys()].filter((s) => slice[s].length > 0)
      byLength.sort((a, b) => slice[b].length - slice[a].length)
      for (let first = 0; first < byLength.length; first += BLOCK) {
        const block = byLength.slice(first, first + BLOCK)
        const last = runBlock(
          states,
          block.map((s) => Array.from(slice[s], (word) => places.get(word)!)),
          projected
        )
        for (const [b, s] of block.entries()) row(encoded, start + s).set(row(last, b))
      }
    }
    return encoded
  }
}

/** Computes the gate inputs of each distinct word of the sentences, bias included, and the row of each word. */
function projectWords(
  { left, width, multiply }: MatrixProduct,
  sentences: readonly ArrayLike<number>[],
  { dims, scales, rows }: WordTable,
  bias: Float32Array
): { readonly places: ReadonlyMap<number, number>; readonly projected: Vectors } {
  const places = new Map<number, number>()
  for (const sentence of sentences) {
    for (let t = 0; t < sentence.length; t++) if (!places.has(sentence[t])) places.set(sentence[t], places.size)
  }
  const distinct = [...places.keys()]
  const projected = zeroVectors(distinct.length, bias.length)
  for (let start = 0; start < distinct.length; start += BLOCK) {
    const some = distinct.slice(start, start + BLOCK)
    some.forEach((word, w) => {
      for (let d = 0; d < dims; d++) left[w * dims + d] = scales[word] * rows[word * dims + d]
    })
    const product = multiply(some.length) // [block, width]
    some.forEach((_, w) => {
      const gates = row(projected, start + w)
      for (let g = 0; g < gates.length; g++) gates[g] = product[w * width + g] + bias[g]
    })
  }
  return { places, projected }
}

/** Returns the last states of up to BLOCK sentences, longest first, each given as rows of `projected`. */
function runBlock(
  { left, width, multiply }: MatrixProduct,
  sentences: readonly (readonly number[])[],
  projected: Vectors
): Vectors {
  const hidden = projected.dims / 4
  const states = zeroVectors(sentences.length, hidden)
  const cells = new Float32Array(states.data.length)
  let active = sentences.length
  for (let t = 0; t < sentences[0].length; t++) {
    while (sentences[active - 1].length <= t) active--
    left.set(states.data.subarray(0, active * hidden))
    const product = multiply(active) // [active, width]
    for (let s = 0; s < active; s++) {
      const word = row(projected, sentences[s][t])
      for (let h = 0; h < hidden; h++) {
        const at = s * width + h
        const input = sigmoid(product[at] + word[h])
        const output = sigmoid(product[at + hidden] + word[h + hidden])
        const forget = sigmoid(product[at + 2 * hidden] + word[h + 2 * hidden])
        const candidate = Math.tanh(product[at + 3 * hidden] + word[h + 3 * hidden])
        const cell = forget * cells[s * hidden + h] + input * candidate
        cells[s * hidden + h] = cell
        states.data[s * hidden + h] = output * Math.tanh(cell)
      }
    }
  }
  return states
}

function sigmoid(x: number): number {
  return 1 / (1 + Math.exp(-x))
}
