export const SCHEDULES = ['linear', 'cyclical'] as const

export interface ScheduleOptions {
  /** How many steps at most. Range: 1 or more. Default: 5000. */
  readonly steps: number
  /** The learning rate rises once and falls, or rises and falls again and again. Default: linear. */
  readonly schedule: (typeof SCHEDULES)[number]
  /** Linear: the learning rate rises to its value over so many first steps. Default: 100. */
  readonly warmUp: number
  /** Linear: by the last step it has fallen, in a line, to this share. Range: 0 to 1 (no fall). Default: 0. */
  readonly finalRate: number
  /** Cyclical: the share of the learning rate at which each cycle begins and ends. Range: 0 to 1. Default: 0.1. */
  readonly lowestRate: number
  /** Cyclical: how many steps a cycle has. Range: 2 or more. Default: 1000. */
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

/** The share of the learning rate that a step (from 0) takes, 0 to 1. */
export function rateAt(step: number, options: ScheduleOptions): number {
  return options.schedule === 'linear' ? linearRate(step, options) : cyclicalRate(step, options)
}

function linearRate(step: number, { steps, warmUp, finalRate }: ScheduleOptions): number {
  const fallen = 1 - (1 - finalRate) * (step / steps)
  return Math.min(1, (step + 1) / (warmUp + 1)) * fallen
}

/** The triangular policy (Smith 2017, section 3.1): up in a line for half a cycle, and down again. */
function cyclicalRate(step: number, { lowestRate, cycleSteps }: ScheduleOptions): number {
  const along = (step % cycleSteps) / cycleSteps
  return lowestRate + (1 - lowestRate) * (1 - Math.abs(2 * along - 1))
}
