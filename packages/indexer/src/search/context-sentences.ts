import type { Hit, SentenceRecord, ThemeStore } from '../store/store.js'

/** The sentences directly before and after one, in reading order; fewer at the start or end of its document. */
export interface Surroundings {
  readonly before: readonly SentenceRecord[]
  readonly after: readonly SentenceRecord[]
}

/** Number of hits whose surroundings are read at once: with 10 on either side, the filter has up to 840 positions. */
const AT_ONCE = 40

/** Returns the `around` sentences on either side of each hit, regardless of filters; undefined if `around` is 0. */
export async function readSurroundings(
  store: ThemeStore,
  hits: readonly Hit[],
  around: number
): Promise<Surroundings[] | undefined> {
  if (around === 0) return undefined
  const offsets = Array.from({ length: around }, (_, index) => index + 1)
  // Sorted by document, because the query returns all combinations of these documents and positions.
  const inOrder = hits.map(({ record }) => record).sort(compareDocuments)
  const found = new Map<string, Surroundings>()
  for (let start = 0; start < inOrder.length; start += AT_ONCE) {
    const some = inOrder.slice(start, start + AT_ONCE)
    const positions = some.flatMap(({ position }) => [
      position,
      ...offsets.flatMap((by) => [position - by, position + by])
    ])
    const filter = {
      document: { in: [...new Set(some.map(({ document }) => document))] },
      position: { in: [...new Set(positions)] }
    }
    const near = new Map<string, SentenceRecord>()
    for await (const { records } of store.scan({ filter }))
      for (const record of records) near.set(placeOf(record), record)
    for (const { id, document, position } of some) {
      const at = (by: number): SentenceRecord | [] => near.get(placeOf({ document, position: position + by })) ?? []
      found.set(id, { before: offsets.toReversed().flatMap((by) => at(-by)), after: offsets.flatMap(at) })
    }
  }
  return hits.map(({ record }) => found.get(record.id)!)
}

function compareDocuments(a: SentenceRecord, b: SentenceRecord): number {
  return a.document < b.document ? -1 : a.document > b.document ? 1 : a.position - b.position
}

function placeOf({ document, position }: Pick<SentenceRecord, 'document' | 'position'>): string {
  return `${position} ${document}`
}
