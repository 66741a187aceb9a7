import { describe, expect, it } from 'vitest'
import { expectLinear } from './linear-time.js'

/** Work that takes `steps` additions. */
function add(steps: number): number {
  let sum = 0
  for (let i = 0; i < steps; i++) sum = (sum + i * i) % 1_000_003
  return sum
}

describe('The check of linear time', () => {
  it('passes what is linear, and names what is quadratic with its times', async () => {
    const length = (n: number): number => n
    await expectLinear('linear', 100_000, length, (n) => add(20 * n))
    await expect(expectLinear('quadratic', 1_000, length, (n) => add(n * n))).rejects.toThrow(
      /^quadratic takes .* ms for lengths 1000, 2000, 4000$/
    )
  })
})
