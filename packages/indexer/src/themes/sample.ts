import { createRandom, selectRows, zeroVectors } from '@leitmotif/encoder/vectors'
import { samePassage } from '../store/slices.js'
import { joinSlices } from '../store/record-slices.js'
import type { CollectionDescription, RecordSlice, SentenceRecord } from '../store/store.js'

/** Sentences of a document that are drawn together, so that they can be read with their neighbours. */
const BLOCK = 16

export interface ThemeSample extends RecordSlice {
  /** The passage of each record; sentences on both sides of a gap are of two. */
  readonly passages: Int32Array
}

/**
 * All sentences of a collection of `sentences`, as they stream by, or about `most` of a larger one: each block of 16 that follow one another in a document is drawn by a
 * chance of its own, so that a collection that grows a little keeps nearly all of its sample (consistent sampling). Blocks
 * of all documents say more of a collection than whole documents would: from 20,000 of 200,000 sentences, clusters of
 * blocks come as near to all sentences as clusters of documents do with a second round over everything.
 */
export async function drawSample(
  slices: AsyncIterable<RecordSlice>,
  { sentences, dims }: Pick<CollectionDescription, 'sentences' | 'dims'>,
  most: number,
  seed: number | string
): Promise<ThemeSample> {
  const chance = most / sentences
  const drawn: RecordSlice[] = []
  const passages: number[] = []
  let block = ''
  let taken = false
  let before: SentenceRecord | undefined
  for await (const { records, vectors } of slices) {
    const rows: number[] = []
    for (const [i, record] of records.entries()) {
      const key = `${seed}/${record.document}/${Math.floor(record.position / BLOCK)}`
      if (key !== block) taken = chance >= 1 || createRandom(key).next() < chance
      block = key
      if (taken) {
        const joins = before !== undefined && samePassage(before, record)
        passages.push((passages.at(-1) ?? 0) + (joins ? 0 : 1))
        rows.push(i)
      }
      before = taken ? record : undefined
    }
    drawn.push({ records: rows.map((i) => records[i]), vectors: selectRows(vectors, rows) })
  }
  const joined = drawn.length === 0 ? { records: [], vectors: zeroVectors(0, dims) } : joinSlices(drawn)
  return { ...joined, passages: Int32Array.from(passages) }
}
