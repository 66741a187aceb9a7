import { Failure } from '@leitmotif/command'
import { row, type Vectors } from '@leitmotif/encoder'
import { createYielder, zeroVectors } from '@leitmotif/encoder/vectors'
import type { Filter, ThemeStore } from '../store/store.js'
import { negations } from './meaning-differences.js'
import { createWordingReader, type Wording } from './wording.js'

/** Sentences with the same words, which are compared as one. */
export interface Copies {
  readonly text: string
  readonly words: Wording['words']
  /** Number of negations, as `negations` counts them. */
  readonly negated: number
  /** Their positions among all sentences read, ascending. */
  readonly places: number[]
}

/** The sentences of part of a collection, grouped by their words. */
export interface ReadCopies {
  /** In reading order, each with its id and document. */
  readonly sentences: readonly { readonly id: string; readonly document: string }[]
  /** In the order of the first sentence of each. */
  readonly copies: readonly Copies[]
  /** The vector of the first sentence of each. */
  readonly vectors: Vectors
  /** Share of words that two have in common, 0 to 1: see `WordingReader`. */
  readonly shared: (a: number, b: number) => number
}

/** Maximum number of sentences with different words. Their vectors are all in memory. */
const MAX_COMPARED = 200_000

/** Initial capacity, in vectors. */
const ROOM = 1024

/**
 * Reads the sentences that match the filter and have at least `leastWords` words. Yields to other work meanwhile.
 * @throws Failure for more than MAX_COMPARED different ones.
 */
export async function readCopies(
  store: ThemeStore,
  filter: Filter,
  leastWords: number,
  onProgress?: (read: number, of: number) => void
): Promise<ReadCopies> {
  const { dims, sentences: most } = await store.describe()
  const takeTurns = createYielder()
  let held = zeroVectors(ROOM, dims)
  const copies = new Map<string, Copies>()
  const wording = createWordingReader()
  const sentences: { id: string; document: string }[] = []
  let seen = 0
  for await (const { records, vectors } of store.scan({ filter, vectors: true })) {
    for (const [index, { id, document, text }] of records.entries()) {
      const { key, words } = wording.read(text)
      if (words.length < leastWords) continue
      let own = copies.get(key)
      if (own === undefined) {
        if (copies.size === MAX_COMPARED) {
          throw new Failure(
            `there are more than ${MAX_COMPARED} different sentences to compare; compare a part of the collection, by a filter`
          )
        }
        if (copies.size === held.count) held = widened(held)
        row(held, copies.size).set(row(vectors, index))
        copies.set(key, (own = { text, words, negated: negations(text), places: [] }))
      }
      own.places.push(sentences.length)
      sentences.push({ id, document })
      await takeTurns()
    }
    onProgress?.((seen += records.length), most)
  }
  const all = [...copies.values()]
  const share = wording.sharer(all.map(({ words }) => words))
  return {
    sentences,
    copies: all,
    vectors: { count: all.length, dims, data: held.data.subarray(0, all.length * dims) },
    shared: (a, b) => share(all[a].words, all[b].words)
  }
}

/** Returns the same rows with twice the capacity. */
function widened({ count, dims, data }: Vectors): Vectors {
  const wider = zeroVectors(2 * count, dims)
  wider.data.set(data)
  return wider
}
