import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { SharesAnswer } from '../../src/service/schemas/analytics-schemas.js'
import { counted, countOf, percent, timeOf, type TimeScale } from '../data/figures.js'

export type Cell = SharesAnswer['cells'][number]

interface Props {
  readonly title: string
  /** One for each time, in order. */
  readonly cells: readonly Cell[]
  readonly scale: TimeScale
  readonly colour: string
}

const [HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [180, 42, 10, 10, 24]

/** A theme's share over time, with its 95 % interval; each point shows its value. */
export function ShareLine({ title, cells, scale, colour }: Props) {
  const { ref, width } = useWidth<HTMLDivElement>()
  const [at, setAt] = useState<number>()
  const end = roundUp(topOf(cells))
  const x = (i: number): number => LEFT + (cells.length === 1 ? 0.5 : i / (cells.length - 1)) * (width - LEFT - RIGHT)
  const y = (share: number): number => TOP + (1 - Math.min(1, share / end)) * (HEIGHT - TOP - BOTTOM)
  const shown = at === undefined ? undefined : cells[at]
  return (
    <figure class={`chart ${colour}`}>
      <figcaption class="chart-said" aria-hidden="true">
        {shown === undefined ? (
          <span class="muted">Share of all sentences of each time</span>
        ) : (
          <>
            <strong>{timeOf(shown.key, scale)}</strong> {percent(shown.share)}
            <span class="muted">
              {' '}
              ({percent(shown.low)} to {percent(shown.high)}), {counted(shown.sentences, 'sentence')}
              {shown.few ? ', few' : ''}
            </span>
          </>
        )}
      </figcaption>
      <div ref={ref} class="chart-box">
        {width === 0 ? null : (
          <svg
            width={width}
            height={HEIGHT}
            role="img"
            aria-label={`${title} over time; the table below has the numbers`}
            onPointerMove={(event) => {
              const inside = event.clientX - event.currentTarget.getBoundingClientRect().left
              const i = Math.round(((inside - LEFT) / (width - LEFT - RIGHT)) * (cells.length - 1))
              setAt(Math.min(cells.length - 1, Math.max(0, i)))
            }}
            onPointerLeave={() => {
              setAt(undefined)
            }}
          >
            {[0, 0.5, 1].map((part) => (
              <g key={part}>
                <line class="grid" x1={LEFT} x2={width - RIGHT} y1={y(part * end)} y2={y(part * end)} />
                <text class="tick" x={LEFT - 6} y={y(part * end) + 4} text-anchor="end">
                  {percent(part * end)}
                </text>
              </g>
            ))}
            {someOf(cells.length, Math.floor((width - LEFT) / 58)).map((i) => (
              <text
                key={i}
                class="tick"
                x={x(i)}
                y={HEIGHT - 6}
                text-anchor={x(i) > width - RIGHT - 24 ? 'end' : 'middle'}
              >
                {timeOf(cells[i].key, scale)}
              </text>
            ))}
            <path class="band" d={bandOf(cells, x, y)} />
            <path class="line" d={lineOf(cells, x, y)} />
            {cells.map(({ key, share, few }, i) => (
              <circle key={key} class={few ? 'point few' : 'point'} cx={x(i)} cy={y(share)} r={i === at ? 4.5 : 3} />
            ))}
            {at === undefined ? null : <line class="cursor" x1={x(at)} x2={x(at)} y1={TOP} y2={HEIGHT - BOTTOM} />}
          </svg>
        )}
      </div>
      <details class="as-table" data-unsaved>
        <summary>As a table</summary>
        <CellTable cells={cells} scale={scale} />
      </details>
    </figure>
  )
}

/** The same chart in small, without axes, to be shown beside others. `end` is the share at the top. */
export function Spark({
  cells,
  end,
  colour
}: {
  readonly cells: readonly Cell[]
  readonly end: number
  readonly colour: string
}) {
  const x = (i: number): number => (cells.length === 1 ? 50 : (i / (cells.length - 1)) * 100)
  const y = (share: number): number => 38 - Math.min(1, share / end) * 36
  return (
    <svg class={`spark ${colour}`} viewBox="0 0 100 40" preserveAspectRatio="none" aria-hidden="true">
      <path class="band" d={bandOf(cells, x, y)} />
      <path class="line" d={lineOf(cells, x, y)} />
    </svg>
  )
}

/** A small chart whose values can be read by pointing or with the arrow keys. Shows the ends of its y axis. */
export function ReadableSpark({ title, cells, end, scale, colour }: Props & { readonly end: number }) {
  const [at, setAt] = useState<number>()
  const shown = at === undefined ? undefined : cells[at]
  const to = (i: number): void => {
    setAt(Math.min(cells.length - 1, Math.max(0, i)))
  }
  const said =
    shown === undefined
      ? ''
      : `${timeOf(shown.key, scale)}: ${percent(shown.share)} (${percent(shown.low)} to ${percent(shown.high)}), ${counted(shown.sentences, 'sentence')}`
  return (
    <div class="readable-spark">
      <span class="spark-axis" aria-hidden="true">
        <span>{percent(end)}</span>
        <span>0</span>
      </span>
      <div
        class="spark-box"
        role="slider"
        tabIndex={0}
        aria-label={`${title} over time`}
        aria-valuemin={0}
        aria-valuemax={cells.length - 1}
        aria-valuenow={at ?? 0}
        aria-valuetext={said === '' ? 'use the arrow keys to read its values' : said}
        onPointerMove={(event) => {
          const { left, width } = event.currentTarget.getBoundingClientRect()
          to(Math.round(((event.clientX - left) / width) * (cells.length - 1)))
        }}
        onPointerLeave={() => {
          setAt(undefined)
        }}
        onBlur={() => {
          setAt(undefined)
        }}
        onKeyDown={(event) => {
          const steps: Record<string, number | undefined> = {
            ArrowLeft: (at ?? 1) - 1,
            ArrowRight: (at ?? -1) + 1,
            Home: 0,
            End: cells.length - 1
          }
          const step = steps[event.key]
          if (step === undefined) return
          event.preventDefault()
          to(step)
        }}
      >
        <Spark cells={cells} end={end} colour={colour} />
        {at === undefined ? null : (
          <span
            class="spark-cursor"
            style={{ left: `${(cells.length === 1 ? 0.5 : at / (cells.length - 1)) * 100}%` }}
          />
        )}
      </div>
      <span class="spark-said muted">{said}</span>
    </div>
  )
}

/**
 * Returns the top of the y axis: the highest interval, but at most 1.8 times the highest share, so that the line stays
 * readable.
 */
export function topOf(cells: readonly Cell[]): number {
  const highest = Math.max(...cells.map(({ share }) => share), 0.0001)
  return Math.min(Math.max(...cells.map(({ high }) => high)), 1.8 * highest)
}

type Scale = (value: number) => number

function lineOf(cells: readonly Cell[], x: Scale, y: Scale): string {
  return cells.map(({ share }, i) => `${i === 0 ? 'M' : 'L'}${x(i).toFixed(1)} ${y(share).toFixed(1)}`).join('')
}

function bandOf(cells: readonly Cell[], x: Scale, y: Scale): string {
  const upper = cells.map(({ high }, i) => `${i === 0 ? 'M' : 'L'}${x(i).toFixed(1)} ${y(high).toFixed(1)}`)
  const lower = cells.map(({ low }, i) => `L${x(i).toFixed(1)} ${y(low).toFixed(1)}`).reverse()
  return `${upper.join('')}${lower.join('')}Z`
}

function CellTable({ cells, scale }: { readonly cells: readonly Cell[]; readonly scale: TimeScale }) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Time</th>
          <th scope="col">Share</th>
          <th scope="col">95 % interval</th>
          <th scope="col">Sentences</th>
        </tr>
      </thead>
      <tbody>
        {cells.map(({ key, share, low, high, sentences, few }) => (
          <tr key={key}>
            <th scope="row">{timeOf(key, scale)}</th>
            <td>{percent(share)}</td>
            <td>
              {percent(low)} to {percent(high)}
            </td>
            <td>
              {countOf(sentences)}
              {few ? ' (few sentences)' : ''}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Rounds up to 1, 2, 2.5 or 5 times a power of ten, for the end of an axis. */
function roundUp(value: number): number {
  if (value <= 0) return 1
  const power = 10 ** Math.floor(Math.log10(value))
  return [1, 2, 2.5, 5, 10].map((step) => step * power).find((end) => end >= value * 0.999)!
}

/** Returns at most `most` of the indices 0 to count - 1, evenly spaced, including the first. */
function someOf(count: number, most: number): number[] {
  const step = Math.max(1, Math.ceil(count / Math.max(1, most)))
  return Array.from({ length: Math.ceil(count / step) }, (_, i) => i * step)
}

/** Returns the current width of an element in CSS pixels, and a ref for it; 0 before it is known. */
function useWidth<E extends Element>() {
  const ref = useRef<E>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const observer = new ResizeObserver(([entry]) => {
      setWidth(Math.round(entry.contentRect.width))
    })
    observer.observe(ref.current!)
    return () => {
      observer.disconnect()
    }
  }, [])
  return { ref, width }
}
