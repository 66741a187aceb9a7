import { useRef } from 'preact/hooks'
import { perTime, spanName } from '../../src/analytics/time-words.js'
import { changeNotes, orderChanges } from '../../src/analytics/trend-order.js'
import type { TrendsAnswer } from '../../src/service/schemas/analytics-schemas.js'
import { useCatalogue } from '../data/catalogue.js'
import { Spark, topOf, type Cell } from '../parts/share-lines.js'
import { counted, changeOf, percent, timeOf, type TimeScale } from '../data/figures.js'
import { useAnalytics } from '../data/loaded.js'
import { NothingPasses, Shown, Waiting } from '../parts/states.js'
import { ThemeLink } from '../parts/theme-link.js'
import { Exports } from './exports.js'
import type { PartProps } from './part.js'
import { cellsByTheme } from './over-time.js'
import { readTime, TimeChoice } from './time-choice.js'

type Trend = TrendsAnswer['trends'][number]

/** Rising and falling themes, the largest changes first. */
export function Trends({ address, described: { fields }, filter }: PartProps) {
  const { find } = useCatalogue()
  const lists = useRef<HTMLDivElement>(null)
  const time = readTime(address, fields)
  const asked = time && { ...time, filter }
  const trends = useAnalytics('trends', asked)
  const shares = useAnalytics('over-time', asked)
  const rows = cellsByTheme(shares.data?.cells ?? [])
  return (
    <>
      <TimeChoice address={address} fields={fields} chosen={trends.data}>
        {asked === undefined ? null : (
          <Exports
            path="analytics/trends"
            of={asked}
            picture={{ of: () => lists.current, title: `Rising and falling themes by ${asked.field}` }}
          />
        )}
      </TimeChoice>
      {asked === undefined ? null : (
        <Shown of={trends} what="Could not load the trends." waiting={<Waiting lines={8} />}>
          {(answer) => {
            const { first, last, interval, step } = answer
            if (first === undefined || last === undefined) return <NothingPasses what={`that have a ${asked.field}`} />
            const seen = answer.trends.filter(({ theme }) => find(theme)?.hidden !== true)
            const { rising, falling, unsure, level } = orderChanges(seen)
            const scale = { interval, step }
            const [before, after] = [first, last].map((span) => spanName(span, (key) => timeOf(key, scale)))
            return (
              <>
                <p class="note">
                  Each theme’s share of the sentences of {before}, and of those of {after}, largest change first, and
                  how the odds of a sentence being of it change {perTime(scale)}, with the 95 % interval. A theme rises
                  or falls where chance hardly explains it. Changes that one document or author makes come last.
                </p>
                <div ref={lists} class={unsure.length > 0 ? undefined : 'two'}>
                  {unsure.length > 0 ? (
                    <TrendList
                      title="The largest changes, each of which may be chance"
                      trends={unsure}
                      rows={rows}
                      scale={scale}
                    />
                  ) : (
                    <>
                      <TrendList title="Rising" trends={rising} rows={rows} scale={scale} />
                      <TrendList title="Falling" trends={falling} rows={rows} scale={scale} />
                    </>
                  )}
                </div>
                <p class="note">{counted(level, 'theme')} without a significant change.</p>
              </>
            )
          }}
        </Shown>
      )}
    </>
  )
}

interface ListProps {
  readonly title: string
  readonly trends: readonly Trend[]
  readonly rows: ReadonlyMap<string, readonly Cell[]>
  readonly scale: TimeScale
}

function TrendList({ title, trends, rows, scale }: ListProps) {
  const { colour } = useCatalogue()
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      {trends.length === 0 ? <p class="note">No significant changes.</p> : null}
      <ul class="trend-list">
        {trends.map((trend) => {
          const { theme, label, slope, low, high, first, last, sentences, few } = trend
          const notes = changeNotes(trend, percent, (key) => timeOf(key, scale))
          const cells = rows.get(theme) ?? []
          return (
            <li key={theme} data-stop tabIndex={-1}>
              <span class="trend-name">
                <ThemeLink id={theme} label={label} />
                <span class="muted">
                  {[`${counted(sentences, 'sentence')}${few ? ', few' : ''}`, ...notes].join('; ')}
                </span>
              </span>
              {cells.length === 0 ? (
                <span class="spark" />
              ) : (
                <Spark cells={cells} end={topOf(cells)} colour={colour(theme)} />
              )}
              <span class="trend-slope">
                <strong>
                  {percent(first)} → {percent(last)}
                </strong>
                <span>
                  {changeOf(slope)} {perTime(scale)}
                </span>
                <span class="muted">
                  {changeOf(low)} to {changeOf(high)}
                </span>
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
