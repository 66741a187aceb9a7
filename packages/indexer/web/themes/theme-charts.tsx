import { useRef, useState } from 'preact/hooks'
import { timeFieldOf } from '../data/time-field.js'
import { useCatalogue } from '../data/catalogue.js'
import { ShareLine } from '../parts/share-lines.js'
import { comparedFields } from '../data/compared-fields.js'
import { percent } from '../data/figures.js'
import { useAnalytics } from '../data/loaded.js'
import { Bar } from '../parts/bar.js'
import { SavePicture } from '../parts/save-picture.js'
import { Failed, Waiting } from '../parts/states.js'

/** Charts of a theme: its share over time, and by each field with few values. */
export function ThemeCharts({ id }: { readonly id: string }) {
  const { collection } = useCatalogue()
  const fields = collection.data?.fields ?? {}
  const time = timeFieldOf(fields)
  const keywords =
    collection.data === undefined ? [] : comparedFields(collection.data).filter((field) => fields[field] === 'keyword')
  return (
    <>
      {time === undefined ? null : <OverTime id={id} field={time} />}
      {keywords.length === 0 ? null : <ByField id={id} fields={keywords} />}
    </>
  )
}

function OverTime({ id, field }: { readonly id: string; readonly field: string }) {
  const { colour, label } = useCatalogue()
  const chart = useRef<HTMLDivElement>(null)
  const shares = useAnalytics('over-time', { field, theme: id })
  const cells = shares.data?.cells.filter(({ theme }) => theme === id) ?? []
  return (
    <section>
      <div class="panel-head">
        <h2>Over time</h2>
        {cells.length === 0 ? null : (
          <span class="exports">
            <SavePicture of={() => chart.current} title={`${label(id)} over time`} />
          </span>
        )}
      </div>
      <Failed of={shares} what="Could not load the chart." />
      {shares.data === undefined && shares.loading ? <Waiting lines={4} /> : null}
      {cells.length === 0 ? null : (
        <div ref={chart}>
          <ShareLine title={label(id)} cells={cells} scale={shares.data!} colour={colour(id)} />
        </div>
      )}
      {shares.data !== undefined && cells.length === 0 ? <p class="note">None of its documents has a date.</p> : null}
    </section>
  )
}

/** Maximum number of values shown of a field. */
const LISTED = 8

function ByField({ id, fields }: { readonly id: string; readonly fields: readonly string[] }) {
  const { colour, label } = useCatalogue()
  const chart = useRef<HTMLUListElement>(null)
  const [field, setField] = useState(fields[0])
  const shares = useAnalytics('share', { by: field })
  const cells = shares.data?.cells.filter(({ theme }) => theme === id).sort((a, b) => b.share - a.share) ?? []
  const most = cells[0]?.high ?? 0
  return (
    <section>
      <div class="panel-head">
        <h2>
          By{' '}
          {fields.length === 1 ? (
            field
          ) : (
            <select
              aria-label="Field"
              value={field}
              onChange={(event) => {
                setField(event.currentTarget.value)
              }}
            >
              {fields.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </select>
          )}
        </h2>
        {cells.length === 0 ? null : (
          <span class="exports">
            <SavePicture of={() => chart.current} title={`${label(id)} by ${field}`} />
          </span>
        )}
      </div>
      <Failed of={shares} what="Could not load the chart." />
      {shares.data === undefined && shares.loading ? <Waiting lines={4} /> : null}
      <ul ref={chart} class="rows">
        {cells.slice(0, LISTED).map(({ key, share, low, high, few }) => (
          <li key={key} title={`${percent(low)} to ${percent(high)}, 95 % interval`}>
            <span>
              {key}
              {few ? (
                <span class="muted" title="Few sentences: the share is uncertain">
                  {' '}
                  (few)
                </span>
              ) : null}
            </span>
            <Bar share={share} of={most} colour={colour(id)} />
            <span class="muted">{percent(share)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
