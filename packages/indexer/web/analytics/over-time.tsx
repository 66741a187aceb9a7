import { useRef, useState } from 'preact/hooks'
import { spanName, type TimeSpan } from '../../src/analytics/time-words.js'
import { changeNotes, orderChanges } from '../../src/analytics/trend-order.js'
import type { TrendsAnswer } from '../../src/service/schemas/analytics-schemas.js'
import { themeAddress } from '../data/address.js'
import { useCatalogue } from '../data/catalogue.js'
import { ReadableSpark, topOf, type Cell } from '../parts/share-lines.js'
import { counted, percent, timeOf, type TimeScale } from '../data/figures.js'
import { useAnalytics } from '../data/loaded.js'
import { FirstOf } from '../parts/first-of.js'
import { Segments } from '../parts/segments.js'
import { NothingPasses, Shown, Waiting } from '../parts/states.js'
import { Exports } from './exports.js'
import type { PartProps } from './part.js'
import { readTime, TimeChoice } from './time-choice.js'

/** Number of charts shown at first. */
const FIRST = 24

/** A small chart for each theme: its share over time. */
export function OverTime({ address, described: { fields }, filter }: PartProps) {
  const time = readTime(address, fields)
  const [scale, setScale] = useState<'own' | 'same'>('own')
  const charts = useRef<HTMLUListElement>(null)
  const { find, colour } = useCatalogue()
  const asked = time && { ...time, filter }
  const shares = useAnalytics('over-time', asked)
  const trends = useAnalytics('trends', asked)
  const order = orderOf(trends.data?.trends ?? [])
  return (
    <>
      <TimeChoice address={address} fields={fields} chosen={shares.data}>
        {asked === undefined ? null : (
          <Exports
            path="analytics/over-time"
            of={asked}
            picture={{ of: () => charts.current, title: `Themes over time by ${asked.field}` }}
          />
        )}
      </TimeChoice>
      {asked === undefined ? null : (
        <Shown of={shares} what="Could not load the charts." waiting={<Waiting lines={8} />}>
          {({ themes, cells, keys, interval, step }) => {
            if (keys.length === 0) return <NothingPasses what={`that have a ${asked.field}`} />
            const times = { interval, step }
            const rows = cellsByTheme(cells)
            // Counts only sentences with a date: a large theme may have hardly any.
            const dated = (id: string): number => rows.get(id)!.reduce((sum, { sentences }) => sum + sentences, 0)
            const shown = themes
              .filter(({ id }) => rows.has(id) && find(id)?.hidden !== true)
              .sort(
                (a, b) => (order.get(a.id) ?? Infinity) - (order.get(b.id) ?? Infinity) || dated(b.id) - dated(a.id)
              )
            const level = new Set(
              trends.data?.trends.flatMap(({ theme, direction }) => (direction === 'level' ? [theme] : []))
            )
            const dashed = shown.filter(({ id }) => level.has(id)).length
            const highest = Math.max(...cells.filter(({ few }) => !few).map(({ share }) => share), 0.0001)
            return (
              <>
                <div class="toolbar">
                  <p class="note">
                    Each theme’s share of all sentences, {timeOf(keys[0].key, times)} to{' '}
                    {timeOf(keys.at(-1)!.key, times)}. Themes that change by more than chance explains come first, the
                    largest change first. Below a chart are the shares of all sentences of the first and of the last
                    part of the time. The pale band is the 95 % interval. Point at a chart, or use the arrow keys on it,
                    to read its values.
                    {dashed === 0
                      ? null
                      : ` For ${counted(dashed, 'theme')} (dashed), the change over time is not significant.`}
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
                    <ul ref={charts} class="sparks">
                      {some.map(({ id, label }) => {
                        const row = rows.get(id)!
                        const own = topOf(row)
                        const trend = trends.data?.trends.find(({ theme }) => theme === id)
                        return (
                          <li key={id}>
                            <div class={`spark-card ${colour(id)}${level.has(id) ? ' level' : ''}`}>
                              <a class="spark-name" href={themeAddress(id)}>
                                <span class="dot" aria-hidden="true" />
                                {label}
                              </a>
                              <ReadableSpark
                                title={label}
                                cells={row}
                                end={scale === 'same' ? highest : own}
                                scale={times}
                                colour={colour(id)}
                              />
                              <span class="spark-ends">
                                <End span={trends.data?.first} share={trend?.first} times={times} />
                                <End span={trends.data?.last} share={trend?.last} times={times} />
                              </span>
                              {trend?.peak === undefined ? null : (
                                <span class="spark-peak">
                                  {changeNotes({ peak: trend.peak }, percent, (key) => timeOf(key, times))}
                                </span>
                              )}
                            </div>
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

interface EndProps {
  readonly span: TimeSpan | undefined
  /** Undefined if no trend could be computed. */
  readonly share: number | undefined
  readonly times: TimeScale
}

/** The share in the first or the last part of the time. */
function End({ span, share, times }: EndProps) {
  return (
    <span>
      {span === undefined ? null : spanName(span, (key) => timeOf(key, times))}{' '}
      {share === undefined ? null : <strong>{percent(share)}</strong>}
    </span>
  )
}

/**
 * Returns the position of each theme: certain changes come first, and among them those that one document or author
 * accounts for come last.
 */
function orderOf(trends: TrendsAnswer['trends']): ReadonlyMap<string, number> {
  const { rising, falling } = orderChanges(trends)
  const gain = ({ direction, first, last }: TrendsAnswer['trends'][number]): number =>
    direction === 'level' ? Math.abs(last - first) : direction === 'rising' ? last - first : first - last
  const carried = ({ carriedBy }: TrendsAnswer['trends'][number]): number => (carriedBy === undefined ? 0 : 1)
  const certain = [...rising, ...falling].sort((a, b) => carried(a) - carried(b) || gain(b) - gain(a))
  const others = trends.filter((trend) => !certain.includes(trend)).sort((a, b) => gain(b) - gain(a))
  return new Map([...certain, ...others].map(({ theme }, place) => [theme, place]))
}

export function cellsByTheme(cells: readonly Cell[]): Map<string, Cell[]> {
  const rows = new Map<string, Cell[]>()
  for (const cell of cells) rows.set(cell.theme, [...(rows.get(cell.theme) ?? []), cell])
  return rows
}
