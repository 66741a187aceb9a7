import { mkdir, readdir, readFile, realpath, rm, stat } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { Failure, shellWord } from '@leitmotif/command'
import { AnswerCache } from '../answer-cache.js'
import {
  checkCollection,
  chooseVectors,
  type CollectionFile,
  describeCollection,
  newCollection,
  readCollectionFile,
  type StoreOptions,
  warnOnStandardError,
  writeCollectionFile,
  writeFailure,
  writeWhole
} from '../collection-file.js'
import { lockFolder } from '../lock.js'
import { checkKeptName, keptJson } from '../store-input.js'
import type { GenerationStore } from '../store.js'
import type { WriteRight } from '../write-access.js'
import { EmbeddedCollection, FIRST_ROW } from './embedded-collection.js'
import { countRows, countValues } from './embedded-counts.js'
import { EmbeddedDocuments } from './embedded-documents.js'
import { adoptNext, dropPrevious, planNext, rollBack } from './embedded-generations.js'
import { readSentences, scanSentences } from './embedded-scan.js'
import { searchSentences } from './embedded-search.js'
import { MemorySearch } from './memory-search.js'
import { readRun, removeRuns, writeRun } from './runs.js'
import { damageFailure, explainDamage } from './table-damage.js'
import { UnreadableValue } from '../computed-value.js'

export type EmbeddedStoreOptions = StoreOptions

/** Maximum size of cached counts, in characters of JSON: one report asks for some several times. */
const MAX_COUNTS = 4 * 1024 * 1024

/**
 * Opens a collection that lives in a folder: LanceDB tables beside `collection.json`.
 *
 * One row of the table `sentences` is a sentence with all data of its document. So one commit replaces a document, and
 * a killed process leaves either the old or the new state. The themes of a run are in a separate table, joined by id;
 * `collection.json` names the current run, and is replaced atomically. Vector search is exact: with 200,000 sentences
 * it takes a fifth of a second, and a vector index would take minutes to build.
 * @throws Failure for a folder that holds something else, or another version, name, encoder or representation, or that
 * another process writes to.
 */
export async function openEmbeddedStore(folder: string, options: EmbeddedStoreOptions): Promise<GenerationStore> {
  const { encoder, create = encoder !== undefined, warn = warnOnStandardError } = options
  if (options.access === 'read') {
    const file = await readCollectionFile(folder)
    if (file === undefined) throw noCollection(folder)
    checkCollection(folder, file, options)
    try {
      return storeOf(await EmbeddedCollection.open(folder, file, { lock: undefined, create: false }), warn)
    } catch (error) {
      throw damageFailure(folder, error)
    }
  }
  if (!create && (await readCollectionFile(folder)) === undefined) throw noCollection(folder)
  const lock = await claimFolder(folder, create)
  try {
    const file = (await readCollectionFile(folder)) ?? (create ? await createCollection(folder, options) : undefined)
    if (file === undefined) throw noCollection(folder)
    checkCollection(folder, file, options)
    const store = storeOf(await EmbeddedCollection.open(folder, file, { lock, create }), warn)
    if (options.fields !== undefined) await store.declare(options.fields)
    return store
  } catch (error) {
    await lock.release()
    throw writeFailure(folder, damageFailure(folder, error))
  }
}

/** Creates a folder if necessary and allowed, and locks out other writers until the lock is released. */
async function claimFolder(folder: string, create: boolean): Promise<WriteRight> {
  try {
    if (create) await mkdir(folder, { recursive: true })
    return await lockFolder(folder)
  } catch (error) {
    throw writeFailure(folder, error)
  }
}

function noCollection(folder: string): Failure {
  return new Failure(`${folder}: holds no collection; make one with: leitmotif index PATH --to ${shellWord(folder)}`)
}

async function createCollection(folder: string, options: EmbeddedStoreOptions): Promise<CollectionFile> {
  const { encoder, representation, collection = basename(resolve(folder)), base = '.' } = options
  if (encoder === undefined) throw noCollection(folder)
  const others = (await readdir(folder)).filter((name) => !/^(?:lock|collection\.json)/.test(name))
  if (others.length > 0) {
    throw new Failure(`${folder}: holds ${others[0]} and no collection; name an empty or a new folder`)
  }
  const made = newCollection(collection, await realpath(base), chooseVectors(encoder, representation))
  await writeCollectionFile(folder, made)
  return made
}

function storeOf(collection: EmbeddedCollection, warn: (line: string) => void): GenerationStore {
  const { folder, connection, table, lock } = collection
  const { dims, representation } = collection.file.encoder
  const documents = new EmbeddedDocuments(collection)
  const memory = new MemorySearch(table, (version) => collection.openAt(version), dims)
  const counts = new AnswerCache(MAX_COUNTS)
  let runRead: { readonly number: number; readonly themes: unknown } | undefined

  return explainDamage(folder, {
    representation,
    warn,
    async describe() {
      const file = await collection.refresh()
      const [all, sentences] = [await documents.count(), await table.countRows()]
      return describeCollection(file.collection, file, { documents: all, sentences })
    },
    documents: (ids) => documents.read(ids),
    listDocuments: (page) => documents.list(page),
    countDocuments: (prefix) => documents.count(prefix),
    declare: (fields) => collection.declare(fields),
    write: (changed) => documents.write(changed),
    remove: (gone) => documents.remove(gone),
    settle: () => collection.settle(),
    search: (query) => searchSentences(collection, memory, query),
    read: (ids) => readSentences(collection, ids),
    scan: (options) => scanSentences(collection, options),
    async assign(run, assignments, themes) {
      await collection.mustWrite()
      const number = (collection.file.run?.number ?? 0) + 1
      await writeRun(connection, collection.home, number, assignments, themes)
      await collection.describeAs({ ...collection.file, run: { name: run, number } })
      // The previous run stays, because a reader that has just read `collection.json` is about to open it.
      await removeRuns(connection, collection.home, (other) => other < number - 1)
    },
    async themes() {
      const { run } = await collection.refresh()
      if (run === undefined) return undefined
      // A run's file is written once, before the run is named.
      if (runRead?.number !== run.number)
        runRead = { number: run.number, themes: await readRun(collection.home, run.number) }
      return { run: run.name, themes: runRead.themes }
    },
    async count(by, filter = {}) {
      const file = await collection.refresh()
      // Writers change the table all the time.
      const state = lock === undefined ? JSON.stringify(await collection.versions()) : undefined
      return counts.give(state, JSON.stringify([by, filter]), () => countRows(connection, table, file, by, filter))
    },
    async countValues() {
      const { fields } = await collection.refresh()
      return countValues(table.query().where(FIRST_ROW), fields)
    },
    async state() {
      await collection.refresh()
      return JSON.stringify([...(await collection.versions()), await valueVersions(folder)])
    },
    async storedValue(name) {
      checkKeptName(name)
      return readValue(folder, name)
    },
    async storeValue(name, value) {
      await collection.mustWrite()
      await writeValue(folder, name, keptJson(name, value))
    },
    async openNext(encoder, representation) {
      await collection.mustWrite()
      const next = await planNext(folder, chooseVectors(encoder, representation))
      const file = { ...collection.file, run: undefined, ...next }
      const writeFile = async ({ fields, generation, encoder, run }: CollectionFile): Promise<void> => {
        const found = (await readCollectionFile(folder)) ?? file
        await writeCollectionFile(folder, { ...found, fields, next: { generation, encoder, run } })
      }
      // It is closed before this store, which owns the lock.
      const shared: WriteRight = { check: async () => lock?.check(), release: () => Promise.resolve() }
      return storeOf(await EmbeddedCollection.open(folder, file, { lock: shared, create: true, writeFile }), warn)
    },
    adoptNext: () => collection.changeGeneration(adoptNext),
    rollBack: () => collection.changeGeneration(rollBack),
    async dropPrevious() {
      await collection.mustWrite()
      await dropPrevious(folder)
    },
    async close() {
      memory.close()
      await collection.close()
    }
  })
}

/** Reads the value stored under a name in a collection's folder; undefined for none. @throws UnreadableValue */
async function readValue(folder: string, name: string): Promise<unknown> {
  const path = valueFile(folder, name)
  try {
    return JSON.parse(await readFile(path, 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new UnreadableValue(
      `${path}: cannot be read (${(error as Error).message}); remove it, and what it kept is lost`
    )
  }
}

/** Stores JSON under a name; undefined removes it. */
async function writeValue(folder: string, name: string, json: string | undefined): Promise<void> {
  if (json === undefined) await rm(valueFile(folder, name), { force: true })
  else await writeWhole(valueFile(folder, name), json)
}

/** Returns version strings of the stored values. */
async function valueVersions(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => name.startsWith('kept-') && name.endsWith('.json'))
  return Promise.all(
    names.sort().map(async (name) => {
      const found = await stat(join(folder, name), { bigint: true }).catch(() => undefined)
      return `${name} ${found?.ino ?? 0n} ${found?.mtimeNs ?? 0n}`
    })
  )
}

function valueFile(folder: string, name: string): string {
  return join(folder, `kept-${name}.json`)
}
