import { existsSync } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { connect, Index, Session, type Connection, type Table } from '#lancedb'
import { Failure, shellWord } from '@leitmotif/command'
import { readCollectionFile, writeCollectionFile, type CollectionFile } from '../collection-file.js'
import { undeclaredFields } from '../fields.js'
import type { FieldType } from '../store.js'
import type { WriteRight } from '../write-access.js'
import { generationFolder } from './embedded-generations.js'
import { fieldColumn, fieldColumns, sentenceSchema } from './embedded-rows.js'
import { runVersion, settleRun } from './runs.js'

/** Memory limits of LanceDB for indexes and file metadata; its defaults are 6 GB and 1 GB. */
const INDEX_CACHE_BYTES = 256n * 1024n * 1024n
const METADATA_CACHE_BYTES = 64n * 1024n * 1024n

const SENTENCES = 'sentences'
/** Name of the word index. A new name makes the next write create a new index: change it when tokenization changes. */
const WORD_INDEX = 'text_words'

/** Matches one row of each document. */
export const FIRST_ROW = 'sentences IS NOT NULL'

/** Maximum number of values in one `IN (…)`, to keep statements short. */
export const IN_LIST = 1000

/** How a collection is opened. */
interface Opening {
  /** Absent for a reader. */
  readonly lock: WriteRight | undefined
  /** Whether to create the table of sentences if it is missing. */
  readonly create: boolean
  /** Stores a changed description. Default: replaces `collection.json`. */
  readonly writeFile?: (file: CollectionFile) => Promise<void>
}

/** An open generation of a collection: its tables, its description and the right to write. */
export class EmbeddedCollection {
  /** Whether another generation has replaced this one. */
  private replaced = false

  private constructor(
    readonly folder: string,
    readonly connection: Connection,
    /** One row for each sentence. */
    readonly table: Table,
    /** The description as last read. */
    public file: CollectionFile,
    readonly lock: WriteRight | undefined,
    private readonly writeFile: (file: CollectionFile) => Promise<void>,
    /** The folder's number in its file system, which another folder of the same name does not have. */
    private readonly inode: number
  ) {}

  /** Opens the tables of the generation that `file` describes. @throws Failure if nothing has been indexed yet. */
  static async open(folder: string, file: CollectionFile, opening: Opening): Promise<EmbeddedCollection> {
    const { lock, create, writeFile = (changed: CollectionFile) => writeCollectionFile(folder, changed) } = opening
    const nothing = new Failure(
      `${folder}: nothing has been indexed yet; use: leitmotif index PATH --to ${shellWord(folder)}`
    )
    const home = generationFolder(folder, file.generation)
    const { ino } = await stat(folder)
    // LanceDB would create the folder.
    if (!create && !existsSync(home)) throw nothing
    const connection = await connect(home, {
      // Readers see at once what another process writes.
      readConsistencyInterval: 0,
      session: new Session(INDEX_CACHE_BYTES, METADATA_CACHE_BYTES)
    })
    const exists = (await connection.listTables()).tables.includes(SENTENCES)
    if (!exists && !create) throw nothing
    const table = exists
      ? await connection.openTable(SENTENCES)
      : await connection.createEmptyTable(SENTENCES, sentenceSchema(file.encoder.dims, []))
    const collection = new EmbeddedCollection(folder, connection, table, file, lock, writeFile, ino)
    if (lock !== undefined) await collection.prepare()
    return collection
  }

  /** The folder of this generation's tables and runs. */
  get home(): string {
    return generationFolder(this.folder, this.file.generation)
  }

  /** Opens the table of sentences at a version. */
  openAt(version: number): Promise<Table> {
    return this.connection.openTable(SENTENCES, [], { version })
  }

  /** Returns the versions of the tables. */
  async versions(): Promise<readonly unknown[]> {
    const { generation, run } = this.file
    const sentences = await this.table.version()
    const themes = run === undefined ? 0 : await runVersion(this.connection, run.number)
    return [generation, run, sentences, themes]
  }

  /** Creates what a killed process may have left out: columns of declared fields, and the word index. */
  private async prepare(): Promise<void> {
    const present = new Set((await this.table.schema()).fields.map((field) => field.name))
    const missing = fieldColumns(this.file.fields).filter(({ name }) => !present.has(name))
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

  async declare(fields: Readonly<Record<string, FieldType>>): Promise<void> {
    await this.mustWrite()
    const further = undeclaredFields(this.file.fields, fields)
    if (further.length === 0) return
    // New fields are always appended, because a field's index is the number of its column.
    await this.describeAs({ ...this.file, fields: [...this.file.fields, ...further] })
    await this.prepare()
  }

  /** Compacts the tables, and removes files of earlier versions. */
  async settle(): Promise<void> {
    await this.mustWrite()
    await this.table.optimize()
    // Only this process writes, so no unfinished file belongs to another. Runs twice: the second run removes what the
    // first left.
    await this.table.optimize({ cleanupOlderThan: new Date(), deleteUnverified: true })
    if (this.file.run !== undefined) await settleRun(this.connection, this.file.run.number)
  }

  /** Reloads state that another process may have changed: the run and the declared fields. */
  async refresh(): Promise<CollectionFile> {
    if (this.lock !== undefined) return this.file
    const present = new Set((await this.table.schema()).fields.map((field) => field.name))
    const found = await readCollectionFile(this.folder)
    // A reader stays with the generation that it opened: another one has other vectors.
    if (found?.generation !== this.file.generation) return this.file
    this.file = { ...found, fields: found.fields.filter((_, index) => present.has(fieldColumn(index))) }
    return this.file
  }

  /** Stores a changed description. */
  async describeAs(file: CollectionFile): Promise<void> {
    await this.writeFile(file)
    this.file = file
  }

  /** Makes another generation current. This one must not be written to any more. */
  async changeGeneration(change: (folder: string) => Promise<void>): Promise<void> {
    await this.mustWrite()
    await change(this.folder)
    this.replaced = true
  }

  /** @throws Error if the collection was opened for reading, or another generation replaced this one. */
  async mustWrite(): Promise<void> {
    if (this.lock === undefined) throw new Error(`${this.folder} was opened for reading; open it for writing`)
    if (this.replaced) throw new Error(`${this.folder} now has another generation; open it again`)
    await this.lock.check()
  }

  async close(): Promise<void> {
    this.table.close()
    this.connection.close()
    if (this.lock !== undefined) await this.removeRemade()
    await this.lock?.release()
  }

  /** Removes the folder that LanceDB makes again if the collection's was moved away while it was written to. */
  private async removeRemade(): Promise<void> {
    const found = await stat(this.folder).catch(() => undefined)
    if (found === undefined || found.ino === this.inode) return
    const isRemade = (await readdir(this.folder)).every((name) => /^(?:tables-\d+$|kept-)/.test(name))
    if (isRemade) await rm(this.folder, { recursive: true, force: true })
  }
}
