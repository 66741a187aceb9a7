import { ThemesNeeded } from '../themes-needed.js'
import { realpath } from 'node:fs/promises'
import type { estypes } from '@elastic/elasticsearch'
import { Failure } from '@leitmotif/command'
import type { Representation } from '@leitmotif/encoder'
import { createRandom } from '@leitmotif/encoder/vectors'
import { checkCollection, chooseVectors, warnOnStandardError, type StoreOptions } from '../collection-file.js'
import { findAccess } from './elasticsearch-access.js'
import { BulkWriter, type ItemResult } from './bulk.js'
import { countComposite, countValues } from './composite-counts.js'
import { checkVersion, connectToEither, type Connection, type ConnectOptions } from './connection.js'
import { DocumentWriter, refuseRejections } from './document-writer.js'
import { countOfDocuments, pageOfDocuments } from './document-pages.js'
import { DocumentRecords } from './elasticsearch-documents.js'
import { filterQueries } from './filter-query.js'
import {
  createGeneration,
  createRecords,
  findGeneration,
  letWrite,
  readMeta,
  setRoles,
  type Generation
} from './elasticsearch-generations.js'
import { indexState } from './index-state.js'
import { keepJson, keptJson as readKept } from './stored-values.js'
import { alone, takeLease } from './lease.js'
import { fieldProperties, newMeta, type CollectionMeta } from './mapping.js'
import { aliasOf, DEFAULT_COLLECTION, recordsIndex, writeAlias } from './names.js'
import { Refreshes } from './refreshes.js'
import { scanHits, COMPLETE_SEARCH } from './point-in-time.js'
import { searchNearest, searchWords } from './searches.js'
import { sliceOf } from './elasticsearch-sentences.js'
import { collectThemes, themeUpdates } from './theme-updates.js'
import { trustOf } from './tls-trust.js'
import { declareFields } from '../fields.js'
import { checkCountBy, checkFilter } from '../filter-checks.js'
import { FUSION_DEPTH, fuseRanks } from '../rank-fusion.js'
import { checkDocuments, checkIds, checkKeptName, checkQuery, keptJson } from '../store-input.js'
import { SCAN_SLICE } from '../store.js'
import { UnreadableValue } from '../computed-value.js'
import type {
  Assignment,
  CollectionDescription,
  Count,
  CountBy,
  DeadDocument,
  DocumentPage,
  DocumentRecord,
  FieldType,
  Filter,
  GenerationStore,
  Hit,
  ListedDocument,
  RecordSlice,
  StoredDocument,
  StoreEncoder,
  StoreQuery,
  ThemeStore
} from '../store.js'
import type { WriteRight } from '../write-access.js'

export interface ElasticsearchStoreOptions extends StoreOptions {
  /** The number of this process's part of a run: those of other parts write at the same time. */
  readonly part?: number | undefined
}

/** Sentences read by id in one request. */
const READ_AT_ONCE = 2000

/** Maximum number of runs. Every read of themes queries each run, so at this number all themes are rewritten. */
const MOST_RUNS = 8

/** The parts of a bulk response that are read. */
const BULK_ANSWER = ['items.*.status', 'items.*.error.type', 'items.*.error.reason', 'items.*.error.caused_by.reason']

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
    const openStore = async (): Promise<ElasticsearchStore> => {
      // Another process may have created or replaced it before this one had the lease.
      if (lease !== undefined) {
        generation = await findGeneration(client, collection, 'current').then((found) => found && fits(found))
        if (generation !== undefined) await letWrite(client, generation.index)
        else if (!create) throw missing()
      }
      return generation === undefined
        ? ElasticsearchStore.make(client, collection, lease!, 'current', newMeta(await realpath(base), vectors!), warn)
        : new ElasticsearchStore(client, collection, lease, generation, warn)
    }
    const store = await (part === undefined ? openStore() : alone(client, recordsIndex(collection), openStore))
    if (part !== undefined) store.share()
    if (options.fields !== undefined && lease !== undefined) await store.declare(options.fields)
    if (lease !== undefined) await store.refreshAgain()
    store.onClose(close)
    return store
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

/** Returns a connection to the server at `place`; credentials are those for it. */
export async function connectTo(
  place: string,
  warn: (line: string) => void,
  options: Pick<ConnectOptions, 'serializer'> = {}
): Promise<Connection> {
  const access = await findAccess(place, process.env, warn)
  return connectToEither(access, { ...options, trust: await trustOf(access) })
}

class ElasticsearchStore implements GenerationStore {
  private readonly index: string
  private readonly records: string
  private meta: CollectionMeta
  private readonly documentRecords: DocumentRecords
  private readonly bulk: BulkWriter
  private readonly writer: DocumentWriter
  private readonly refreshes: Refreshes
  /** Whether something was written since the last refresh. */
  private unsettled = false
  /** Whether another generation has replaced this one. */
  private replaced = false
  /** Does `work` while no other part of a run does its own; absent if there are no others. */
  exclusively?: ThemeStore['exclusively']
  private closing: () => Promise<void> = () => Promise.resolve()

  constructor(
    private readonly client: Connection,
    private readonly collection: string,
    private readonly lease: WriteRight | undefined,
    private readonly generation: Generation,
    readonly warn: (line: string) => void
  ) {
    const { index, number, meta } = generation
    this.index = index
    this.records = recordsIndex(collection)
    this.meta = meta
    this.documentRecords = new DocumentRecords(client, this.records, number)
    this.bulk = new BulkWriter((target, lines) => this.sendBulk(target, lines), createRandom(`${index} ${process.pid}`))
    this.refreshes = new Refreshes(client, index)
    this.writer = new DocumentWriter({ client, index, records: this.records }, this.documentRecords, this.bulk)
  }

  /** Creates an empty generation, and removes leftovers of an earlier one with the same number. */
  static async make(
    client: Connection,
    collection: string,
    lease: WriteRight,
    role: 'current' | 'next',
    meta: CollectionMeta,
    warn: (line: string) => void
  ): Promise<ElasticsearchStore> {
    const generation = await createGeneration(client, collection, meta, role)
    const store = new ElasticsearchStore(client, collection, lease, generation, warn)
    await store.dropDocuments(generation.number)
    return store
  }

  onClose(closing: () => Promise<void>): void {
    this.closing = closing
  }

  /** Lets other parts of a run write at the same time. */
  share(): void {
    this.exclusively = (work) => alone(this.client, this.records, work)
  }

  /** Lets what is written show by itself again, where a process ended while it gave sentences their themes. */
  async refreshAgain(): Promise<void> {
    if (this.meta.assigning === undefined) return
    await this.refreshes.stop()
    await this.refreshes.start()
  }

  get representation(): Representation {
    return this.meta.encoder.representation
  }

  async describe(): Promise<CollectionDescription> {
    const { base, encoder, run } = await this.refreshMeta()
    const documents = await this.documentRecords.count()
    const { count: sentences } = await this.client.count({ index: this.index })
    return {
      collection: this.collection,
      base,
      documents,
      sentences,
      encoder: encoder.fingerprint,
      representation: encoder.representation,
      dims: encoder.dims,
      fields: this.fields,
      ...(run === undefined ? {} : { run: run.name })
    }
  }

  async documents(ids?: readonly string[]): Promise<ReadonlyMap<string, StoredDocument>> {
    if (ids !== undefined) return this.documentRecords.readSome(ids)
    // The refresh makes the last writes of a killed process visible.
    if (this.lease !== undefined) await this.client.indices.refresh({ index: this.records })
    return this.documentRecords.readAll()
  }

  async listDocuments(page: DocumentPage): Promise<ListedDocument[]> {
    return pageOfDocuments(this.client, this.index, this.documentRecords, page)
  }

  async countDocuments(prefix: string): Promise<number> {
    return prefix === '' ? this.documentRecords.count() : countOfDocuments(this.client, this.index, prefix)
  }

  async declare(fields: Readonly<Record<string, FieldType>>): Promise<void> {
    await this.mustWrite()
    if (this.undeclared(fields).length === 0) return
    const declareRest = async (): Promise<void> => {
      await this.refreshMeta()
      const further = this.undeclared(fields)
      if (further.length === 0) return
      await this.writeMeta({ ...this.meta, fields: [...this.meta.fields, ...further] })
    }
    await (this.exclusively === undefined ? declareRest() : this.exclusively(declareRest))
  }

  /** Returns the fields that are not declared yet. @throws Failure when one is declared with another type. */
  private undeclared(fields: Readonly<Record<string, FieldType>>): CollectionMeta['fields'] {
    const before = this.fields
    const all = Object.entries(declareFields(before, fields))
    return all.filter(([name]) => !Object.hasOwn(before, name)).map(([name, type]) => ({ name, type }))
  }

  async write(documents: readonly DocumentRecord[]): Promise<{ readonly dead: readonly DeadDocument[] }> {
    await this.mustWrite()
    checkDocuments(documents, { dims: this.meta.encoder.dims, fields: this.fields })
    this.unsettled = true
    return { dead: await this.writer.write(documents, this.meta, this.runs) }
  }

  async remove(documents: readonly string[]): Promise<void> {
    await this.mustWrite()
    this.unsettled = true
    await this.writer.remove(documents)
  }

  async settle(): Promise<void> {
    await this.mustWrite()
    await this.client.indices.refresh({ index: [this.index, this.records] })
    await this.refreshes.start()
    this.unsettled = false
  }

  async search(query: StoreQuery): Promise<Hit[]> {
    await this.refreshMeta()
    checkQuery(query, { dims: this.meta.encoder.dims, fields: this.fields })
    const { vector, words, k } = query
    const filter = filterQueries(query.filter ?? {}, this.fields, this.runs)
    const scope = { client: this.client, index: this.index, filter, runs: this.runs }
    const depth = vector !== undefined && words !== undefined ? Math.max(k, FUSION_DEPTH) : k
    const [nearest, matching] = await Promise.all([
      vector === undefined ? [] : searchNearest(scope, vector, depth),
      words === undefined ? [] : searchWords(scope, words, depth)
    ])
    if (vector === undefined || words === undefined) return [...nearest, ...matching]
    const records = new Map([...nearest, ...matching].map(({ record }) => [record.id, record]))
    const fused = fuseRanks(
      nearest.map(({ record }) => record.id),
      matching.map(({ record }) => record.id),
      k
    )
    return fused.map(({ id, score }) => ({ record: records.get(id)!, score }))
  }

  async read(ids: readonly string[]): Promise<RecordSlice> {
    await this.refreshMeta()
    checkIds(ids)
    const wanted = [...new Set(ids)]
    const places = new Map(wanted.map((id, place) => [id, place]))
    const hits: estypes.SearchHit[] = []
    for (let start = 0; start < wanted.length; start += READ_AT_ONCE) {
      const values = wanted.slice(start, start + READ_AT_ONCE)
      const query = { bool: { filter: { ids: { values } } } }
      const { withVector } = this.client.dialect
      const request = { index: this.index, query, size: values.length, ...COMPLETE_SEARCH, ...withVector }
      hits.push(...(await this.client.search(request)).hits.hits)
    }
    hits.sort((a, b) => places.get(a._id!)! - places.get(b._id!)!)
    return sliceOf(hits, this.runs, this.meta.encoder.dims, this.client.dialect)
  }

  async *scan(options: { readonly filter?: Filter; readonly vectors?: boolean } = {}): ReturnType<ThemeStore['scan']> {
    const { encoder } = await this.refreshMeta()
    const { filter = {}, vectors = false } = options
    const [fields, runs] = [this.fields, this.runs]
    checkFilter(filter, fields)
    const query = { bool: { filter: filterQueries(filter, fields, runs) } }
    const { dialect } = this.client
    const request = {
      query,
      sort: ['document', 'position'],
      ...(vectors ? dialect.withVector : dialect.withoutVector)
    }
    for await (const hits of scanHits(this.client, this.index, request, SCAN_SLICE))
      yield sliceOf(hits, runs, encoder.dims, vectors ? dialect : undefined)
  }

  async assign(
    run: string,
    assignments: Iterable<Assignment> | AsyncIterable<Assignment>,
    themes: unknown,
    onWritten?: (sentences: number) => void
  ): Promise<void> {
    await this.mustWriteAlone()
    const assigned = await collectThemes(run, assignments)
    await this.client.indices.refresh({ index: this.index })
    // Until the refresh at the end, searches see the sentences without these changes.
    await this.refreshes.stop()
    const before = this.runs
    const kept = before.length < MOST_RUNS ? before : []
    await this.writeMeta({ ...this.meta, assigning: run })
    const updates = themeUpdates(this.client, this.index, assigned, kept, onWritten)
    refuseRejections(await this.bulk.write(this.index, updates))
    await this.keepRun(run, JSON.stringify(themes))
    const earlier = before.filter((other) => other !== run)
    await this.writeMeta({ ...this.meta, run: { name: run, earlier }, assigning: undefined })
    await this.settle()
    if (kept.length < before.length)
      await this.writeMeta({ ...this.meta, run: { name: run, earlier: earlier.slice(0, 1) } })
    // The previous value stays, because a reader may be about to load it.
    for (const gone of earlier.slice(1, 2)) await this.keepRun(gone, undefined)
  }

  async themes(): Promise<{ readonly run: string; readonly themes: unknown } | undefined> {
    const { run } = await this.refreshMeta()
    if (run === undefined) return undefined
    const json = await readKept(this.client, this.records, this.runName(run.name))
    if (json === undefined) throw new ThemesNeeded("the collection's themes no longer exist")
    return { run: run.name, themes: JSON.parse(json) as unknown }
  }

  async halfAssigned(): Promise<boolean> {
    return (await this.refreshMeta()).assigning !== undefined
  }

  async count(by: readonly CountBy[], filter: Filter = {}): Promise<readonly Count[]> {
    await this.refreshMeta()
    const [fields, runs] = [this.fields, this.runs]
    checkCountBy(by, fields)
    checkFilter(filter, fields)
    return countComposite(this.client, this.index, by, fields, filterQueries(filter, fields, runs), runs)
  }

  async countValues(): Promise<Record<string, number>> {
    await this.refreshMeta()
    return countValues(this.client, this.index, this.fields)
  }

  async state(): Promise<string | undefined> {
    return indexState(this.client, [this.index, this.records])
  }

  async storedValue(name: string): Promise<unknown> {
    checkKeptName(name)
    const json = await readKept(this.client, this.records, name)
    try {
      return json === undefined ? undefined : (JSON.parse(json) as unknown)
    } catch (error) {
      throw new UnreadableValue(`${this.client.place}: the stored value "${name}" cannot be read (${String(error)})`)
    }
  }

  async storeValue(name: string, value: unknown): Promise<void> {
    await this.mustWrite()
    await keepJson(this.client, this.records, name, keptJson(name, value))
  }

  async openNext(encoder: StoreEncoder, representation?: Representation): Promise<ThemeStore> {
    await this.mustWriteAlone()
    const { client, collection, lease } = this
    const vectors = chooseVectors(encoder, representation)
    const found = await findGeneration(client, collection, 'next')
    if (found !== undefined && JSON.stringify(found.meta.encoder) === JSON.stringify(vectors)) {
      await letWrite(client, found.index)
      const next = new ElasticsearchStore(client, collection, lease, found, this.warn)
      await next.declare(this.fields)
      return next
    }
    if (found !== undefined) await this.setRoles({ next: undefined })
    const meta = { ...newMeta(this.meta.base, vectors), fields: this.meta.fields }
    return ElasticsearchStore.make(client, collection, lease!, 'next', meta, this.warn)
  }

  async adoptNext(): Promise<void> {
    await this.mustWriteAlone()
    const next = await findGeneration(this.client, this.collection, 'next')
    if (next === undefined) throw new Error(`${this.index}: no next generation to adopt; open one first`)
    const same = JSON.stringify(next.meta.encoder) === JSON.stringify(this.meta.encoder)
    const earlier = same ? await findGeneration(this.client, this.collection, 'previous') : undefined
    await this.setRoles({ current: next, next: undefined, previous: earlier ?? this.generation })
    this.replaced = true
  }

  async rollBack(): Promise<void> {
    await this.mustWriteAlone()
    await this.setRoles({ current: await this.previous(), previous: this.generation })
    this.replaced = true
  }

  async dropPrevious(): Promise<void> {
    await this.mustWriteAlone()
    await this.previous()
    await this.setRoles({ previous: undefined })
  }

  async close(): Promise<void> {
    try {
      if (this.unsettled && !this.replaced) await this.settle()
      await this.refreshes.start()
    } finally {
      await this.closing()
    }
  }

  /** @throws Failure if no previous generation is stored. */
  private async previous(): Promise<Generation> {
    const found = await findGeneration(this.client, this.collection, 'previous')
    if (found !== undefined) return found
    const place = `${this.client.place}/${aliasOf(this.collection)}`
    throw new Failure(`${place}: keeps no earlier generation; leitmotif reindex makes one of what is current`)
  }

  private async setRoles(changed: Partial<Parameters<typeof setRoles>[2]>): Promise<void> {
    const { client, collection } = this
    for (const { number } of await setRoles(client, collection, changed)) await this.dropDocuments(number)
  }

  /** Removes all document records of a generation. */
  private async dropDocuments(generation: number): Promise<void> {
    await this.client.indices.refresh({ index: this.records })
    const documents = new DocumentRecords(this.client, this.records, generation)
    refuseRejections(await this.bulk.write(this.records, documents.dropAll()))
  }

  private get fields(): Record<string, FieldType> {
    return Object.fromEntries(this.meta.fields.map(({ name, type }) => [name, type]))
  }

  /** The runs whose themes are visible, the current one first. */
  private get runs(): string[] {
    const { run } = this.meta
    return run === undefined ? [] : [run.name, ...run.earlier]
  }

  /** Reloads state that another process may have changed. */
  private async refreshMeta(): Promise<CollectionMeta> {
    if (this.lease === undefined || this.exclusively !== undefined) this.meta = await readMeta(this.client, this.index)
    return this.meta
  }

  private async writeMeta(meta: CollectionMeta): Promise<void> {
    const properties = fieldProperties(meta.fields)
    await this.client.indices.putMapping({ index: this.index, properties, _meta: { leitmotif: meta } })
    this.meta = meta
  }

  private async mustWrite(): Promise<void> {
    if (this.lease === undefined) throw new Error(`${this.index} was opened for reading; open it for writing`)
    if (this.replaced) throw new Error(`${this.index}: another generation replaced it; open it again`)
    await this.lease.check()
  }

  private async mustWriteAlone(): Promise<void> {
    if (this.exclusively !== undefined)
      throw new Error(`${this.index} is open for a part of a run; open it without one`)
    await this.mustWrite()
  }

  private runName(run: string): string {
    return `run/${this.generation.number}/${run}`
  }

  private async keepRun(run: string, json: string | undefined): Promise<void> {
    await keepJson(this.client, this.records, this.runName(run), json)
  }

  private async sendBulk(index: string, lines: readonly string[]): Promise<readonly ItemResult[]> {
    const { items } = await this.client.bulk(
      { index: writeAlias(index), require_alias: true, operations: [...lines], filter_path: BULK_ANSWER },
      // The writer itself retries requests that fail as a whole.
      { maxRetries: 0 }
    )
    return items.map((item) => Object.values(item)[0] as ItemResult)
  }
}
