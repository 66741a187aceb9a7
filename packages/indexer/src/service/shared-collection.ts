import { OtherEncoder } from '../store/collection-file.js'
import { UnreadableTables } from '../store/embedded/table-damage.js'
import { CollectionBusy } from '../store/write-access.js'
import type { ThemeStore } from '../store/store.js'
import { AnswerCache } from './answer-cache.js'

/** The collection cannot be opened or read now; `cause` says why, with places that are no caller's business. */
export class CollectionUnavailable extends Error {}

/** Opens a collection, and returns a version that changes when readers must reopen it. */
export interface CollectionDoor {
  readonly open: (access: 'read' | 'write') => Promise<ThemeStore>
  readonly version: () => Promise<string>
}

/** Attempts to read while another process rewrites the tables. */
const READ_TRIES = 3

/** A store that requests read; closed when a newer one has replaced it and the last of them is done. */
interface Reading {
  /** That of the collection for which it is known to be the store to read. */
  version: string
  readonly store: ThemeStore
  users: number
  replaced: boolean
  /** Whether the collection has the vectors of another encoder by now, and this store those that ours gave it before. */
  outdated: boolean
}

/**
 * One collection for all requests: many read it at once, over one store that is opened anew when another process has
 * changed what the collection is; one at a time changes it, and has it open for writing only while it does. Once it has
 * the vectors of another encoder, those of before are read on for as long as they are kept, and nothing is written.
 */
export class SharedCollection {
  private reading: Promise<Reading> | undefined
  private writing: Promise<unknown> = Promise.resolve()

  private readonly answers = new AnswerCache()

  constructor(
    private readonly door: CollectionDoor,
    /** Is told why the vectors of before are read on, when that begins. */
    private readonly onOutdated: (error: unknown) => void = () => undefined
  ) {}

  /** As `read`, but what `work` gave before to the same question is given again while the collection is the same. */
  async readOnce<T>(question: string, work: (store: ThemeStore) => Promise<T>): Promise<T> {
    return this.read(async (store) => this.answers.give(await store.state(), question, () => work(store)))
  }

  /** Does `work`, again where another process rewrote what it read: it must do nothing but read. */
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
   * Whether what is read has the vectors that the collection has now, not those of before.
   * @throws CollectionUnavailable where nothing can be read, whatever the reason.
   */
  async check(): Promise<boolean> {
    try {
      await this.read((store) => store.describe())
      return !(await this.reading!).outdated
    } catch (cause) {
      throw cause instanceof CollectionUnavailable ? cause : new CollectionUnavailable('cannot be read', { cause })
    }
  }

  /** Does `work` alone. @throws CollectionBusy while another process writes. */
  async write<T>(work: (store: ThemeStore) => Promise<T>): Promise<T> {
    const turn = this.writing.then(async () => {
      const store = await this.open('write')
      try {
        return await work(store)
      } finally {
        await store.close()
      }
    })
    this.writing = turn.catch(() => undefined)
    return turn
  }

  /** Closes it once what writes is done. What still reads, though nobody waits for it, closes it when it is done. */
  async close(): Promise<void> {
    await this.writing
    const reading = await this.reading?.catch(() => undefined)
    if (reading === undefined) return
    if (reading.users > 0) reading.replaced = true
    else await reading.store.close()
  }

  /** The store to read, with its user counted. */
  private async current(): Promise<Reading> {
    const version = await this.door.version()
    const before = this.reading
    const known = await before?.catch(() => undefined)
    // Of requests that come together, the first opens it for all.
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

/** Whether a collection is as it should be, and only has the vectors of another encoder than ours. */
function isOtherEncoder(error: unknown): error is CollectionUnavailable {
  return error instanceof CollectionUnavailable && error.cause instanceof OtherEncoder
}

/** Returns a string that changes with the collection; for stores without a state, it changes with their size. */
export async function stateOf(store: ThemeStore): Promise<string> {
  return (await store.state()) ?? JSON.stringify(await store.describe())
}
