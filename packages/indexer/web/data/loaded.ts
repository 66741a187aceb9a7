import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { api, ServiceFailure, type AnalyticsAnswers, type Question } from './api.js'

/** State of a request: loading (with the previous value, to keep the page stable), failed, or loaded. */
export interface Loaded<T> {
  readonly data?: T
  readonly failure?: ServiceFailure
  readonly loading: boolean
  /** Repeats the request. */
  readonly again: () => void
}

/** Maximum number of cached answers. The cache makes going back immediate. */
const KEPT = 60
const kept = new Map<string, unknown>()

const readers = new Set<() => void>()

/** Clears the cache, so that everything visible is loaded again after a change of the collection. */
export function forgetAnswers(): void {
  kept.clear()
  for (const read of readers) read()
}

/**
 * Loads what `key` names, and again whenever the key changes; the previous request is then aborted. `data` keeps the
 * previous value while loading. Without a key, nothing is requested.
 */
export function useLoaded<T>(key: string | undefined, load: (signal: AbortSignal) => Promise<T>): Loaded<T> {
  const [refused, setRefused] = useState<{ key: string; failure: ServiceFailure }>()
  const [turn, setTurn] = useState(0)
  const last = useRef<T | undefined>(undefined)
  useEffect(() => {
    if (key === undefined || kept.has(key)) return
    const aborter = new AbortController()
    load(aborter.signal).then(
      (data) => {
        if (aborter.signal.aborted) return
        kept.set(key, data)
        if (kept.size > KEPT) kept.delete(kept.keys().next().value!)
        setRefused(undefined)
        setTurn((n) => n + 1)
      },
      (error: unknown) => {
        if (aborter.signal.aborted) return
        const failure =
          error instanceof ServiceFailure ? error : new ServiceFailure(`The page failed: ${String(error)}`, 0)
        setRefused({ key, failure })
      }
    )
    return () => {
      aborter.abort()
    }
    // The answer depends only on the key.
  }, [key, turn])
  const again = useCallback(() => {
    if (key !== undefined) kept.delete(key)
    setRefused(undefined)
    setTurn((n) => n + 1)
  }, [key])
  useEffect(() => {
    readers.add(again)
    return () => {
      readers.delete(again)
    }
  }, [again])
  if (key === undefined) return { loading: false, again }
  if (kept.has(key)) {
    last.current = kept.get(key) as T
    return { data: last.current, loading: false, again }
  }
  const data = last.current === undefined ? {} : { data: last.current }
  return refused?.key === key
    ? { ...data, failure: refused.failure, loading: false, again }
    : { ...data, loading: true, again }
}

/** Loads an answer about themes. Without `of`, there is no request. */
export function useAnalytics<N extends keyof AnalyticsAnswers>(
  name: N,
  of: Question | undefined
): Loaded<AnalyticsAnswers[N]> {
  return useLoaded(of && `${name} ${JSON.stringify(of)}`, (signal) => api.analytics(name, of!, signal))
}
