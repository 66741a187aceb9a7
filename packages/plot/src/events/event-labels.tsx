import type { EventMap } from './map-data.js'
import { inSight, toScreen, type Camera, type Size } from '../points/camera.js'
import { pointsWithin, type Grid } from '../points/grid.js'
import { placeLabels, placeOf, shorten, type Label } from '../points/point-labels.js'

/** Maximum number of visible points for which events are written beside them, as many as fit, at most LINES. */
const WRITTEN = 60
const LINES = 24

/** Screen area for each verb's name, in square pixels. */
const ROOM = 22_000

/** Distance of a verb's name above its events, in CSS pixels. */
const ABOVE = 15

/** Maximum number of characters of an event's label. */
const TEXT = 46

interface Props {
  readonly map: EventMap
  readonly grid: Grid
  readonly camera: Camera
  readonly size: Size
  /** The densest place of each verb's events; undefined if its name is not shown. */
  readonly homes: readonly (Home | undefined)[]
  readonly colour: (verb: number) => string
  readonly onVerb: (name: string) => void
}

/** The densest place of a verb's events. */
export interface Home {
  readonly x: number
  readonly y: number
  readonly count: number
}

/** Labels: the names of verbs above their events, or the events if few are visible. */
export function EventLabels({ map, grid, camera, size, homes, colour, onVerb }: Props) {
  const names = homes.flatMap((home, verb): Label[] => {
    if (home === undefined) return []
    const [left, top] = toScreen(camera, size, home.x, home.y)
    return [{ id: String(verb), text: map.verbs[verb].name, left, top: top - ABOVE, weight: home.count }]
  })
  const seen = pointsWithin(grid, inSight(camera, size), WRITTEN + 1)
  const written =
    seen.length > WRITTEN
      ? []
      : seen.map((point): Label => {
          const [left, top] = toScreen(camera, size, grid.places[2 * point], grid.places[2 * point + 1])
          return { id: String(point), text: shorten(map.text[point], TEXT), left, top: top + 16, weight: 1 }
        })
  return (
    <>
      {placeLabels(names, size, Math.round((size.width * size.height) / ROOM)).map((label) => (
        <button
          key={label.id}
          type="button"
          tabIndex={-1}
          class={`map-label ${colour(Number(label.id))}`}
          style={placeOf(label)}
          onClick={() => {
            onVerb(label.text)
          }}
        >
          {label.text}
        </button>
      ))}
      {placeLabels(written, size, LINES).map((label) => (
        <span key={label.id} class="map-sentence" style={placeOf(label)} aria-hidden="true">
          {label.text}
        </span>
      ))}
    </>
  )
}

/**
 * Returns the densest place of each verb's events: of a sample of its events, the one with the most events of the verb within
 * `radius`. Verbs with fewer than two events have none.
 * @param radius in units of the plane
 */
export function findHomes({ verb, verbs }: EventMap, grid: Grid, radius: number): (Home | undefined)[] {
  const own = verbs.map((): number[] => [])
  verb.forEach((index, point) => own[index].push(point))
  return own.map((points, index) => {
    if (points.length < 2) return undefined
    let best: Home | undefined
    const step = Math.max(1, Math.floor(points.length / TRIED))
    for (let i = 0; i < points.length; i += step) {
      const [x, y] = [grid.places[2 * points[i]], grid.places[2 * points[i] + 1]]
      const near = pointsWithin(grid, { left: x - radius, right: x + radius, bottom: y - radius, top: y + radius })
      const count = near.filter((point) => verb[point] === index).length
      if (best === undefined || count > best.count) best = { x, y, count }
    }
    return best
  })
}

/** Maximum number of events of a verb that are compared. */
const TRIED = 40
