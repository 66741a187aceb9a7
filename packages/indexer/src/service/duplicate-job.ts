import type { PairScorer } from '@leitmotif/pairs'
import { canAnswer, type Comparison } from '../duplicates/sentence-comparison.js'
import { checkDuplicates, findDuplicates, type Duplicates, type DuplicatesRequest } from '../duplicates/duplicates.js'
import { CachedJob, type Answer, type JobProgress } from './cached-job.js'
import { stateOf, type SharedCollection } from './shared-collection.js'

/** For each step: share of the time before it, and share of the step itself. */
const STEPS = { reading: [0, 0.1], scoring: [0.1, 0.4], comparing: [0.5, 0.5] } as const

/** Finds the duplicates of a collection at the first request. Runs one search at a time. */
export class DuplicateJob {
  private readonly job
  /**
   * The last comparison, which can answer requests with other thresholds, too. Only one is in memory, because it holds
   * the words of all sentences.
   */
  private compared: { readonly state: string; readonly comparison: Comparison } | undefined

  constructor(
    private readonly collection: Pick<SharedCollection, 'read'>,
    /** Scores paraphrases; undefined without a pair scorer. */
    private readonly scorer: PairScorer | undefined,
    patience?: number
  ) {
    this.job = new CachedJob<Duplicates>(patience)
  }

  /**
   * Returns the duplicates of the collection, or the progress of the search (0 while the job works on another request).
   * @throws Failure for an invalid request; the error that ended the last search for this request.
   */
  async get(request: DuplicatesRequest): Promise<Duplicates | JobProgress> {
    const settings = checkDuplicates(request, this.scorer)
    return this.job.get(JSON.stringify(request), async () => {
      const state = await this.collection.read(stateOf)
      const isCompared = this.compared?.state === state && canAnswer(this.compared.comparison, settings)
      return {
        state,
        quick: isCompared,
        compute: (report, signal) => {
          // Frees the memory before the next comparison.
          if (!isCompared) this.compared = undefined
          return this.find(request, state, report, signal)
        }
      }
    })
  }

  stop(): void {
    this.job.stop()
  }

  private async find(
    request: DuplicatesRequest,
    state: string,
    report: (done: number) => void,
    signal: AbortSignal
  ): Promise<Answer<Duplicates>> {
    const onProgress: DuplicatesRequest['onProgress'] = (step, some, of) => {
      const [from, part] = STEPS[step]
      report(from + part * Math.min(1, some / Math.max(1, of)))
    }
    const compared = this.compared?.comparison
    const onCompared = (comparison: Comparison): void => {
      this.compared = { state, comparison }
    }
    const answer = await this.collection.read((store) =>
      findDuplicates(store, this.scorer, { ...request, signal, onProgress, compared, onCompared })
    )
    return { state, answer }
  }
}
