import { createRandom, selectRows, zeroVectors } from '@leitmotif/encoder/vectors'
import { blendNeighbours } from '@leitmotif/encoder/stages'
import { type Vectors } from '@leitmotif/encoder'
import { joinSlices } from '../store/slices.js'
import { samePassage } from '../store/slices.js'
import type { CollectionDescription, RecordSlice, SentenceRecord, ThemeStore } from '../store/store.js'
import { wholePassages } from './assignment.js'
import type { IsBoilerplate } from './boilerplate.js'
import { blendSlice, type KeptRows } from './row-cache.js'

/** Number of consecutive sentences that are sampled together, so that each can be read with its neighbours. */
const BLOCK = 16

/**
 * Maximum share of one document in the sample, and the number of sentences that it may always have. Applies only if
 * there are enough documents to fill the sample with such shares.
 */
const MOST_SHARE = 0.05
const MOST_ALWAYS = 10 * BLOCK

/** A sample of a collection's sentences. */
export interface ThemeSample extends RecordSlice {
  /** Whether it has all sentences, except those by which long documents exceed their share. */
  readonly complete: boolean
  /** The passage of each record. Sentences on both sides of a gap are in different passages. */
  readonly passages: Int32Array
  /** The vectors, each blended with its neighbours in its passage. */
  readonly rows: Vectors
}

/**
 * Returns about `sample` sentences of a collection, or all of a smaller one; caches the rows of all its sentences. Each
 * block of 16 consecutive sentences gets a separate random number. A collection that grows a little therefore keeps
 * nearly all of its sample (consistent sampling). One long document, such as a changelog, gives no more than its share,
 * because it would decide what the themes are. Boilerplate is left out. Blocks represent a collection better than whole documents: 20,000 of
 * 200,000 sentences in blocks equal the same number in documents plus a second pass over all.
 */
export async function sampleCollection(
  store: Pick<ThemeStore, 'scan'>,
  { dims, documents }: Pick<CollectionDescription, 'dims'> & { readonly documents: ReadonlyMap<string, Sized> },
  cache: Pick<KeptRows, 'add'>,
  { sample, seed, boilerplate }: SampleOptions,
  onRead: (sentences: number) => void
): Promise<ThemeSample> {
  const sizes = Array.from(documents.values(), (document) => document.sentences)
  const most = mostOfDocument(sizes)
  const wanted =
    sample /
    Math.max(
      1,
      sizes.reduce((sum, size) => sum + Math.min(size, most), 0)
    )
  const chanceOf = (document: string): number =>
    Math.min(1, wanted) * Math.min(1, most / Math.max(1, documents.get(document)?.sentences ?? 0))
  const drawn: RecordSlice[] = []
  const passages: number[] = []
  let read = 0
  let block = ''
  let isDrawn = false
  let before: SentenceRecord | undefined
  for await (const slice of wholePassages(store.scan({ vectors: true }))) {
    const { records, vectors } = slice
    const blended = blendSlice(slice, boilerplate.isBoilerplate)
    await cache.add(blended)
    const aside = new Set(blended.aside)
    for (const i of aside) boilerplate.onFound(records[i])
    onRead((read += records.length))
    const rows: number[] = []
    for (const [i, record] of records.entries()) {
      const key = `${seed}/${record.document}/${Math.floor(record.position / BLOCK)}`
      if (key !== block) {
        const chance = chanceOf(record.document)
        isDrawn = chance >= 1 || createRandom(key).next() < chance
      }
      block = key
      if (aside.has(i)) {
        before = undefined
        continue
      }
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
  return { ...joined, complete: wanted >= 1, passages: passage, rows: blendNeighbours(joined.vectors, passage) }
}

interface SampleOptions {
  readonly sample: number
  readonly seed: number | string
  /** The rule for sentences that are in no sample and are nobody's context; those that it holds for are told. */
  readonly boilerplate: { readonly isBoilerplate: IsBoilerplate; readonly onFound: (record: SentenceRecord) => void }
}

interface Sized {
  readonly sentences: number
}

/**
 * Returns the maximum number of sentences of one document in a sample: MOST_SHARE of the sum of all documents'
 * sentences after this limit is applied. Infinity if no document exceeds it, or if there are too few documents.
 */
export function mostOfDocument(sizes: readonly number[]): number {
  const ascending = [...sizes].sort((a, b) => a - b)
  if (ascending.length < 1 / MOST_SHARE) return Infinity
  let rest = ascending.reduce((sum, size) => sum + size, 0)
  for (let longer = 0; ; longer++) {
    // With this many documents longer than the limit: limit = share · (rest + longer · limit).
    const limit = (MOST_SHARE * rest) / (1 - MOST_SHARE * longer)
    const longest = ascending[ascending.length - 1 - longer]
    if (longest <= Math.max(limit, MOST_ALWAYS)) return longer === 0 ? Infinity : Math.max(limit, MOST_ALWAYS)
    rest -= longest
  }
}
