/** Runs one analysis at a time. The draft that the writer is working on does not wait. */
export interface AnalysisQueue {
  /** Marks the draft that the writer is working on. */
  readonly attend: (uri: string) => void
  /** Runs the work in its turn, or not at all if the signal is aborted before. @throws what the work throws */
  readonly run: (uri: string, work: () => Promise<void>, signal: AbortSignal) => Promise<void>
}

interface Waiting {
  readonly uri: string
  readonly go: () => void
}

/**
 * Returns an empty queue. It is needed because editors open many drafts that nobody looks at, for example in a search.
 */
export function createAnalysisQueue(): AnalysisQueue {
  const waiting = new Set<Waiting>()
  let attended: string | undefined
  let running = 0
  const release = (one: Waiting | undefined): void => {
    if (one !== undefined && waiting.delete(one)) one.go()
  }
  const next = (): void => {
    if (running === 0) release(waiting.values().next().value)
  }
  return {
    attend(uri) {
      attended = uri
      for (const one of waiting) if (one.uri === uri) release(one)
    },
    async run(uri, work, signal) {
      if (running > 0 && uri !== attended && !signal.aborted) {
        await new Promise<void>((go) => {
          const one = { uri, go }
          waiting.add(one)
          signal.addEventListener('abort', () => {
            release(one)
          })
        })
      }
      running++
      try {
        if (!signal.aborted) await work()
      } finally {
        running--
        next()
      }
    }
  }
}
