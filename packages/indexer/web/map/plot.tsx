import type { RefObject } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { fit, inSight, toPlane, type Bounds, type Camera } from './camera.js'
import { followGestures } from './gestures.js'
import { nearestPoint, pointsInside, pointsWithin, type Grid } from './grid.js'
import { HoveredPoint } from './hovered-point.js'
import { useMovingCamera } from './moving-camera.js'
import { Overlay } from './overlay.js'
import { usePainter } from './painter.js'
import type { MapPoints } from './points.js'

/** What the rest of the view can do with the plot. */
export interface PlotHandle {
  /** Brings all of `bounds` into sight. */
  readonly show: (bounds: Bounds) => void
  readonly showAll: () => void
  readonly zoomBy: (factor: number) => void
  /** The points in sight. */
  readonly inSight: () => number[]
}

interface Props {
  readonly map: MapPoints
  readonly grid: Grid
  /** The theme whose points stand out, by its index; undefined: all are alike. */
  readonly theme: number | undefined
  /** Points that stand out. */
  readonly marked: readonly number[]
  readonly lasso: boolean
  readonly start: Camera | undefined
  readonly handle: RefObject<PlotHandle | null>
  /** The texts of points that are known. */
  readonly texts: ReadonlyMap<number, string>
  readonly onMoved: (camera: Camera) => void
  readonly onHover: (point: number | undefined) => void
  readonly onPick: (point: number) => void
  readonly onLasso: (points: number[]) => void
  readonly onTheme: (id: string) => void
}

/** How near the pointer must be to a point, in CSS pixels. */
const REACH = 10

/** What a press of a key does: CSS pixels of movement, times of nearness. */
const [STEP, NEARER] = [80, 1.5]

const arrows: ReadonlyMap<string, readonly [across: number, up: number]> = new Map([
  ['ArrowLeft', [-1, 0]],
  ['ArrowRight', [1, 0]],
  ['ArrowUp', [0, 1]],
  ['ArrowDown', [0, -1]]
])

/** The points with the names of their themes over them. */
export function Plot(props: Props) {
  const { map, grid, theme, marked, lasso, handle, texts } = props
  const latest = useRef(props)
  latest.current = props
  const box = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const [line, setLine] = useState<readonly number[]>([])
  const [hovered, setHovered] = useState<number>()
  const moving = useMovingCamera(box, map.header.bounds, props.start, props.onMoved)
  const { camera, size, whole, now, move, fly } = moving
  const able = usePainter(canvas, { map, camera, whole, size, theme, marked })

  useEffect(() => {
    if (whole === undefined) return
    return followGestures(canvas.current!, {
      camera: () => now.current.camera!,
      size: () => now.current.size,
      limits: moving.limits,
      lasso: () => latest.current.lasso,
      onMove: move,
      onLine: setLine,
      onLasso: (drawn) => {
        const plane: number[] = []
        for (let i = 0; i < drawn.length; i += 2) {
          plane.push(...toPlane(now.current.camera!, now.current.size, drawn[i], drawn[i + 1]))
        }
        latest.current.onLasso(pointsInside(grid, plane))
      },
      onPoint: (left, top, picked) => {
        const point = left === undefined ? undefined : pointAt(left, top!)
        setHovered(point)
        latest.current.onHover(point)
        if (picked && point !== undefined) latest.current.onPick(point)
      }
    })
  }, [grid, whole === undefined])

  const pointAt = (left: number, top: number): number | undefined => {
    const at = now.current.camera!
    const only = latest.current.theme
    const skip = only === undefined ? undefined : (i: number) => map.themes[i] !== only
    return nearestPoint(grid, ...toPlane(at, now.current.size, left, top), REACH / at.scale, skip)
  }
  const {
    zoomBy,
    showAll,
    inSight: seen
  } = (handle.current = {
    show: (bounds) => {
      const within = now.current.size
      fly(fit(bounds, within, Math.min(within.width, within.height) / 6))
    },
    showAll: () => {
      if (now.current.whole !== undefined) fly(now.current.whole)
    },
    zoomBy: (factor: number) => {
      const at = now.current.camera
      if (at !== undefined) fly({ ...at, scale: at.scale * factor })
    },
    inSight: () => {
      const at = now.current.camera
      return at === undefined ? [] : pointsWithin(grid, inSight(at, now.current.size))
    }
  })
  const press = (event: KeyboardEvent): void => {
    if (camera === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    const arrow = arrows.get(event.key)
    if (arrow !== undefined) {
      event.preventDefault()
      const step = STEP / camera.scale
      move({ ...camera, x: camera.x + arrow[0] * step, y: camera.y + arrow[1] * step })
    } else if (event.key === '+' || event.key === '=') zoomBy(NEARER)
    else if (event.key === '-') zoomBy(1 / NEARER)
    else if (event.key === '0') showAll()
    else if (event.key === 'Enter' && event.target === event.currentTarget) props.onLasso(seen())
  }
  return (
    <div
      ref={box}
      class={lasso ? 'plot lassoing' : 'plot'}
      role="application"
      aria-label="Map of the collection"
      aria-describedby="map-keys"
      tabIndex={0}
      onKeyDown={press}
    >
      <canvas ref={canvas} aria-hidden="true" />
      {able ? null : (
        <p class="plot-missing">
          This browser has no WebGL 2, so the points cannot be drawn. The themes in the list lead to their sentences.
        </p>
      )}
      {camera === undefined ? null : (
        <Overlay
          map={map}
          grid={grid}
          camera={camera}
          size={size}
          theme={theme}
          texts={texts}
          onTheme={props.onTheme}
        />
      )}
      {line.length < 4 ? null : (
        <svg class="lasso" aria-hidden="true">
          <polygon points={line.map((v) => v.toFixed(0)).join(' ')} />
        </svg>
      )}
      {camera === undefined || hovered === undefined ? null : (
        <HoveredPoint map={map} camera={camera} size={size} point={hovered} text={texts.get(hovered)} />
      )}
      <p id="map-keys" class="unseen">
        Arrow keys move, plus and minus zoom, 0 shows all, Enter lists the sentences in sight. The list beside the map
        has all themes.
      </p>
    </div>
  )
}
