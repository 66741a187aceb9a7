import type { PairScorer } from '@leitmotif/encoder/pairs'
import { setTimeout } from 'node:timers/promises'
import { answers, type Comparison } from '../duplicates/comparison.js'
import { checkDuplicates, findDuplicates, type Duplicates, type DuplicatesRequest } from '../duplicates/duplicates.js'
import { stateOf } from './event-keeper.js'
import type { Drawing } from './map-keeper.js'
import type { SharedCollection } from './shared-collection.js'

/** Answers that are kept, the latest: who asked for one of them has time to ask again, whatever others ask meanwhile. */
const KEPT = 4

/** Who has not asked again for so long, in milliseconds, waits no more: a search that is in others' way is given up. */
const PATIENCE = 10_000

/** What is known of the collection is asked anew so quickly that it is worth while to wait for, in milliseconds. */
const SOON = 1_000

/** Share of the time that each step begins at, and takes. */
const STEPS = { reading: [0, 0.1], scoring: [0.1, 0.4], comparing: [0.5, 0.5] } as const

/** A search that is on its way. */
interface Search {
  readonly question: string
  readonly drawing: Drawing
  readonly forgotten: AbortController
  readonly ended: Promise<void>
  /** When it was asked for last. */
  asked: number
}

/**
 * What a collection says more than once: looked for when it is first asked for, one search at a time, and kept while the
 * collection is the same. A search that nobody waits for any more goes on unless another is asked for.
 */
export class DuplicateKeeper {
  private readonly kept = new Map<string, { readonly state: string; readonly answer: Duplicates }>()
  private readonly failures = new Map<string, unknown>()
  private readonly stopped = new AbortController()
  private search: Search | undefined
  /** What the last search compared: other bounds make no other comparison. One at most, for it holds all sentences' words. */
  private compared: { readonly state: string; readonly comparison: Comparison } | undefined

  constructor(
    private readonly collection: Pick<SharedCollection, 'read'>,
    /** Rates paraphrases; undefined where there is none. */
    private readonly scorer: PairScorer | undefined,
    private readonly patience = PATIENCE
  ) {}

  /**
   * The answer of the collection as it is now, or how far looking for it is; 0 while another search goes on.
   * @throws Failure for what can't be asked, or what ended the search before.
   */
  async get(request: DuplicatesRequest): Promise<Duplicates | Drawing> {
    const settings = checkDuplicates(request, this.scorer)
    const question = JSON.stringify(request)
    if (this.failures.has(question)) {
      const error = this.failures.get(question)
      this.failures.delete(question)
      throw error
    }
    if (this.search?.question === question) {
      this.search.asked = Date.now()
      return this.search.drawing
    }
    const state = await this.collection.read(stateOf)
    const kept = this.kept.get(question)
    if (kept?.state === state) return kept.answer
    // Another request may have begun while this one read.
    if (this.search === undefined) {
      const known = this.compared?.state === state && answers(this.compared.comparison, settings)
      // Two are not held at once.
      if (!known) this.compared = undefined
      const { ended, drawing } = (this.search = this.begin(question, state, request))
      if (known) await Promise.race([ended, setTimeout(SOON, undefined, { ref: false })])
      const found = this.kept.get(question)
      return found?.state === state ? found.answer : drawing
    }
    if (this.search.question === question) return this.search.drawing
    if (Date.now() - this.search.asked >= this.patience) this.search.forgotten.abort()
    return { done: 0 }
  }

  /** Gives up what is looked for. */
  stop(): void {
    this.stopped.abort(new Error('the service stops'))
  }

  private begin(question: string, state: string, request: DuplicatesRequest): Search {
    const drawing: Drawing = { done: 0 }
    const forgotten = new AbortController()
    const signal = AbortSignal.any([this.stopped.signal, forgotten.signal])
    const onProgress: DuplicatesRequest['onProgress'] = (step, some, of) => {
      const [from, part] = STEPS[step]
      drawing.done = from + part * Math.min(1, some / Math.max(1, of))
    }
    const compared = this.compared?.comparison
    const onCompared = (comparison: Comparison): void => {
      this.compared = { state, comparison }
    }
    const ended = this.collection
      .read((store) => findDuplicates(store, this.scorer, { ...request, signal, onProgress, compared, onCompared }))
      .then((answer) => {
        keepLatest(this.kept, question, { state, answer })
      })
      .catch((error: unknown) => {
        // What was given up says nothing of the question.
        if (!forgotten.signal.aborted) keepLatest(this.failures, question, error)
      })
      .finally(() => {
        this.search = undefined
      })
    return { question, drawing, forgotten, ended, asked: Date.now() }
  }
}

/** Sets what is the last in `kept`, which the first leaves beyond KEPT. */
function keepLatest<T>(kept: Map<string, T>, question: string, value: T): void {
  kept.delete(question)
  kept.set(question, value)
  const [first] = kept.keys()
  if (kept.size > KEPT) kept.delete(first)
}
