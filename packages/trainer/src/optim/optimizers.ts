import type { Variable } from '@tensorflow/tfjs'
import { createAdadelta } from './adadelta.js'
import { ADAM_DEFAULTS, createAdam } from './adam.js'
import type { TensorFlow } from '../backend/backend.js'
import type { Optimizer, RateOptions } from './optimizer.js'

export const OPTIMIZERS = ['adam', 'adadelta', 'sgd'] as const

/** Default learning rates on the command line; Adam's and Adadelta's are from their papers. */
export const LEARNING_RATES: Readonly<Record<(typeof OPTIMIZERS)[number], number>> = {
  adam: ADAM_DEFAULTS.learningRate,
  adadelta: 1,
  sgd: 0.001
}

export interface OptimizerOptions extends RateOptions {
  /** Adam, Adadelta, or gradient descent without momentum. Default: adam. */
  readonly optimizer: (typeof OPTIMIZERS)[number]
}

export function createOptimizer(
  tf: TensorFlow,
  variables: ReadonlyMap<string, Variable>,
  options: OptimizerOptions
): Optimizer {
  switch (options.optimizer) {
    case 'adam':
      return createAdam(tf, variables, options)
    case 'adadelta':
      return createAdadelta(tf, variables, options)
    case 'sgd':
      return createDescent(tf, variables, options)
  }
}

function createDescent(
  tf: TensorFlow,
  variables: ReadonlyMap<string, Variable>,
  { learningRate }: RateOptions
): Optimizer {
  return {
    state: new Map(),
    apply(_step, gradients, rate) {
      for (const [name, gradient] of Object.entries(gradients)) {
        const variable = variables.get(name)!
        tf.tidy(() => {
          variable.assign(variable.sub(gradient.mul(rate * learningRate)))
        })
      }
    },
    dispose: () => undefined
  }
}
