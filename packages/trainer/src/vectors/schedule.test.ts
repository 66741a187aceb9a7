import { describe, expect, it } from 'vitest'
import { BLOCK_LENGTH } from './skip-gram-kernel.js'
import { createSchedule } from './schedule.js'

const options = { epochs: 3, alpha: 0.025, minAlpha: 0.0001, seed: 4 }
const length = 5 * BLOCK_LENGTH + 123
const schedule = createSchedule(length, options)
const steps = Array.from({ length: schedule.steps }, (_, index) => schedule.step(index))

describe('The schedule', () => {
  it('visits the whole file once in each epoch, each time in another order', () => {
    const orders = [0, 1, 2].map((epoch) => steps.slice(epoch * schedule.blocks, (epoch + 1) * schedule.blocks))
    for (const order of orders) {
      const sorted = order.toSorted((a, b) => a.start - b.start)
      let end = 0
      for (const step of sorted) {
        expect(step.start).toBe(end)
        end += step.length
      }
      expect(end).toBe(length)
    }
    expect(new Set(orders.map((order) => order.map(({ start }) => start).join())).size).toBe(3)
  })

  it('lets the learning rate fall in a straight line from the first to nearly the last', () => {
    expect(steps[0].alpha).toBe(0.025)
    expect(steps[9].alpha).toBeCloseTo((0.025 + 0.0001) / 2, 6)
    expect(steps.at(-1)!.alpha).toBeGreaterThan(0.0001)
  })

  it('gives every step its own chance, the same whichever step is asked for first', () => {
    expect(new Set(steps.map(({ seed }) => seed)).size).toBe(steps.length)
    const again = createSchedule(length, options)
    expect(again.step(14)).toEqual(steps[14])
    expect(again.step(2)).toEqual(steps[2])
    expect(createSchedule(length, { ...options, seed: 5 }).step(2).seed).not.toBe(steps[2].seed)
  })
})
