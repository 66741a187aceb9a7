import { pan, zoom, type Camera, type Size } from './camera.js'

interface Gestures {
  camera(): Camera
  size(): Size
  /** The least and most pixels per unit of the plane. */
  limits(): readonly [least: number, most: number]
  /** Whether dragging draws a selection line instead of moving the map. */
  lasso(): boolean
  onMove(camera: Camera): void
  /** The line so far, x and y alternating, in CSS pixels. */
  onLine(line: readonly number[]): void
  onLasso(line: readonly number[]): void
  /** The pointer's position; undefined if it left. `picked`: whether it was clicked there. */
  onPoint(left: number | undefined, top: number | undefined, picked: boolean): void
}

/** Movement of fewer CSS pixels is a click. */
const STILL = 4

/** Minimum distance between points of a line, in CSS pixels. */
const LINE_STEP = 4

/**
 * Handles gestures on an element: dragging moves, the wheel and two fingers zoom, Shift or lasso mode draws a selection line.
 * Elements over the canvas keep their clicks. Returns a function that removes the handlers.
 */
export function followGestures(canvas: HTMLElement, gestures: Gestures): () => void {
  const fingers = new Map<number, readonly [number, number]>()
  let moved = 0
  let line: number[] | undefined
  const placeOf = (event: MouseEvent): [number, number] => {
    const box = canvas.getBoundingClientRect()
    return [event.clientX - box.left, event.clientY - box.top]
  }
  const zoomAt = (factor: number, left: number, top: number): void => {
    gestures.onMove(zoom(gestures.camera(), gestures.size(), factor, left, top, ...gestures.limits()))
  }
  const down = (event: PointerEvent): void => {
    if (event.button !== 0) return
    ;(event.target as Element).setPointerCapture(event.pointerId)
    gestures.onPoint(undefined, undefined, false)
    const place = placeOf(event)
    fingers.set(event.pointerId, place)
    moved = 0
    line = fingers.size === 1 && (gestures.lasso() || event.shiftKey) ? [...place] : undefined
  }
  const move = (event: PointerEvent): void => {
    const [left, top] = placeOf(event)
    const before = fingers.get(event.pointerId)
    if (before === undefined) {
      if (event.target === canvas) gestures.onPoint(left, top, false)
      return
    }
    const [across, along] = [left - before[0], top - before[1]]
    if (line !== undefined) {
      if (Math.hypot(left - line.at(-2)!, top - line.at(-1)!) < LINE_STEP) return
      line.push(left, top)
      canvas.setPointerCapture(event.pointerId)
      gestures.onLine([...line])
    } else if (fingers.size === 1) {
      moved += Math.hypot(across, along)
      if (moved >= STILL) {
        canvas.setPointerCapture(event.pointerId)
        gestures.onMove(pan(gestures.camera(), across, along))
      }
    } else {
      const [other] = [...fingers].filter(([id]) => id !== event.pointerId).map(([, place]) => place)
      const [was, is] = [before, [left, top] as const].map(([x, y]) => Math.hypot(x - other[0], y - other[1]))
      moved += STILL
      zoomAt(is / Math.max(1, was), (left + other[0]) / 2, (top + other[1]) / 2)
    }
    fingers.set(event.pointerId, [left, top])
  }
  const up = (event: PointerEvent): void => {
    if (!fingers.delete(event.pointerId)) return
    if (line !== undefined) {
      const drawn = line
      line = undefined
      gestures.onLine([])
      if (event.type === 'pointerup' && drawn.length >= 6) gestures.onLasso(drawn)
    } else if (event.type === 'pointerup' && moved < STILL && event.target === canvas)
      gestures.onPoint(...placeOf(event), true)
  }
  const leave = (): void => {
    gestures.onPoint(undefined, undefined, false)
  }
  const wheel = (event: WheelEvent): void => {
    event.preventDefault()
    gestures.onPoint(undefined, undefined, false)
    const pixels = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1)
    zoomAt(Math.exp(-Math.max(-120, Math.min(120, pixels)) / (event.ctrlKey ? 100 : 300)), ...placeOf(event))
  }
  const twice = (event: MouseEvent): void => {
    zoomAt(2, ...placeOf(event))
  }
  const ended = new AbortController()
  const { signal } = ended
  const box = canvas.parentElement!
  box.addEventListener('pointerdown', down, { signal })
  box.addEventListener('pointermove', move, { signal })
  box.addEventListener('pointerup', up, { signal })
  box.addEventListener('pointercancel', up, { signal })
  canvas.addEventListener('pointerleave', leave, { signal })
  box.addEventListener('wheel', wheel, { signal, passive: false })
  canvas.addEventListener('dblclick', twice, { signal })
  return () => {
    ended.abort()
  }
}
