import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { arrow, type Connection, type Table } from '#lancedb'
import { writeWhole } from '../collection-file.js'
import { damageOf, UnreadableThemes } from './table-damage.js'
import { column, texts } from './embedded-rows.js'
import { isIn, narrowed } from './sql.js'
import { inSlices } from '../slices.js'
import type { Assignment, FieldValue, SentenceRecord } from '../store.js'

/**
 * Schema of a run's themes. They are in a separate table (id, theme, path as JSON, similarity) and a file next to it,
 * both named by the run's number. This way, 200,000 sentences get new themes in a second; columns of the sentence table
 * would need all vectors to be rewritten. A run is invisible until `collection.json` names it.
 */
const schema = new arrow.Schema([
  new arrow.Field('id', new arrow.Utf8(), false),
  new arrow.Field('theme', new arrow.Utf8(), false),
  new arrow.Field('path', new arrow.Utf8(), false),
  new arrow.Field('similarity', new arrow.Float64(), true)
])

/** Rows written at once. */
const WRITE_ROWS = 50_000

/** Up to this many sentences are looked up by id; for more, the whole table is read. */
export const LOOK_UP = 1000

/** Theme of a sentence in a run. */
export type SentenceTheme = Pick<SentenceRecord, 'theme' | 'themePath' | 'themeSimilarity'>

/** Writes a whole run. Replaces what a killed process left under its number. */
export async function writeRun(
  connection: Connection,
  folder: string,
  number: number,
  assignments: Iterable<Assignment> | AsyncIterable<Assignment>,
  themes: unknown
): Promise<void> {
  await removeRuns(connection, folder, (other) => other >= number)
  const table = await connection.createEmptyTable(tableName(number), schema)
  let pending: Assignment[] = []
  const flush = async (): Promise<void> => {
    if (pending.length > 0) await table.add(rowsOf(pending))
    pending = []
  }
  for await (const assignment of assignments) {
    if (assignment.theme !== undefined) pending.push(assignment)
    if (pending.length === WRITE_ROWS) await flush()
  }
  await flush()
  table.close()
  await writeWhole(runFile(folder, number), JSON.stringify(themes))
}

function rowsOf(assignments: readonly Assignment[]): arrow.Table {
  const text = (value: (assignment: Assignment) => string | undefined) =>
    arrow.vectorFromArray(assignments.map(value), new arrow.Utf8())
  const similarities = assignments.map(({ similarity = null }) => similarity)
  return new arrow.Table(schema, {
    id: text(({ id }) => id),
    theme: text(({ theme }) => theme),
    path: text(({ theme, path }) => JSON.stringify(path ?? [theme])),
    similarity: arrow.vectorFromArray(similarities, new arrow.Float64())
  })
}

/** Reads the data of a run. @throws Failure for a missing or damaged run. */
export async function readRun(folder: string, number: number): Promise<unknown> {
  try {
    return JSON.parse(await readFile(runFile(folder, number), 'utf8'))
  } catch (error) {
    throw lostRun((error as Error).message)
  }
}

/** Up to so many themed sentences are cached: 40 MB. */
const MAX_CACHED = 200_000

/** Lookups of some sentences before all are read: a command asks once, a service again and again. */
const LOOKUPS = 2

/** The themes of all sentences, by connection, for one version of one run. */
interface CachedThemes {
  readonly number: number
  readonly version: number
  lookups: number
  all?: Promise<Map<string, SentenceTheme>>
}
const cached = new WeakMap<Connection, CachedThemes>()

/** The themes of the sentences `ids`, or of all; those without one are missing. @throws Failure as `readRun`. */
export async function readThemes(
  connection: Connection,
  number: number,
  ids?: readonly string[]
): Promise<ReadonlyMap<string, SentenceTheme>> {
  return reading(connection, number, async (table) => {
    const version = await table.version()
    const before = cached.get(connection)
    const known = before?.number === number && before.version === version ? before : { number, version, lookups: 0 }
    cached.set(connection, known)
    const few = ids !== undefined && ids.length <= LOOK_UP
    if (few && known.all === undefined && ++known.lookups <= LOOKUPS) return readTable(table, isIn('id', ids))
    if (known.all === undefined && (await table.countRows()) > MAX_CACHED)
      return readTable(table, few ? isIn('id', ids) : undefined)
    known.all ??= readTable(table)
    // One that fails is read again.
    known.all.catch(() => cached.delete(connection))
    const all = await known.all
    if (!few) return all
    return new Map(ids.flatMap((id) => (all.has(id) ? [[id, all.get(id)!]] : [])))
  })
}

async function readTable(table: Table, where?: string): Promise<Map<string, SentenceTheme>> {
  const rows = await narrowed(table.query(), where)
    .select(schema.names as string[])
    .toArrow()
  const themes = texts(rows, 'theme')
  const paths = pathsOf(rows)
  const similarities = [...column(rows, 'similarity')] as (number | null)[]
  return new Map(
    texts(rows, 'id').map((id, index) => {
      const theme = { theme: themes[index], themePath: paths[index] }
      const similarity = similarities[index]
      return [id, similarity === null ? theme : { ...theme, themeSimilarity: similarity }]
    })
  )
}

/** Themes' paths, those alike read once. */
function pathsOf(rows: arrow.Table): string[][] {
  const read = new Map<string, string[]>()
  return texts(rows, 'path').map((json) => {
    const path = read.get(json) ?? (JSON.parse(json) as string[])
    read.set(json, path)
    return path
  })
}

/** Returns the version of a run's table, which grows with each change. @throws Failure as `readRun`. */
export async function runVersion(connection: Connection, number: number): Promise<number> {
  return reading(connection, number, (table) => table.version())
}

/** Returns the sentences of themes or, with `by`, of everything below paths. @throws Failure as `readRun`. */
export async function readMembers(
  connection: Connection,
  number: number,
  by: 'theme' | 'themePath',
  themes: readonly FieldValue[]
): Promise<string[]> {
  const wanted = new Set(themes)
  const all = await readThemes(connection, number)
  const has = ({ theme, themePath = [] }: SentenceTheme): boolean =>
    by === 'theme' ? wanted.has(theme!) : themePath.some((part) => wanted.has(part))
  return [...all].filter(([, theme]) => has(theme)).map(([id]) => id)
}

/** Adds or replaces themes of sentences in a run. */
export async function addThemes(
  connection: Connection,
  number: number,
  assignments: readonly Assignment[]
): Promise<void> {
  if (assignments.length === 0) return
  await changeRun(connection, number, (table) =>
    table.mergeInsert('id').whenMatchedUpdateAll().whenNotMatchedInsertAll().execute(rowsOf(assignments))
  )
}

/** Removes the themes of deleted sentences. */
export async function dropThemes(connection: Connection, number: number, ids: readonly string[]): Promise<void> {
  for (const some of inSlices(ids, LOOK_UP))
    await changeRun(connection, number, (table) => table.delete(isIn('id', some)))
}

/** Compacts the table of a run after many small changes. */
export async function settleRun(connection: Connection, number: number): Promise<void> {
  await changeRun(connection, number, async (table) => {
    await table.optimize()
    await table.optimize({ cleanupOlderThan: new Date(), deleteUnverified: true })
  })
}

/** Changes a run's table. Ignores a missing or damaged table, which the next run replaces. */
async function changeRun(
  connection: Connection,
  number: number,
  work: (table: Table) => Promise<unknown>
): Promise<void> {
  try {
    const table = await connection.openTable(tableName(number))
    try {
      await work(table)
    } finally {
      table.close()
    }
  } catch (error) {
    if (damageOf(error) === undefined) throw error
  }
}

/** Removes the runs whose numbers satisfy `gone`. */
export async function removeRuns(
  connection: Connection,
  folder: string,
  gone: (number: number) => boolean
): Promise<void> {
  for (const name of (await connection.listTables()).tables) {
    const number = Number(/^themes-(\d+)$/.exec(name)?.[1])
    if (!gone(number)) continue
    await connection.dropTable(name)
    await rm(runFile(folder, number), { force: true })
  }
}

/** @throws Failure as `readRun`. */
async function reading<T>(connection: Connection, number: number, work: (table: Table) => Promise<T>): Promise<T> {
  try {
    const table = await connection.openTable(tableName(number))
    try {
      return await work(table)
    } finally {
      table.close()
    }
  } catch (error) {
    const damage = damageOf(error)
    throw damage === undefined ? error : lostRun(damage)
  }
}

function lostRun(reason: string): UnreadableThemes {
  return new UnreadableThemes(
    `the collection's themes cannot be read (${reason}); if another process is building them, try again; ` +
      `otherwise build them again with: leitmotif themes build`
  )
}

function tableName(number: number): string {
  return `themes-${number}`
}

function runFile(folder: string, number: number): string {
  return join(folder, `${tableName(number)}.json`)
}
