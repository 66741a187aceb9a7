import { keepMap, readKeptMap } from '../map/kept-map.js'
import { drawMap, recolourMap, type SentenceMap } from '../map/sentence-map.js'
import { NO_EDITS } from '../themes/edits.js'
import { currentRun, runName } from '../themes/run.js'
import type { SharedCollection } from './shared-collection.js'

/** A map that is being drawn, and how much of it is. */
export interface Drawing {
  done: number
}

/**
 * The map of a collection: drawn when it is first asked for after themes were built, and kept with the collection, so that
 * the next start of the service finds it. Where themes were merged since, its points stay and change their colours.
 */
export class MapKeeper {
  private map: SentenceMap | undefined
  private drawing: Drawing | undefined
  private failure: { readonly error: unknown } | undefined
  private stopped = false

  constructor(
    private readonly collection: SharedCollection,
    /** Is told why a map that was drawn could not be kept; it is then drawn again after the next start. */
    private readonly onUnkept: (error: unknown) => void
  ) {}

  /** The map of the collection's current run, or how far its drawing is. @throws what ended the drawing before. */
  async get(): Promise<SentenceMap | Drawing> {
    if (this.failure !== undefined) {
      const { error } = this.failure
      this.failure = undefined
      throw error
    }
    if (this.drawing !== undefined) return this.drawing
    const { run, built, kept } = await this.collection.read(async (store) => {
      const { run: name, themes } = await currentRun(store)
      return { run: name, built: runName(themes, NO_EDITS), kept: this.map ?? (await readKeptMap(store)) }
    })
    if (kept?.run === run) return (this.map = kept)
    // Another request may have begun while this one read.
    this.drawing ??= this.draw(run, built, kept?.built === built ? kept : undefined)
    return this.drawing
  }

  /** Gives up a map that is being drawn. */
  stop(): void {
    this.stopped = true
  }

  private draw(run: string, built: string, former: SentenceMap | undefined): Drawing {
    const drawing: Drawing = { done: 0 }
    const onProgress = (done: number): void => {
      if (this.stopped) throw new Error('the service stops')
      drawing.done = done
    }
    void this.collection
      .read((store) =>
        former === undefined ? drawMap(store, { run, built }, {}, onProgress) : recolourMap(store, former, run)
      )
      .then(async (map) => {
        this.map = map
        await this.collection.write((store) => keepMap(store, map)).catch(this.onUnkept)
      })
      .catch((error: unknown) => {
        this.failure = { error }
      })
      .finally(() => {
        this.drawing = undefined
      })
    return drawing
  }
}
