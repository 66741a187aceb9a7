import { keepMap, readKeptMap } from '../map/stored-map.js'
import { drawMap, recolourMap, type SentenceMap } from '../map/sentence-map.js'
import { NO_EDITS } from '../themes/stored-edits.js'
import { currentRun, runName } from '../themes/run.js'
import { CachedJob, type JobProgress } from './cached-job.js'
import type { SharedCollection } from './shared-collection.js'

const QUESTION = 'map'

/**
 * Computes the map of a collection at the first request after a theme build. Stores it with the collection, so that it
 * is available after a restart. After a merge of themes, points keep their positions and change colour.
 */
export class MapJob {
  private readonly job = new CachedJob<SentenceMap>()

  constructor(
    private readonly collection: SharedCollection,
    /** Receives the error if the map could not be stored. It is then computed again after a restart. */
    private readonly onStoreError: (error: unknown) => void
  ) {}

  /** Returns the map of the current themes, or the progress of its drawing. @throws the error that ended the last drawing. */
  async get(): Promise<SentenceMap | JobProgress> {
    return this.job.get(QUESTION, () =>
      this.collection.read(async (store) => {
        const { run, themes } = await currentRun(store)
        const built = runName(themes, NO_EDITS)
        const last = this.job.latest(QUESTION) ?? (await readKeptMap(store))
        const former = last?.built === built ? last : undefined
        return {
          state: run,
          stored: last?.run === run ? last : undefined,
          compute: async (report) => {
            const map = await this.collection.read((store) =>
              former === undefined ? drawMap(store, { run, built }, {}, report) : recolourMap(store, former, run)
            )
            await this.collection.write((store) => keepMap(store, map)).catch(this.onStoreError)
            return { state: run, answer: map }
          }
        }
      })
    )
  }

  stop(): void {
    this.job.stop()
  }
}
