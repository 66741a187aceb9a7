import { useCatalogue } from '../catalogue.js'
import type { MapPoints } from './points.js'

interface Props {
  readonly map: MapPoints
  readonly point: number
  /** Its sentence, once it is known. */
  readonly text: string | undefined
}

/** The point under the pointer: its theme and sentence. */
export function HoveredPoint({ map, point, text }: Props) {
  const { colour, find } = useCatalogue()
  const theme = map.header.themes.at(map.themes[point])?.id
  return (
    <>
      <span class={`theme ${colour(theme)}`}>
        <span class="dot" />
        {theme === undefined ? 'near no theme' : (find(theme)?.label ?? theme)}
      </span>
      <span class="map-hover-text">{text ?? '…'}</span>
    </>
  )
}
