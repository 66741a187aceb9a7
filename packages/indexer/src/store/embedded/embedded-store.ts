import { mkdir, readdir, readFile, realpath, rm, stat } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import {
  connect,
  Index,
  MatchQuery,
  Session,
  type Connection,
  type Query,
  type Table,
  type VectorQuery
} from '#lancedb'
import { Failure, shellWord } from '@leitmotif/command'
import type { Representation } from '@leitmotif/encoder'
import { zeroVectors } from '@leitmotif/encoder/vectors'
import type { Table as Rows } from 'apache-arrow'
import {
  checkCollection,
  chooseVectors,
  newCollection,
  readCollectionFile,
  writeCollectionFile,
  warnOnStandardError,
  writeFailure,
  writeWhole,
  type CollectionChoice,
  type CollectionFile
} from '../collection-file.js'
import { AnswerCache } from '../answer-cache.js'
import { conditionsOf, declaredFields, inSql } from './conditions.js'
import { countRows, countValues } from './embedded-counts.js'
import { damageFailure, explainDamage, UnreadableTables } from './table-damage.js'
import { adoptNext, dropPrevious, generationFolder, planNext, rollBack } from './embedded-generations.js'
import {
  column,
  fieldColumn,
  fieldColumns,
  recordColumns,
  recordsOf,
  rowsOf,
  sentenceSchema,
  texts,
  vectorsOf
} from './embedded-rows.js'
import { MemorySearch, type NearestRows } from './memory-search.js'
import {
  addThemes,
  dropThemes,
  LOOK_UP,
  readRun,
  readThemes,
  removeRuns,
  runVersion,
  settleRun,
  writeRun,
  type SentenceTheme
} from './runs.js'
import { beginsWith, comesAfter, isIn, narrowed } from './sql.js'
import { declareFields } from '../fields.js'
import { FUSION_DEPTH, fuseRanks } from '../rank-fusion.js'
import { lockFolder } from '../lock.js'
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
  StoreEncoder,
  StoredDocument,
  StoreQuery,
  ThemeStore
} from '../store.js'
import type { WriteRight } from '../write-access.js'

export interface EmbeddedStoreOptions extends CollectionChoice {
  /**
   * `write` creates the collection if it does not exist, and locks out all other writers until `close`. `read` never
   * writes, and can read while another process writes.
   */
  readonly access: 'read' | 'write'
  /** The folder that the document ids of a new collection are relative to. Default: the working directory. */
  readonly base?: string
  /** Fields to declare, as `declare` does. Default: none. */
  readonly fields?: Readonly<Record<string, FieldType>>
}

/** Memory limits of LanceDB for indexes and file metadata; its defaults are 6 GB and 1 GB. */
const INDEX_CACHE_BYTES = 256n * 1024n * 1024n
const METADATA_CACHE_BYTES = 64n * 1024n * 1024n

/** Maximum size of cached counts, in characters of JSON: one report asks for some several times. */
const MAX_COUNTS = 4 * 1024 * 1024

/** Maximum number of values in one `IN (…)`, to keep statements short. */
const IN_LIST = 1000

const SENTENCES = 'sentences'
/** Name of the word index. A new name makes the next write create a new index: change it when tokenization changes. */
const WORD_INDEX = 'text_words'

/** Matches one row of each document. */
const FIRST_ROW = 'sentences IS NOT NULL'

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
    const collection = await readCollectionFile(folder)
    if (collection === undefined) throw noCollection(folder)
    checkCollection(folder, collection, options)
    try {
      return explainDamage(folder, await openStore(folder, collection, { lock: undefined, create: false, warn }))
    } catch (error) {
      throw damageFailure(folder, error)
    }
  }
  if (!create && (await readCollectionFile(folder)) === undefined) throw noCollection(folder)
  const lock = await claimFolder(folder, create)
  try {
    const collection =
      (await readCollectionFile(folder)) ?? (create ? await createCollection(folder, options) : undefined)
    if (collection === undefined) throw noCollection(folder)
    checkCollection(folder, collection, options)
    const store = explainDamage(folder, await openStore(folder, collection, { lock, create, warn }))
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

/** How the tables of a collection are opened; without a lock, they are only read. */
interface Opening {
  readonly lock: WriteRight | undefined
  /** Whether to create the table of sentences if it is missing. */
  readonly create: boolean
  readonly warn: (line: string) => void
}

async function openStore(
  folder: string,
  collection: CollectionFile,
  { lock, create, warn }: Opening,
  describeAs = (changed: CollectionFile) => writeCollectionFile(folder, changed)
): Promise<GenerationStore> {
  const connection = await connect(generationFolder(folder, collection.generation), {
    // Readers see at once what another process writes.
    readConsistencyInterval: 0,
    session: new Session(INDEX_CACHE_BYTES, METADATA_CACHE_BYTES)
  })
  const exists = (await connection.listTables()).tables.includes(SENTENCES)
  if (!exists && !create)
    throw new Failure(`${folder}: nothing has been indexed yet; use: leitmotif index PATH --to ${shellWord(folder)}`)
  const sentences = exists
    ? await connection.openTable(SENTENCES)
    : await connection.createEmptyTable(SENTENCES, sentenceSchema(collection.encoder.dims, []))
  const store = new EmbeddedStore(folder, connection, sentences, collection, lock, warn, describeAs)
  if (lock !== undefined) await store.prepare()
  return store
}

class EmbeddedStore implements GenerationStore {
  /** Cached documents while this process is the only writer. */
  private known: Map<string, StoredDocument> | undefined
  /** Whether another generation has replaced this one. */
  private left = false
  private runRead: { readonly number: number; readonly themes: unknown } | undefined
  private readonly memory: MemorySearch
  private readonly counts = new AnswerCache(MAX_COUNTS)

  constructor(
    private readonly folder: string,
    private readonly connection: Connection,
    private readonly table: Table,
    private collection: CollectionFile,
    private readonly lock: WriteRight | undefined,
    readonly warn: (line: string) => void,
    private readonly writeFile: (collection: CollectionFile) => Promise<void>
  ) {
    this.memory = new MemorySearch(table, (version) => this.openAt(version), collection.encoder.dims)
  }

  /** The folder of this generation's tables and runs. */
  private get home(): string {
    return generationFolder(this.folder, this.collection.generation)
  }

  get representation(): Representation {
    return this.collection.encoder.representation
  }

  /** Creates what a killed process may have left out: columns of declared fields, and the word index. */
  async prepare(): Promise<void> {
    const present = new Set((await this.table.schema()).fields.map((field) => field.name))
    const missing = fieldColumns(this.collection.fields).filter(({ name }) => !present.has(name))
    if (missing.length > 0) await this.table.addColumns(missing)
    const indices = (await this.table.listIndices()).map(({ name }) => name)
    if (indices.includes(WORD_INDEX)) return
    // Indexes words unstemmed and in lower case. Elasticsearch's standard analyzer does the same, but keeps snake_case
    // and file.txt whole.
    const config = Index.fts({
      ...{ baseTokenizer: 'icu/split', maxTokenLength: 255, withPosition: false },
      ...{ stem: false, removeStopWords: false, asciiFolding: false }
    })
    await this.table.createIndex('text', { config, name: WORD_INDEX })
    for (const name of indices) await this.table.dropIndex(name)
  }

  async describe(): Promise<CollectionDescription> {
    const { collection, base, encoder, run } = await this.refresh()
    return {
      collection,
      base,
      documents: await this.table.countRows(FIRST_ROW),
      sentences: await this.table.countRows(),
      encoder: encoder.fingerprint,
      representation: encoder.representation,
      dims: encoder.dims,
      fields: this.fields,
      ...(run === undefined ? {} : { run: run.name })
    }
  }

  async documents(ids?: readonly string[]): Promise<ReadonlyMap<string, StoredDocument>> {
    if (ids !== undefined) {
      const { known } = this
      if (known !== undefined) return new Map(ids.flatMap((id) => (known.has(id) ? [[id, known.get(id)!]] : [])))
      const found = new Map<string, StoredDocument>()
      for (const some of inSlices(ids, IN_LIST)) {
        for (const [id, document] of await this.readDocuments(isIn('document', some))) found.set(id, document)
      }
      return found
    }
    if (this.known !== undefined) return this.known
    const known = await this.readDocuments()
    if (this.lock !== undefined) this.known = known
    return known
  }

  private async readDocuments(where = 'true'): Promise<Map<string, StoredDocument>> {
    const select = ['document', 'hash', 'source', 'sentences']
    const rows = await this.table.query().where(`${FIRST_ROW} AND ${where}`).select(select).toArrow()
    const [documents, hashes, sources] = [texts(rows, 'document'), texts(rows, 'hash'), texts(rows, 'source')]
    const counts = column(rows, 'sentences').toArray() as Int32Array
    return new Map(
      documents.map((document, index) => [
        document,
        { hash: hashes[index], source: sources[index], sentences: counts[index] }
      ])
    )
  }

  async listDocuments({ prefix, after, limit }: DocumentPage): Promise<ListedDocument[]> {
    const rows = await this.table
      .query()
      .where(`${FIRST_ROW} AND ${beginsWith('document', prefix)} AND ${comesAfter('document', after)}`)
      .select(['document', 'title', 'source', 'sentences'])
      .orderBy({ columnName: 'document', ascending: true, nullsFirst: false })
      .limit(limit)
      .toArrow()
    const [titles, sources] = [texts(rows, 'title'), texts(rows, 'source')]
    const counts = column(rows, 'sentences').toArray() as Int32Array
    return texts(rows, 'document').map((document, index) => {
      return { document, title: titles[index], source: sources[index], sentences: counts[index] }
    })
  }

  async countDocuments(prefix: string): Promise<number> {
    return this.table.countRows(`${FIRST_ROW} AND ${beginsWith('document', prefix)}`)
  }

  async declare(fields: Readonly<Record<string, FieldType>>): Promise<void> {
    await this.mustWrite()
    const before = this.collection.fields
    const all = declareFields(this.fields, fields)
    const further = Object.entries(all).filter(([name]) => !before.some((field) => field.name === name))
    if (further.length === 0) return
    // New fields are always appended, because a field's index is the number of its column.
    const added = further.map(([name, type]) => ({ name, type }))
    await this.describeAs({ ...this.collection, fields: [...before, ...added] })
    await this.prepare()
  }

  async write(documents: readonly DocumentRecord[]): Promise<{ dead: DeadDocument[] }> {
    await this.mustWrite()
    checkDocuments(documents, { dims: this.collection.encoder.dims, fields: this.fields })
    const known = await this.documents(documents.map(({ document }) => document))
    const all = this.known && new Map(this.known)
    const changed = documents.filter(({ document, hash }) => known.get(document)?.hash !== hash)
    const added = changed.filter(({ document }) => !known.has(document))
    const replaced = changed.filter(({ document }) => known.has(document))
    const rows = (some: readonly DocumentRecord[]): Rows =>
      rowsOf(some, this.collection.encoder.dims, this.collection.fields)
    const before = await this.idsOf(replaced.map(({ document }) => document))
    this.known = undefined
    // Themes are written first. A process killed in between leaves unused themes, not sentences without themes.
    if (this.collection.run !== undefined)
      await addThemes(this.connection, this.collection.run.number, changed.flatMap(themesOf))
    if (added.length > 0) await this.table.add(rows(added))
    if (replaced.length > 0) {
      await this.table
        .mergeInsert('id')
        .whenMatchedUpdateAll()
        .whenNotMatchedInsertAll()
        .whenNotMatchedBySourceDelete({
          where: isIn(
            'document',
            replaced.map(({ document }) => document)
          )
        })
        .execute(rows(replaced))
    }
    for (const { document, hash, source, sentences } of changed) {
      all?.set(document, { hash, source, sentences: sentences.length })
    }
    for (const { sentences } of replaced) for (const { id } of sentences) before.delete(id)
    await this.forget(before)
    this.known = all
    return { dead: [] }
  }

  async remove(documents: readonly string[]): Promise<void> {
    await this.mustWrite()
    const known = await this.documents(documents)
    const all = this.known && new Map(this.known)
    const present = [...known.keys()]
    for (const document of present) all?.delete(document)
    const ids = await this.idsOf(present)
    this.known = undefined
    for (const some of inSlices(present, IN_LIST)) await this.table.delete(isIn('document', some))
    await this.forget(ids)
    this.known = all
  }

  /**
   * Returns the ids of the documents' sentences, whose themes must be removed or kept; empty without a run of themes.
   */
  private async idsOf(documents: readonly string[]): Promise<Set<string>> {
    const ids = new Set<string>()
    if (this.collection.run === undefined) return ids
    for (const some of inSlices(documents, IN_LIST)) {
      const rows = await this.table.query().where(isIn('document', some)).select(['id']).toArrow()
      for (const id of texts(rows, 'id')) ids.add(id)
    }
    return ids
  }

  private async forget(ids: ReadonlySet<string>): Promise<void> {
    if (this.collection.run !== undefined) await dropThemes(this.connection, this.collection.run.number, [...ids])
  }

  async settle(): Promise<void> {
    await this.mustWrite()
    await this.table.optimize()
    // Only this process writes, so no unfinished file belongs to another. Runs twice: the second run removes what the
    // first left.
    await this.table.optimize({ cleanupOlderThan: new Date(), deleteUnverified: true })
    if (this.collection.run !== undefined) await settleRun(this.connection, this.collection.run.number)
  }

  async search(query: StoreQuery): Promise<Hit[]> {
    await this.refresh()
    checkQuery(query, { dims: this.collection.encoder.dims, fields: this.fields })
    const { vector, words, k } = query
    const where = inSql(await conditionsOf(this.connection, this.collection, query.filter))
    const depth = vector !== undefined && words !== undefined ? Math.max(k, FUSION_DEPTH) : k
    const nearest = vector === undefined ? [] : await this.nearest(vector, depth, where)
    const matching = words === undefined ? [] : await this.matching(words, depth, where)
    if (vector === undefined || words === undefined) return this.withThemes([...nearest, ...matching])
    const records = new Map([...nearest, ...matching].map(({ record }) => [record.id, record]))
    const fused = fuseRanks(
      nearest.map(({ record }) => record.id),
      matching.map(({ record }) => record.id),
      k
    )
    return this.withThemes(fused.map(({ id, score }) => ({ record: records.get(id)!, score })))
  }

  async read(ids: readonly string[]): Promise<RecordSlice> {
    await this.refresh()
    checkIds(ids)
    const { fields, encoder, run } = this.collection
    const asked = [...new Set(ids)]
    const select = [...recordColumns(fields), 'vector']
    const rows = await this.table.query().where(isIn('id', asked)).select(select).toArrow()
    const records = recordsOf(rows, fields)
    const places = new Map(records.map(({ id }, index) => [id, index]))
    const order = asked.flatMap((id) => places.get(id) ?? [])
    const themes = run === undefined ? undefined : await readThemes(this.connection, run.number, asked)
    return {
      records: order.map((index) => ({ ...records[index], ...themes?.get(records[index].id) })),
      vectors: vectorsOf(rows, encoder.dims, order)
    }
  }

  async *scan(options: { readonly filter?: Filter; readonly vectors?: boolean } = {}): ReturnType<ThemeStore['scan']> {
    try {
      yield* this.slices(options)
    } catch (error) {
      // LanceDB has no code for a file that has gone.
      if (this.lock !== undefined || error instanceof Failure || !/not found/i.test(String(error))) throw error
      throw new UnreadableTables(`${this.folder}: another process rewrote it while it was read; run this again`)
    }
  }

  private async *slices(options: {
    readonly filter?: Filter
    readonly vectors?: boolean
  }): ReturnType<ThemeStore['scan']> {
    await this.refresh()
    const { filter = {}, vectors = false } = options
    const { dims } = this.collection.encoder
    // One version for the whole scan: concurrent writes neither show nor move rows.
    const version = await this.table.version()
    const { run } = this.collection
    const table = await this.openAt(version)
    try {
      const { where, members } = await conditionsOf(this.connection, this.collection, filter)
      const select = ['document', 'position', ...(members === undefined ? [] : ['id'])]
      const listed = await narrowed(table.query(), where).select(select).withRowId().toArrow()
      const ids = members && texts(listed, 'id')
      const documents = texts(listed, 'document')
      const positions = column(listed, 'position').toArray() as Int32Array
      const rowIds = column(listed, '_rowid').toArray() as BigUint64Array
      const ranks = new Map([...new Set(documents)].sort(compare).map((document, rank) => [document, rank]))
      const rank = Int32Array.from(documents, (document) => ranks.get(document)!)
      const order = documents
        .map((_, index) => index)
        .filter((index) => members?.has(ids![index]) !== false)
        .sort((a, b) => rank[a] - rank[b] || positions[a] - positions[b])
      const columns = [...recordColumns(this.collection.fields), ...(vectors ? ['vector'] : [])]
      const allThemes = order.length > LOOK_UP ? await this.themesToScan(run) : undefined
      for (const slice of inSlices(order, SCAN_SLICE)) {
        const rows = await table
          .takeRowIds(slice.map((index) => rowIds[index]))
          .select(columns)
          .toArrow()
        // Rows come in the order of the table, not in the requested order.
        const records = recordsOf(rows, this.collection.fields)
        const inOrder = records
          .map((_, index) => index)
          .sort(
            (a, b) => compare(records[a].document, records[b].document) || records[a].position - records[b].position
          )
        const themes =
          allThemes ??
          (await this.themesToScan(
            run,
            records.map(({ id }) => id)
          ))
        yield {
          records: inOrder.map((index) => Object.assign(records[index], themes.get(records[index].id))),
          vectors: vectors ? vectorsOf(rows, dims, inOrder) : zeroVectors(0, dims)
        }
      }
    } finally {
      table.close()
    }
  }

  private openAt(version: number): Promise<Table> {
    return this.connection.openTable(SENTENCES, [], { version })
  }

  /** Themes of some sentences, or all. Writers may rebuild a lost run, so they must read the sentences. */
  private async themesToScan(
    run: CollectionFile['run'],
    ids?: readonly string[]
  ): Promise<ReadonlyMap<string, SentenceTheme>> {
    if (run === undefined) return new Map()
    try {
      return await readThemes(this.connection, run.number, ids)
    } catch (error) {
      if (this.lock !== undefined && error instanceof Failure) return new Map()
      throw error
    }
  }

  async assign(
    run: string,
    assignments: Iterable<Assignment> | AsyncIterable<Assignment>,
    themes: unknown
  ): Promise<void> {
    await this.mustWrite()
    const number = (this.collection.run?.number ?? 0) + 1
    await writeRun(this.connection, this.home, number, assignments, themes)
    await this.describeAs({ ...this.collection, run: { name: run, number } })
    // The previous run stays, because a reader that has just read `collection.json` is about to open it.
    await removeRuns(this.connection, this.home, (other) => other < number - 1)
  }

  async themes(): Promise<{ readonly run: string; readonly themes: unknown } | undefined> {
    const { run } = await this.refresh()
    if (run === undefined) return undefined
    // A run's file is written once, before the run is named.
    if (this.runRead?.number !== run.number)
      this.runRead = { number: run.number, themes: await readRun(this.home, run.number) }
    return { run: run.name, themes: this.runRead.themes }
  }

  async count(by: readonly CountBy[], filter: Filter = {}): Promise<readonly Count[]> {
    const collection = await this.refresh()
    // Writers change the table all the time.
    const state = this.lock === undefined ? JSON.stringify(await this.versions()) : undefined
    return this.counts.give(state, JSON.stringify([by, filter]), () =>
      countRows(this.connection, this.table, collection, by, filter)
    )
  }

  async countValues(): Promise<Record<string, number>> {
    const { fields } = await this.refresh()
    return countValues(this.table.query().where(FIRST_ROW), fields)
  }

  async state(): Promise<string> {
    await this.refresh()
    return JSON.stringify([...(await this.versions()), await keptVersions(this.folder)])
  }

  /** Returns the versions of the tables. */
  private async versions(): Promise<readonly unknown[]> {
    const { generation, run } = this.collection
    const sentences = await this.table.version()
    const themes = run === undefined ? 0 : await runVersion(this.connection, run.number)
    return [generation, run, sentences, themes]
  }

  async storedValue(name: string): Promise<unknown> {
    checkKeptName(name)
    try {
      return JSON.parse(await readFile(this.keptFile(name), 'utf8'))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
      throw new UnreadableValue(
        `${this.keptFile(name)}: cannot be read (${(error as Error).message}); remove it, and what it kept is lost`
      )
    }
  }

  async storeValue(name: string, value: unknown): Promise<void> {
    await this.mustWrite()
    const json = keptJson(name, value)
    if (json === undefined) await rm(this.keptFile(name), { force: true })
    else await writeWhole(this.keptFile(name), json)
  }

  private keptFile(name: string): string {
    return join(this.folder, `kept-${name}.json`)
  }

  async openNext(encoder: StoreEncoder, representation?: Representation): Promise<ThemeStore> {
    await this.mustWrite()
    const next = await planNext(this.folder, chooseVectors(encoder, representation))
    const collection = { ...this.collection, run: undefined, ...next }
    const describeNext = async ({ fields, generation, encoder, run }: CollectionFile): Promise<void> => {
      const found = (await readCollectionFile(this.folder)) ?? collection
      await writeCollectionFile(this.folder, { ...found, fields, next: { generation, encoder, run } })
    }
    // It is closed before this store, which owns the lock.
    const lock: WriteRight = { check: async () => this.lock?.check(), release: () => Promise.resolve() }
    return explainDamage(
      this.folder,
      await openStore(this.folder, collection, { lock, create: true, warn: this.warn }, describeNext)
    )
  }

  adoptNext(): Promise<void> {
    return this.leave(adoptNext)
  }

  rollBack(): Promise<void> {
    return this.leave(rollBack)
  }

  /** Makes another generation current. This store must not write any more. */
  private async leave(change: (folder: string) => Promise<void>): Promise<void> {
    await this.mustWrite()
    await change(this.folder)
    this.left = true
  }

  async dropPrevious(): Promise<void> {
    await this.mustWrite()
    await dropPrevious(this.folder)
  }

  async close(): Promise<void> {
    this.memory.close()
    this.table.close()
    this.connection.close()
    await this.lock?.release()
  }

  private get fields(): Record<string, FieldType> {
    return declaredFields(this.collection)
  }

  /** Reloads state that another process may have changed: the run and the declared fields. */
  private async refresh(): Promise<CollectionFile> {
    if (this.lock !== undefined) return this.collection
    const present = new Set((await this.table.schema()).fields.map((field) => field.name))
    const found = await readCollectionFile(this.folder)
    // A reader stays with the generation that it opened: another one has other vectors.
    if (found?.generation !== this.collection.generation) return this.collection
    this.collection = { ...found, fields: found.fields.filter((_, index) => present.has(fieldColumn(index))) }
    return this.collection
  }

  private async describeAs(collection: CollectionFile): Promise<void> {
    await this.writeFile(collection)
    this.collection = collection
  }

  private async mustWrite(): Promise<void> {
    if (this.lock === undefined) throw new Error(`${this.folder} was opened for reading; open it for writing`)
    if (this.left) throw new Error(`${this.folder} now has another generation; open it again`)
    await this.lock.check()
  }

  private async nearest(vector: Float32Array, k: number, where: string | undefined): Promise<Hit[]> {
    if (vector.every((value) => value === 0)) return []
    // Writers change the table all the time.
    const kept = where === undefined && this.lock === undefined ? await this.memory.nearest(vector, k) : undefined
    if (kept !== undefined) return this.hitsOf(kept)
    const query = this.table.query().nearestTo(vector).column('vector').distanceType('cosine')
    return this.hits(query, '_distance', k, where, (distance) => 1 - distance)
  }

  private async matching(words: string, k: number, where: string | undefined): Promise<Hit[]> {
    const query = this.table.query().fullTextSearch(new MatchQuery(words, 'text'))
    return this.hits(query, '_score', k, where, (score) => score)
  }

  private async hits(
    query: Query | VectorQuery,
    measure: '_distance' | '_score',
    k: number,
    where: string | undefined,
    score: (value: number) => number
  ): Promise<Hit[]> {
    const { fields } = this.collection
    const rows = await narrowed(query, where)
      .select([...recordColumns(fields), measure])
      .limit(k)
      .toArrow()
    const measures = column(rows, measure).toArray() as Float32Array
    return bestFirst(recordsOf(rows, fields).map((record, index) => ({ record, score: score(measures[index]) })))
  }

  private async hitsOf({ table, rowIds, scores }: NearestRows): Promise<Hit[]> {
    const { fields } = this.collection
    const rows = await table.takeRowIds(rowIds).select(recordColumns(fields)).withRowId().toArrow()
    const score = new Map(rowIds.map((id, index) => [id, scores[index]]))
    const found = column(rows, '_rowid').toArray() as BigUint64Array
    return bestFirst(recordsOf(rows, fields).map((record, index) => ({ record, score: score.get(found[index])! })))
  }

  private async withThemes(hits: readonly Hit[]): Promise<Hit[]> {
    const { run } = this.collection
    if (run === undefined) return [...hits]
    const ids = hits.map(({ record }) => record.id)
    const themes = await readThemes(this.connection, run.number, ids)
    return hits.map(({ record, score }) => ({ record: { ...record, ...themes.get(record.id) }, score }))
  }
}

/** Returns version strings of the values stored beside the tables. */
async function keptVersions(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => name.startsWith('kept-') && name.endsWith('.json'))
  return Promise.all(
    names.sort().map(async (name) => {
      const found = await stat(join(folder, name), { bigint: true }).catch(() => undefined)
      return `${name} ${found?.ino ?? 0n} ${found?.mtimeNs ?? 0n}`
    })
  )
}

/** Returns the themes that a document's sentences come with. */
function themesOf({ sentences }: DocumentRecord): Assignment[] {
  return sentences.flatMap(({ id, theme, themePath, themeSimilarity }) =>
    theme === undefined
      ? []
      : [
          {
            id,
            theme,
            ...(themePath === undefined ? {} : { path: themePath }),
            ...(themeSimilarity === undefined ? {} : { similarity: themeSimilarity })
          }
        ]
  )
}

/** Sorts hits, the best first; of equal ones the first id. */
function bestFirst(hits: Hit[]): Hit[] {
  return hits.sort((a, b) => b.score - a.score || compare(a.record.id, b.record.id))
}

/** Compares by code points, as LanceDB and Elasticsearch do. */
function compare(a: string, b: string): number {
  if (a === b) return 0
  let at = 0
  while (at < a.length && a.charCodeAt(at) === b.charCodeAt(at)) at++
  return codePointRank(a, at) - codePointRank(b, at)
}

/** Returns the rank of a code unit in that order: the end of a text first, surrogates last. */
function codePointRank(text: string, at: number): number {
  const unit = at < text.length ? text.charCodeAt(at) : -1
  return unit >= 0xd800 && unit < 0xe000 ? unit + 0x10000 : unit
}

function* inSlices<T>(items: readonly T[], length: number): Generator<T[]> {
  for (let start = 0; start < items.length; start += length) yield items.slice(start, start + length)
}
