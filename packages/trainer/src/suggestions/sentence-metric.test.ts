import { createRandom, zeroVectors } from '@leitmotif/encoder/vectors'
import { describe, expect, it } from 'vitest'
import { loadBackend } from '../backend/backend.js'
import { sumScatter } from './sentence-metric.js'

describe('The metric of sections', () => {
  it('has the direction by which sections differ, and not those by which sentences of one do', async () => {
    const { tf } = await loadBackend(['@tensorflow/tfjs'])
    const tensors = tf.memory().numTensors
    const random = createRandom('sections')
    const scatter = sumScatter(tf, 4)
    for (let s = 0; s < 200; s++) {
      const section = zeroVectors(3 + random.integer(6), 4)
      const middle = random.normal()
      for (let i = 0; i < section.count; i++) {
        // The second dimension varies most, but within sections.
        section.data.set([middle + 0.3 * random.normal(), 3 * random.normal(), 0.5 * random.normal(), 0], 4 * i)
      }
      scatter.add(section)
    }
    const { data } = scatter.metric(1)
    const [along, ...across] = Array.from(data, Math.abs)
    expect(Math.max(...across)).toBeLessThan(0.1 * along)
    expect(tf.memory().numTensors).toBe(tensors)
  })
})
