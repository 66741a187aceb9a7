import type { EventMap } from '@leitmotif/encoder'
import { inSight, toScreen, type Camera, type Size } from '../points/camera.js'
import { pointsWithin, type Grid } from '../points/grid.js'
import { placeLabels, placeOf, shorten, type Label } from '../points/point-labels.js'

/** With no more points in sight than this, their events are written beside them: as many as have room, at most LINES. */
const WRITTEN = 60
const LINES = 24

/** Square pixels of screen for each name of a verb. */
const ROOM = 22_000

/** How far above its events a verb's name stands, in CSS pixels. */
const ABOVE = 15

/** Characters of an event that are written. */
const TEXT = 46

interface Props {
  readonly map: EventMap
  readonly grid: Grid
  readonly camera: Camera
  readonly size: Size
  /** Where each verb is most at home; undefined: it is not named now. */
  readonly homes: readonly (Home | undefined)[]
  readonly colour: (verb: number) => string
  readonly onVerb: (name: string) => void
}

/** Where the events of a verb lie together. */
export interface Home {
  readonly x: number
  readonly y: number
  readonly count: number
}

/** The names of verbs over their events, and where few events are in sight, these. */
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
 * Where each verb's events lie closest together: of some of its events, the one with the most others of the verb near it. Verbs
 * with fewer than two events have no home.
 * @param radius how near is near, in units of the plane.
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

/** Events of a verb that are tried as its home. */
const TRIED = 40
