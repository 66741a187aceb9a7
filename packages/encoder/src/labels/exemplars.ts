import { terms } from '../text/tokens.js'
import { centerRows, dot, row, selectRows, type Vectors } from '../vectors/vectors.js'

/** A sentence near a theme's centre. */
export interface Exemplar {
  /** Index of the sentence in the input. */
  readonly sentence: number
  readonly text: string
  /** Cosine of the sentence's vector to the centre, before any blending with its neighbours. */
  readonly similarity: number
}

/** Range of tokens in a sentence that makes sense without its context. */
const READABLE = { least: 5, most: 50 }

/** Candidates per exemplar. */
const LOOKED_AT = 20

/** Sentences with a higher cosine, or with a larger fraction of shared words, are duplicates. */
const ALIKE = { cosine: 0.95, words: 0.5 }

/**
 * Returns the exemplars of a theme. Candidates are the members nearest to the centre. They are ranked by their vectors
 * without blending, because an exemplar must show the theme without its neighbours.
 */
export function chooseExemplars(
  { sentences, vectors }: { readonly sentences: readonly string[]; readonly vectors: Vectors },
  members: readonly number[],
  similarity: Float32Array,
  { mean, centroid }: { readonly mean: Float32Array; readonly centroid: Float32Array },
  wanted: number
): Exemplar[] {
  const near = [...members].sort((a, b) => similarity[b] - similarity[a] || a - b).slice(0, wanted * LOOKED_AT)
  const own = centerRows(selectRows(vectors, near), mean)
  const pool = near
    .map((i, n) => ({ i, vector: row(own, n), words: terms(sentences[i]) }))
    .map((item) => ({ ...item, readable: isReadable(item.words), cosine: dot(item.vector, centroid) }))
    .sort((a, b) => Number(b.readable) - Number(a.readable) || b.cosine - a.cosine || a.i - b.i)
  const chosen: typeof pool = []
  for (const item of pool) {
    if (chosen.length === wanted || (!item.readable && chosen.length > 0)) break
    const alike = chosen.some(
      (other) => dot(item.vector, other.vector) > ALIKE.cosine || sharedPart(item.words, other.words) > ALIKE.words
    )
    if (!alike) chosen.push(item)
  }
  return chosen.map(({ i, cosine }) => ({ sentence: i, text: sentences[i].trim(), similarity: cosine }))
}

function isReadable(words: readonly string[]): boolean {
  return words.length >= READABLE.least && words.length <= READABLE.most
}

/** Returns the Jaccard index of the sets of two lists. */
function sharedPart(a: readonly string[], b: readonly string[]): number {
  const left = new Set(a)
  const right = new Set(b)
  let both = 0
  for (const word of left) if (right.has(word)) both++
  return both / (left.size + right.size - both)
}
