export const SCHEDULES = ['linear', 'cyclical'] as const

export interface ScheduleOptions {
  /** Maximum number of steps. Range: 1 or more. Default: 5000. */
  readonly steps: number
  /** Linear: the learning rate rises and falls once. Cyclical: it rises and falls repeatedly. Default: linear. */
  readonly schedule: (typeof SCHEDULES)[number]
  /** Linear: number of steps over which the learning rate rises. Default: 100. */
  readonly warmUp: number
  /** Linear: share of the learning rate at the last step. Range: 0 to 1 (no fall). Default: 0. */
  readonly finalRate: number
  /** Cyclical: share of the learning rate at the start and end of a cycle. Range: 0 to 1. Default: 0.1. */
  readonly lowestRate: number
  /** Cyclical: steps of a cycle. Range: 2 or more. Default: 1000. */
  readonly cycleSteps: number
}

export const SCHEDULE_DEFAULTS: ScheduleOptions = {
  steps: 5000,
  schedule: 'linear',
  warmUp: 100,
  finalRate: 0,
  lowestRate: 0.1,
  cycleSteps: 1000
}

/** Returns the share of the learning rate for a step (from 0), 0 to 1. */
export function rateAt(step: number, options: ScheduleOptions): number {
  return options.schedule === 'linear' ? linearRate(step, options) : cyclicalRate(step, options)
}

function linearRate(step: number, { steps, warmUp, finalRate }: ScheduleOptions): number {
  const fallen = 1 - (1 - finalRate) * (step / steps)
  return Math.min(1, (step + 1) / (warmUp + 1)) * fallen
}

/** Returns the triangular policy (Smith 2017, section 3.1): linear up for half a cycle, then linear down. */
function cyclicalRate(step: number, { lowestRate, cycleSteps }: ScheduleOptions): number {
  const along = (step % cycleSteps) / cycleSteps
  return lowestRate + (1 - lowestRate) * (1 - Math.abs(2 * along - 1))
}
