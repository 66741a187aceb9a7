import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Connection } from '@lancedb/lancedb'
import { Failure } from '@leitmotif/command'
import { Field, Float64, Schema, Table as Rows, Utf8, vectorFromArray } from 'apache-arrow'
import { writeWhole } from './collection-file.js'
import { damageOf } from './embedded-damage.js'
import { column, texts } from './embedded-rows.js'
import { isEqual, isIn, narrowed } from './embedded-sql.js'
import type { Assignment, SentenceRecord } from './store.js'

/**
 * The themes of a run lie in a table of their own (id, theme, similarity) and a file beside it, both named by the run's
 * number: 200,000 sentences get new themes in a second, where columns among the sentences would have their vectors
 * written anew. Nobody sees a run before `collection.json` names it.
 */
const schema = new Schema([
  new Field('id', new Utf8(), false),
  new Field('theme', new Utf8(), false),
  new Field('similarity', new Float64(), true)
])

/** Rows written at once. */
const WRITE_ROWS = 50_000

/** Up to so many sentences are looked up one by one; for more, the whole table is read. */
const LOOK_UP = 1000

/** What a run says of a sentence. */
export type SentenceTheme = Pick<SentenceRecord, 'theme' | 'themeSimilarity'>

/** Writes a run whole. What a killed process left under its number goes. */
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

function rowsOf(assignments: readonly Assignment[]): Rows {
  const text = (value: (assignment: Assignment) => string | undefined) =>
    vectorFromArray(assignments.map(value), new Utf8())
  const similarities = assignments.map(({ similarity = null }) => similarity)
  return new Rows(schema, {
    id: text(({ id }) => id),
    theme: text(({ theme }) => theme),
    similarity: vectorFromArray(similarities, new Float64())
  })
}

/** What was kept with a run. @throws Failure for one that is gone or damaged. */
export async function readRun(folder: string, number: number): Promise<unknown> {
  try {
    return JSON.parse(await readFile(runFile(folder, number), 'utf8'))
  } catch (error) {
    throw lostRun((error as Error).message)
  }
}

/** The themes of the sentences `ids`, or of all; those without one are missing. @throws Failure as `readRun`. */
export async function readThemes(
  connection: Connection,
  number: number,
  ids?: readonly string[]
): Promise<Map<string, SentenceTheme>> {
  const where = ids === undefined || ids.length > LOOK_UP ? undefined : isIn('id', ids)
  const rows = await readRows(connection, number, where)
  const themes = texts(rows, 'theme')
  const similarities = [...column(rows, 'similarity')] as (number | null)[]
  return new Map(
    texts(rows, 'id').map((id, index) => {
      const similarity = similarities[index] ?? undefined
      return [id, { theme: themes[index], ...(similarity === undefined ? {} : { themeSimilarity: similarity }) }]
    })
  )
}

/** The sentences of one theme. @throws Failure as `readRun`. */
export async function readMembers(connection: Connection, number: number, theme: string): Promise<string[]> {
  return texts(await readRows(connection, number, isEqual('theme', theme)), 'id')
}

/** Removes the runs whose numbers are `gone`. */
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

async function readRows(connection: Connection, number: number, where: string | undefined): Promise<Rows> {
  try {
    const table = await connection.openTable(tableName(number))
    try {
      return await narrowed(table.query(), where).toArrow()
    } finally {
      table.close()
    }
  } catch (error) {
    const damage = damageOf(error)
    throw damage === undefined ? error : lostRun(damage)
  }
}

function lostRun(reason: string): Failure {
  return new Failure(
    `the collection's themes cannot be read (${reason}); if another process was building them, run this again, ` +
      `else build them anew with: leitmotif themes build`
  )
}

function tableName(number: number): string {
  return `themes-${number}`
}

function runFile(folder: string, number: number): string {
  return join(folder, `${tableName(number)}.json`)
}
