/** Arithmetic of rows that give the same bytes on every host, and turns for other work between its pieces. */

export { createYielder, yieldToHost } from './host.js'
export { createMultiply, prepareProduct, type MatrixProduct, type Multiply } from './matrix-product.js'
export { checkTexts } from './argument-checks.js'
export { createRandom, type Random } from './random.js'
export { meanVector, rowsBetween, selectRows, zeroVectors } from './vectors.js'
