import { useState } from 'preact/hooks'
import { changed, navigate, type Address } from '../address.js'
import { api } from '../api.js'
import { useCatalogue } from '../catalogue.js'
import { countOf, percent } from '../figures.js'
import type { FieldTypes } from '../filter.js'
import { useLoaded } from '../loaded.js'
import { Shown, Waiting } from '../parts/states.js'
import { ThemeLink } from '../parts/theme-link.js'
import { Exports } from './exports.js'
import { cellsByTheme } from './over-time.js'

/** Rows and columns shown at first. */
const [ROWS, COLUMNS] = [30, 12]

/** Steps of shade, from a share of nothing to the largest in the table. */
const SHADES = 8

/** A table of themes by the values of a field, shaded by share. */
export function ByField({ address, fields }: { readonly address: Address; readonly fields: FieldTypes }) {
  const { find } = useCatalogue()
  const [all, setAll] = useState(false)
  const names = Object.keys(fields).sort((a, b) => Number(fields[b] === 'keyword') - Number(fields[a] === 'keyword'))
  const field = names.find((name) => name === address.query.get('field')) ?? names.at(0)
  const shares = useLoaded(field && `share ${field}`, (signal) => api.share(field!, signal))
  if (field === undefined) {
    return (
      <div class="state">
        <h2>The documents have no fields</h2>
        <p>Index documents with fields, such as an author or a section, to compare themes by them.</p>
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
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
        <Exports name="share" of={{ by: field }} />
      </div>
      <Shown of={shares} what="The table cannot be made." waiting={<Waiting lines={8} />}>
        {({ keys, themes, cells, rest }) => {
          const columns = [...keys].sort((a, b) => b.sentences - a.sentences).slice(0, COLUMNS)
          const rows = cellsByTheme(cells)
          const inSight = new Set(columns.map(({ key }) => key))
          const seen = cells.filter(({ key }) => inSight.has(key))
          const sure = seen.filter(({ few }) => !few)
          const highest = Math.max(...(sure.length > 0 ? sure : seen).map(({ share }) => share), 0.0001)
          const shade = (share: number): number => Math.min(SHADES, Math.ceil((share / highest) * SHADES))
          const cellsOf = (of: readonly (typeof rest)[number]['cells'][number][]) => {
            const row = new Map(of.map((cell) => [cell.key, cell]))
            return columns.map(({ key }) => {
              const cell = row.get(key)
              if (cell === undefined) return <td key={key} class="shade-0" />
              return (
                <td
                  key={key}
                  class={`shade-${shade(cell.share)}${cell.few ? ' few' : ''}`}
                  title={`${percent(cell.low)} to ${percent(cell.high)}; ${countOf(cell.sentences)} sentences`}
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
                Each theme’s share of the sentences of each {field}; darker is more.
                {keys.length > COLUMNS ? ` The ${COLUMNS} largest of ${countOf(keys.length)} values.` : ''} Pale
                figures: fewer than 30 sentences, not much to go by.
              </p>
              <div class="table-box" tabIndex={0} role="region" aria-label={`Themes by ${field}`}>
                <table class="heat">
                  <thead>
                    <tr>
                      <th scope="col">Theme</th>
                      {columns.map(({ key, sentences }) => (
                        <th key={key} scope="col">
                          <span>{key}</span>
                          <span class="muted">{countOf(sentences)}</span>
                        </th>
                      ))}
                    </tr>
                  </thead>
                  <tbody>
                    {shown.slice(0, all ? undefined : ROWS).map(({ id, label }) => (
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
              {shown.length > ROWS && !all ? (
                <button
                  type="button"
                  class="button wide"
                  onClick={() => {
                    setAll(true)
                  }}
                >
                  Show all {shown.length} themes
                </button>
              ) : null}
            </>
          )
        }}
      </Shown>
    </>
  )
}
