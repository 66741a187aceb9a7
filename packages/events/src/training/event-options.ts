import { FIT_DEFAULTS, type FitOptions } from '@leitmotif/trainer/training'
import { EVENT_TENSOR_DEFAULTS, type EventTensorOptions } from './event-tensor.js'
import type { Composition } from './event-parts.js'
import type { EventLoss } from './event-losses.js'

/** All options of training a network of events. */
export interface EventOptions extends FitOptions, EventTensorOptions {
  /** How the words of a part become one vector. Default: mean, as in the paper. */
  readonly composition: Composition
  readonly loss: EventLoss
  /** Margin of the loss. Range: over 0; scores differ by at most 2. Default: 1. The dynamic loss computes its own. */
  readonly margin: number
  /**
   * Number of corruptions per event, the paper's C. Range: 1 or more, less than the number of events in a batch.
   * Default: 5.
   */
  readonly corruptions: number
  /**
   * Weight of the sum of absolute weights, the paper's lambda, relative to a mean loss. Range: 0 (no penalty) or more.
   */
  readonly l1: number
  /** Weight of the sum of squared weights (equation 9). Range: 0 (no penalty) or more. */
  readonly l2: number
  /** Number of events per step. Range: 2 or more. Default: 128. */
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
  l2: 0,
  batch: 128,
  steps: 400,
  schedule: 'cyclical',
  cycleSteps: 200,
  validateEvery: 100,
  stopLoss: 0.1
}
