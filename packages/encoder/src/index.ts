export { createRandom, type Random } from './random.js'
export { centerRows, dot, meanVector, normalize, row, selectRows, zeroVectors, type Vectors } from './vectors.js'
export { slice, type Span } from './text/span.js'
export { decodeArticle, type Article, type Section } from './text/article.js'
