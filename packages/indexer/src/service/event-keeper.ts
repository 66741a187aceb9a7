import { drawEventMap, type EventEncoder } from '@leitmotif/encoder/events'
import { digestSentences, findEvents, holdsHeadlines } from '../events/collection-events.js'
import { countEvents } from '../events/event-counts.js'
import { keepEvents, readKeptEvents, type DrawnEvents } from '../events/kept-events.js'
import type { ThemeStore } from '../store/store.js'
import type { Drawing } from './map-keeper.js'
import type { SharedCollection } from './shared-collection.js'

/** Share of the time that finding events takes; drawing takes the rest. */
const FINDING = 0.5

/**
 * The events of a collection: found and drawn when they are first asked for, and kept with the collection while its sentences
 * are the same, so that the next start of the service finds them.
 */
export class EventKeeper {
  private drawn: { readonly state: string; readonly events: DrawnEvents } | undefined
  private drawing: Drawing | undefined
  private failure: { readonly error: unknown } | undefined
  private stopped = false
  private headlines: { readonly sentences: number; readonly found: Promise<boolean> } | undefined

  constructor(
    private readonly collection: SharedCollection,
    /** Undefined where there is none: nothing can be found. */
    readonly encoder: EventEncoder | undefined,
    /** Is told why events that were found could not be kept; they are then looked for again after the next start. */
    private readonly onUnkept: (error: unknown) => void
  ) {}

  /**
   * Whether events can be found, and the collection's sentences, so many, read as headlines. Looked at again once the
   * collection has doubled or halved: of a large one it takes a while, and hardly changes otherwise.
   */
  async holdsHeadlines(sentences: number): Promise<boolean> {
    if (this.encoder === undefined) return false
    const ratio = this.headlines === undefined ? 0 : sentences / Math.max(1, this.headlines.sentences)
    if (ratio > 1 / 2 && ratio < 2) return this.headlines!.found
    const looked = { sentences, found: this.collection.read(holdsHeadlines) }
    this.headlines = looked
    looked.found.catch(() => {
      if (this.headlines === looked) this.headlines = undefined
    })
    return looked.found
  }

  /** The events of the collection as it is now, or how far finding them is. @throws what ended the drawing before. */
  async get(encoder: EventEncoder): Promise<DrawnEvents | Drawing> {
    if (this.failure !== undefined) {
      const { error } = this.failure
      this.failure = undefined
      throw error
    }
    if (this.drawing !== undefined) return this.drawing
    const state = await this.collection.read(stateOf)
    if (this.drawn?.state === state) return this.drawn.events
    // Another request may have begun while this one read.
    this.drawing ??= this.draw(encoder, state)
    return this.drawing
  }

  /** Gives up a drawing. */
  stop(): void {
    this.stopped = true
  }

  private draw(encoder: EventEncoder, state: string): Drawing {
    const drawing: Drawing = { done: 0 }
    const onProgress = (done: number): void => {
      if (this.stopped) throw new Error('the service stops')
      drawing.done = done
    }
    void this.find(encoder, state, onProgress)
      .catch((error: unknown) => {
        this.failure = { error }
      })
      .finally(() => {
        this.drawing = undefined
      })
    return drawing
  }

  /** Finds and draws the events, unless they are known: of the collection as it was in `state`. */
  private async find(encoder: EventEncoder, state: string, onProgress: (share: number) => void): Promise<void> {
    const known = await this.collection.read(async (store) => {
      const events = this.drawn?.events ?? (await readKeptEvents(store, encoder))
      return events?.sentences === (await digestSentences(store)) ? events : undefined
    })
    if (known !== undefined) {
      this.drawn = { state, events: known }
      return
    }
    const events = await this.collection.read((store) => drawEvents(store, encoder, onProgress))
    this.drawn = { state, events }
    await this.collection.write((store) => keepEvents(store, encoder, events)).catch(this.onUnkept)
    // Keeping them made the collection's state another.
    const [after, sentences] = await this.collection.read(async (store) => [
      await stateOf(store),
      await digestSentences(store)
    ])
    if (sentences === events.sentences) this.drawn = { state: after, events }
  }
}

async function drawEvents(
  store: ThemeStore,
  encoder: EventEncoder,
  onProgress: (share: number) => void
): Promise<DrawnEvents> {
  const { sentences, of, events, digest } = await findEvents(
    store,
    (text) => encoder.extract(text),
    {},
    (done, all) => {
      onProgress(FINDING * Math.min(1, done / all))
    }
  )
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

/** What changes with the collection; of stores that cannot tell, as far as their size tells. */
export async function stateOf(store: ThemeStore): Promise<string> {
  return (await store.state()) ?? JSON.stringify(await store.describe())
}
