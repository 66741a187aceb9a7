import type { RefObject } from 'preact'
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { between, fit, type Bounds, type Camera, type Size } from './camera.js'

/** The least zoom, relative to the view of all points, and the greatest, relative to the initial view. */
const [FARTHEST, NEAREST] = [0.5, 300]

const FLIGHT_MS = 450

interface Sight {
  readonly size: Size
  /** The target camera; undefined before the size is known. */
  readonly camera: Camera | undefined
  /** The initial camera, which shows most points. */
  readonly whole: Camera | undefined
  /** The camera that shows all points. */
  readonly all: Camera | undefined
}

interface MovingCamera extends Sight {
  /** Returns the current values, for callbacks created earlier. */
  readonly now: RefObject<Sight> & { readonly current: Sight }
  /** The camera at the end of the latest movement, which may still be under way; null before the first. */
  readonly aim: RefObject<Camera | null>
  /** The least and most pixels per unit. */
  readonly limits: () => readonly [least: number, most: number]
  readonly move: (to: Camera) => void
  /** Moves the camera with an animation, or at once if the reader prefers reduced motion. */
  readonly fly: (to: Camera) => void
}

/**
 * Returns a camera for the element `box`, which adapts to its size. It shows `bounds` first; `all` can be reached.
 * `covered` is the width in CSS pixels of what covers the left of the box.
 * `onMoved` is called when the camera stops.
 */
export function useMovingCamera(
  box: RefObject<HTMLElement | null>,
  bounds: Bounds,
  all: Bounds,
  start: Camera | undefined,
  covered: number,
  onMoved: (camera: Camera) => void
): MovingCamera {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 })
  const [moved, setMoved] = useState<Camera | undefined>(start)
  const fitted = (shown: Bounds): Camera => fit(shown, size, undefined, covered)
  const whole = useMemo(
    () => (size.width === 0 ? undefined : fitted(bounds)),
    [bounds, size.width, size.height, covered]
  )
  const camera = whole === undefined ? undefined : (moved ?? whole)
  const now = useRef<Sight>({ size, camera, whole, all: whole && fitted(all) })
  now.current = { size, camera, whole, all: whole && fitted(all) }
  const told = useRef(onMoved)
  told.current = onMoved
  const aim = useRef<Camera>(null)
  const flight = useRef(0)
  useLayoutEffect(() => {
    const observer = new ResizeObserver(([entry]) => {
      const { width, height } = entry.contentRect
      setSize({ width: Math.round(width), height: Math.round(height) })
    })
    observer.observe(box.current!)
    return () => {
      observer.disconnect()
      cancelAnimationFrame(flight.current)
    }
  }, [])
  const limits = useCallback((): readonly [number, number] => {
    const { whole, all } = now.current
    return [Math.min(whole!.scale, all!.scale) * FARTHEST, whole!.scale * NEAREST]
  }, [])
  const move = useCallback((to: Camera) => {
    cancelAnimationFrame(flight.current)
    // Events before the next rendering start from here, too.
    now.current = { ...now.current, camera: to }
    aim.current = to
    setMoved(to)
    told.current(to)
  }, [])
  const fly = useCallback((target: Camera) => {
    const from = now.current.camera
    if (from === undefined) return
    const [least, most] = limits()
    const to = { ...target, scale: Math.min(most, Math.max(least, target.scale)) }
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
      move(to)
      return
    }
    cancelAnimationFrame(flight.current)
    aim.current = to
    let began: number | undefined
    const frame = (time: number): void => {
      began ??= time
      const part = Math.min(1, (time - began) / FLIGHT_MS)
      setMoved(between(from, to, part))
      if (part < 1) flight.current = requestAnimationFrame(frame)
      else told.current(to)
    }
    flight.current = requestAnimationFrame(frame)
  }, [])
  return { size, camera, whole, all: now.current.all, now, aim, limits, move, fly }
}
