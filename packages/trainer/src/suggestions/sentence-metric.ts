import type { Vectors } from '@leitmotif/encoder'
import type { Rank, Tensor2D } from '@tensorflow/tfjs'
import type { TensorFlow } from '../backend/backend.js'

/**
 * Added to each variance within sections, as a fraction of their mean, taken over dims / 2, because about half of the
 * dimensions vary.
 */
const SHRINKAGE = 0.05

/** Accumulates the covariance of rows within sections, and of the sections' means. */
export interface SectionScatter {
  /** Adds the rows of a section: [sentences, dims]. */
  add(section: Vectors): void
  /** Returns the `width` directions that distinguish sections best: [dims, width]. Call it once. */
  metric(width: number): Vectors
}

/**
 * Creates the sums for the metric W⁻¹ - (W + B)⁻¹ of a linear discriminant with Gaussian sections (Ioffe 2006). W is
 * the covariance within sections, B that of their means. The directions are the eigenvectors with the largest
 * eigenvalues, scaled to the square root of the eigenvalue.
 */
export function sumScatter(tf: TensorFlow, dims: number): SectionScatter {
  const [products, means] = tf.tidy(() => [0, 0].map(() => tf.variable(tf.zeros<Rank.R2>([dims, dims]))))
  const mean = new Float64Array(dims)
  let [rows, sections, inverse] = [0, 0, 0]
  let waiting: Vectors[] = []
  const flush = (): void => {
    if (waiting.length === 0) return
    const count = waiting.reduce((sum, section) => sum + section.count, 0)
    const all = new Float32Array(count * dims)
    const own = new Float32Array(waiting.length * dims)
    let at = 0
    waiting.forEach((section, s) => {
      all.set(section.data, at * dims)
      at += section.count
      for (let i = 0; i < section.data.length; i++)
        own[s * dims + (i % dims)] += section.data[i] / Math.sqrt(section.count)
    })
    tf.tidy(() => {
      const x = tf.tensor2d(all, [count, dims])
      // The sum of each section divided by the root of its count. Its square is the part that the section's mean
      // explains.
      const m = tf.tensor2d(own, [waiting.length, dims])
      products.assign(products.add(tf.matMul(x, x, true)).sub(tf.matMul(m, m, true)))
      const scaled = m.div(tf.tensor2d(waiting.map((section) => [Math.sqrt(section.count)])))
      means.assign(means.add(tf.matMul(scaled as Tensor2D, scaled as Tensor2D, true)))
    })
    waiting = []
  }
  return {
    add(section) {
      waiting.push(section)
      rows += section.count
      sections++
      inverse += 1 / section.count
      for (let i = 0; i < section.data.length; i++) mean[i % dims] += section.data[i] / section.count
      if (waiting.length === 500) flush()
    },
    metric(width) {
      flush()
      const within = Float64Array.from(products.dataSync<'float32'>(), (value) => value / (rows - sections))
      const between = Float64Array.from(
        means.dataSync<'float32'>(),
        (value, i) =>
          value / sections -
          (mean[Math.floor(i / dims)] * mean[i % dims]) / (sections * sections) -
          (within[i] * inverse) / sections
      )
      let trace = 0
      for (let d = 0; d < dims; d++) trace += within[d * dims + d]
      for (let d = 0; d < dims; d++) within[d * dims + d] += (SHRINKAGE * trace) / (dims / 2)
      const inner = invert(within, dims)
      const outer = invert(
        within.map((value, i) => value + between[i]),
        dims
      )
      tf.dispose([products, means])
      return principal(
        inner.map((value, i) => value - outer[i]),
        dims,
        width
      )
    }
  }
}

/** Returns the inverse of a positive definite matrix, by Gauss–Jordan elimination. */
function invert(matrix: Float64Array, size: number): Float64Array {
  const left = matrix.slice()
  const right = new Float64Array(size * size)
  for (let i = 0; i < size; i++) right[i * size + i] = 1
  for (let i = 0; i < size; i++) {
    const scale = 1 / left[i * size + i]
    for (let k = 0; k < size; k++) {
      left[i * size + k] *= scale
      right[i * size + k] *= scale
    }
    for (let j = 0; j < size; j++) {
      const factor = j === i ? 0 : left[j * size + i]
      if (factor === 0) continue
      for (let k = 0; k < size; k++) {
        left[j * size + k] -= factor * left[i * size + k]
        right[j * size + k] -= factor * right[i * size + k]
      }
    }
  }
  return right
}

/** Number of sweeps of Jacobi's method. After these, what remains off the diagonal cannot change an int8 step. */
const SWEEPS = 6

/**
 * Returns the eigenvectors of a symmetric matrix with the greatest eigenvalues, each scaled to the root of its
 * eigenvalue: [size, width]. Uses Jacobi's method.
 */
function principal(matrix: Float64Array, size: number, width: number): Vectors {
  const a = matrix.slice()
  const vectors = new Float64Array(size * size) // [eigenvectors, size]
  for (let i = 0; i < size; i++) vectors[i * size + i] = 1
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    for (let p = 0; p < size; p++) {
      for (let q = p + 1; q < size; q++) {
        const off = a[p * size + q]
        if (Math.abs(off) < 1e-12) continue
        const theta = (a[q * size + q] - a[p * size + p]) / (2 * off)
        const t = Math.sign(theta || 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1))
        const c = 1 / Math.sqrt(t * t + 1)
        const s = t * c
        for (let k = 0; k < size; k++) {
          const [x, y] = [a[p * size + k], a[q * size + k]]
          a[p * size + k] = c * x - s * y
          a[q * size + k] = s * x + c * y
        }
        for (let k = 0; k < size; k++) {
          const [x, y] = [a[k * size + p], a[k * size + q]]
          a[k * size + p] = c * x - s * y
          a[k * size + q] = s * x + c * y
          const [v, w] = [vectors[p * size + k], vectors[q * size + k]]
          vectors[p * size + k] = c * v - s * w
          vectors[q * size + k] = s * v + c * w
        }
      }
    }
  }
  const order = Array.from({ length: size }, (_, i) => i).sort((i, j) => a[j * size + j] - a[i * size + i])
  const data = new Float32Array(size * width)
  for (let w = 0; w < width; w++) {
    const from = order[w]
    const length = Math.sqrt(Math.max(0, a[from * size + from]))
    for (let d = 0; d < size; d++) data[d * width + w] = length * vectors[from * size + d]
  }
  return { count: size, dims: width, data }
}
