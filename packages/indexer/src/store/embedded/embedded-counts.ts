import type { Connection, Query, Table } from '#lancedb'
import type { CollectionFile } from '../collection-file.js'
import { createTally } from '../counts.js'
import { intervalStart } from '../dates.js'
import { conditionsOf } from './conditions.js'
import { columnOf, comparedColumn, fieldValues, isKeyword, texts, valuesOf } from './embedded-rows.js'
import { readThemes } from './runs.js'
import { narrowed } from './sql.js'
import { typesOf, type DeclaredFields } from '../fields.js'
import { checkCountBy } from '../filter-checks.js'
import type { Count, CountBy, FieldValue, Filter } from '../store.js'

/** Counts the rows of a table, as `ThemeStore.count` describes. */
export async function countRows(
  connection: Connection,
  table: Table,
  collection: Pick<CollectionFile, 'fields' | 'run'>,
  by: readonly CountBy[],
  filter: Filter
): Promise<Count[]> {
  checkCountBy(by, typesOf(collection.fields))
  const { fields, run } = collection
  const { where, members } = await conditionsOf(connection, collection, filter)
  const parts = by.map((part) => {
    const { field, interval } = typeof part === 'string' ? { field: part, interval: undefined } : part
    if (field === 'theme' || field === 'themePath') return { field, interval, several: false, column: 'id' }
    const several = isKeyword(field, fields)
    const column = interval === undefined ? columnOf(field, fields) : comparedColumn(field, fields)
    return { field, interval, several, column }
  })
  const themed = parts.some(isThemed)
  const themes = themed && run !== undefined ? await readThemes(connection, run.number) : undefined
  const needsIds = themed || members !== undefined
  const select = ['document', ...(needsIds ? ['id'] : []), ...parts.map(({ column }) => column)]
  const tally = createTally()
  const key: (FieldValue | undefined | readonly FieldValue[])[] = parts.map(() => undefined)
  for await (const batch of narrowed(table.query(), where).select([...new Set(select)])) {
    const documents = texts(batch, 'document')
    const ids = needsIds ? texts(batch, 'id') : undefined
    const values = parts.map((part) => (isThemed(part) ? [] : fieldValues(batch, part.column)))
    for (const [index, document] of documents.entries()) {
      if (members?.has(ids![index]) === false) continue
      const path = themes?.get(ids![index])?.themePath
      for (const [part, { field, interval, several }] of parts.entries()) {
        const value = values[part][index] ?? undefined
        if (field === 'theme') key[part] = path?.at(-1)
        else if (field === 'themePath') key[part] = path
        else if (value === undefined) key[part] = undefined
        else if (interval !== undefined) key[part] = intervalStart(Number(value), interval)
        else key[part] = several ? valuesOf(value) : value
      }
      tally.add(key, document)
    }
  }
  return tally.counts()
}

/** Counts the distinct values of each field in the rows of a query, as `ThemeStore.countValues` describes. */
export async function countValues(rows: Query, fields: DeclaredFields): Promise<Record<string, number>> {
  const found = fields.map(() => new Set<unknown>())
  const columns = fields.map(({ name }) => columnOf(name, fields))
  if (columns.length === 0) return {}
  for await (const batch of rows.select(columns))
    columns.forEach((name, index) => {
      for (const value of fieldValues(batch, name))
        if (value !== null) for (const each of valuesOf(value)) found[index].add(each)
    })
  return Object.fromEntries(fields.map(({ name }, index) => [name, found[index].size]))
}

function isThemed({ field }: { readonly field: string }): boolean {
  return field === 'theme' || field === 'themePath'
}
