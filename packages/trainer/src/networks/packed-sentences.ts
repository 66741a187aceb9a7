import type { Random } from '@leitmotif/encoder/vectors'

/** The word or sentence of a padding row. */
export const NONE = 0xffffffff

/** Steps start at multiples of this many rows, so that matrices of any width are aligned. */
const ROWS = 4

/**
 * Sentences of different lengths, packed step by step: the longest first; all first words, then all second words, and so
 * on. At each step the sentences that still have a word come first, with adjacent words. A row is a word of a sentence, or
 * one of up to three padding rows of a step.
 */
export interface PackedSentences {
  /** [sentences]: indices of sentences, longest first. */
  readonly order: Uint32Array
  /** [steps]: number of sentences with a word at each step; never rises. */
  readonly active: Uint32Array
  /** [steps]: first row of each step. */
  readonly starts: Uint32Array
  /** [rows]: indices of sentences, or NONE. */
  readonly sentences: Uint32Array
  /** [rows]: indices of inputs; 0 in padding rows. */
  readonly inputs: Uint32Array
  /** [inputs]: rows of the word table, padded with NONE to a multiple of four. */
  readonly words: Uint32Array
}

/**
 * Packs sentences, given as rows of the word table, in any order. A sentence without words has no row. A repeated word has
 * one input, unless `distinct` gives each occurrence its own.
 */
export function packSentences(sentences: readonly ArrayLike<number>[], distinct = false): PackedSentences {
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
      const input = (distinct ? undefined : known.get(word)) ?? words.length
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

/** Splits sentences into parts of at most `maxWords` words each, or of one sentence. */
export function inParts<S extends ArrayLike<unknown>>(sentences: readonly S[], maxWords: number): S[][] {
  const parts: S[][] = [[]]
  let words = 0
  for (const sentence of sentences) {
    words += sentence.length
    if (words > maxWords && parts[parts.length - 1].length > 0) {
      parts.push([])
      words = sentence.length
    }
    parts[parts.length - 1].push(sentence)
  }
  return parts
}

/** Returns the words that a training step reads, and its random numbers; without a step all words, and none. */
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

/** Leaves out a share of each sentence's words. A sentence keeps at least one. */
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
