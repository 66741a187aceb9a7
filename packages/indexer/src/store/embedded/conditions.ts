import type { Connection } from '#lancedb'
import type { CollectionFile } from '../collection-file.js'
import { comparedColumn, isKeyword } from './embedded-rows.js'
import { readMembers } from './runs.js'
import { hasValue, isIn, passes } from './sql.js'
import { typesOf } from '../fields.js'
import { checkFilter, filterType, testOf } from '../filter-checks.js'
import { SENTENCE_ID } from '../filter-names.js'
import type { FieldValue, Filter } from '../store.js'

/** Conditions of a filter on rows: SQL on their columns and, for themes and ids, the ids of the matching sentences. */
export interface RowConditions {
  readonly where: string | undefined
  readonly members: ReadonlySet<string> | undefined
}

/** Converts a filter to conditions on rows. @throws Failure for a filter that the collection cannot answer. */
export async function conditionsOf(
  connection: Connection,
  collection: Pick<CollectionFile, 'fields' | 'run'>,
  filter: Filter = {}
): Promise<RowConditions> {
  const declared = typesOf(collection.fields)
  const sql: string[] = []
  let members: Set<string> | undefined
  for (const [name, condition] of Object.entries(checkFilter(filter, declared))) {
    const test = testOf(condition, filterType(name, declared)!)
    if (name !== SENTENCE_ID && name !== 'theme' && name !== 'themePath') {
      const column = comparedColumn(name, collection.fields)
      const several = test.kind === 'equal' && isKeyword(name, collection.fields)
      sql.push(several ? hasValue(column, test.values) : passes(column, test))
    } else {
      const found = test.kind === 'equal' ? await matching(name, test.values) : []
      const before = members
      members = new Set(before === undefined ? found : found.filter((id) => before.has(id)))
    }
  }
  return { where: sql.length === 0 ? undefined : sql.join(' AND '), members }

  /** Returns the ids of the sentences with these ids, or of these themes. */
  async function matching(name: string, values: readonly FieldValue[]): Promise<readonly string[]> {
    if (name === SENTENCE_ID) return values.map(String)
    const { run } = collection
    return run === undefined ? [] : readMembers(connection, run.number, name as 'theme' | 'themePath', values)
  }
}

/** Returns all conditions as SQL. With a theme of 60,000 sentences this takes a second, so only searches use it. */
export function inSql({ where, members }: RowConditions): string | undefined {
  if (members === undefined) return where
  const isMember = isIn('id', [...members])
  return where === undefined ? isMember : `${where} AND ${isMember}`
}
