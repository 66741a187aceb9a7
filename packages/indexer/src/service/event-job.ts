import { drawEventMap } from '@leitmotif/events'
import type { EventEncoder } from '@leitmotif/events'
import { digestSentences, findEvents, holdsHeadlines } from '../events/collection-events.js'
import { countEvents } from '../events/event-counts.js'
import { keepEvents, readKeptEvents, type DrawnEvents } from '../events/stored-events.js'
import type { ThemeStore } from '../store/store.js'
import { CachedJob, type Answer, type JobProgress } from './cached-job.js'
import { stateOf, type SharedCollection } from './shared-collection.js'

/** Share of the time for finding events; the rest is for laying out the map. */
const FINDING = 0.5

const QUESTION = 'events'

/**
 * Finds the events of a collection and lays out their map at the first request. Stores them with the collection, so
 * that they are available after a restart until the sentences change.
 */
export class EventJob {
  private readonly job = new CachedJob<DrawnEvents>()
  private headlines: { readonly sentences: number; readonly found: Promise<boolean> } | undefined

  constructor(
    private readonly collection: SharedCollection,
    /** Undefined without a bundle; then the service finds no events. */
    readonly encoder: EventEncoder | undefined,
    /** Receives the error if the events could not be stored. They are then found again after a restart. */
    private readonly onStoreError: (error: unknown) => void
  ) {}

  /**
   * Whether the service can find events, and the collection's sentences look like headlines. `sentences` is the number
   * of sentences. The check is slow for a large collection and its result rarely changes, so it is repeated only once
   * the collection has doubled or halved.
   */
  async holdsHeadlines(sentences: number): Promise<boolean> {
    if (this.encoder === undefined) return false
    const ratio = this.headlines === undefined ? 0 : sentences / Math.max(1, this.headlines.sentences)
    if (ratio > 1 / 2 && ratio < 2) return this.headlines!.found
    const check = { sentences, found: this.collection.read(async (store) => (await holdsHeadlines(store)) === true) }
    this.headlines = check
    check.found.catch(() => {
      if (this.headlines === check) this.headlines = undefined
    })
    return check.found
  }

  /** Returns the events of the collection, or the progress of finding them. @throws the error that ended the last search. */
  async get(encoder: EventEncoder): Promise<DrawnEvents | JobProgress> {
    return this.job.get(QUESTION, async () => {
      const state = await this.collection.read(stateOf)
      return { state, compute: (report) => this.find(encoder, state, report) }
    })
  }

  stop(): void {
    this.job.stop()
  }

  /** Finds the events of the collection in `state`, unless the stored ones belong to the same sentences. */
  private async find(
    encoder: EventEncoder,
    state: string,
    report: (done: number) => void
  ): Promise<Answer<DrawnEvents>> {
    const stored = await this.collection.read(async (store) => {
      const events = this.job.latest(QUESTION) ?? (await readKeptEvents(store, encoder))
      return events?.sentences === (await digestSentences(store)) ? events : undefined
    })
    if (stored !== undefined) return { state, answer: stored }
    const events = await this.collection.read((store) => drawEvents(store, encoder, report))
    await this.collection.write((store) => keepEvents(store, encoder, events)).catch(this.onStoreError)
    // Storing the events changed the collection's state.
    const [after, sentences] = await this.collection.read(async (store) => [
      await stateOf(store),
      await digestSentences(store)
    ])
    return { state: sentences === events.sentences ? after : state, answer: events }
  }
}

async function drawEvents(
  store: ThemeStore,
  encoder: EventEncoder,
  onProgress: (share: number) => void
): Promise<DrawnEvents> {
  const { sentences, of, events, digest } = await findEvents(store, encoder, {}, (done, all) => {
    onProgress(FINDING * Math.min(1, done / all))
  })
  const { map, shown } = await drawEventMap(
    events,
    sentences,
    (some) => encoder.encode(some),
    {},
    (share) => {
      onProgress(FINDING + (1 - FINDING) * share)
    }
  )
  const sources = shown.map((i) => {
    const { id, document, position } = events[i]
    return { id, document, position }
  })
  return { sentences: digest, map, of, sources, counts: countEvents(events.map(({ event }) => event)) }
}
