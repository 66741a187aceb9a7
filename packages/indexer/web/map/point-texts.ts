import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { api } from '../data/api.js'

export interface PointTexts {
  readonly texts: ReadonlyMap<number, string>
  /** Loads the texts of these points, except those already loaded or requested. */
  readonly read: (points: readonly number[]) => void
}

/**
 * Loads and caches the sentences of a map's points. Those that cannot be loaded are left out silently, because hovering
 * should not show errors.
 */
export function usePointTexts(run: string): PointTexts {
  const [texts, setTexts] = useState<ReadonlyMap<number, string>>(new Map())
  const asked = useRef(new Set<number>())
  const aborter = useRef(new AbortController())
  useEffect(
    () => () => {
      aborter.current.abort()
    },
    []
  )
  const read = useCallback((points: readonly number[]) => {
    const unknown = points.filter((point) => !asked.current.has(point))
    if (unknown.length === 0) return
    for (const point of unknown) asked.current.add(point)
    api.points(run, unknown, aborter.current.signal).then(
      (answer) => {
        setTexts(
          (before) => new Map([...before, ...answer.points.map(({ index, record }) => [index, record.text] as const)])
        )
      },
      () => {
        for (const point of unknown) asked.current.delete(point)
      }
    )
  }, [])
  return { texts, read }
}

/** Loads the texts of these points once the points have not changed for `after` milliseconds. */
export function useTextsOf(points: readonly number[], { texts, read }: PointTexts, after: number): void {
  const unknown = points.filter((point) => !texts.has(point))
  useEffect(() => {
    if (unknown.length === 0) return
    const timer = setTimeout(read, after, unknown)
    return () => {
      clearTimeout(timer)
    }
  }, [unknown.join()])
}
