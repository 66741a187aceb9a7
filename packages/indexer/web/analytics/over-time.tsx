import { useState } from 'preact/hooks'
import { isLevel } from '../../src/analytics/clustered-count.js'
import { themeAddress } from '../data/address.js'
import { useCatalogue } from '../data/catalogue.js'
import { Spark, topOf, type Cell } from '../charts/share-lines.js'
import { counted, percent, timeOf, type TimeScale } from '../data/figures.js'
import { useAnalytics } from '../data/loaded.js'
import { FirstOf } from '../parts/first-of.js'
import { Segments } from '../parts/segments.js'
import { NothingPasses, Shown, Waiting } from '../parts/states.js'
import { Exports } from './exports.js'
import type { PartProps } from './part.js'
import { readTime, TimeChoice } from './time-choice.js'

/** Charts shown at first. */
const FIRST = 24

/** A small chart for each theme: its share of the sentences of each time. */
export function OverTime({ address, described: { fields }, filter }: PartProps) {
  const time = readTime(address, fields)
  const [scale, setScale] = useState<'own' | 'same'>('own')
  const { find, colour } = useCatalogue()
  const asked = time && { ...time, filter }
  const shares = useAnalytics('over-time', asked)
  return (
    <>
      <TimeChoice address={address} fields={fields} chosen={shares.data}>
        {asked === undefined ? null : <Exports path="analytics/over-time" of={asked} />}
      </TimeChoice>
      {asked === undefined ? null : (
        <Shown of={shares} what="Could not load the charts." waiting={<Waiting lines={8} />}>
          {({ themes, cells, keys, interval, step }) => {
            if (keys.length === 0) return <NothingPasses what={`that have a ${asked.field}`} />
            const times = { interval, step }
            const rows = cellsByTheme(cells)
            // A theme may be large, and have hardly a sentence with a date.
            const dated = (id: string): number => rows.get(id)!.reduce((sum, { sentences }) => sum + sentences, 0)
            const shown = themes
              .filter(({ id }) => rows.has(id) && find(id)?.hidden !== true)
              .sort((a, b) => dated(b.id) - dated(a.id))
            const level = new Set(shown.flatMap(({ id }) => (isLevel(rows.get(id)!) ? [id] : [])))
            const highest = Math.max(...cells.filter(({ few }) => !few).map(({ share }) => share), 0.0001)
            return (
              <>
                <div class="toolbar">
                  <p class="note">
                    Each theme’s share of all sentences, {timeOf(keys[0].key, times)} to{' '}
                    {timeOf(keys.at(-1)!.key, times)}. The pale band is the 95 % interval.
                    {level.size === 0
                      ? null
                      : ` For ${counted(level.size, 'theme')} (dashed), the change over time is not significant.`}
                  </p>
                  <Segments
                    label="Scale"
                    options={[['own', 'Own scale'] as const, ['same', 'Same scale'] as const]}
                    value={scale}
                    onChange={setScale}
                  />
                </div>
                <FirstOf of={shown} first={FIRST} what="themes">
                  {(some) => (
                    <ul class="sparks">
                      {some.map(({ id, label }) => {
                        const row = rows.get(id)!
                        const own = topOf(row)
                        const first = row[0]
                        const last = row.at(-1)!
                        return (
                          <li key={id}>
                            <a href={themeAddress(id)} class={level.has(id) ? `${colour(id)} level` : colour(id)}>
                              <span class="spark-name">
                                <span class="dot" aria-hidden="true" />
                                {label}
                              </span>
                              <Spark cells={row} end={scale === 'same' ? highest : own} colour={colour(id)} />
                              <span class="spark-ends">
                                <End cell={first} times={times} />
                                <End cell={last} times={times} />
                              </span>
                            </a>
                          </li>
                        )
                      })}
                    </ul>
                  )}
                </FirstOf>
              </>
            )
          }}
        </Shown>
      )}
    </>
  )
}

/** A share at one end of a chart. */
function End({ cell: { key, share, few }, times }: { readonly cell: Cell; readonly times: TimeScale }) {
  return (
    <span>
      {timeOf(key, times)} <strong>{percent(share)}</strong>
      {few ? <span title="Few sentences: the share is uncertain"> (few)</span> : null}
    </span>
  )
}

export function cellsByTheme(cells: readonly Cell[]): Map<string, Cell[]> {
  const rows = new Map<string, Cell[]>()
  for (const cell of cells) rows.set(cell.theme, [...(rows.get(cell.theme) ?? []), cell])
  return rows
}
