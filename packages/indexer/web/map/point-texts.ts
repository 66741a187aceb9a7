import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { api } from '../api.js'

interface PointTexts {
  readonly texts: ReadonlyMap<number, string>
  /** Reads the texts of these points, after so many milliseconds in which no others are wanted. */
  readonly want: (points: readonly number[], after?: number) => void
}

/** The sentences of points, read as they are wanted and kept. Those that cannot be read stay unwritten: a hover is no place for errors. */
export function usePointTexts(): PointTexts {
  const [texts, setTexts] = useState<ReadonlyMap<number, string>>(new Map())
  const known = useRef(texts)
  known.current = texts
  const timer = useRef(0)
  const aborter = useRef(new AbortController())
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      aborter.current.abort()
    },
    []
  )
  const want = useCallback((points: readonly number[], after = 0) => {
    clearTimeout(timer.current)
    const unknown = points.filter((point) => !known.current.has(point))
    if (unknown.length === 0) return
    timer.current = window.setTimeout(() => {
      aborter.current.abort()
      aborter.current = new AbortController()
      api.points(unknown, aborter.current.signal).then(
        (answer) => {
          setTexts(
            (before) => new Map([...before, ...answer.points.map(({ index, record }) => [index, record.text] as const)])
          )
        },
        () => {}
      )
    }, after)
  }, [])
  return { texts, want }
}
