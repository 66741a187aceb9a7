/** Arithmetic on rows that gives the same bytes on every host, and cooperative yielding between its pieces. */

export { createYielder, yieldToHost } from './host.js'
export { createMultiply, prepareProduct, type MatrixProduct, type Multiply } from './matrix-product.js'
export { checkTexts } from './argument-checks.js'
export { createRandom, type Random } from './random.js'
export { meanVector, rowsBetween, selectRows, zeroVectors } from './vectors.js'
