import type { RefObject } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { useCatalogue } from '../catalogue.js'
import type { Camera, Size } from './camera.js'
import { inkOf } from './inks.js'
import type { MapPoints } from './points.js'
import { makeRenderer, type Renderer } from './renderer.js'

/** How much of a point shows: of a theme, without one, and of themes beside the one that was picked. */
const [THEME, NONE, OTHERS] = [0.72, 0.25, 0.12]

/** The largest radius of a point, in CSS pixels. */
const LARGEST = 6

interface Picture {
  readonly map: MapPoints
  readonly camera: Camera | undefined
  readonly whole: Camera | undefined
  readonly size: Size
  /** The theme whose points stand out, by its index; undefined: all are alike. */
  readonly theme: number | undefined
  /** Points that stand out. */
  readonly marked: readonly number[]
}

/** Keeps what a canvas shows as the picture is, in the colours of the page; false where the browser has no WebGL 2. */
export function usePainter(canvas: RefObject<HTMLCanvasElement | null>, picture: Picture): boolean {
  const { map, camera, whole, size, theme, marked } = picture
  const { colour, find } = useCatalogue()
  const renderer = useRef<Renderer | undefined>(undefined)
  const [able, setAble] = useState(true)
  const [scheme, setScheme] = useState(0)
  const [painted, setPainted] = useState(0)
  useEffect(() => {
    renderer.current = makeRenderer(canvas.current!, map)
    setAble(renderer.current !== undefined)
    return () => {
      renderer.current?.dispose()
    }
  }, [map])
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
    const shown = map.header.themes.map(({ id }) => (find(id)?.hidden === true ? undefined : id))
    const inks = [...shown, undefined].map((id, i) => {
      const alpha = theme !== undefined && theme !== i ? OTHERS : id === undefined ? NONE : THEME
      return { ...inkOf(colour(id), canvas.current!.parentElement!), alpha }
    })
    renderer.current?.setInks(inks)
    setPainted((n) => n + 1)
  }, [map, theme, scheme, colour])
  useEffect(() => {
    renderer.current?.mark(marked)
    setPainted((n) => n + 1)
  }, [map, marked])
  useLayoutEffect(() => {
    if (camera === undefined || whole === undefined || renderer.current === undefined) return
    const density = devicePixelRatio
    const element = canvas.current!
    const [width, height] = [Math.round(size.width * density), Math.round(size.height * density)]
    if (element.width !== width || element.height !== height) Object.assign(element, { width, height })
    const nearer = Math.sqrt(Math.max(1, camera.scale / whole.scale))
    const radius = Math.min(LARGEST, pointRadius(map.header.count, size) * nearer)
    renderer.current.draw({ camera, size, density, radius, marked: marked.length > 0 })
  }, [camera, size, painted])
  return able
}

/** The radius at which so many points fill a screen of that size well, in CSS pixels. */
function pointRadius(count: number, { width, height }: Size): number {
  return Math.min(3.2, Math.max(0.9, 0.32 * Math.sqrt((width * height) / Math.max(1, count))))
}
