import { row, zeroVectors, type Vectors } from '../vectors/vectors.js'
import { Stop, type Words } from './words.js'

/** Maximum number of sentences, evenly spaced, on which word vectors are fitted. */
const FITTED = 8_000
/** Words in fewer of these sentences have no vector. */
const LEAST_SENTENCES = 2
/** Rounds of descent, and the ridge: the number of zero sentences added for each word. */
const ROUNDS = 6
const RIDGE = 2

/**
 * Fits a vector for each word so that the sum of the vectors of a sentence's words, divided by the square root of their
 * number, approximates the sentence's row: least squares with a ridge, by rounds of descent. So a word's vector says
 * what the word adds to a sentence, not what the rest of its sentences say. Linear in the text.
 * @param rows centred rows of the sentences of `words`.
 * @returns a function that adds the vector of a word to a sum. Words without a vector add nothing.
 */
export function fitWordVectors(words: Words, rows: Vectors): (word: number, to: Float32Array) => void {
  const step = Math.max(1, Math.ceil(rows.count / FITTED))
  const sentences: number[][] = []
  const numbers: number[] = []
  const having = new Int32Array(words.keys.length)
  for (let u = 0, own: number[] = []; u < words.ids.length; u++) {
    const [id, s] = [words.ids[u], words.sentence[u]]
    if (u > 0 && s !== words.sentence[u - 1]) own = []
    if (id < 0 || words.stops[id] === Stop.always || s % step > 0 || own.includes(id)) continue
    if (own.length === 0) {
      sentences.push(own)
      numbers.push(s)
    }
    own.push(id)
    having[id]++
  }
  const known = Array.from(having.keys()).filter((id) => having[id] >= LEAST_SENTENCES)
  const place = new Int32Array(having.length).fill(-1)
  known.forEach((id, p) => (place[id] = p))
  const fitted = zeroVectors(known.length, rows.dims)
  const { dims } = rows
  const rest = new Float32Array(dims)
  const places = sentences.map((ids) => Int32Array.from(ids.map((id) => place[id]).filter((p) => p >= 0)))
  const pull = new Float32Array(fitted.data.length)
  for (let round = 0; round < ROUNDS; round++) {
    pull.fill(0)
    for (const [n, ids] of sentences.entries()) {
      if (places[n].length === 0) continue
      const scale = 1 / Math.sqrt(ids.length)
      rest.set(row(rows, numbers[n]))
      for (const p of places[n]) addScaled(fitted.data, p * dims, -scale, rest, 0, dims)
      for (const p of places[n]) addScaled(rest, 0, scale, pull, p * dims, dims)
    }
    for (const [p, id] of known.entries())
      addScaled(pull, p * dims, 1 / (having[id] + RIDGE), fitted.data, p * dims, dims)
  }
  return (word, to) => {
    if (place[word] >= 0) addScaled(fitted.data, place[word] * dims, 1, to, 0, dims)
  }
}

/** Adds `scale` times the `count` numbers of `from` at `at` to those of `to`. No views: they cost more than the sums. */
function addScaled(
  from: Float32Array,
  at: number,
  scale: number,
  to: Float32Array,
  start: number,
  count: number
): void {
  for (let d = 0; d < count; d++) to[start + d] += scale * from[at + d]
}
