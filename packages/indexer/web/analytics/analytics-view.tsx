import { addressOf, type Address } from '../data/address.js'
import { useCatalogue } from '../data/catalogue.js'
import { comparedFields } from '../data/compared-fields.js'
import { filterText, readConditions } from '../data/filter.js'
import { FilterBar } from '../filters/filter-bar.js'
import { ByField } from './by-field.js'
import { DuplicateGroups } from './duplicate-groups.js'
import { Report } from './exports.js'
import { Outliers } from './outlying.js'
import { OverTime } from './over-time.js'
import { timeFieldOf } from '../data/time-field.js'
import { Together } from './together.js'
import { Trends } from './rising-falling.js'

const parts = [
  ['over-time', 'Over time'],
  ['by-field', 'By field'],
  ['trends', 'Rise and fall'],
  ['together', 'Together'],
  ['outliers', 'Outliers'],
  ['duplicates', 'Duplicates']
] as const

const views = {
  'over-time': OverTime,
  'by-field': ByField,
  trends: Trends,
  together: Together,
  outliers: Outliers,
  duplicates: DuplicateGroups
}

/** Analytics of all documents, or of those that match a filter: themes by field, over time and together. */
export function AnalyticsView({ address, part }: { readonly address: Address; readonly part: string }) {
  const { collection } = useCatalogue()
  const described = collection.data
  // Without a time field, the first part cannot be the one over time.
  const isCompared = described !== undefined && comparedFields(described).length > 0
  const first = timeFieldOf(described?.fields) !== undefined ? 'over-time' : isCompared ? 'by-field' : 'together'
  const shown = parts.find(([name]) => name === part)?.[0] ?? first
  const Part = views[shown]
  const filter = described && filterText(readConditions(address.query), described.fields)
  return (
    <div class="analytics-view">
      <h1 tabIndex={-1}>Analytics</h1>
      <nav class="tabs" aria-label="Analytics">
        {parts.map(([name, title]) => (
          <a
            key={name}
            href={addressOf(`/analytics/${name}`, conditionsIn(address))}
            aria-current={name === shown ? 'page' : undefined}
          >
            {title}
          </a>
        ))}
      </nav>
      <div class="toolbar">
        <FilterBar address={address} />
        {described === undefined ? null : <Report of={{ field: timeFieldOf(described.fields), filter }} />}
      </div>
      {described === undefined ? null : <Part address={address} described={described} filter={filter} />}
    </div>
  )
}

/** Returns the filter parameters of an address, without the options of each part. */
function conditionsIn({ query }: Address): Record<string, readonly string[]> {
  return Object.fromEntries(readConditions(query).map(({ field, values }) => [`f.${field}`, values]))
}
