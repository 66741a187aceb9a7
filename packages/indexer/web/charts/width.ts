import { useLayoutEffect, useRef, useState } from 'preact/hooks'

/** Returns the current width of an element in CSS pixels, and a ref for it; 0 before it is known. */
export function useWidth<E extends Element>() {
  const ref = useRef<E>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const observer = new ResizeObserver(([entry]) => {
      setWidth(Math.round(entry.contentRect.width))
    })
    observer.observe(ref.current!)
    return () => {
      observer.disconnect()
    }
  }, [])
  return { ref, width }
}
