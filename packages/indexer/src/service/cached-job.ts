import { setTimeout } from 'node:timers/promises'

/**
 * Maximum number of cached answers. More than one, so that a client still finds its answer when others ask meanwhile.
 */
const MAX_ANSWERS = 4

/** Milliseconds without a request after which a running job gives way to another question. */
const PATIENCE = 10_000

/** How long a request waits for a quick job, in milliseconds. */
const QUICK = 1_000

/** A running job. */
export interface JobProgress {
  /** Share of the work that is done, 0 to 1. */
  done: number
}

/** An answer, and the state of the collection that it belongs to. */
export interface Answer<T> {
  readonly state: string
  readonly answer: T
}

/** How to answer a question about a collection. */
export interface Attempt<T> {
  /** The collection's current state. A cached answer with the same state is returned. */
  readonly state: string
  /** An existing answer for this state, which needs no computation. */
  readonly stored?: T | undefined
  /** Whether the computation is short enough for the first request to wait for it. */
  readonly quick?: boolean
  /** Computes the answer. `report` throws once the job is cancelled. */
  readonly compute: (report: (done: number) => void, signal: AbortSignal) => Promise<Answer<T>>
}

interface Run {
  readonly question: string
  readonly progress: JobProgress
  readonly cancelled: AbortController
  readonly ended: Promise<void>
  /** Time of the last request for this answer, in milliseconds. */
  asked: number
}

/**
 * A background computation whose answer is cached until the collection changes. The first request starts it. One
 * question is computed at a time. A job that no request waits for is cancelled when a request asks another question.
 * Until the answer is there, routes reply with status 202 (`runningReply`).
 */
export class CachedJob<T> {
  private readonly answers = new Map<string, Answer<T>>()
  private readonly failures = new Map<string, unknown>()
  private readonly stopped = new AbortController()
  private running: Run | undefined

  constructor(private readonly patience = PATIENCE) {}

  /**
   * Returns the answer to `question`, or the progress of its computation (0 while the job works on another question).
   * @throws the error that ended the last computation, once.
   */
  async get(question: string, prepare: () => Promise<Attempt<T>>): Promise<T | JobProgress> {
    if (this.failures.has(question)) {
      const error = this.failures.get(question)
      this.failures.delete(question)
      throw error
    }
    if (this.running?.question === question) {
      this.running.asked = Date.now()
      return this.running.progress
    }
    const attempt = await prepare()
    const { state, stored, quick = false } = attempt
    if (stored !== undefined) setLatest(this.answers, question, { state, answer: stored })
    const cached = this.answers.get(question)
    if (cached?.state === state) return cached.answer
    // Another request may have started a job during `prepare`.
    if (this.running === undefined) {
      const { ended, progress } = (this.running = this.start(question, attempt))
      if (quick) await Promise.race([ended, setTimeout(QUICK, undefined, { ref: false })])
      const computed = this.answers.get(question)
      return computed?.state === state ? computed.answer : progress
    }
    if (this.running.question === question) return this.running.progress
    if (Date.now() - this.running.asked >= this.patience) this.running.cancelled.abort()
    return { done: 0 }
  }

  /** Returns the last answer to `question`, whatever the collection's state. */
  latest(question: string): T | undefined {
    return this.answers.get(question)?.answer
  }

  /** Cancels the running job, and all later ones. */
  stop(): void {
    this.stopped.abort(new Error('the service stops'))
  }

  private start(question: string, { compute }: Attempt<T>): Run {
    const progress: JobProgress = { done: 0 }
    const cancelled = new AbortController()
    const signal = AbortSignal.any([this.stopped.signal, cancelled.signal])
    const report = (done: number): void => {
      signal.throwIfAborted()
      progress.done = done
    }
    const ended = compute(report, signal)
      .then((answer) => {
        setLatest(this.answers, question, answer)
      })
      .catch((error: unknown) => {
        // The error of a cancelled job does not concern the question.
        if (!cancelled.signal.aborted) setLatest(this.failures, question, error)
      })
      .finally(() => {
        this.running = undefined
      })
    return { question, progress, cancelled, ended, asked: Date.now() }
  }
}

/** Makes `value` the latest entry, and drops the oldest entry beyond MAX_ANSWERS. */
function setLatest<T>(entries: Map<string, T>, question: string, value: T): void {
  entries.delete(question)
  entries.set(question, value)
  const [first] = entries.keys()
  if (entries.size > MAX_ANSWERS) entries.delete(first)
}
