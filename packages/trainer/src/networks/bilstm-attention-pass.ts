import type { WordTable } from '@leitmotif/encoder/training'
import type { Tensor, Tensor1D, Tensor2D } from '@tensorflow/tfjs'
import type { TensorFlow } from '../backend/backend.js'
import { attend, attentionGradients } from './attention.js'
import { bytesPerRow, placePass, placeTable, type PassPlaces } from './bilstm-attention-places.js'
import { joinDirections, joinGates, roundUp, splitGates, type DirectionVariables } from './joined-weights.js'
import type { Matrix } from './kernel-products.js'
import { startKernel } from './lstm-kernel.js'
import { lstmGradients, runLstm, type Direction } from './lstm.js'
import type { PackedSentences } from './packed-sentences.js'

/** The variables, in the order of their gradients. */
type PassVariables = readonly [
  forward: DirectionVariables,
  backward: DirectionVariables,
  attention: readonly [forward: Tensor2D, backward: Tensor2D, bias: Tensor1D, context: Tensor1D]
]

/** A dropout mask: the share dropped, and two 32-bit keys that select the values. */
export interface Mask {
  readonly share: number
  readonly keys: readonly [number, number]
}

type Masks = Readonly<Record<'input' | Direction, Mask>>

export interface PassSizes {
  readonly hidden: number
  readonly attention: number
}

/** Forward and backward passes for packed sentences. All passes share one memory. */
export interface BilstmAttentionPasses {
  /** Bytes of memory for each row. */
  readonly rowBytes: number
  /** Returns the sentences' unscaled vectors, [sentences, 2 * hidden], differentiable. Needs at least one word. */
  run(variables: PassVariables, packed: PackedSentences, masks: Masks): Tensor2D
}

/** Starts a kernel with the word table in its memory. */
export function createPasses(tf: TensorFlow, table: WordTable, sizes: PassSizes): BilstmAttentionPasses {
  const kernel = startKernel()
  const words = placeTable(kernel, table)
  const widths = {
    inputs: roundUp(table.dims + 1, 8), // and a one for the bias
    hidden: roundUp(sizes.hidden, 4),
    units: roundUp(sizes.attention, 4)
  }
  const { inputs, hidden, units } = widths
  /** The pass whose values the memory holds. Another pass runs forward again before it computes gradients. */
  let holder: object | undefined

  const drop = ({ share, keys }: Mask): void => {
    kernel.drop(...keys, Math.floor(share * 2 ** 32), 1 / (1 - share))
  }

  const joined = ([forward, backward, [ahead, back]]: PassVariables) => ({
    forward: joinGates(tf, forward, inputs, hidden),
    backward: joinGates(tf, backward, inputs, hidden),
    attention: joinDirections(tf, [ahead, back], hidden, units)
  })

  const forward = (variables: PassVariables, packed: PackedSentences, masks: Masks): PassPlaces => {
    const places = placePass(kernel, packed, widths, words.end)
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

  const gradients = (
    variables: PassVariables,
    packed: PackedSentences,
    masks: Masks,
    places: PassPlaces,
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
      const attention = attentionGradients(tf, kernel, weights.attention, packed, places.attention)
      const directions = (['forward', 'backward'] as const).flatMap((direction) => {
        drop(masks[direction])
        const gates = lstmGradients(tf, kernel, weights[direction], packed, places.directions[direction], direction)
        return splitGates(gates, table.dims, sizes.hidden)
      })
      const vector = ({ at }: Matrix): Tensor => tf.tensor1d(kernel.floats(at, sizes.attention).slice())
      return [
        ...directions,
        attention.slice([0, 0], [sizes.hidden, sizes.attention]),
        attention.slice([hidden, 0], [sizes.hidden, sizes.attention]),
        vector(places.attention.gradientsBias),
        vector(places.attention.gradientsContext)
      ]
    })

  return {
    rowBytes: bytesPerRow(widths),
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
          return gradients(variables, packed, masks, places, upstream as Tensor2D)
        }
        return { value, gradFunc }
      })
      return compute(...variables.flat())
    }
  }
}
