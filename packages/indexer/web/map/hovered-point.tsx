import { useCatalogue } from '../catalogue.js'
import { toScreen, type Camera, type Size } from './camera.js'
import type { MapPoints } from './points.js'

interface Props {
  readonly map: MapPoints
  readonly camera: Camera
  readonly size: Size
  readonly point: number
  /** Its sentence, once it is known. */
  readonly text: string | undefined
}

/** The point under the pointer: its theme and sentence. */
export function HoveredPoint({ map, camera, size, point, text }: Props) {
  const { colour, find } = useCatalogue()
  const [left, top] = toScreen(camera, size, map.places[2 * point], map.places[2 * point + 1])
  const theme = map.header.themes.at(map.themes[point])?.id
  return (
    <div
      class={`map-hover${left > size.width / 2 ? ' leftward' : ''}${top > size.height / 2 ? ' upward' : ''}`}
      style={{ transform: `translate(${left.toFixed(1)}px, ${top.toFixed(1)}px)` }}
      aria-hidden="true"
    >
      <div>
        <span class={`theme ${colour(theme)}`}>
          <span class="dot" />
          {theme === undefined ? 'near no theme' : (find(theme)?.label ?? theme)}
        </span>
        <span class="map-hover-text">{text ?? '…'}</span>
      </div>
    </div>
  )
}
