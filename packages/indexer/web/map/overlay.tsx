import {
  boxOf,
  inSight,
  keepInside,
  placeLabels,
  placeOf,
  pointsWithin,
  shorten,
  toScreen,
  type Box,
  type Camera,
  type Grid,
  type Label,
  type Size
} from '@leitmotif/plot'
import { useCatalogue } from '../data/catalogue.js'
import { useTextsOf, type PointTexts } from './point-texts.js'
import type { MapPoints } from './points.js'

/** Up to this many visible points, their sentences are shown, as many as fit; at most LINES. */
const [WRITTEN, LINES] = [60, 24]

/** Milliseconds that the map must rest before sentences are loaded. */
const REST = 200

/** Square pixels per theme name. */
const ROOM = 22_000

/** Maximum number of characters shown of a theme's name and of a sentence. */
const [NAME, TEXT] = [34, 46]

interface Props {
  readonly map: MapPoints
  readonly grid: Grid
  readonly camera: Camera
  readonly size: Size
  /** Index of the only theme whose name and sentences are shown; undefined for all. */
  readonly theme: number | undefined
  readonly texts: PointTexts
  /** What covers a part of the map. */
  readonly covered: Box | undefined
  readonly onTheme: (id: string) => void
}

/** The names of themes above the points and, if few points are visible, their sentences. */
export function Overlay({ map, grid, camera, size, theme, texts, covered, onTheme }: Props) {
  const { colour, find } = useCatalogue()
  const under = covered === undefined ? [] : [covered]
  const within = pointsWithin(grid, inSight(camera, size), WRITTEN + 1)
  const seen = within.length > WRITTEN ? [] : within.filter((i) => theme === undefined || map.themes[i] === theme)
  useTextsOf(seen, texts, REST)
  const themes = map.header.themes.flatMap(({ id, x, y, size: weight }, i): Label[] => {
    if (find(id)?.hidden === true || (theme !== undefined && theme !== i)) return []
    const [left, top] = toScreen(camera, size, x, y)
    return [{ id, text: shorten(find(id)?.label ?? id, NAME), left, top, weight }]
  })
  const names = placeLabels(themes, size, Math.round((size.width * size.height) / ROOM), under)
  return (
    <>
      {names.map((label) => (
        <button
          key={label.id}
          type="button"
          tabIndex={-1}
          class={`map-label ${colour(label.id)}`}
          style={placeOf(label)}
          onClick={() => {
            onTheme(label.id)
          }}
        >
          {label.text}
        </button>
      ))}
      {sentenceLabels().map((label) => (
        <span key={label.id} class="map-sentence" style={placeOf(label)} aria-hidden="true">
          {label.text}
        </span>
      ))}
    </>
  )

  function sentenceLabels(): Label[] {
    const labels = seen.flatMap((i): Label[] => {
      const text = texts.texts.get(i)
      if (text === undefined) return []
      const [left, top] = toScreen(camera, size, map.places[2 * i], map.places[2 * i + 1])
      return [keepInside({ id: String(i), text: shorten(text, TEXT), left, top: top + 16, weight: 1 }, size)]
    })
    return placeLabels(labels, size, LINES, [...under, ...names.map(boxOf)])
  }
}
