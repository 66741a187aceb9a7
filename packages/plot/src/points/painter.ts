import type { RefObject } from 'preact'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Camera, Size } from './camera.js'
import { paceFrames, type Pace } from './pace.js'
import { makeRenderer, type Ink, type Renderer } from './renderer.js'

/** The largest radius of a point, in CSS pixels. */
const LARGEST = 6

/** The look of a kind of points. */
export interface PointLook {
  /** The CSS class of the colour. */
  readonly colour: string
  /** Opacity, 0 to 1. */
  readonly alpha: number
}

interface Picture {
  /** x and y of each point. */
  readonly places: Float32Array
  /** The index of each point's look. */
  readonly kinds: Uint16Array
  readonly looks: readonly PointLook[]
  readonly camera: Camera | undefined
  readonly whole: Camera | undefined
  readonly size: Size
  /** Emphasised points; undefined if all look alike. */
  readonly marked: readonly number[] | undefined
}

interface Painter {
  /** Whether the browser has WebGL 2. */
  readonly able: boolean
  /** Draws all points at once. The canvas can be read until the current task ends. */
  readonly paint: () => void
}

/** Draws a picture on a canvas in the page's colours. */
export function usePainter(canvas: RefObject<HTMLCanvasElement | null>, picture: Picture): Painter {
  const { places, kinds, looks, camera, whole, size, marked } = picture
  const renderer = useRef<Renderer | undefined>(undefined)
  const [able, setAble] = useState(true)
  const [scheme, setScheme] = useState(0)
  const [painted, setPainted] = useState(0)
  const pace = useRef<Pace>(undefined)
  pace.current ??= paceFrames()
  const paint = useRef<() => void>(() => {})
  useEffect(() => {
    renderer.current = makeRenderer(canvas.current!, places)
    setAble(renderer.current !== undefined)
    return () => {
      renderer.current?.dispose()
    }
  }, [places])
  useEffect(() => {
    renderer.current?.setKinds(kinds)
    setPainted((n) => n + 1)
  }, [places, kinds])
  useEffect(() => {
    const dark = matchMedia('(prefers-color-scheme: dark)')
    const change = (): void => {
      setScheme((n) => n + 1)
    }
    dark.addEventListener('change', change)
    return () => {
      dark.removeEventListener('change', change)
    }
  }, [])
  useEffect(() => {
    const inks = looks.map(({ colour, alpha }) => ({ ...inkOf(colour, canvas.current!.parentElement!), alpha }))
    renderer.current?.setInks(inks)
    setPainted((n) => n + 1)
  }, [places, scheme, looks.map(({ colour, alpha }) => `${colour} ${alpha}`).join()])
  useEffect(() => {
    renderer.current?.mark(marked ?? [])
    setPainted((n) => n + 1)
  }, [places, marked])
  useEffect(() => pace.current!.stop, [])
  useLayoutEffect(() => {
    if (camera === undefined || whole === undefined || renderer.current === undefined) return
    const density = devicePixelRatio
    const element = canvas.current!
    const [width, height] = [Math.round(size.width * density), Math.round(size.height * density)]
    if (element.width !== width || element.height !== height) Object.assign(element, { width, height })
    const nearer = Math.sqrt(Math.max(1, camera.scale / whole.scale))
    const radius = Math.min(LARGEST, pointRadius(kinds.length, size) * nearer)
    const least = marked && pointRadius(marked.length, size)
    const draw = (share: number): void => {
      // With fewer points, draws them larger, so that dense areas still look dense.
      const larger = radius * share ** -0.25
      renderer.current?.draw({ camera, size, density, radius: larger, marked: least, share })
    }
    paint.current = () => {
      draw(1)
    }
    pace.current!.draw(draw)
  }, [camera, size, painted])
  return {
    able,
    paint: useCallback(() => {
      paint.current()
    }, [])
  }
}

/** Returns a suitable radius for so many points on a screen of this size, in CSS pixels. */
function pointRadius(count: number, { width, height }: Size): number {
  return Math.min(3.2, Math.max(0.9, 0.32 * Math.sqrt((width * height) / Math.max(1, count))))
}

/** Returns the value of `--theme` for a class in the current light or dark mode. */
function inkOf(className: string, within: HTMLElement): Ink {
  const probe = document.createElement('span')
  probe.className = `ink-probe ${className}`
  within.append(probe)
  const [red = 0, green = 0, blue = 0] = (/rgba?\(([^)]+)\)/.exec(getComputedStyle(probe).color)?.[1] ?? '')
    .split(/[\s,/]+/)
    .map((part) => Number(part) / 255)
  probe.remove()
  return { red, green, blue, alpha: 1 }
}
