/** Analyses one draft at a time, but for the one that the writer is at, which waits for no other. */
export interface AnalysisQueue {
  /** The writer is at this draft. */
  readonly attend: (uri: string) => void
  /** Does the work when its turn has come, or not at all where the signal is aborted before. @throws what the work throws */
  readonly run: (uri: string, work: () => Promise<void>, signal: AbortSignal) => Promise<void>
}

interface Waiting {
  readonly uri: string
  readonly go: () => void
}

/** Editors open drafts by the dozen that nobody looks at, as when a project is searched. */
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
