import type { TrendsAnswer } from '../../src/service/schemas.js'
import { useCatalogue } from '../data/catalogue.js'
import { Spark, topOf, type Cell } from '../charts/share-lines.js'
import { counted, changeOf, timeUnit } from '../data/figures.js'
import { useAnalytics } from '../data/loaded.js'
import { NothingPasses, Shown, Waiting } from '../parts/states.js'
import { ThemeLink } from '../parts/theme-link.js'
import { Exports } from './exports.js'
import type { PartProps } from './part.js'
import { cellsByTheme } from './over-time.js'
import { readTime, TimeChoice } from './time-choice.js'

type Trend = TrendsAnswer['trends'][number]

/** The themes that rose and those that fell, the steepest first. */
export function Trends({ address, described: { fields }, filter }: PartProps) {
  const { find } = useCatalogue()
  const time = readTime(address, fields)
  const asked = time && { ...time, filter }
  const trends = useAnalytics('trends', asked)
  const shares = useAnalytics('over-time', asked)
  const rows = cellsByTheme(shares.data?.cells ?? [])
  return (
    <>
      <TimeChoice address={address} fields={fields} chosen={trends.data}>
        {asked === undefined ? null : <Exports path="analytics/trends" of={asked} />}
      </TimeChoice>
      {asked === undefined ? null : (
        <Shown of={trends} what="Could not load the trends." waiting={<Waiting lines={8} />}>
          {(answer) => {
            if (answer.first === undefined) return <NothingPasses what={`that have a ${asked.field}`} />
            const unit = timeUnit(answer, 'step')
            const seen = answer.trends.filter(({ theme }) => find(theme)?.hidden !== true)
            const of = (direction: Trend['direction']): Trend[] =>
              seen
                .filter((trend) => trend.direction === direction)
                .sort((a, b) => Math.abs(b.slope) - Math.abs(a.slope))
            return (
              <>
                <p class="note">
                  How the odds of a sentence being of each theme change from one {unit} to the next. A theme rises or
                  falls where chance hardly explains it: its 95 % interval leaves out no change.
                </p>
                <div class="two">
                  <TrendList title="Rising" trends={of('rising')} rows={rows} unit={unit} />
                  <TrendList title="Falling" trends={of('falling')} rows={rows} unit={unit} />
                </div>
                <p class="note">{counted(of('level').length, 'theme')} without a significant change.</p>
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
  /** Length of a step. */
  readonly unit: string
}

function TrendList({ title, trends, rows, unit }: ListProps) {
  const { colour } = useCatalogue()
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      {trends.length === 0 ? <p class="note">No significant changes.</p> : null}
      <ul class="trend-list">
        {trends.map(({ theme, label, slope, low, high, sentences, few }) => {
          const cells = rows.get(theme) ?? []
          return (
            <li key={theme} data-stop tabIndex={-1}>
              <span class="trend-name">
                <ThemeLink id={theme} label={label} />
                <span class="muted">
                  {counted(sentences, 'sentence')}
                  {few ? ', few' : ''}
                </span>
              </span>
              {cells.length === 0 ? (
                <span class="spark" />
              ) : (
                <Spark cells={cells} end={topOf(cells)} colour={colour(theme)} />
              )}
              <span class="trend-slope">
                <span>
                  <strong>{changeOf(slope)}</strong> a {unit}
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
