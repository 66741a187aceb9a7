import type { WordTable } from '@leitmotif/encoder/training'
import type { AttentionPlaces } from './attention.js'
import { roundUp } from './joined-weights.js'
import type { Matrix } from './kernel-products.js'
import { createLayout, type NetworkKernel } from './lstm-kernel.js'
import { GATES, type Direction, type LstmPlaces } from './lstm.js'
import type { PackedSentences } from './packed-sentences.js'

/** Widths of matrices in floats: multiples of four, of eight for inputs. */
export interface Widths {
  readonly inputs: number
  readonly hidden: number
  readonly units: number
}

/** The offsets of a word table: scales, and rows of `width` bytes. */
export interface TablePlaces {
  readonly scales: number
  readonly rows: number
  readonly width: number
  /** The first byte after it. */
  readonly end: number
}

/** The memory layout of a pass. */
export interface PassPlaces {
  /** [inputs]: rows of the word table. */
  readonly words: number
  readonly directions: Readonly<Record<Direction, LstmPlaces>>
  readonly attention: AttentionPlaces
}

/** Copies a word table to the start of the kernel's memory, with rows padded to multiples of eight bytes. */
export function placeTable(kernel: NetworkKernel, { dims, scales, rows }: WordTable): TablePlaces {
  const layout = createLayout(kernel.free())
  const width = roundUp(dims, 8)
  const places = { scales: layout.take(4 * scales.length), rows: layout.take(width * scales.length), width }
  kernel.reserve(layout.end)
  kernel.floats(places.scales, scales.length).set(scales)
  const bytes = kernel.bytes(places.rows, width * scales.length)
  for (let word = 0; word < scales.length; word++) {
    bytes.set(rows.subarray(word * dims, (word + 1) * dims), word * width)
  }
  return { ...places, end: layout.end }
}

/** Returns the maximum number of bytes of a row in `placePass`, reached when no word repeats. */
export function bytesPerRow({ inputs, hidden, units }: Widths): number {
  return 4 * (inputs + GATES * hidden + 2 * (GATES + 3) * hidden + 2 * hidden + units + 5)
}

/** Lays out the memory from `first` on for packed sentences, and grows it as needed. */
export function placePass(
  kernel: NetworkKernel,
  packed: PackedSentences,
  { inputs, hidden, units }: Widths,
  first: number
): PassPlaces {
  const [rows, sentences, words] = [packed.inputs.length, packed.order.length, packed.words.length]
  const layout = createLayout(first)
  const take = (count: number, width: number): Matrix => ({ at: layout.take(4 * count * width), width })
  const states = take(rows, 2 * hidden)
  // Both directions use these, one after the other.
  const shared = {
    inputs: take(rows, 1).at,
    vectors: take(words, inputs),
    projected: take(words, GATES * hidden),
    gradientsState: take(sentences, hidden),
    gradientsCell: take(sentences, hidden)
  }
  const direction = (column: number): LstmPlaces => ({
    ...shared,
    before: take(rows, hidden),
    gates: take(rows, GATES * hidden),
    cells: take(rows, hidden),
    tanhs: take(rows, hidden),
    states: { at: states.at + 4 * column, width: states.width }
  })
  const places = {
    words: take(words, 1).at,
    directions: { forward: direction(0), backward: direction(hidden) },
    attention: {
      states,
      keys: take(rows, units),
      bias: take(1, units),
      context: take(1, units),
      gradientsBias: take(1, units),
      gradientsContext: take(1, units),
      weights: take(rows, 1).at,
      gradients: take(rows, 1).at,
      sentences: take(rows, 1).at,
      pooled: take(sentences, 2 * hidden)
    }
  }
  kernel.reserve(layout.end)
  return places
}
