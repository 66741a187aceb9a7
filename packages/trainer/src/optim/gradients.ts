import type { Tensor } from '@tensorflow/tfjs'
import type { TensorFlow } from '../backend/backend.js'

/**
 * Scales gradients down if their joint norm is above `maxNorm` (Pascanu et al. 2013, section 3.2). Disposes of the given
 * tensors when it returns others.
 */
export function clipGradients(
  tf: TensorFlow,
  gradients: Readonly<Record<string, Tensor>>,
  maxNorm: number
): Readonly<Record<string, Tensor>> {
  const squares = tf.tidy(() => tf.addN(Object.values(gradients).map((gradient) => gradient.square().sum())).dataSync())
  const length = Math.sqrt(squares[0])
  if (!(length > maxNorm)) return gradients
  return Object.fromEntries(
    Object.entries(gradients).map(([name, gradient]) => {
      const clipped = gradient.mul(maxNorm / length)
      gradient.dispose()
      return [name, clipped]
    })
  )
}
