import { MatchQuery, type Query, type VectorQuery } from '#lancedb'
import { typesOf } from '../fields.js'
import { bestFirst, searchRankings } from '../rank-fusion.js'
import { checkQuery } from '../store-input.js'
import type { Hit, StoreQuery } from '../store.js'
import { conditionsOf, inSql } from './conditions.js'
import type { EmbeddedCollection } from './embedded-collection.js'
import { column, recordColumns, recordsOf } from './embedded-rows.js'
import type { MemorySearch, NearestRows } from './memory-search.js'
import { readThemes } from './runs.js'
import { narrowed } from './sql.js'

/** Searches a collection by vector, in memory where that is possible, and by words. */
export async function searchSentences(
  collection: EmbeddedCollection,
  memory: MemorySearch,
  query: StoreQuery
): Promise<Hit[]> {
  const { connection, table, lock } = collection
  const file = await collection.refresh()
  const { fields, run } = file
  checkQuery(query, { dims: file.encoder.dims, fields: typesOf(fields) })
  const where = inSql(await conditionsOf(connection, file, query.filter))
  const found = await searchRankings(query, nearest, (words, depth) => {
    return hits(table.query().fullTextSearch(new MatchQuery(words, 'text')), '_score', depth, (score) => score)
  })
  if (run === undefined) return found
  const ids = found.map(({ record }) => record.id)
  const themes = await readThemes(connection, run.number, ids)
  return found.map(({ record, score }) => ({ record: { ...record, ...themes.get(record.id) }, score }))

  async function nearest(vector: Float32Array, depth: number): Promise<Hit[]> {
    if (vector.every((value) => value === 0)) return []
    // Writers change the table all the time.
    const kept = where === undefined && lock === undefined ? await memory.nearest(vector, depth) : undefined
    if (kept !== undefined) return hitsOf(kept)
    const near = table.query().nearestTo(vector).column('vector').distanceType('cosine')
    return hits(near, '_distance', depth, (distance) => 1 - distance)
  }

  async function hits(
    ranking: Query | VectorQuery,
    measure: '_distance' | '_score',
    depth: number,
    score: (value: number) => number
  ): Promise<Hit[]> {
    const rows = await narrowed(ranking, where)
      .select([...recordColumns(fields), measure])
      .limit(depth)
      .toArrow()
    const measures = column(rows, measure).toArray() as Float32Array
    return bestFirst(recordsOf(rows, fields).map((record, index) => ({ record, score: score(measures[index]) })))
  }

  async function hitsOf({ table, rowIds, scores }: NearestRows): Promise<Hit[]> {
    const rows = await table.takeRowIds(rowIds).select(recordColumns(fields)).withRowId().toArrow()
    const score = new Map(rowIds.map((id, index) => [id, scores[index]]))
    const found = column(rows, '_rowid').toArray() as BigUint64Array
    return bestFirst(recordsOf(rows, fields).map((record, index) => ({ record, score: score.get(found[index])! })))
  }
}
