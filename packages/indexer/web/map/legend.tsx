import type { Box } from '@leitmotif/plot'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { useCatalogue } from '../data/catalogue.js'
import { fieldInWords } from '../data/compared-fields.js'
import { shortCount } from '../data/figures.js'
import { levelName, writeColouring, type Colouring, type LegendEntry } from './colouring.js'

/** Number of entries shown, and width in CSS pixels of screens on which the legend is open at first. */
const [SHOWN, WIDE] = [12, 900]

interface Props {
  readonly colouring: Colouring
  /** Number of levels of the tree of themes. */
  readonly levels: number
  /** What the colours show. */
  readonly title: string
  readonly entries: readonly LegendEntry[]
  readonly onChange: (value: string | undefined) => void
  /** Called with the part of the map that it covers, whenever that changes. */
  readonly onBox: (box: LegendBox) => void
}

export interface LegendBox extends Box {
  /** Whether it is open on the left of a wide map, which then has its points beside it. */
  readonly aside: boolean
}

/** Keeps keys and gestures from the map, which would move. */
function keep(event: Event): void {
  event.stopPropagation()
}

/** The choice of what the points are coloured by, and their colours. */
export function Legend({ colouring, levels, title, entries, onChange, onBox }: Props) {
  const { collection } = useCatalogue()
  const [open] = useState(() => innerWidth > WIDE)
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const observer = new ResizeObserver(() => {
      const { offsetLeft: left, offsetTop: top, offsetWidth, offsetHeight } = box.current!
      const aside = innerWidth > WIDE && box.current!.querySelector('details')?.open === true
      onBox({ left, top, right: left + offsetWidth, bottom: top + offsetHeight, aside })
    })
    observer.observe(box.current!)
    return () => {
      observer.disconnect()
    }
  }, [])
  const { data } = collection
  const some = entries.filter(({ points }) => points > 0)
  const rest = some.slice(SHOWN).reduce((sum, { points }) => sum + points, 0)
  return (
    <div ref={box} class="map-legend" onKeyDown={keep} onPointerDown={keep} onPointerMove={keep} onWheel={keep}>
      <label class="field inline" data-unsaved>
        <span>Colour</span>
        <select
          aria-label="Colour"
          value={writeColouring(colouring) ?? ''}
          onChange={(event) => {
            const { value } = event.currentTarget
            onChange(value === '' ? undefined : value)
          }}
        >
          {Array.from({ length: levels }, (_, i) => (
            <option key={i} value={writeColouring({ level: i + 1 }) ?? ''}>
              {levelName(i + 1, levels)}
            </option>
          ))}
          {Object.keys(data?.fields ?? {}).map((field) => (
            <option key={field} value={writeColouring({ field })}>
              {fieldInWords(field, data!)}
            </option>
          ))}
        </select>
      </label>
      {some.length === 0 ? null : (
        <details open={open}>
          <summary>Legend: {title}</summary>
          <ul aria-label="Colours">
            {some.slice(0, SHOWN).map(({ colour, text, points }) => (
              <li key={text} class={colour} title={text}>
                <span class="dot" aria-hidden="true" />
                <span class="legend-text">{text}</span>
                <span class="muted">{shortCount(points)}</span>
              </li>
            ))}
            {rest === 0 ? null : (
              <li class="muted">
                {some.length - SHOWN} more with {shortCount(rest)}
              </li>
            )}
          </ul>
        </details>
      )}
    </div>
  )
}
