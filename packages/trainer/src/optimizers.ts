import type { Variable } from '@tensorflow/tfjs'
import { createAdadelta } from './adadelta.js'
import { createAdam } from './adam.js'
import type { TensorFlow } from './backend.js'
import type { Optimizer, RateOptions } from './optimizer.js'

export const OPTIMIZERS = ['adam', 'adadelta', 'sgd'] as const

export interface OptimizerOptions extends RateOptions {
  /** Adam, Adadelta, or plain descent without momentum. Default: adam. */
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
