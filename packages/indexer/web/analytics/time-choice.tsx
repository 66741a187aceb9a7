import type { ComponentChildren } from 'preact'
import { INTERVAL_NAMES } from '../../src/analytics/time-words.js'
import { changed, navigate, type Address } from '../data/address.js'
import type { TimeScale } from '../data/figures.js'
import type { FieldTypes } from '../data/filter.js'
import { timeAxesOf } from '../data/time-field.js'

/** Steps of numbers that the user can choose instead of the automatic one. */
const STEPS = ['1', '2', '5', '10', '20', '50', '100'] as const

/** Time parameters for the service. It chooses those that are missing. */
export interface AskedTime {
  readonly field: string
  readonly interval: string | undefined
  readonly step: string | undefined
}

/** Returns the time parameters in an address; undefined without a time field. */
export function readTime({ query }: Address, fields: FieldTypes): AskedTime | undefined {
  const times = timeAxesOf(fields)
  const field = times.find((name) => name === query.get('field')) ?? times.at(0)
  if (field === undefined) return undefined
  const isDate = fields[field] === 'date'
  return {
    field,
    interval: isDate ? Object.keys(INTERVAL_NAMES).find((name) => name === query.get('interval')) : undefined,
    step: isDate || !(Number(query.get('step')) > 0) ? undefined : query.get('step')!
  }
}

interface Props {
  readonly address: Address
  readonly fields: FieldTypes
  /** The interval or step that the service chose, once known. */
  readonly chosen: TimeScale | undefined
  /** Further content of the row. */
  readonly children: ComponentChildren
}

/** Controls for the time field, and its interval or step. */
export function TimeChoice({ address, fields, chosen, children }: Props) {
  const time = readTime(address, fields)
  if (time === undefined) return <NoTime />
  const times = timeAxesOf(fields)
  const isDate = fields[time.field] === 'date'
  const asked = isDate ? time.interval : time.step
  const options: readonly (readonly [string, string])[] = isDate
    ? Object.entries(INTERVAL_NAMES)
    : [...new Set([...STEPS, ...(time.step === undefined ? [] : [time.step])])].map((step) => [
        step,
        `steps of ${step}`
      ])
  return (
    <div class="toolbar">
      {times.length < 2 ? null : (
        <label class="field inline">
          <span>Along</span>
          <select
            value={time.field}
            onChange={(event) => {
              navigate(changed(address, { field: event.currentTarget.value, interval: undefined, step: undefined }))
            }}
          >
            {times.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
      )}
      <label class="field inline">
        <span>By</span>
        <select
          value={asked ?? ''}
          onChange={(event) => {
            const value = event.currentTarget.value
            navigate(changed(address, { [isDate ? 'interval' : 'step']: value === '' ? undefined : value }))
          }}
        >
          <option value="">{asked === undefined ? automatic(chosen) : 'what suits'}</option>
          {options.map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      </label>
      {children}
    </div>
  )
}

/** Describes the automatic choice. */
function automatic(chosen: Props['chosen']): string {
  if (chosen === undefined) return 'what suits'
  const { interval, step } = chosen
  const name = Object.entries(INTERVAL_NAMES).find(([known]) => known === interval)?.[1]
  return `${name ?? (step === undefined ? 'single numbers' : `steps of ${step}`)} (recommended)`
}

function NoTime() {
  return (
    <div class="state">
      <h2>The documents have no dates</h2>
      <p>
        Nothing can be shown over time. Index documents with a date, such as <code>date: 2024-05-01</code> in their
        front matter, or with <code>leitmotif index --dates-from-names</code> where their files are named by date, to
        see what changes.
      </p>
    </div>
  )
}
