import type { EventMap } from './map-data.js'
import type { ComponentChildren } from 'preact'

interface Props {
  readonly map: EventMap
  readonly points: readonly number[]
  readonly most: number
  readonly colour: (point: number) => string
  /** Renders further actions for an event. */
  readonly more: ((point: number) => ComponentChildren) | undefined
  readonly onShow: (point: number) => void
}

/** A list of events; pressing one shows it on the map. */
export function EventList({ map, points, most, colour, more, onShow }: Props) {
  return (
    <>
      <ul class="event-list">
        {points.slice(0, most).map((point) => (
          <li key={point} class={colour(point)}>
            <button
              type="button"
              onClick={() => {
                onShow(point)
              }}
            >
              <EventWords map={map} point={point} />
            </button>
            {more?.(point)}
          </li>
        ))}
      </ul>
      {points.length > most ? <p class="note">The first {most} of them.</p> : null}
    </>
  )
}

/** An event with its verb emphasised. */
function EventWords({ map, point }: { readonly map: EventMap; readonly point: number }) {
  return (
    <span class="event-words">
      {map.subject[point]} <strong>{map.predicate[point]}</strong> {map.object[point]}
    </span>
  )
}
