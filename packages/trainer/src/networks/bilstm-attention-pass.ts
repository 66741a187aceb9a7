import type { WordTable } from '@leitmotif/encoder'
import type { Tensor, Tensor1D, Tensor2D } from '@tensorflow/tfjs'
import type { TensorFlow } from '../backend.js'
import { attend, attentionSlopes, type AttentionPlaces } from './attention.js'
import { joinDirections, joinGates, roundUp, splitGates, type DirectionVariables } from './joined-weights.js'
import type { Matrix } from './kernel-products.js'
import { createLayout, startKernel, type NetworkKernel } from './kernel.js'
import { GATES, lstmSlopes, runLstm, type Direction, type LstmPlaces } from './lstm.js'
import type { PackedSentences } from './packed-sentences.js'

/** The variables in the order that the pass takes them, and gives their slopes. */
export type PassVariables = readonly [
  forward: DirectionVariables,
  backward: DirectionVariables,
  attention: readonly [forward: Tensor2D, backward: Tensor2D, bias: Tensor1D, context: Tensor1D]
]

/** Values dropped: a share of them, by two keys of 32 bits. */
export interface Mask {
  readonly share: number
  readonly keys: readonly [number, number]
}

export type Masks = Readonly<Record<'input' | Direction, Mask>>

export interface PassSizes {
  readonly hidden: number
  readonly attention: number
}

/** Both ways through the network for packed sentences, on one memory that the next pass takes again. */
export interface BilstmAttentionPasses {
  /** Bytes of memory that a row takes. */
  readonly rowBytes: number
  /** The sentences' vectors before they are scaled, [sentences, 2 * hidden], with slopes. At least one word. */
  run(variables: PassVariables, packed: PackedSentences, masks: Masks): Tensor2D
}

interface Places {
  /** [inputs]: rows of the word table. */
  readonly words: number
  readonly directions: Readonly<Record<Direction, LstmPlaces>>
  readonly attention: AttentionPlaces
}

export function createPasses(tf: TensorFlow, table: WordTable, sizes: PassSizes): BilstmAttentionPasses {
  const kernel = startKernel()
  const words = placeTable(kernel, table)
  const hidden = roundUp(sizes.hidden, 4)
  const units = roundUp(sizes.attention, 4)
  const inputs = roundUp(table.dims + 1, 8)
  /** What the memory holds: a pass that finds another's there runs anew before it gives slopes. */
  let holder: object | undefined

  const layOut = (packed: PackedSentences): Places => {
    const [rows, sentences] = [packed.inputs.length, packed.order.length]
    const layout = createLayout(words.end)
    const take = (count: number, width: number): Matrix => ({ at: layout.take(4 * count * width), width })
    const states = take(rows, 2 * hidden)
    // One direction is done with these before the other begins.
    const shared = {
      inputs: take(rows, 1).at,
      vectors: take(packed.words.length, inputs),
      projected: take(packed.words.length, GATES * hidden),
      slopesState: take(sentences, hidden),
      slopesCell: take(sentences, hidden)
    }
    const direction = (first: number): LstmPlaces => ({
      ...shared,
      before: take(rows, hidden),
      gates: take(rows, GATES * hidden),
      cells: take(rows, hidden),
      tanhs: take(rows, hidden),
      states: { at: states.at + 4 * first, width: states.width }
    })
    const places = {
      words: take(packed.words.length, 1).at,
      directions: { forward: direction(0), backward: direction(hidden) },
      attention: {
        states,
        keys: take(rows, units),
        bias: take(1, units),
        context: take(1, units),
        slopesBias: take(1, units),
        slopesContext: take(1, units),
        weights: take(rows, 1).at,
        slopes: take(rows, 1).at,
        sentences: take(rows, 1).at,
        pooled: take(sentences, 2 * hidden)
      }
    }
    kernel.reserve(layout.end)
    return places
  }

  const drop = ({ share, keys }: Mask): void => {
    kernel.drop(...keys, Math.floor(share * 2 ** 32), 1 / (1 - share))
  }

  const joined = ([forward, backward, [ahead, back]]: PassVariables) => ({
    forward: joinGates(tf, forward, inputs, hidden),
    backward: joinGates(tf, backward, inputs, hidden),
    attention: joinDirections(tf, [ahead, back], hidden, units)
  })

  const forward = (variables: PassVariables, packed: PackedSentences, masks: Masks): Places => {
    const places = layOut(packed)
    const { directions, attention } = places
    kernel.integers(places.words, packed.words.length).set(packed.words)
    kernel.integers(directions.forward.inputs, packed.inputs.length).set(packed.inputs)
    kernel.integers(attention.sentences, packed.sentences.length).set(packed.sentences)
    const [, , [, , bias, context]] = variables
    kernel.floats(attention.bias.at, units).fill(0)
    kernel.floats(attention.context.at, units).fill(0)
    kernel.floats(attention.bias.at, sizes.attention).set(bias.dataSync<'float32'>())
    kernel.floats(attention.context.at, sizes.attention).set(context.dataSync<'float32'>())
    drop(masks.input)
    const { vectors } = directions.forward
    kernel.gather(
      places.words,
      packed.words.length,
      words.rows,
      words.scales,
      table.dims,
      words.width,
      vectors.at,
      4 * vectors.width
    )
    tf.tidy(() => {
      const weights = joined(variables)
      for (const direction of ['forward', 'backward'] as const) {
        drop(masks[direction])
        runLstm(tf, kernel, weights[direction], packed, directions[direction], direction)
      }
      attend(tf, kernel, weights.attention, packed, attention)
    })
    return places
  }

  const slopes = (
    variables: PassVariables,
    packed: PackedSentences,
    masks: Masks,
    places: Places,
    upstream: Tensor2D
  ): Tensor[] =>
    tf.tidy(() => {
      const sentences = packed.order.length
      const weights = joined(variables)
      const spread = upstream.reshape<Tensor>([sentences, 2, sizes.hidden]).pad([
        [0, 0],
        [0, 0],
        [0, hidden - sizes.hidden]
      ])
      kernel.floats(places.attention.pooled.at, sentences * 2 * hidden).set(spread.dataSync<'float32'>())
      const attention = attentionSlopes(tf, kernel, weights.attention, packed, places.attention)
      const directions = (['forward', 'backward'] as const).flatMap((direction) => {
        drop(masks[direction])
        const gates = lstmSlopes(tf, kernel, weights[direction], packed, places.directions[direction], direction)
        return splitGates(gates, table.dims, sizes.hidden)
      })
      const vector = ({ at }: Matrix): Tensor => tf.tensor1d(kernel.floats(at, sizes.attention).slice())
      return [
        ...directions,
        attention.slice([0, 0], [sizes.hidden, sizes.attention]),
        attention.slice([hidden, 0], [sizes.hidden, sizes.attention]),
        vector(places.attention.slopesBias),
        vector(places.attention.slopesContext)
      ]
    })

  return {
    rowBytes: 4 * (inputs + GATES * hidden + 2 * (GATES + 3) * hidden + 2 * hidden + units + 5),
    run(variables, packed, masks) {
      const compute = tf.customGrad(() => {
        let places = forward(variables, packed, masks)
        const self = {}
        holder = self
        const sentences = packed.order.length
        const pooled = kernel.floats(places.attention.pooled.at, sentences * 2 * hidden).slice()
        const value = tf.tidy(() =>
          tf
            .tensor3d(pooled, [sentences, 2, hidden])
            .slice([0, 0, 0], [sentences, 2, sizes.hidden])
            .reshape<Tensor2D>([sentences, 2 * sizes.hidden])
        )
        const gradFunc = (upstream: Tensor): Tensor[] => {
          if (holder !== self) places = forward(variables, packed, masks)
          holder = undefined
          return slopes(variables, packed, masks, places, upstream as Tensor2D)
        }
        return { value, gradFunc }
      })
      return compute(...variables.flat())
    }
  }
}

/** Copies the word table into the kernel's memory, rows in multiples of eight bytes. */
function placeTable(kernel: NetworkKernel, { dims, scales, rows }: WordTable) {
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
