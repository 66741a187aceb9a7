import { describe, expect, it } from 'vitest'
import { createLayout, startKernel } from './lstm-kernel.js'

const LANES = 4

/** An LSTM's step from zeros: gates, cells and states of a unit for each of `sums`, which all four gates have. */
function open(sums: Float32Array, mask: readonly [number, number, number, number] = [0, 0, 0, 1]) {
  const kernel = startKernel()
  const hidden = sums.length
  const layout = createLayout(kernel.free())
  const take = (floats: number): number => layout.take(4 * floats)
  const [gates, projected] = [take(4 * hidden), take(4 * hidden)]
  const [inputs, cells, tanhs, states] = [take(1), take(hidden), take(hidden), take(hidden)]
  kernel.reserve(layout.end)
  for (let gate = 0; gate < 4; gate++) kernel.floats(projected, 4 * hidden).set(sums, gate * hidden)
  kernel.drop(...mask)
  const width = 4 * hidden
  kernel.openGates(gates, 1, width, inputs, projected, cells, 0, cells, tanhs, states, width, 0, states, 0)
  const row = (at: number): number[] => [...kernel.floats(at, hidden)]
  return {
    sigmoids: row(gates),
    tanhs: row(gates + 3 * width),
    cells: row(cells),
    tanhsOfCells: row(tanhs),
    states: row(states)
  }
}

/** Both signs of values from next to nothing to 44, where a sigmoid is 1e-19. */
const sums = Float32Array.from({ length: 4000 }, (_, i) => (i % 2 === 0 ? 1 : -1) * 44 * 10 ** (-i / 400))

describe('The kernel of bilstm-attention', () => {
  it('has sigmoids and hyperbolic tangents to some parts in a million of their value', () => {
    const { sigmoids, tanhs, cells, tanhsOfCells } = open(sums)
    const share = (found: number, expected: number): number => Math.abs(found / expected - 1)
    sums.forEach((x, i) => {
      expect(share(sigmoids[i], 1 / (1 + Math.exp(-x)))).toBeLessThan(1e-6 * Math.max(1, Math.abs(x) / 8))
      expect(share(tanhs[i], Math.tanh(x))).toBeLessThan(1e-6)
      expect(share(tanhsOfCells[i], Math.tanh(cells[i]))).toBeLessThan(1e-6)
    })
  })

  it('saturates beyond', () => {
    const { sigmoids, tanhs } = open(Float32Array.from([-1e30, -100, 100, 1e30]))
    expect(sigmoids.slice(2)).toEqual([1, 1])
    expect(Math.max(...sigmoids.slice(0, 2))).toBeLessThan(1e-19)
    expect(tanhs).toEqual([-1, -1, 1, 1])
  })

  it('drops its share of values by the keys alone, and scales the others', () => {
    const even = new Float32Array(10_000 * LANES).fill(1)
    const { states } = open(even)
    const dropped = (first: number, second: number, share: number): number[] =>
      open(even, [first, second, share * 2 ** 32, 2]).states
    const mask = dropped(12_345, 67_890, 0.3)
    expect(new Set(mask)).toEqual(new Set([0, 2 * states[0]]))
    const share = mask.filter((value) => value === 0).length / mask.length
    expect(Math.abs(share - 0.3)).toBeLessThan(0.01)
    expect(dropped(12_345, 67_890, 0.3)).toEqual(mask)
    expect(dropped(12_346, 67_890, 0.3)).not.toEqual(mask)
    expect(dropped(12_345, 67_891, 0.3)).not.toEqual(mask)
    // The same on every machine.
    const first = mask.slice(0, 16).map((value) => (value === 0 ? 0 : 1))
    expect(first.join('')).toBe('0100010101111101')
  })
})
