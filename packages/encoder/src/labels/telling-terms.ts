import { createMultiply, type Multiply } from '../vectors/matrix-product.js'
import { normalize, row, selectRows, zeroVectors, type Vectors } from '../vectors/vectors.js'

/** A term that may be part of a theme's name. */
interface NamingTerm {
  /** Its words in the form in which they are compared with those of other names. */
  readonly keys: readonly string[]
  /** Above 0; comparable within a theme. */
  readonly score: number
  /** Vector of its meaning, of length 1 or 0. */
  readonly vector: Float32Array
}

let multiply: Multiply | undefined

/** Sentences that names are tried on, evenly spaced. */
const TRIED = 2_000
/** How sharply a sentence prefers the nearest name: the factor of cosines in the softmax. */
const SHARPNESS = 20
/** Number of rounds. In each, every theme's name is chosen given the other names. */
const ROUNDS = 2
/** Maximum share of names that may contain the same word. */
const MOST_NAMES = 1 / 3

/**
 * Chooses `shown` of each theme's terms so that sentences are nearest to the names of their own themes. The objective
 * is the expected number of sentences that a softmax over all names assigns to their own theme, plus the logarithms of
 * the terms' relative scores, which exclude rare words. Themes choose in turn, term by term. Where the terms allow it,
 * no two names begin with the same word, and no word is in more than a third of the names.
 * @param terms for each theme, best first; no term repeats another of its theme.
 * @param leads keys of the words that themes' names begin with in any case; empty for none.
 * @param rows centred rows of the sentences; `theme` has their themes, -1 for none.
 * @returns for each theme the indices of its terms.
 */
export function chooseTellingTerms(
  terms: readonly (readonly NamingTerm[])[],
  { rows, theme, shown, leads }: ChoiceOptions
): number[][] {
  const tried = triedRows(theme)
  const own = tried.map((i) => theme[i])
  const cosines = cosinesOf(terms, selectRows(rows, tried))
  const weigh = (c: number, chosen: readonly number[]): Float64Array => {
    const weights = new Float64Array(tried.length)
    const sum = zeroVectors(1, rows.dims)
    for (const t of chosen) {
      const { vector } = terms[c][t]
      for (let d = 0; d < rows.dims; d++) sum.data[d] += vector[d]
      for (let k = 0; k < weights.length; k++) weights[k] += cosines[c][t][k]
    }
    const length = normalize(row(sum, 0)) || 1
    return weights.map((cosine) => Math.exp((SHARPNESS * cosine) / length))
  }
  const chosen = terms.map((list) => [...list.keys()].slice(0, shown))
  const weights = chosen.map((list, c) => weigh(c, list))
  const total = Float64Array.from(tried, (_, k) => weights.reduce((sum, of) => sum + of[k], 0))
  for (let round = 0; round < ROUNDS; round++) {
    for (const [c, list] of terms.entries()) {
      for (let k = 0; k < total.length; k++) total[k] -= weights[c][k]
      const expected = (name: Float64Array): number => {
        let sum = 0
        for (let k = 0; k < total.length; k++) {
          sum += (own[k] === c ? name[k] : weights[own[k]][k]) / (total[k] + name[k])
        }
        return sum
      }
      const isFree = freeTerms(terms, chosen, leads, c)
      const name: number[] = []
      while (name.length < shown) {
        let best = { term: -1, value: -Infinity }
        for (const [t, { score }] of list.entries()) {
          if (name.includes(t) || !isFree(t, name.length === 0 && leads[c] === '')) continue
          const value = expected(weigh(c, [...name, t])) + Math.log(score / list[0].score)
          if (value > best.value) best = { term: t, value }
        }
        if (best.term < 0) break
        name.push(best.term)
      }
      // If no term is allowed, the best is better than no name.
      chosen[c] = name.length === 0 ? chosen[c].slice(0, 1) : name
      weights[c] = weigh(c, chosen[c])
      for (let k = 0; k < total.length; k++) total[k] += weights[c][k]
    }
  }
  return chosen
}

/** Returns the cosines of each term with each row. */
function cosinesOf(terms: readonly (readonly NamingTerm[])[], rows: Vectors): Float32Array[][] {
  const { count, dims, data } = rows
  const all = terms.flat()
  const values = new Float32Array(all.length * dims)
  for (const [t, { vector }] of all.entries()) values.set(vector, t * dims)
  multiply ??= createMultiply()
  const products = multiply({ values, turned: false }, { values: data, turned: true }, all.length, dims, count)
  let next = 0
  return terms.map((list) => list.map(() => products.slice(next * count, ++next * count)))
}

interface ChoiceOptions {
  readonly rows: Vectors
  readonly theme: ArrayLike<number>
  readonly shown: number
  readonly leads: readonly string[]
}

function triedRows(theme: ArrayLike<number>): number[] {
  const members = Array.from({ length: theme.length }, (_, i) => i).filter((i) => theme[i] >= 0)
  const step = Math.ceil(members.length / TRIED)
  return members.filter((_, n) => n % step === 0)
}

/**
 * Returns a function that tells whether theme `c` may use a term, or begin its name with it, given the names of the
 * others.
 */
function freeTerms(
  terms: readonly (readonly NamingTerm[])[],
  chosen: readonly (readonly number[])[],
  leads: readonly string[],
  c: number
): (term: number, begins: boolean) => boolean {
  const first = new Set<string>()
  const having = new Map<string, number>()
  for (const [other, name] of chosen.entries()) {
    if (other === c) continue
    first.add(leads[other] === '' && name.length > 0 ? terms[other][name[0]].keys[0] : leads[other])
    for (const key of new Set(name.flatMap((t) => terms[other][t].keys))) having.set(key, (having.get(key) ?? 0) + 1)
  }
  const most = Math.max(1, Math.floor(MOST_NAMES * terms.length))
  return (term, begins) => {
    const { keys } = terms[c][term]
    return !(begins && first.has(keys[0])) && keys.every((key) => (having.get(key) ?? 0) < most)
  }
}
