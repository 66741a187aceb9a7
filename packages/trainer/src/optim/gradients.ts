import type { Tensor } from '@tensorflow/tfjs'
import type { TensorFlow } from '../backend/backend.js'

/**
 * The gradients, all together of length `most` at most (Pascanu et al. 2013, section 3.2): longer ones are scaled
 * down, their direction kept. Takes the tensors given: what is returned is all that is to be disposed of.
 */
export function clipGradients(
  tf: TensorFlow,
  gradients: Readonly<Record<string, Tensor>>,
  most: number
): Readonly<Record<string, Tensor>> {
  const squares = tf.tidy(() => tf.addN(Object.values(gradients).map((gradient) => gradient.square().sum())).dataSync())
  const length = Math.sqrt(squares[0])
  if (!(length > most)) return gradients
  return Object.fromEntries(
    Object.entries(gradients).map(([name, gradient]) => {
      const clipped = gradient.mul(most / length)
      gradient.dispose()
      return [name, clipped]
    })
  )
}
