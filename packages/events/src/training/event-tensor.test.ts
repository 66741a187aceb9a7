import { createRandom } from '@leitmotif/encoder/vectors'
import { prepareEventLayers, scoreEvents } from '../network/event-network.js'
import type { Scalar, Tensor2D } from '@tensorflow/tfjs'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadBackend, type TensorFlow } from '@leitmotif/trainer/training'
import { createEventTensor, type EventTensors, type TrainableEventTensor } from './event-tensor.js'

let tf: TensorFlow
beforeAll(async () => {
  tf = (await loadBackend()).tf
})

const EVENTS = 7
const INPUTS = 5

function batch(objects: readonly (readonly number[])[] = []): EventTensors {
  const random = createRandom('batch')
  const draw = (): Tensor2D =>
    tf.tensor2d(
      Float32Array.from({ length: EVENTS * INPUTS }, () => random.normal()),
      [EVENTS, INPUTS]
    )
  const shift = (by: number): number[] => Array.from({ length: EVENTS }, (_, i) => (i + by) % EVENTS)
  return { subject: draw(), verb: draw(), object: draw(), subjects: [shift(1), shift(3)], objects }
}

function small(layers: number): TrainableEventTensor {
  return createEventTensor(tf, INPUTS, { slices: 4, dims: 3, layers, width: 0.5, dropout: 0, seed: 1 })
}

describe('The neural tensor network of events in training', () => {
  it.each([1, 4])('of %i layers scores events and their corruptions as inference does with its weights', (layers) => {
    const network = small(layers)
    const others = Array.from({ length: EVENTS }, (_, i) => (i + 2) % EVENTS)
    const events = batch([others])
    const scores = network.score(events).arraySync()
    const weights = network.weights(events)
    const encode = prepareEventLayers(weights)
    const values = (tensor: Tensor2D, order: readonly number[]): Float32Array => {
      const data = tensor.dataSync<'float32'>()
      return Float32Array.from(order.flatMap((i) => [...data.subarray(i * INPUTS, (i + 1) * INPUTS)]))
    }
    const own = [...Array(EVENTS).keys()]
    const { subject, verb, object, subjects } = events
    const columns: [readonly number[], readonly number[]][] = [
      [own, own],
      [subjects[0], own],
      [subjects[1], own],
      [own, others]
    ]
    columns.forEach(([subjectOf, objectOf], column) => {
      const parts = { subject: values(subject, subjectOf), verb: values(verb, own), object: values(object, objectOf) }
      const found = scoreEvents(weights, encode(parts, EVENTS))
      own.forEach((i) => {
        expect(found[i]).toBeCloseTo(scores[i][column], 4)
      })
    })
    network.dispose()
  })

  it.each([1, 2])('of %i layers has the slopes that small changes of its weights show', (layers) => {
    const network = small(layers)
    expect([...network.variables.keys()].filter((name) => /^h\d/.test(name))).toHaveLength(layers - 1)
    const events = batch()
    const target = tf.tensor2d(
      Float32Array.from({ length: EVENTS * 3 }, (_, i) => Math.sin(i)),
      [EVENTS, 3]
    )
    const loss = (): Scalar => tf.tidy(() => network.score(events).mul(target).sum())
    const { value, grads } = tf.variableGrads(loss, [...network.variables.values()])
    const step = 1e-2
    for (const [name, variable] of network.variables) {
      const slopes = grads[variable.name].dataSync<'float32'>()
      const values = variable.dataSync<'float32'>().slice()
      const at = (index: number, change: number): number => {
        const moved = values.slice()
        moved[index] += change
        tf.tidy(() => {
          variable.assign(tf.tensor(moved, variable.shape))
        })
        const result = loss()
        const [number] = result.dataSync()
        result.dispose()
        return number
      }
      for (let index = 0; index < values.length; index += Math.ceil(values.length / 5)) {
        const slope = (at(index, step) - at(index, -step)) / (2 * step)
        expect(Math.abs(slope - slopes[index]), name).toBeLessThan(0.03 * Math.max(1, Math.abs(slope)))
        at(index, 0)
      }
    }
    tf.dispose([value, ...Object.values(grads)])
    network.dispose()
  })

  it('begins alike for equal seeds, drops by step alone, and leaves no tensor behind', () => {
    const events = batch()
    const before = tf.memory().numTensors
    const options = { slices: 4, dims: 3, layers: 2, width: 0.5, dropout: 0.4 }
    const [a, b] = [1, 1].map((seed) => createEventTensor(tf, INPUTS, { ...options, seed }))
    const scores = (network: TrainableEventTensor, step?: number): number[] => {
      const found = network.score(events, step)
      const values = [...found.dataSync()]
      found.dispose()
      return values
    }
    expect(scores(a, 3)).toEqual(scores(b, 3))
    expect(scores(a, 3)).not.toEqual(scores(a, 4))
    expect(scores(a)).toEqual(scores(a))
    a.weights(events)
    a.dispose()
    b.dispose()
    expect(tf.memory().numTensors).toBe(before)
  })
})
