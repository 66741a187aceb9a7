import { realpath } from 'node:fs/promises'
import { Failure } from '@leitmotif/command'
import {
  checkCollection,
  chooseVectors,
  describeCollection,
  warnOnStandardError,
  type StoreOptions
} from '../collection-file.js'
import { UnreadableValue } from '../computed-value.js'
import { checkCountBy, checkFilter } from '../filter-checks.js'
import { searchRankings } from '../rank-fusion.js'
import { checkDocuments, checkKeptName, checkQuery, keptJson } from '../store-input.js'
import type { GenerationStore } from '../store.js'
import type { WriteRight } from '../write-access.js'
import { countComposite, countValues } from './composite-counts.js'
import { checkVersion, type Connection } from './connection.js'
import { countOfDocuments, pageOfDocuments } from './document-pages.js'
import { DocumentWriter } from './document-writer.js'
import { ElasticsearchCollection } from './elasticsearch-collection.js'
import { createRecords, findGeneration, letWrite, type Generation } from './elasticsearch-generations.js'
import { assignRun, readRun } from './elasticsearch-runs.js'
import { readSentences, scanSentences } from './elasticsearch-scan.js'
import { filterQueries } from './filter-query.js'
import { adoptNext, dropPrevious, openEmpty, openNext, rollBack } from './generation-roles.js'
import { alone, takeLease } from './lease.js'
import { newMeta } from './mapping.js'
import { aliasOf, DEFAULT_COLLECTION, recordsIndex } from './names.js'
import { searchNearest, searchWords } from './searches.js'
import { connectTo } from './server-connection.js'
import { keepJson, readKeptJson } from './stored-values.js'
import { ElasticsearchFailure } from './elasticsearch-failure.js'

export interface ElasticsearchStoreOptions extends StoreOptions {
  /** The number of this process's part of a run: those of other parts write at the same time. */
  readonly part?: number | undefined
}

/**
 * Opens a collection in Elasticsearch at the address `place`. If `place` is `elasticsearch`, the address comes from the
 * environment or the configuration.
 *
 * Each sentence is one record of the index, with its vector, its fields and its theme, simple enough for any
 * aggregation and for Kibana. A hidden index has a record for each document. That record is written before its
 * sentences and again after them, so that work left undone by a killed process is found and repaired when the document
 * is written again. A reader stays with the generation that it opened. Vector search is approximate; its scores are
 * exact.
 * @throws Failure for a server that cannot be reached, is too old or refuses the user; for an index that is not ours;
 * for another encoder or representation.
 * @throws CollectionBusy if another process writes.
 */
export async function openElasticsearchStore(
  place: string,
  options: ElasticsearchStoreOptions
): Promise<GenerationStore> {
  const { warn = warnOnStandardError } = options
  const client = await connectTo(place, warn)
  let lease: WriteRight | undefined
  const close = async (): Promise<void> => {
    try {
      await lease?.release()
    } finally {
      await client.close()
    }
  }
  try {
    const { collection = DEFAULT_COLLECTION, access, encoder, representation, base = '.', part } = options
    const where = `${client.place}/${aliasOf(collection)}`
    const fits = (found: Generation): Generation => {
      checkCollection(where, { ...found.meta, collection }, options)
      return found
    }
    await checkVersion(client)
    let generation = await findGeneration(client, collection, 'current').then((found) => found && fits(found))
    const create = access === 'write' && (options.create ?? encoder !== undefined)
    const missing = (): Failure =>
      new Failure(
        `${where}: there is no such collection; make one with: leitmotif index PATH --to ${place} --collection ${collection}`
      )
    if (generation === undefined && !create) throw missing()
    const vectors = encoder && chooseVectors(encoder, generation?.meta.encoder.representation ?? representation)
    if (access === 'write') {
      if (create) await createRecords(client, collection)
      lease = await takeLease(client, recordsIndex(collection), { part })
    }
    const openGeneration = async (): Promise<ElasticsearchCollection> => {
      // Another process may have created or replaced it before this one had the lease.
      if (lease !== undefined) {
        generation = await findGeneration(client, collection, 'current').then((found) => found && fits(found))
        if (generation !== undefined) await letWrite(client, generation.index)
        else if (!create) throw missing()
      }
      return generation === undefined
        ? openEmpty(client, collection, lease!, 'current', newMeta(await realpath(base), vectors!))
        : new ElasticsearchCollection(client, collection, lease, generation)
    }
    const opened = await (part === undefined
      ? openGeneration()
      : alone(client, recordsIndex(collection), openGeneration))
    if (part !== undefined) opened.share()
    if (options.fields !== undefined && lease !== undefined) await opened.declare(options.fields)
    // A process may have ended while it gave sentences their themes.
    if (lease !== undefined && opened.meta.assigning !== undefined) {
      await opened.refreshes.stop()
      await opened.refreshes.start()
    }
    return storeOf(opened, warn, close)
  } catch (error) {
    await close()
    throw error
  }
}

/**
 * Returns a reader of the current generation's index, undefined for a missing collection, over one shared connection.
 */
export function elasticsearchVersion(
  place: string,
  collection = DEFAULT_COLLECTION
): () => Promise<string | undefined> {
  let client: Connection | undefined
  return async () => {
    client ??= await connectTo(place, () => undefined)
    return (await findGeneration(client, collection, 'current'))?.index
  }
}

/** @param release closes what the collection was opened with, after the last request. */
function storeOf(
  collection: ElasticsearchCollection,
  warn: (line: string) => void,
  release: () => Promise<void>
): GenerationStore {
  const { client, index, records, documents, exclusively } = collection
  const { representation, dims } = collection.meta.encoder
  const writer = new DocumentWriter({ client, index, records }, documents, collection.bulk)

  return {
    representation,
    warn,
    ...(exclusively && { exclusively }),
    async describe() {
      const meta = await collection.refreshMeta()
      const all = await documents.count()
      const { count: sentences } = await client.count({ index })
      return describeCollection(collection.name, meta, { documents: all, sentences })
    },
    async documents(ids) {
      if (ids !== undefined) return documents.readSome(ids)
      // The refresh makes the last writes of a killed process visible.
      if (collection.lease !== undefined) await client.indices.refresh({ index: records })
      return documents.readAll()
    },
    listDocuments: (page) => pageOfDocuments(client, index, documents, page),
    countDocuments: (prefix) => (prefix === '' ? documents.count() : countOfDocuments(client, index, prefix)),
    declare: (fields) => collection.declare(fields),
    async write(changed) {
      await collection.mustWrite()
      checkDocuments(changed, { dims, fields: collection.fields })
      collection.unsettled = true
      return { dead: await writer.write(changed, collection.meta, collection.runs) }
    },
    async remove(gone) {
      await collection.mustWrite()
      collection.unsettled = true
      await writer.remove(gone)
    },
    settle: () => collection.settle(),
    async search(query) {
      await collection.refreshMeta()
      const { fields, runs } = collection
      checkQuery(query, { dims, fields })
      const scope = { client, index, filter: filterQueries(query.filter ?? {}, fields, runs), runs }
      return searchRankings(
        query,
        (vector, depth) => searchNearest(scope, vector, depth),
        (words, depth) => searchWords(scope, words, depth)
      )
    },
    read: (ids) => readSentences(collection, ids),
    scan: (options) => scanSentences(collection, options),
    assign: (run, assignments, themes, onWritten) => assignRun(collection, run, assignments, themes, onWritten),
    themes: () => readRun(collection),
    async halfAssigned() {
      return (await collection.refreshMeta()).assigning !== undefined
    },
    async count(by, filter = {}) {
      await collection.refreshMeta()
      const { fields, runs } = collection
      checkCountBy(by, fields)
      checkFilter(filter, fields)
      return countComposite(client, index, by, fields, filterQueries(filter, fields, runs), runs)
    },
    async countValues() {
      await collection.refreshMeta()
      return countValues(client, index, collection.fields)
    },
    state: () => indexState(client, [index, records]),
    async storedValue(name) {
      checkKeptName(name)
      const json = await readKeptJson(client, records, name)
      try {
        return json === undefined ? undefined : (JSON.parse(json) as unknown)
      } catch (error) {
        throw new UnreadableValue(`${client.place}: the stored value "${name}" cannot be read (${String(error)})`)
      }
    },
    async storeValue(name, value) {
      await collection.mustWrite()
      await keepJson(client, records, name, keptJson(name, value))
    },
    // It is closed before this store, which owns the lease and the connection.
    openNext: async (...vectors) => storeOf(await openNext(collection, ...vectors), warn, () => Promise.resolve()),
    adoptNext: () => adoptNext(collection),
    rollBack: () => rollBack(collection),
    dropPrevious: () => dropPrevious(collection),
    async close() {
      try {
        if (collection.unsettled && !collection.replaced) await collection.settle()
        await collection.refreshes.start()
      } finally {
        await release()
      }
    }
  }
}

/** Used parts of the statistics of a shard copy. */
interface ShardStats {
  readonly routing?: { readonly node?: string | null }
  readonly seq_no?: { readonly max_seq_no?: number }
  readonly refresh?: { readonly external_total?: number }
}

/**
 * Returns a text that changes after each write to the indices, and after each refresh that made writes visible. Undefined
 * if the user may not read these figures (privilege `monitor`), or the server does not have them.
 */
async function indexState(client: Connection, indices: string[]): Promise<string | undefined> {
  let stats
  try {
    stats = await client.indices.stats({ index: indices, metric: ['refresh'], level: 'shards' })
  } catch (error) {
    if (error instanceof ElasticsearchFailure && !error.passing) return undefined
    throw error
  }
  const states: unknown[] = []
  for (const [name, { uuid, shards }] of Object.entries(stats.indices ?? {})) {
    for (const [shard, copies] of Object.entries(shards ?? {})) {
      for (const { routing, seq_no, refresh } of copies as readonly ShardStats[]) {
        if (seq_no?.max_seq_no === undefined || refresh?.external_total === undefined) return undefined
        states.push([name, uuid, shard, routing?.node, seq_no.max_seq_no, refresh.external_total])
      }
    }
  }
  return states.length === 0 ? undefined : JSON.stringify(states.map((state) => JSON.stringify(state)).sort())
}
