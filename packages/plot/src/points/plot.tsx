import type { ComponentChildren, RefObject } from 'preact'
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { fit, inSight, toPlane, toScreen, type Bounds, type Camera, type Size } from './camera.js'
import { followGestures } from './gestures.js'
import { nearestPoint, type Grid } from './grid.js'
import { useMovingCamera } from './moving-camera.js'
import { usePainter, type PointLook } from './painter.js'

/** What the rest of the view can do with the plot. */
export interface PlotHandle {
  /** Brings all of `bounds` into sight. */
  readonly show: (bounds: Bounds) => void
  readonly look: (from: Camera) => void
  /** Says of a point what is said of that under the pointer, until the pointer moves. */
  readonly point: (point: number) => void
  readonly showAll: () => void
  readonly zoomBy: (factor: number) => void
  /** A line around what is in sight, x, y by turns. */
  readonly frame: () => number[]
}

interface Props {
  /** What the plot is, for those who cannot see it. */
  readonly label: string
  /** What keys do, and where the same is found as a list. */
  readonly keys: string
  /** What is said where the browser cannot draw. */
  readonly missing: string
  readonly grid: Grid
  /** What is in sight at first. */
  readonly bounds: Bounds
  /** Of each point, the index of its look. */
  readonly kinds: Uint16Array
  readonly looks: readonly PointLook[]
  /** Points that cannot be pointed at. */
  readonly skip: ((point: number) => boolean) | undefined
  /** Points that stand out from the others; undefined: all are drawn alike. */
  readonly marked: readonly number[] | undefined
  /** A closed line that stays drawn, x, y by turns. */
  readonly outline?: readonly number[] | undefined
  readonly lasso: boolean
  readonly start: Camera | undefined
  readonly handle: RefObject<PlotHandle | null>
  /** What stands over the points. */
  readonly overlay: (camera: Camera, size: Size) => ComponentChildren
  /** What is said of the point under the pointer. */
  readonly hover: (point: number) => ComponentChildren
  readonly onMoved: (camera: Camera) => void
  readonly onPick: (point: number) => void
  /** Is told the line that was drawn around points, or around all in sight: x, y by turns, in the plane. */
  readonly onLasso: (line: number[]) => void
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

/** Points, and what is written over them. */
export function Plot(props: Props) {
  const { grid, bounds, kinds, looks, marked, lasso, handle } = props
  const keys = useId()
  const latest = useRef(props)
  latest.current = props
  const box = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const [line, setLine] = useState<readonly number[]>([])
  const [hovered, setHovered] = useState<number>()
  const moving = useMovingCamera(box, bounds, props.start, props.onMoved)
  const { camera, size, whole, now, move, fly } = moving
  const able = usePainter(canvas, { places: grid.places, kinds, looks, camera, whole, size, marked })

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
        latest.current.onLasso(plane)
      },
      onPoint: (left, top, picked) => {
        const point = left === undefined ? undefined : pointAt(left, top!)
        setHovered(point)
        if (picked && point !== undefined) latest.current.onPick(point)
      }
    })
  }, [grid, whole === undefined])

  const pointAt = (left: number, top: number): number | undefined => {
    const at = now.current.camera!
    return nearestPoint(grid, ...toPlane(at, now.current.size, left, top), REACH / at.scale, latest.current.skip)
  }
  const { zoomBy, showAll, frame } = (handle.current = {
    show: (bounds) => {
      const within = now.current.size
      fly(fit(bounds, within, Math.min(within.width, within.height) / 6))
    },
    look: fly,
    point: setHovered,
    showAll: () => {
      if (now.current.whole !== undefined) fly(now.current.whole)
    },
    zoomBy: (factor: number) => {
      const at = now.current.camera
      if (at !== undefined) fly({ ...at, scale: at.scale * factor })
    },
    frame: () => {
      const at = now.current.camera
      if (at === undefined) return []
      const { left, right, bottom, top } = inSight(at, now.current.size)
      return [left, bottom, right, bottom, right, top, left, top]
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
    else if (event.key === 'Enter' && event.target === event.currentTarget) props.onLasso(frame())
  }
  return (
    <div
      ref={box}
      class={lasso ? 'plot lassoing' : 'plot'}
      role="application"
      aria-label={props.label}
      aria-describedby={keys}
      tabIndex={0}
      onKeyDown={press}
    >
      <canvas ref={canvas} aria-hidden="true" />
      {able ? null : <p class="plot-missing">{props.missing}</p>}
      {line.length >= 4 ? (
        <Line corners={line} />
      ) : camera === undefined || props.outline === undefined ? null : (
        <Line corners={onScreen(props.outline, camera, size)} />
      )}
      {camera === undefined ? null : props.overlay(camera, size)}
      {camera === undefined || hovered === undefined ? null : (
        <Card at={toScreen(camera, size, grid.places[2 * hovered], grid.places[2 * hovered + 1])} size={size}>
          {props.hover(hovered)}
        </Card>
      )}
      <p id={keys} class="unseen">
        {props.keys}
      </p>
    </div>
  )
}

/** A closed line over the points, x, y by turns in CSS pixels. */
function Line({ corners }: { readonly corners: readonly number[] }) {
  return (
    <svg class="lasso" aria-hidden="true">
      <polygon points={corners.map((v) => v.toFixed(0)).join(' ')} />
    </svg>
  )
}

function onScreen(line: readonly number[], camera: Camera, size: Size): number[] {
  return line.flatMap((x, i) => (i % 2 === 0 ? toScreen(camera, size, x, line[i + 1]) : []))
}

/** What is said of a point, beside it and inside of the plot. */
function Card({ at: [left, top], size, children }: CardProps) {
  return (
    <div
      class={`map-hover${left > size.width / 2 ? ' leftward' : ''}${top > size.height / 2 ? ' upward' : ''}`}
      style={{ transform: `translate(${left.toFixed(1)}px, ${top.toFixed(1)}px)` }}
      aria-hidden="true"
    >
      <div>{children}</div>
    </div>
  )
}

interface CardProps {
  readonly at: readonly [left: number, top: number]
  readonly size: Size
  readonly children: ComponentChildren
}
