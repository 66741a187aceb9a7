import { dot, normalize, row, type Vectors } from '@leitmotif/encoder'
import { principalAxes, type WordTable } from '@leitmotif/encoder/training'
import {
  partMeans,
  prepareEventNetwork,
  scoreEvents,
  type EventNetwork,
  type EventRows
} from '../network/event-network.js'

/** A model that computes vectors and scores of events, for measurements. */
export interface EventModel {
  /** [events, dims], rows of any length. */
  encode(events: readonly EventRows[]): Vectors
  /** Returns a score for each event, higher for likelier ones. */
  score(events: readonly EventRows[]): Float32Array
}

/** Returns a trained network with its words as a model. */
export function networkModel(network: EventNetwork, table: WordTable): EventModel {
  const encode = prepareEventNetwork(network, table)
  return { encode, score: (events) => scoreEvents(network, encode(events)) }
}

/** Baselines of the networks: means of all words of an event, plain or by smoothed inverse frequency. */
export const EVENT_BASELINES = ['mean', 'sif', 'parts'] as const

/**
 * Baselines. `mean`: the mean of all word vectors. `sif`: the mean weighted by smoothed inverse frequency, without the
 * direction that all events share (Arora et al. 2017, algorithm 1; the first direction of `sample`). `parts`: the means
 * of subject, verb and object, concatenated. Each scores an event by the cosine of its subject with the rest. `weights`
 * has one weight for each word, [words].
 */
export function baselineModel(
  kind: (typeof EVENT_BASELINES)[number],
  table: WordTable,
  sifWeights: Float32Array,
  sample: readonly EventRows[]
): EventModel {
  const { dims } = table
  const weights = kind === 'sif' ? sifWeights : new Float32Array(table.count).fill(1)
  const means = (lists: readonly ArrayLike<number>[]): Vectors => {
    return { count: lists.length, dims, data: partMeans(table, weights, lists) }
  }
  const words = ({ subject, verb, object }: EventRows): number[] =>
    [subject, verb, object].flatMap((part) => Array.from(part))
  const whole = (events: readonly EventRows[]): Vectors => means(events.map(words))
  let encode = whole
  if (kind === 'sif') {
    const common = row(principalAxes(whole(sample), 1, 'sif'), 0)
    encode = (events) => {
      const vectors = whole(events)
      for (let i = 0; i < vectors.count; i++) {
        const vector = row(vectors, i)
        const along = dot(vector, common)
        for (let d = 0; d < dims; d++) vector[d] -= along * common[d]
      }
      return vectors
    }
  } else if (kind === 'parts') {
    encode = (events) => {
      const data = new Float32Array(events.length * 3 * dims)
      ;(['subject', 'verb', 'object'] as const).forEach((part, p) => {
        const { data: each } = means(events.map((event) => event[part]))
        events.forEach((_, i) => {
          data.set(each.subarray(i * dims, (i + 1) * dims), (3 * i + p) * dims)
        })
      })
      return { count: events.length, dims: 3 * dims, data }
    }
  }
  return {
    encode,
    score(events) {
      const subjects = means(events.map(({ subject }) => subject))
      const rests = means(events.map(({ verb, object }) => [...Array.from(verb), ...Array.from(object)]))
      return Float32Array.from(events, (_, i) => {
        const [a, b] = [row(subjects, i), row(rests, i)]
        normalize(a)
        normalize(b)
        return dot(a, b)
      })
    }
  }
}

/**
 * Parameter a of the weights a / (a + p) in `sif`, where p is a word's share of all words (Arora et al. 2017, section
 * 3).
 */
const SMOOTHING = 1e-3

/** Returns the weight of each of `words` words by smoothed inverse frequency, from their counts in `events`. */
export function sifWeights(words: number, events: readonly EventRows[]): Float32Array {
  const counts = new Float64Array(words)
  let total = 0
  for (const { subject, verb, object } of events) {
    for (const word of [subject, verb, object].flatMap((part) => Array.from(part))) {
      counts[word]++
      total++
    }
  }
  return Float32Array.from(counts, (count) => SMOOTHING / (SMOOTHING + count / Math.max(1, total)))
}
