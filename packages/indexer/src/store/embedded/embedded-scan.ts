import { Failure } from '@leitmotif/command'
import { zeroVectors } from '@leitmotif/encoder/vectors'
import { inSlices } from '../slices.js'
import { checkIds } from '../store-input.js'
import { SCAN_SLICE, type Filter, type RecordSlice } from '../store.js'
import { conditionsOf } from './conditions.js'
import type { EmbeddedCollection } from './embedded-collection.js'
import { column, recordColumns, recordsOf, texts, vectorsOf } from './embedded-rows.js'
import { LOOK_UP, readThemes, type SentenceTheme } from './runs.js'
import { isIn, narrowed } from './sql.js'
import { UnreadableTables } from './table-damage.js'

/** What a scan reads. */
interface ScanOptions {
  readonly filter?: Filter
  readonly vectors?: boolean
}

/** Returns the sentences with these ids, as `ThemeStore.read` describes. */
export async function readSentences(collection: EmbeddedCollection, ids: readonly string[]): Promise<RecordSlice> {
  const { fields, encoder, run } = await collection.refresh()
  checkIds(ids)
  const asked = [...new Set(ids)]
  const select = [...recordColumns(fields), 'vector']
  const rows = await collection.table.query().where(isIn('id', asked)).select(select).toArrow()
  const records = recordsOf(rows, fields)
  const places = new Map(records.map(({ id }, index) => [id, index]))
  const order = asked.flatMap((id) => places.get(id) ?? [])
  const themes = run === undefined ? undefined : await readThemes(collection.connection, run.number, asked)
  return {
    records: order.map((index) => ({ ...records[index], ...themes?.get(records[index].id) })),
    vectors: vectorsOf(rows, encoder.dims, order)
  }
}

/** Yields every record in slices, as `ThemeStore.scan` describes. */
export async function* scanSentences(
  collection: EmbeddedCollection,
  options: ScanOptions = {}
): AsyncGenerator<RecordSlice> {
  try {
    yield* slicesOf(collection, options)
  } catch (error) {
    // LanceDB has no code for a file that has gone.
    if (collection.lock !== undefined || error instanceof Failure || !/not found/i.test(String(error))) throw error
    throw new UnreadableTables(`${collection.folder}: another process rewrote it while it was read; run this again`)
  }
}

async function* slicesOf(
  collection: EmbeddedCollection,
  { filter = {}, vectors = false }: ScanOptions
): AsyncGenerator<RecordSlice> {
  const file = await collection.refresh()
  const { fields } = file
  const { dims } = file.encoder
  // One version for the whole scan: concurrent writes neither show nor move rows.
  const table = await collection.openAt(await collection.table.version())
  try {
    const { where, members } = await conditionsOf(collection.connection, file, filter)
    const select = ['document', 'position', ...(members === undefined ? [] : ['id'])]
    const listed = await narrowed(table.query(), where).select(select).withRowId().toArrow()
    const ids = members && texts(listed, 'id')
    const documents = texts(listed, 'document')
    const positions = column(listed, 'position').toArray() as Int32Array
    const rowIds = column(listed, '_rowid').toArray() as BigUint64Array
    const ranks = new Map([...new Set(documents)].sort(compare).map((document, rank) => [document, rank]))
    const rank = Int32Array.from(documents, (document) => ranks.get(document)!)
    const order = documents
      .map((_, index) => index)
      .filter((index) => members?.has(ids![index]) !== false)
      .sort((a, b) => rank[a] - rank[b] || positions[a] - positions[b])
    const columns = [...recordColumns(fields), ...(vectors ? ['vector'] : [])]
    const allThemes = order.length > LOOK_UP ? await themesToScan() : undefined
    for (const slice of inSlices(order, SCAN_SLICE)) {
      const rows = await table
        .takeRowIds(slice.map((index) => rowIds[index]))
        .select(columns)
        .toArrow()
      // Rows come in the order of the table, not in the requested order.
      const records = recordsOf(rows, fields)
      const inOrder = records
        .map((_, index) => index)
        .sort((a, b) => compare(records[a].document, records[b].document) || records[a].position - records[b].position)
      const themes = allThemes ?? (await themesToScan(records.map(({ id }) => id)))
      yield {
        records: inOrder.map((index) => Object.assign(records[index], themes.get(records[index].id))),
        vectors: vectors ? vectorsOf(rows, dims, inOrder) : zeroVectors(0, dims)
      }
    }
  } finally {
    table.close()
  }

  /** Themes of some sentences, or all. Writers may rebuild a lost run, so they must read the sentences. */
  async function themesToScan(some?: readonly string[]): Promise<ReadonlyMap<string, SentenceTheme>> {
    if (file.run === undefined) return new Map()
    try {
      return await readThemes(collection.connection, file.run.number, some)
    } catch (error) {
      if (collection.lock !== undefined && error instanceof Failure) return new Map()
      throw error
    }
  }
}

/** Compares by code points, as LanceDB and Elasticsearch do. */
function compare(a: string, b: string): number {
  if (a === b) return 0
  let at = 0
  while (at < a.length && a.charCodeAt(at) === b.charCodeAt(at)) at++
  return codePointRank(a, at) - codePointRank(b, at)
}

/** Returns the rank of a code unit in that order: the end of a text first, surrogates last. */
function codePointRank(text: string, at: number): number {
  const unit = at < text.length ? text.charCodeAt(at) : -1
  return unit >= 0xd800 && unit < 0xe000 ? unit + 0x10000 : unit
}
