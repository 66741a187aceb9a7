import { describe, expect, it } from 'vitest'
import { rateAt, SCHEDULE_DEFAULTS, type ScheduleOptions } from './learning-rate.js'

function rates(steps: readonly number[], options: Partial<ScheduleOptions>): number[] {
  return steps.map((step) => rateAt(step, { ...SCHEDULE_DEFAULTS, ...options }))
}

describe('The learning rate', () => {
  it('rises over the first steps and falls in a line to its last share', () => {
    const options = { steps: 100, warmUp: 4, finalRate: 0.2 }
    expect(rates([0, 3, 4, 50, 100], options)).toEqual([0.2, 0.8 * 0.976, 0.968, 0.6, 0.2].map(nearly))
  })

  it('rises and falls again and again in cycles, between its lowest share and the whole', () => {
    const options = { schedule: 'cyclical', lowestRate: 0.2, cycleSteps: 8 } as const
    const cycle = [0.2, 0.4, 0.6, 0.8, 1, 0.8, 0.6, 0.4]
    expect(rates([...Array(16).keys()], options)).toEqual([...cycle, ...cycle].map(nearly))
  })
})

function nearly(value: number): unknown {
  return expect.closeTo(value, 9)
}
