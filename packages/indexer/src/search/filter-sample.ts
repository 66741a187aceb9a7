import { Failure } from '@leitmotif/command'
import { createRandom } from '@leitmotif/encoder/vectors'
import { filterInWords } from '../store/filter-words.js'
import { joinSlices } from '../store/slices.js'
import {
  MAX_CHOICES,
  type CollectionDescription,
  type Filter,
  type RecordSlice,
  type ThemeStore
} from '../store/store.js'

/** The size of a part of a collection, and a sample of it. */
export interface DrawnPart {
  readonly sentences: number
  readonly documents: number
  /** In reading order. */
  readonly sample: RecordSlice
}

/** Returns the sentences that meet a filter; of too many, those of random whole documents until there are `most`. */
export async function drawPart(store: ThemeStore, filter: Filter, most: number): Promise<DrawnPart> {
  const counts = await store.count(['document'], filter)
  const documents = counts.map(({ key, sentences }) => ({ id: String(key[0]), sentences }))
  const inOrder = documents.sort((a, b) => (a.id < b.id ? -1 : 1))
  const drawn: string[] = []
  let enough = 0
  for (const { id, sentences } of createRandom('part').shuffle([...inOrder])) {
    if (enough >= most) break
    drawn.push(id)
    enough += sentences
  }
  drawn.sort()
  const slices: RecordSlice[] = []
  for (let start = 0; start < drawn.length; start += MAX_CHOICES) {
    // All drawn documents meet the filter's own condition on `document`, if it has one.
    const some = { ...filter, document: { in: drawn.slice(start, start + MAX_CHOICES) } }
    for await (const slice of store.scan({ filter: some, vectors: true })) slices.push(slice)
  }
  return {
    sentences: documents.reduce((sum, { sentences }) => sum + sentences, 0),
    documents: documents.length,
    sample: joinSlices(slices, most)
  }
}

/** Checks that some sentence matches a filter. @throws Failure if none does. */
export async function requireMatches(store: ThemeStore, filter: Filter): Promise<void> {
  if ((await store.count(['document'], filter)).length === 0) throw noMatches(await store.describe(), filter)
}

/** Returns the failure for a filter that no sentence matches. */
export function noMatches({ collection }: Pick<CollectionDescription, 'collection'>, filter: Filter): Failure {
  return new Failure(
    `${collection} holds no sentence that passes the filter (${filterInWords(filter)}), so there is nothing to tell; ` +
      'widen the filter'
  )
}
