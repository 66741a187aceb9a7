import { expect, it } from 'vitest'
import { loadBackend } from '../backend/backend.js'
import { createAdam, createRowAdam } from './adam.js'

it('Adam by rows changes rows that always have a gradient as Adam does, and leaves the others as they are', async () => {
  const { tf } = await loadBackend()
  const [rows, dims, rate] = [3, 4, 0.1]
  const start = Float32Array.from({ length: rows * dims }, (_, i) => Math.sin(i))
  const gradientAt = (step: number): Float32Array =>
    Float32Array.from({ length: dims }, (_, d) => Math.cos(3 * step + d) * (d + 1))
  const values = start.slice()
  const byRows = createRowAdam(values, dims)
  const variable = tf.variable(tf.tensor2d(start, [rows, dims]))
  const adam = createAdam(tf, new Map([['all', variable]]), { learningRate: 1 })
  for (let step = 0; step < 20; step++) {
    for (const row of [0, 2]) byRows.change(row, gradientAt(step), rate)
    const all = [gradientAt(step), new Float32Array(dims), gradientAt(step)].flatMap((row) => [...row])
    adam.apply(step + 1, { all: tf.tensor2d(all, [rows, dims]) }, rate)
  }
  const expected = variable.dataSync()
  values.forEach((value, i) => {
    expect(value).toBeCloseTo(expected[i], 4)
  })
  expect(values.subarray(dims, 2 * dims)).toEqual(start.subarray(dims, 2 * dims))
  expect(Math.abs(values[0] - start[0])).toBeGreaterThan(0.1)
  adam.dispose()
  variable.dispose()
})
