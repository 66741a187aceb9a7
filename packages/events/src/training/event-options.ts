import { FIT_DEFAULTS, type FitOptions } from '@leitmotif/trainer/training'
import { EVENT_TENSOR_DEFAULTS, type EventTensorOptions } from './event-tensor.js'
import type { Composition } from './event-parts.js'
import type { EventLoss } from './event-losses.js'

/** Every choice of training a network of events. */
export interface EventOptions extends FitOptions, EventTensorOptions {
  /** How the words of a part become one vector. Default: mean, the paper's. */
  readonly composition: Composition
  readonly loss: EventLoss
  /** Range: over 0; scores are 2 apart at most. Default: 1. The dynamic loss has its own. */
  readonly margin: number
  /** Corruptions of each event: the paper's C. Range: 1 or more, less than a batch has events. Default: 5. */
  readonly corruptions: number
  /** The paper's lambda, of the sum of absolute weights beside a mean loss. Range: 0 (no penalty) or more. */
  readonly l1: number
  /** Events of a step. Range: 2 or more. Default: 128. */
  readonly batch: number
}

export const EVENT_DEFAULTS: EventOptions = {
  ...FIT_DEFAULTS,
  ...EVENT_TENSOR_DEFAULTS,
  slices: 80,
  dims: 80,
  composition: 'mean',
  loss: 'margin',
  margin: 1,
  corruptions: 5,
  l1: 1e-6,
  batch: 128,
  steps: 400,
  schedule: 'cyclical',
  cycleSteps: 200,
  validateEvery: 100,
  stopLoss: 0.1
}
