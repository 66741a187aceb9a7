import { AnswerCache } from '../store/answer-cache.js'
import { OtherEncoder } from '../store/collection-file.js'
import { UnreadableTables } from '../store/embedded/table-damage.js'
import { CollectionBusy } from '../store/write-access.js'
import type { ThemeStore } from '../store/store.js'

/** The collection cannot be opened or read now. `cause` has the reason, with paths that callers must not see. */
export class CollectionUnavailable extends Error {}

/** Opens a collection, and returns a version that changes when readers must reopen it: '' without a collection. */
export interface CollectionOpener {
  readonly open: (access: 'read' | 'write') => Promise<ThemeStore>
  readonly version: () => Promise<string>
}

/** Maximum total size of cached answers, in characters of JSON. */
const MAX_ANSWERS = 32 * 1024 * 1024

/** The same for answers to searches: some 2,000. They are apart because they would displace answers that take long. */
const MAX_SEARCHES = 8 * 1024 * 1024

/** Attempts to read while another process rewrites the tables. */
const READ_TRIES = 3

/** A store that requests read. It is closed after a newer one has replaced it and its last request is done. */
interface Reading {
  /** The version of the collection for which this store is current. */
  version: string
  readonly store: ThemeStore
  users: number
  replaced: boolean
  /**
   * Whether the collection now has the vectors of another encoder, while this store still reads the earlier ones of
   * ours.
   */
  outdated: boolean
}

/**
 * One collection shared by all requests. Many requests read it at once over one store, which is reopened when another
 * process has changed the collection. One request at a time writes, and the collection is open for writing only
 * meanwhile. If the collection gets the vectors of another encoder, requests read the earlier vectors as long as these
 * are stored, and nothing is written.
 */
export class SharedCollection {
  private reading: Promise<Reading> | undefined
  private writing: Promise<unknown> = Promise.resolve()

  private readonly answers = new AnswerCache(MAX_ANSWERS)
  private readonly searches = new AnswerCache(MAX_SEARCHES)

  constructor(
    private readonly door: CollectionOpener,
    /** Called with the reason when requests begin to read the earlier vectors. */
    private readonly onOutdated: (error: unknown) => void = () => undefined
  ) {}

  /** Like `read`, but returns the cached answer to the same question while the collection is unchanged. */
  async readOnce<T>(question: string, work: (store: ThemeStore) => Promise<T>, cache = this.answers): Promise<T> {
    return this.read(async (store) => cache.give(await store.state(), question, () => work(store)))
  }

  /** Like `readOnce`, for searches. */
  async searchOnce<T>(question: string, work: (store: ThemeStore) => Promise<T>): Promise<T> {
    return this.readOnce(question, work, this.searches)
  }

  /** Runs `work`, and repeats it if another process rewrote what it read. `work` must only read. */
  async read<T>(work: (store: ThemeStore) => Promise<T>): Promise<T> {
    for (let left = READ_TRIES; ; left--) {
      const reading = await this.current()
      try {
        return await work(reading.store)
      } catch (error) {
        if (!(error instanceof UnreadableTables) || left === 1) throw error
      } finally {
        if (--reading.users === 0 && reading.replaced) await reading.store.close()
      }
    }
  }

  /**
   * Returns whether requests read the collection's current vectors and not the earlier ones.
   * @throws CollectionUnavailable if nothing can be read, whatever the reason.
   */
  async check(): Promise<boolean> {
    try {
      await this.read((store) => store.describe())
      return !(await this.reading!).outdated
    } catch (cause) {
      throw cause instanceof CollectionUnavailable ? cause : new CollectionUnavailable('cannot be read', { cause })
    }
  }

  /**
   * Runs `work` exclusively.
   * @throws CollectionBusy while another process writes; CollectionUnavailable if the collection went away meanwhile, as what was
   * written is lost then.
   */
  async write<T>(work: (store: ThemeStore) => Promise<T>): Promise<T> {
    const turn = this.writing.then(async () => {
      const store = await this.open('write')
      try {
        const written = await work(store)
        if ((await this.door.version()) === '') throw new CollectionUnavailable('went away while it was written to')
        return written
      } finally {
        await store.close()
      }
    })
    this.writing = turn.catch(() => undefined)
    return turn
  }

  /** Closes the store once the current write has ended. If reads are still running, the last of them closes it. */
  async close(): Promise<void> {
    await this.writing
    const reading = await this.reading?.catch(() => undefined)
    if (reading === undefined) return
    if (reading.users > 0) reading.replaced = true
    else await reading.store.close()
  }

  /** Returns the store to read, after counting its new user. */
  private async current(): Promise<Reading> {
    const version = await this.door.version()
    const before = this.reading
    const known = await before?.catch(() => undefined)
    // Of concurrent requests, the first opens the store for all.
    if (this.reading === before && known?.version !== version) this.reading = this.replace(known, version)
    const reading = await this.reading!
    reading.users++
    return reading
  }

  private async replace(before: Reading | undefined, version: string): Promise<Reading> {
    let store: ThemeStore
    try {
      store = await this.open('read')
    } catch (error) {
      if (before === undefined || !isOtherEncoder(error)) {
        this.reading = before && Promise.resolve(before)
        throw error
      }
      if (!before.outdated) this.onOutdated(error.cause)
      return Object.assign(before, { version, outdated: true })
    }
    if (before !== undefined) {
      before.replaced = true
      if (before.users === 0) await before.store.close()
    }
    return { version, store, users: 0, replaced: false, outdated: false }
  }

  private async open(access: 'read' | 'write'): Promise<ThemeStore> {
    try {
      return await this.door.open(access)
    } catch (cause) {
      throw cause instanceof CollectionBusy ? cause : new CollectionUnavailable('cannot be opened', { cause })
    }
  }
}

/** Whether the collection is intact and only has the vectors of another encoder. */
function isOtherEncoder(error: unknown): error is CollectionUnavailable {
  return error instanceof CollectionUnavailable && error.cause instanceof OtherEncoder
}

/** Returns a string that changes with the collection; for stores without a state, it changes with their size. */
export async function stateOf(store: ThemeStore): Promise<string> {
  return (await store.state()) ?? JSON.stringify(await store.describe())
}
