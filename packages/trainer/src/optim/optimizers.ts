import type { Variable } from '@tensorflow/tfjs'
import { ADAM_DEFAULTS, createAdam } from './adam.js'
import type { TensorFlow } from '../backend/backend.js'
import { type Optimizer, type RateOptions, zerosLike } from './optimizer.js'

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

/** Decay of the running means, and the constant that keeps roots from zero; both as in the paper's section 4.1. */
const DECAY = 0.95
const EPSILON = 1e-6

/**
 * Returns Adadelta (Zeiler 2012, algorithm 1): scales each weight's steps by the running means of its earlier steps and
 * gradients. `learningRate` multiplies them; 1 in the paper.
 */
function createAdadelta(
  tf: TensorFlow,
  variables: ReadonlyMap<string, Variable>,
  { learningRate }: RateOptions
): Optimizer {
  const state = zerosLike(tf, variables, ['gradients', 'steps'])
  return {
    state,
    apply(_step, gradients, rate) {
      for (const [name, gradient] of Object.entries(gradients)) {
        const variable = variables.get(name)!
        const squares = state.get(`gradients/${name}`)!
        const steps = state.get(`steps/${name}`)!
        tf.tidy(() => {
          squares.assign(squares.mul(DECAY).add(gradient.square().mul(1 - DECAY)))
          const change = gradient.mul(steps.add(EPSILON).div(squares.add(EPSILON)).sqrt())
          steps.assign(steps.mul(DECAY).add(change.square().mul(1 - DECAY)))
          variable.assign(variable.sub(change.mul(rate * learningRate)))
        })
      }
    },
    dispose() {
      tf.dispose([...state.values()])
    }
  }
}
