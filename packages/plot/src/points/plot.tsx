import type { ComponentChildren, RefObject } from 'preact'
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { fit, inSight, toPlane, toScreen, type Bounds, type Camera, type Size } from './camera.js'
import { followGestures } from './gestures.js'
import { nearestPoint, type Grid } from './grid.js'
import { useMovingCamera } from './moving-camera.js'
import { usePainter, type PointLook } from './painter.js'
import { placeCard, placeOf } from './point-labels.js'

/** The plot's methods for the rest of the view. */
export interface PlotHandle {
  /** Moves the camera to show all of `bounds`. */
  readonly show: (bounds: Bounds) => void
  readonly look: (from: Camera) => void
  /** Draws all points now, so that the canvas can be read until the current task ends. */
  readonly paint: () => void
  /** Shows a point's description until the pointer moves. */
  readonly point: (point: number) => void
  readonly showAll: () => void
  readonly zoomBy: (factor: number) => void
  /** Returns a line around the visible part, x and y alternating. */
  readonly frame: () => number[]
}

interface Props {
  /** The accessible name of the plot. */
  readonly label: string
  /** The accessible description: keys, and where to find the points as a list. */
  readonly keys: string
  /** The message if the browser has no WebGL 2. */
  readonly missing: string
  readonly grid: Grid
  /** The initial view. */
  readonly bounds: Bounds
  /** The index of each point's look. */
  readonly kinds: Uint16Array
  readonly looks: readonly PointLook[]
  /** Returns whether a point cannot be selected. */
  readonly skip: ((point: number) => boolean) | undefined
  /** Emphasised points; undefined if all look alike. */
  readonly marked: readonly number[] | undefined
  /** Paths of lines under the points, as `densityContours` returns them. */
  readonly contours?: readonly string[] | undefined
  /** A closed line to draw, x and y alternating. */
  readonly outline?: readonly number[] | undefined
  readonly lasso: boolean
  /** Width of what covers the left of the plot, in CSS pixels. Default: 0. */
  readonly covered?: number | undefined
  readonly start: Camera | undefined
  readonly handle: RefObject<PlotHandle | null>
  /** Renders labels over the points. */
  readonly overlay: (camera: Camera, size: Size) => ComponentChildren
  /** Renders the description of the point under the pointer. */
  readonly hover: (point: number) => ComponentChildren
  readonly onMoved: (camera: Camera) => void
  readonly onPick: (point: number) => void
  /** Called with the line drawn around points, or around the visible part: x and y alternating, in the plane. */
  readonly onLasso: (line: number[]) => void
}

/** The greatest distance of the pointer from a point, in CSS pixels. */
const REACH = 10

/** The effect of a key press: movement in CSS pixels, and zoom factor. */
const [STEP, NEARER] = [80, 1.5]

const arrows: ReadonlyMap<string, readonly [across: number, up: number]> = new Map([
  ['ArrowLeft', [-1, 0]],
  ['ArrowRight', [1, 0]],
  ['ArrowUp', [0, 1]],
  ['ArrowDown', [0, -1]]
])

/** A plot of points with labels. */
export function Plot(props: Props) {
  const { grid, bounds, kinds, looks, marked, lasso, handle, covered = 0 } = props
  const keys = useId()
  const latest = useRef(props)
  latest.current = props
  const box = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const [line, setLine] = useState<readonly number[]>([])
  const [hovered, setHovered] = useState<number>()
  const moving = useMovingCamera(box, bounds, grid.bounds, props.start, covered, props.onMoved)
  const { camera, size, whole, now, move, fly } = moving
  const { able, paint } = usePainter(canvas, { places: grid.places, kinds, looks, camera, whole, size, marked })

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
      fly(fit(bounds, within, Math.min(within.width - covered, within.height) / 6, covered))
    },
    look: fly,
    paint,
    point: setHovered,
    showAll: () => {
      if (now.current.all !== undefined) fly(now.current.all)
    },
    zoomBy: (factor: number) => {
      const at = moving.aim.current ?? now.current.camera
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
      const at = now.current.camera!
      const step = STEP / at.scale
      move({ ...at, x: at.x + arrow[0] * step, y: at.y + arrow[1] * step })
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
      {camera === undefined || props.contours === undefined ? null : (
        <Contours paths={props.contours} camera={camera} size={size} />
      )}
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

/** A closed line over the points, x and y alternating, in CSS pixels. */
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

interface ContoursProps {
  readonly paths: readonly string[]
  readonly camera: Camera
  readonly size: Size
}

/** Lines of equal density, which move with the camera. */
function Contours({ paths, camera: { x, y, scale }, size }: ContoursProps) {
  const [left, top] = [size.width / 2 - x * scale, size.height / 2 + y * scale]
  return (
    <svg class="contours" aria-hidden="true">
      <g transform={`translate(${left.toFixed(2)} ${top.toFixed(2)}) scale(${scale} ${-scale})`}>
        {paths.map((path, level) => (
          <path key={level} d={path} vector-effect="non-scaling-stroke" />
        ))}
      </g>
    </svg>
  )
}

/** The description of a point, beside it and within the plot. */
function Card({ at, size, children }: CardProps) {
  const box = useRef<HTMLDivElement>(null)
  const [card, setCard] = useState<Size>({ width: 0, height: 0 })
  useLayoutEffect(() => {
    const { offsetWidth: width, offsetHeight: height } = box.current!
    if (width !== card.width || height !== card.height) setCard({ width, height })
  })
  const [left, top] = placeCard(at, card, size)
  return (
    <>
      <span class="map-hovered" style={placeOf({ left: at[0], top: at[1] })} aria-hidden="true" />
      <div ref={box} class="map-hover" style={placeOf({ left, top })} aria-hidden="true">
        {children}
      </div>
    </>
  )
}

interface CardProps {
  readonly at: readonly [left: number, top: number]
  readonly size: Size
  readonly children: ComponentChildren
}
