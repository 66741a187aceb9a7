import { createHash } from 'node:crypto'
import type { Vectors } from '@leitmotif/encoder'
import { quantizeRows, type WordTable } from '@leitmotif/encoder/training'
import { createRandom, type Random } from '@leitmotif/encoder/vectors'
import { prepareEventLayers, scoreEvents, type EventNetwork, type EventRows } from '../network/event-network.js'
import type { Scalar, Tensor2D } from '@tensorflow/tfjs'
import {
  type Backend,
  createEpochs,
  fit,
  type FitResult,
  type FitRun,
  type Judgement
} from '@leitmotif/trainer/training'
import { createParts, type PartName, type TrainableParts } from './event-parts.js'
import { createEventTensor, type EventTensors } from './event-tensor.js'
import { sifWeights, type EventModel } from '../evaluation/event-model.js'
import { dynamicMargins, l1Penalty, l2Penalty, marginLoss, tripletScoreLoss } from './event-losses.js'
import type { EventOptions } from './event-options.js'

export interface EventTraining extends Pick<FitRun, 'onStep' | 'onMeasured'> {
  readonly backend: Backend
  readonly table: WordTable
  readonly training: readonly EventRows[]
  readonly validation: readonly EventRows[]
  readonly options: EventOptions
  /** The file that the training state is saved to and resumed from. */
  readonly checkpoint?: string | undefined
}

export interface TrainedEvents extends EventModel {
  readonly result: FitResult
  /** The network and its word vectors for a bundle; undefined if parts are read by an LSTM or GRU. */
  readonly stored?: { readonly network: EventNetwork; readonly table: WordTable } | undefined
  dispose(): void
}

/** Further figures of a judgement besides its score, which is the negative loss on validation events. */
const EVENT_FIGURES = ['accuracy'] as const

/** Number of training events over which normalisation is fixed at the end. */
const POPULATION = 2048
/** Number of validation events judged at once. */
const SLICE = 512

/** Trains a network of events, and returns the weights with the lowest loss on the validation events. */
export async function trainEvents(job: EventTraining): Promise<TrainedEvents> {
  const { backend, table, training, validation, options, checkpoint } = job
  const { tf } = backend
  const { seed, batch } = options
  const random = createRandom(seed).fork('events')
  const sif = options.composition === 'sif'
  const weights = sif ? sifWeights(table.count, training) : new Float32Array(table.count).fill(1)
  const parts = createParts(tf, options.composition, table, weights, seed)
  const network = createEventTensor(tf, table.dims, options)
  const epochs = createEpochs(training, Math.min(batch, training.length), random.fork('order'))
  const loss = (events: readonly EventRows[], draw: Random, step?: number): { loss: Scalar; accuracy: Scalar } => {
    const tensors = tensorsOf(parts, events, draw, options)
    const scores = network.score(tensors, step)
    const real = scores.slice([0, 0], [-1, 1])
    const corrupted = scores.slice([0, 1], [-1, options.corruptions])
    const accuracy = corrupted.less(real).mean<Scalar>()
    if (options.loss === 'triplet') return { loss: tripletScoreLoss(tf, scores, options.margin), accuracy }
    const margins = options.loss === 'dynamic' ? dynamicMargins(tf, tensors.subject, tensors.subjects) : options.margin
    return { loss: marginLoss(tf, scores, margins), accuracy }
  }
  const validate = (): Judgement => {
    const draw = random.fork('validation')
    let [sum, right, events] = [0, 0, 0]
    for (let from = 0; from + 1 < validation.length; from += SLICE) {
      const slice = validation.slice(from, from + SLICE)
      if (slice.length <= options.corruptions) break
      const [value, share] = tf.tidy(() => {
        const judged = loss(slice, draw)
        return [judged.loss.dataSync()[0], judged.accuracy.dataSync()[0]]
      })
      sum += value * slice.length
      right += share * slice.length
      events += slice.length
    }
    return { score: -sum / events, figures: [right / events] }
  }
  const result = await fit(
    tf,
    {
      variables: new Map([...network.variables, ...parts.variables]),
      loss: (step) => {
        const { items, draw } = epochs.at(step)
        return tf.tidy(() => {
          const { loss: value } = loss(items, draw, step)
          const absolute = options.l1 > 0 ? [l1Penalty(tf, network.penalised, options.l1)] : []
          const squared = options.l2 > 0 ? [l2Penalty(tf, network.penalised, options.l2)] : []
          return [...absolute, ...squared].reduce<Scalar>((sum, penalty) => sum.add(penalty), value)
        })
      },
      validate,
      figures: EVENT_FIGURES.length,
      ...(checkpoint === undefined ? {} : { checkpoint: { path: checkpoint, run: describeRun(job) } }),
      ...(job.onStep && { onStep: job.onStep }),
      ...(job.onMeasured && { onMeasured: job.onMeasured })
    },
    options
  )
  const draw = random.fork('population')
  const population = draw.shuffle([...training]).slice(0, POPULATION)
  const tensors = tensorsOf(parts, population, draw, options)
  const finalWeights = network.weights(tensors)
  tf.dispose([tensors.subject, tensors.verb, tensors.object])
  network.dispose()
  return { result, ...finished(parts, finalWeights, table.dims) }
}

/** Returns a trained network for inference. */
function finished(
  parts: TrainableParts,
  weights: Omit<EventNetwork, 'weights'>,
  inputs: number
): Omit<TrainedEvents, 'result'> {
  const words = parts.words()
  const layers = prepareEventLayers(weights)
  const encode = (events: readonly EventRows[]): Vectors => {
    const vectorsOf = (part: keyof EventRows): Float32Array => {
      const vectors = encodePart(parts, part, events)
      const values = vectors.dataSync<'float32'>().slice()
      vectors.dispose()
      return values
    }
    return layers(
      { subject: vectorsOf('subject'), verb: vectorsOf('verb'), object: vectorsOf('object') },
      events.length
    )
  }
  return {
    encode,
    score: (events) => scoreEvents(weights, encode(events)),
    stored: words && {
      network: { ...weights, weights: words.weights },
      table: quantizeRows({ count: words.weights.length, dims: inputs, data: words.vectors })
    },
    dispose() {
      parts.dispose()
    }
  }
}

/**
 * Returns the vectors of events' parts, and their corruptions. A corruption takes the part of the event a fixed number
 * of places further on; this number differs between corruptions.
 */
function tensorsOf(
  parts: TrainableParts,
  events: readonly EventRows[],
  draw: Random,
  { corruptions, loss }: EventOptions
): EventTensors {
  const shifts = (): number[][] => {
    const chosen = draw.shuffle(Array.from({ length: events.length - 1 }, (_, i) => i + 1)).slice(0, corruptions)
    return chosen.map((shift) => events.map((_, i) => (i + shift) % events.length))
  }
  return {
    subject: encodePart(parts, 'subject', events),
    verb: encodePart(parts, 'verb', events),
    object: encodePart(parts, 'object', events),
    subjects: shifts(),
    objects: loss === 'triplet' ? shifts() : []
  }
}

function encodePart(parts: TrainableParts, part: PartName, events: readonly EventRows[]): Tensor2D {
  return parts.encode(
    part,
    events.map((event) => event[part])
  )
}

/**
 * Returns a text that identifies everything the trained weights depend on, including the build of TensorFlow.js,
 * because builds round differently.
 */
function describeRun({ backend, table, training, validation, options }: EventTraining): string {
  const hash = createHash('sha256').update(JSON.stringify(options)).update(table.scales).update(table.rows)
  for (const { subject, verb, object } of [...training, ...validation]) {
    hash.update(JSON.stringify([subject, verb, object].map((rows) => Array.from(rows))))
  }
  return `${hash.digest('hex')} on ${backend.name}`
}
