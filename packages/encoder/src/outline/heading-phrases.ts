import { isPast } from '../labels/stop-words.js'
import { termOf, termWords, visitTerms } from '../labels/term-counts.js'
import { BREAK, Stop, type Words } from '../labels/words.js'

/** A phrase of a part of a text: one to three words that neither begin nor end with a stop word. */
export interface Phrase {
  /** In the most frequent spelling of the part. */
  readonly text: string
  /** Its 1 to 3 words, as keys of `readWords`. */
  readonly keys: readonly string[]
  /** Occurrences in the part. */
  readonly places: number
  /** Sum of the weights of these occurrences, above 0. */
  readonly times: number
  /** The sum expected if the phrase were as frequent as in the whole text. */
  readonly expected: number
  /** Index of the first sentence that contains it. */
  readonly first: number
}

/** A part of the text that a sentence belongs to, and the weight of its words there. */
export interface PhrasePlace {
  readonly part: number
  /** Above 0. */
  readonly weight: number
}

/**
 * A phrase that occurs in a longer one at least this fraction of the time is a fragment: "immune", of "immune system".
 * The second value is for two words: "source project", of "open source project".
 */
const BOUND_PART = [0.5, 0.8] as const

/** Weight of a spelling at the start of a sentence, where the capital is no evidence. */
const BEGINNING = 0.1

/** Maximum number of words of a phrase. */
const MAX_WORDS = 3

interface Count {
  places: number
  times: number
  readonly first: number
  readonly spellings: Map<string, number>
}

/**
 * Returns the phrases of each of `count` parts of a text, without fragments of longer ones; `places[i]` are the parts
 * of sentence i. Linear in the text times the parts of a sentence.
 */
export function readPhrases(
  sentences: readonly string[],
  words: Words,
  places: readonly (readonly PhrasePlace[])[],
  count: number
): Phrase[][] {
  const found = Array.from({ length: count }, () => new Map<number, Count>())
  const total = new Map<number, number>()
  const sizes = new Float64Array(count)
  let size = 0
  visitTerms(words, (u, key, length) => {
    if (length === MAX_WORDS && isNaming(words, u + length)) return
    const i = words.sentence[u]
    const text = sentences[i].slice(words.start[u], words.end[u + length - 1]).replace(/\s+/gu, ' ')
    const begins = u === 0 || words.ids[u - 1] === BREAK
    for (const { part, weight } of places[i]) {
      const own = found[part].get(key) ?? { places: 0, times: 0, first: i, spellings: new Map<string, number>() }
      found[part].set(key, own)
      own.places++
      own.times += weight
      own.spellings.set(text, (own.spellings.get(text) ?? 0) + (begins ? BEGINNING : 1))
      total.set(key, (total.get(key) ?? 0) + weight)
      if (length > 1) continue
      sizes[part] += weight
      size += weight
    }
  })
  return found.map((counts, part) => {
    const pieces = findPieces(counts, words.keys.length)
    return Array.from(counts).flatMap(([key, { places, times, first, spellings }]) => {
      const keys = termWords(key, words.keys.length).map((id) => words.keys[id])
      if (pieces.has(key) || isClause(keys) || isTalk(keys)) return []
      const expected = (total.get(key)! / size) * sizes[part]
      return [{ text: mostFrequent(spellings), keys, places, times, expected, first }]
    })
  })
}

/** Returns whether a content word follows, so that the longest phrase was cut off. */
function isNaming({ ids, stops }: Words, u: number): boolean {
  return ids[u] !== BREAK && stops[ids[u]] < Stop.always
}

/** Returns the terms that are fragments of longer ones; there are `base` words in all. */
function findPieces(counts: ReadonlyMap<number, Count>, base: number): ReadonlySet<number> {
  const pieces = new Set<number>()
  for (const [key, { times }] of counts) {
    const whole = termWords(key, base)
    for (let length = 1; length < whole.length; length++) {
      for (let from = 0; from + length <= whole.length; from++) {
        const piece = termOf(whole.slice(from, from + length), base)
        if (times >= BOUND_PART[length - 1] * (counts.get(piece)?.times ?? Infinity)) pieces.add(piece)
      }
    }
  }
  return pieces
}

/** Words of talk, which no heading has: greetings, exclamations, contractions and words to the reader. */
const TALK =
  /^(?:ah|aha|alas|anyway|btw|bye|cheers|damn|dear|folks|gee|gonna|gosh|gotta|guess|guys|hello|hey|hi|hmm|hooray|huh|kinda|lol|lots|nah|nope|oh|ok|okay|omg|oops|ouch|ow|please|pretty|sorry|stuff|sure|thank|thanks|ugh|uh|um|wanna|well|whoa|whoops|wow|yay|yeah|yep|yes|yo|.*['’](?:ll|re|ve|d|m|t))$/u

/** Returns whether a phrase is of another tone than headings. */
function isTalk(keys: readonly string[]): boolean {
  return keys.some((key) => TALK.test(key))
}

/** Returns whether the middle word is a participle, more often a verb than not: "Aristotle contrasted rule". */
function isClause(keys: readonly string[]): boolean {
  return keys.length === 3 && isPast(keys[1])
}

function mostFrequent(spellings: ReadonlyMap<string, number>): string {
  let best = ''
  let most = 0
  for (const [text, times] of spellings) {
    if (times > most || (times === most && text < best)) {
      best = text
      most = times
    }
  }
  return best
}
