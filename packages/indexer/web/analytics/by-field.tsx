import { useRef } from 'preact/hooks'
import { countedBy } from '../../src/analytics/time-words.js'
import { changed, navigate } from '../data/address.js'
import { useCatalogue } from '../data/catalogue.js'
import { COMPARED, comparedFields, fieldInWords } from '../data/compared-fields.js'
import { counted, countOf, percent, timeOf } from '../data/figures.js'
import { useAnalytics } from '../data/loaded.js'
import { FirstOf } from '../parts/first-of.js'
import { Segments } from '../parts/segments.js'
import { NothingPasses, Shown, Waiting } from '../parts/states.js'
import { ThemeLink } from '../parts/theme-link.js'
import { Exports } from './exports.js'
import type { PartProps } from './part.js'
import { cellsByTheme } from './over-time.js'

/** Number of rows shown at first, and maximum number of values in an exported file. */
const [ROWS, SAVED] = [30, 1000]

/** Number of values shown if the reader asks for more, and of columns from which their heads are upright. */
const [MORE, UPRIGHT] = [40, 8]

/** Number of shades of cells, from 0 to the largest share in the table. */
const SHADES = 8

/** A table of themes by the values of a field, shaded by share. */
export function ByField({ address, described, filter }: PartProps) {
  const { find } = useCatalogue()
  const { fields } = described
  const names = comparedFields(described)
  const field = names.find((name) => name === address.query.get('field')) ?? names.at(0)
  // Dates and numbers have many values, so they are grouped into intervals.
  const name = field !== undefined && fields[field] !== 'keyword' ? 'over-time' : 'share'
  const asked = field === undefined ? undefined : { [name === 'share' ? 'by' : 'field']: field, filter }
  const values = address.query.get('values') === String(MORE) ? MORE : COMPARED
  const table = useRef<HTMLTableElement>(null)
  const shares = useAnalytics(name, asked && (name === 'share' ? { ...asked, values: String(values) } : asked))
  if (field === undefined || asked === undefined) {
    return (
      <div class="state">
        <h2>No field to compare by</h2>
        <p>
          They have none, or one of the same value everywhere. Index documents with fields, such as an author or a
          section, to compare themes by them.
        </p>
      </div>
    )
  }
  return (
    <>
      <div class="toolbar">
        <label class="field inline">
          <span>Field</span>
          <select
            value={field}
            onChange={(event) => {
              navigate(changed(address, { field: event.currentTarget.value }))
            }}
          >
            {names.map((name) => (
              <option key={name} value={name}>
                {fieldInWords(name, described)}
              </option>
            ))}
          </select>
        </label>
        {name === 'share' && (described.values[field] ?? 0) > COMPARED ? (
          <Segments
            label="Columns"
            options={[COMPARED, MORE].map((most) => [String(most), `${most} columns`] as const)}
            value={String(values)}
            onChange={(value) => {
              navigate(changed(address, { values: value === String(COMPARED) ? undefined : value }))
            }}
          />
        ) : null}
        <Exports
          path={`analytics/${name}`}
          of={name === 'share' ? { ...asked, values: String(SAVED) } : asked}
          picture={{ of: () => table.current, title: `Themes by ${field}` }}
        />
      </div>
      <Shown of={shares} what="Could not load the table." waiting={<Waiting lines={8} />}>
        {({ keys, themes, cells, rest, rarer, interval, step }) => {
          if (keys.length === 0) return <NothingPasses what={`that have a ${field}`} />
          const rows = cellsByTheme(cells)
          const sure = cells.filter(({ few }) => !few)
          const highest = Math.max(...(sure.length > 0 ? sure : cells).map(({ share }) => share), 0.0001)
          // Uses the square root, because one large share would otherwise make all others look the same.
          const shade = (share: number): number => Math.min(SHADES, Math.ceil(Math.sqrt(share / highest) * SHADES))
          const cellsOf = (of: readonly (typeof rest)[number]['cells'][number][]) => {
            const row = new Map(of.map((cell) => [cell.key, cell]))
            return keys.map(({ key }) => {
              const cell = row.get(key)
              if (cell === undefined) return <td key={key} class="shade-0" />
              return (
                <td
                  key={key}
                  class={`shade-${shade(cell.share)}${cell.few ? ' few' : ''}`}
                  title={`${percent(cell.low)} to ${percent(cell.high)}; ${counted(cell.sentences, 'sentence')}`}
                >
                  {percent(cell.share)}
                </td>
              )
            })
          }
          const shown = themes.filter(({ id }) => find(id)?.hidden !== true)
          return (
            <>
              <p class="note">
                Each theme’s share of the sentences by {countedBy({ interval, step }, field)}; the stronger its colour,
                the more.
                {rarer > 0 ? ` The ${values} largest values; a file has up to ${countOf(SAVED)}.` : ''} In italics: of
                fewer than 30 sentences or 5 documents, so the share is not reliable.
              </p>
              <FirstOf of={shown} first={ROWS} what="themes">
                {(some) => (
                  <div class="table-box heat-box" tabIndex={0} role="region" aria-label={`Themes by ${field}`}>
                    <table ref={table} class={keys.length > UPRIGHT ? 'heat upright' : 'heat'}>
                      <thead>
                        <tr>
                          <th scope="col">Theme</th>
                          {keys.map(({ key, sentences }) => (
                            <th key={key} scope="col" title={timeOf(key, { interval, step })}>
                              <span class="heat-key">{timeOf(key, { interval, step })}</span>
                              <span class="muted">{countOf(sentences)}</span>
                            </th>
                          ))}
                        </tr>
                      </thead>
                      <tbody>
                        {some.map(({ id, label }) => (
                          <tr key={id}>
                            <th scope="row">
                              <ThemeLink id={id} label={label} />
                            </th>
                            {cellsOf(rows.get(id) ?? [])}
                          </tr>
                        ))}
                        {rest.map(({ kind, label, cells: of }) => (
                          <tr key={kind}>
                            <th scope="row" class="muted">
                              {label}
                            </th>
                            {cellsOf(of)}
                          </tr>
                        ))}
                      </tbody>
                    </table>
                  </div>
                )}
              </FirstOf>
            </>
          )
        }}
      </Shown>
    </>
  )
}
