import type { Connection, Query, Table } from '@lancedb/lancedb'
import type { CollectionFile } from '../collection-file.js'
import { createTally } from '../counts.js'
import { intervalStart } from '../dates.js'
import { conditionsOf, declaredFields } from './conditions.js'
import { column, columnOf, comparedColumn, texts, type DeclaredFields } from './embedded-rows.js'
import { readPaths } from './runs.js'
import { narrowed } from './sql.js'
import { checkCountBy } from '../filter-checks.js'
import type { Count, CountBy, FieldValue, Filter } from '../store.js'

/** Counts the rows of a table by any number of parts, as `ThemeStore.count`. */
export async function countRows(
  connection: Connection,
  table: Table,
  collection: Pick<CollectionFile, 'fields' | 'run'>,
  by: readonly CountBy[],
  filter: Filter
): Promise<Count[]> {
  checkCountBy(by, declaredFields(collection))
  const { fields, run } = collection
  const { where, members } = await conditionsOf(connection, collection, filter)
  const parts = by.map((part) => {
    const { field, interval } = typeof part === 'string' ? { field: part, interval: undefined } : part
    if (field === 'theme' || field === 'themePath') return { field, column: 'id' }
    return { field, interval, column: interval === undefined ? columnOf(field, fields) : comparedColumn(field, fields) }
  })
  const themed = parts.some(isThemed)
  const paths = themed && run !== undefined ? await readPaths(connection, run.number) : undefined
  const needsIds = themed || members !== undefined
  const select = ['document', ...(needsIds ? ['id'] : []), ...parts.map(({ column }) => column)]
  const tally = createTally()
  for await (const batch of narrowed(table.query(), where).select([...new Set(select)])) {
    const documents = texts(batch, 'document')
    const ids = needsIds ? texts(batch, 'id') : undefined
    const values = parts.map((part) =>
      isThemed(part) ? [] : ([...column(batch, part.column)] as (FieldValue | null)[])
    )
    for (const [index, document] of documents.entries()) {
      if (members?.has(ids![index]) === false) continue
      const path = paths?.get(ids![index])
      const keyAt = (level: string | undefined): Count['key'] =>
        parts.map(({ field, interval }, part) => {
          if (field === 'theme') return path?.at(-1)
          if (field === 'themePath') return level
          const value = values[part][index] ?? undefined
          return interval === undefined || value === undefined ? value : intervalStart(Number(value), interval)
        })
      if (path === undefined || !by.includes('themePath')) tally.add(keyAt(undefined), document)
      else for (const level of path) tally.add(keyAt(level), document)
    }
  }
  return tally.counts()
}

/** How many values each field has in the rows of a query, as `ThemeStore.countValues`. */
export async function countValues(rows: Query, fields: DeclaredFields): Promise<Record<string, number>> {
  const found = fields.map(() => new Set<unknown>())
  const columns = fields.map(({ name }) => columnOf(name, fields))
  if (columns.length === 0) return {}
  for await (const batch of rows.select(columns))
    columns.forEach((name, index) => {
      for (const value of column(batch, name)) if (value !== null) found[index].add(value)
    })
  return Object.fromEntries(fields.map(({ name }, index) => [name, found[index].size]))
}

function isThemed({ field }: { readonly field: string }): boolean {
  return field === 'theme' || field === 'themePath'
}
