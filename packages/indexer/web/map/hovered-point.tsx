import { useCatalogue } from '../data/catalogue.js'
import { useTextsOf, type PointTexts } from './point-texts.js'
import type { LegendEntry } from './colouring.js'
import type { MapPoints } from './points.js'

/** Milliseconds that the pointer must rest on a point. */
const REST = 120

interface Props {
  readonly map: MapPoints
  readonly point: number
  readonly texts: PointTexts
  /** Its value, if points are coloured by a field. */
  readonly entry: LegendEntry | undefined
}

/** Shows the theme, value and sentence of the point under the pointer. */
export function HoveredPoint({ map, point, texts, entry }: Props) {
  const { colour, find } = useCatalogue()
  useTextsOf([point], texts, REST)
  const theme = map.header.themes.at(map.themes[point])?.id
  return (
    <>
      <span class={`theme ${colour(theme)}`}>
        <span class="dot" />
        {theme === undefined ? 'no theme' : (find(theme)?.label ?? theme)}
      </span>
      {entry === undefined ? null : (
        <span class={`theme ${entry.colour}`}>
          <span class="dot" />
          {entry.text}
        </span>
      )}
      <span class="map-hover-text">{texts.texts.get(point) ?? '…'}</span>
    </>
  )
}
