import type { Random } from '@leitmotif/encoder/vectors'

/** In place of a word or a sentence, in a row that only fills up. */
export const NONE = 0xffffffff

/** Steps begin at multiples of so many rows, where matrices of any width in whole vectors of four are aligned. */
const ROWS = 4

/**
 * Sentences of unlike length without padding: the longest first, all their first words, then all their second words,
 * and so on. At each step the sentences that still have a word are the first ones, and their words lie side by side.
 * A row is a word of a sentence, or one of the up to three that fill up a step.
 */
export interface PackedSentences {
  /** [sentences]: the index of the sentence at each place. */
  readonly order: Uint32Array
  /** [steps]: how many sentences have a word at each step; never rises. */
  readonly active: Uint32Array
  /** [steps]: the row at which each step begins. */
  readonly starts: Uint32Array
  /** [rows]: indices of sentences, or NONE. */
  readonly sentences: Uint32Array
  /** [rows]: indices of inputs; 0 in rows that fill up. */
  readonly inputs: Uint32Array
  /** [inputs]: rows of the word table, or, up to a multiple of four, NONE. */
  readonly words: Uint32Array
}

/**
 * `sentences`: as rows of the word table, in any order; those without words have a place and no row. A word that comes
 * again has one input for all its places, unless they are kept `apart`.
 */
export function packSentences(sentences: readonly ArrayLike<number>[], apart = false): PackedSentences {
  const order = Uint32Array.from(sentences.keys()).sort((a, b) => sentences[b].length - sentences[a].length || a - b)
  const steps = order.length > 0 ? sentences[order[0]].length : 0
  const active = new Uint32Array(steps)
  for (const { length } of sentences) if (length > 0) active[length - 1]++
  for (let t = steps - 2; t >= 0; t--) active[t] += active[t + 1]
  const starts = new Uint32Array(steps)
  let rows = 0
  for (let t = 0; t < steps; t++) {
    starts[t] = rows
    rows += Math.ceil(active[t] / ROWS) * ROWS
  }
  const owners = new Uint32Array(rows).fill(NONE)
  const inputs = new Uint32Array(rows)
  const words: number[] = []
  const known = new Map<number, number>()
  for (let t = 0; t < steps; t++) {
    for (let place = 0; place < active[t]; place++) {
      const word = sentences[order[place]][t]
      const input = (apart ? undefined : known.get(word)) ?? words.length
      if (input === words.length) {
        words.push(word)
        known.set(word, input)
      }
      owners[starts[t] + place] = order[place]
      inputs[starts[t] + place] = input
    }
  }
  while (words.length % ROWS !== 0) words.push(NONE)
  return { order, active, starts, sentences: owners, inputs, words: Uint32Array.from(words) }
}

/** The sentences in turn, divided into parts of at most `most` words each, or of one sentence. */
export function inParts<S extends ArrayLike<unknown>>(sentences: readonly S[], most: number): S[][] {
  const parts: S[][] = [[]]
  let words = 0
  for (const sentence of sentences) {
    words += sentence.length
    if (words > most && parts[parts.length - 1].length > 0) {
      parts.push([])
      words = sentence.length
    }
    parts[parts.length - 1].push(sentence)
  }
  return parts
}

/** What a step of training reads of the sentences, and its chance; without a step all of them, and none. */
export function drawStep(
  sentences: readonly ArrayLike<number>[],
  wordDropout: number,
  random: Random,
  step: number | undefined
): { readonly left: readonly ArrayLike<number>[]; readonly chance: Random | undefined } {
  if (step === undefined) return { left: sentences, chance: undefined }
  const chance = random.fork(`step ${step}`)
  return { left: leaveWordsOut(sentences, wordDropout, chance.fork('words')), chance }
}

/** The sentences without a share of their words; of those that would lose all, one stays. */
function leaveWordsOut(
  sentences: readonly ArrayLike<number>[],
  share: number,
  random: Random
): readonly ArrayLike<number>[] {
  if (share === 0) return sentences
  return sentences.map((sentence) => {
    const left = Array.from(sentence).filter(() => random.next() >= share)
    return left.length > 0 || sentence.length === 0 ? left : [sentence[random.integer(sentence.length)]]
  })
}
