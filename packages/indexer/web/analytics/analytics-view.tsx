import { addressOf, type Address } from '../address.js'
import { useCatalogue } from '../catalogue.js'
import { ByField } from './by-field.js'
import { Outliers } from './outliers.js'
import { OverTime } from './over-time.js'
import { timeFieldOf } from './time-field.js'
import { Together } from './together.js'
import { Trends } from './trends.js'

const parts = [
  ['over-time', 'Over time'],
  ['by-field', 'By field'],
  ['trends', 'Rise and fall'],
  ['together', 'Together'],
  ['outliers', 'Outliers']
] as const

/** Where, when and with what themes are found. */
export function AnalyticsView({ address, part }: { readonly address: Address; readonly part: string }) {
  const { collection } = useCatalogue()
  const fields = collection.data?.fields
  // Without dates there is nothing over time to begin with.
  const first =
    timeFieldOf(fields) === undefined ? (Object.keys(fields ?? {}).length > 0 ? 'by-field' : 'together') : 'over-time'
  const shown = parts.find(([name]) => name === part)?.[0] ?? first
  return (
    <div class="analytics-view">
      <h1 tabIndex={-1}>Analytics</h1>
      <nav class="tabs" aria-label="Analytics">
        {parts.map(([name, title]) => (
          <a key={name} href={addressOf(`/analytics/${name}`)} aria-current={name === shown ? 'page' : undefined}>
            {title}
          </a>
        ))}
      </nav>
      {fields === undefined
        ? null
        : {
            'over-time': <OverTime address={address} fields={fields} />,
            'by-field': <ByField address={address} fields={fields} />,
            trends: <Trends address={address} fields={fields} />,
            together: <Together />,
            outliers: <Outliers />
          }[shown]}
    </div>
  )
}
