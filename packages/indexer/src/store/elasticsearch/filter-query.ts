import type { estypes } from '@elastic/elasticsearch'
import { filterType, testOf } from '../filter-checks.js'
import type { FieldType, Filter } from '../store.js'

type Query = estypes.QueryDslQueryContainer

/** The record's own members by the names that they have in the index. */
const OWN = new Map([
  ['document', 'document'],
  ['title', 'title'],
  ['position', 'position'],
  ['theme', 'theme'],
  ['themePath', 'theme_path']
])

/** Path of a member for filters and counts. Names of declared fields have no dots. */
export function memberOf(name: string): string {
  return OWN.get(name) ?? `fields.${name}`
}

/** Whether a theme is meant, which is one of a current run alone. */
export function isTheme(name: string): boolean {
  return name === 'theme' || name === 'themePath'
}

/** A filter, checked before, as queries of which all must hold. `runs` are the runs whose themes are to be seen. */
export function filterQueries(
  filter: Filter,
  declared: Readonly<Record<string, FieldType>>,
  runs: readonly string[]
): Query[] {
  const queries = Object.entries(filter).map(([name, condition]): Query => {
    const type = filterType(name, declared)!
    const member = memberOf(name)
    const test = testOf(condition, type)
    const whole = name === 'position'
    if (test.kind === 'equal') {
      // Where no value is left, none matches.
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

/** The nearest number that a member of type `integer`, which has 32 bits, can have; Elasticsearch refuses others. */
function toInteger(value: number): number {
  return Math.max(-(2 ** 31), Math.min(Math.trunc(value), 2 ** 31 - 1))
}
