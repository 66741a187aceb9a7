import type { estypes } from '@elastic/elasticsearch'
import { SENTENCE_ID } from '../filter-names.js'
import { filterType, testOf } from '../filter-checks.js'
import type { FieldType, Filter } from '../store.js'

type Query = estypes.QueryDslQueryContainer

/** Names in the index of a record's own members. */
const OWN = new Map([
  ['document', 'document'],
  ['title', 'title'],
  ['position', 'position'],
  ['theme', 'theme'],
  ['themePath', 'theme_path']
])

/** Returns the path of a member for filters and counts. Names of declared fields have no dots. */
export function memberOf(name: string): string {
  return OWN.get(name) ?? `fields.${name}`
}

/** Whether the member is a theme. Only themes of current runs count. */
export function isTheme(name: string): boolean {
  return name === 'theme' || name === 'themePath'
}

/**
 * Returns queries that must all match. The filter must have been checked. `runs` are the runs whose themes are visible.
 */
export function filterQueries(
  filter: Filter,
  declared: Readonly<Record<string, FieldType>>,
  runs: readonly string[]
): Query[] {
  const queries = Object.entries(filter).map(([name, condition]): Query => {
    const type = filterType(name, declared)!
    const member = memberOf(name)
    const test = testOf(condition, type)
    if (name === SENTENCE_ID) return { ids: { values: test.kind === 'equal' ? test.values.map(String) : [] } }
    const whole = name === 'position'
    if (test.kind === 'equal') {
      // If no value remains, nothing matches.
      const values = test.values.filter((value) => !whole || value === toInteger(Number(value)))
      return { terms: { [member]: values } }
    }
    const format = type === 'date' ? { format: 'epoch_millis' } : {}
    const within = test.spans.map(({ from, until }): Query => {
      return { range: { [member]: { ...bound('gte', from, whole), ...bound('lt', until, whole), ...format } } }
    })
    return within.length === 0 ? { match_none: {} } : { bool: { should: within, minimum_should_match: 1 } }
  })
  if (Object.keys(filter).some(isTheme)) queries.push({ terms: { theme_run: [...runs] } })
  return queries
}

function bound(name: 'gte' | 'lt', value: number, whole: boolean): Record<string, number> {
  if (!Number.isFinite(value)) return {}
  return { [name]: whole ? toInteger(Math.ceil(value)) : value }
}

/** Truncates a number and clamps it to 32 bits. Elasticsearch refuses others for a member of type `integer`. */
function toInteger(value: number): number {
  return Math.max(-(2 ** 31), Math.min(Math.trunc(value), 2 ** 31 - 1))
}
