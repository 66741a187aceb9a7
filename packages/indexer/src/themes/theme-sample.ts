import { createRandom, selectRows, zeroVectors } from '@leitmotif/encoder/vectors'
import { blendNeighbours } from '@leitmotif/encoder/stages'
import { type Vectors } from '@leitmotif/encoder'
import { joinSlices } from '../store/slices.js'
import { samePassage } from '../store/slices.js'
import type { CollectionDescription, RecordSlice, SentenceRecord, ThemeStore } from '../store/store.js'
import { wholePassages } from './assignment.js'
import { blendSlice, type KeptRows } from './row-cache.js'

/** Consecutive sentences of a document that are drawn together, so that each can be read with its neighbours. */
const BLOCK = 16

/** A sample of a collection's sentences. */
export interface ThemeSample extends RecordSlice {
  /** The passage of each record; sentences on both sides of a gap are in different ones. */
  readonly passages: Int32Array
  /** The vectors, each read in the context of its passage. */
  readonly rows: Vectors
}

/**
 * Returns about `sample` sentences of a collection, or all of a smaller one; caches the rows of all its sentences. Each
 * block of 16 consecutive sentences gets a separate random number. A collection that grows a little therefore keeps
 * nearly all of its sample (consistent sampling). Blocks represent a collection better than whole documents: 20,000 of
 * 200,000 sentences in blocks equal the same number in documents plus a second pass over all.
 */
export async function sampleCollection(
  store: Pick<ThemeStore, 'scan'>,
  { sentences, dims }: Pick<CollectionDescription, 'sentences' | 'dims'>,
  cache: Pick<KeptRows, 'add'>,
  { sample, seed }: { readonly sample: number; readonly seed: number | string },
  onRead: (sentences: number) => void
): Promise<ThemeSample> {
  const chance = sample / sentences
  const drawn: RecordSlice[] = []
  const passages: number[] = []
  let read = 0
  let block = ''
  let isDrawn = false
  let before: SentenceRecord | undefined
  for await (const slice of wholePassages(store.scan({ vectors: true }))) {
    const { records, vectors } = slice
    await cache.add(blendSlice(slice))
    onRead((read += records.length))
    const rows: number[] = []
    for (const [i, record] of records.entries()) {
      const key = `${seed}/${record.document}/${Math.floor(record.position / BLOCK)}`
      if (key !== block) isDrawn = chance >= 1 || createRandom(key).next() < chance
      block = key
      if (isDrawn) {
        const joins = before !== undefined && samePassage(before, record)
        passages.push((passages.at(-1) ?? 0) + (joins ? 0 : 1))
        rows.push(i)
      }
      before = isDrawn ? record : undefined
    }
    drawn.push({ records: rows.map((i) => records[i]), vectors: selectRows(vectors, rows) })
  }
  const joined = drawn.length === 0 ? { records: [], vectors: zeroVectors(0, dims) } : joinSlices(drawn)
  const passage = Int32Array.from(passages)
  return { ...joined, passages: passage, rows: blendNeighbours(joined.vectors, passage) }
}
