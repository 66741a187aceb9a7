import type { ComponentChildren } from 'preact'
import { changed, navigate, type Address } from '../address.js'
import type { FieldTypes } from '../filter.js'
import { Segments } from '../parts/segments.js'
import { timeFieldsOf } from './time-field.js'

const intervals = ['year', 'quarter', 'month'] as const
type Interval = (typeof intervals)[number]

/** What an address says of time: which field, and how long each step is. Undefined where no field tells when. */
export function readTime({ query }: Address, fields: FieldTypes): { field: string; interval: Interval } | undefined {
  const times = timeFieldsOf(fields)
  const field = times.find((name) => name === query.get('field')) ?? times.at(0)
  const interval = intervals.find((name) => name === query.get('interval')) ?? 'year'
  // Years as numbers have no months.
  return field === undefined ? undefined : { field, interval: fields[field] === 'number' ? 'year' : interval }
}

interface Props {
  readonly address: Address
  readonly fields: FieldTypes
  /** What else stands in the same row. */
  readonly children: ComponentChildren
}

export function TimeChoice({ address, fields, children }: Props) {
  const time = readTime(address, fields)
  if (time === undefined) return <NoTime />
  const times = timeFieldsOf(fields)
  return (
    <div class="toolbar">
      {times.length < 2 ? null : (
        <label class="field inline">
          <span>Field</span>
          <select
            value={time.field}
            onChange={(event) => {
              navigate(changed(address, { field: event.currentTarget.value }))
            }}
          >
            {times.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
      )}
      {fields[time.field] === 'number' ? null : (
        <Segments
          label="Steps"
          options={[['year', 'Years'] as const, ['quarter', 'Quarters'] as const, ['month', 'Months'] as const]}
          value={time.interval}
          onChange={(interval) => {
            navigate(changed(address, { interval }))
          }}
        />
      )}
      {children}
    </div>
  )
}

function NoTime() {
  return (
    <div class="state">
      <h2>The documents have no dates</h2>
      <p>
        Nothing can be shown over time. Index documents with a date, such as <code>date: 2024-05-01</code> in their
        front matter, to see what changes.
      </p>
    </div>
  )
}
