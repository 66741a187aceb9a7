import type { Variable } from '@tensorflow/tfjs'
import type { TensorFlow } from '../backend/backend.js'
import { zerosLike, type Optimizer, type RateOptions } from './optimizer.js'

/** Decay of the running means, and the constant that keeps roots from zero; both as in the paper's section 4.1. */
const DECAY = 0.95
const EPSILON = 1e-6

/**
 * Returns Adadelta (Zeiler 2012, algorithm 1): scales each weight's steps by the running means of its earlier steps and
 * gradients. `learningRate` multiplies them; 1 in the paper.
 */
export function createAdadelta(
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
