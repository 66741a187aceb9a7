import { typesOf, undeclaredFields } from '../fields.js'
import type { FieldType, ThemeStore } from '../store.js'
import type { WriteRight } from '../write-access.js'
import { bulkWriterOf, type BulkWriter } from './bulk.js'
import type { Connection } from './connection.js'
import { DocumentRecords } from './elasticsearch-documents.js'
import { readMeta, type Generation } from './elasticsearch-generations.js'
import { alone } from './lease.js'
import { type CollectionMeta, fieldProperties, REFRESH_INTERVAL } from './mapping.js'
import { recordsIndex, writeAlias } from './names.js'

/** An open generation of a collection: its indexes, its metadata and the right to write. */
export class ElasticsearchCollection {
  readonly index: string
  /** Index of the documents' records and the stored values. */
  readonly records: string
  /** The metadata as last read. */
  meta: CollectionMeta
  readonly documents: DocumentRecords
  readonly bulk: BulkWriter
  readonly refreshes: Refreshes
  /** Whether something was written since the last refresh. */
  unsettled = false
  /** Whether another generation has replaced this one. */
  replaced = false
  /** Does `work` while no other part of a run does its own; absent if there are no others. */
  exclusively?: ThemeStore['exclusively']

  constructor(
    readonly client: Connection,
    readonly name: string,
    /** Absent for a reader. */
    readonly lease: WriteRight | undefined,
    readonly generation: Generation
  ) {
    const { index, number, meta } = generation
    this.index = index
    this.records = recordsIndex(name)
    this.meta = meta
    this.documents = new DocumentRecords(client, this.records, number)
    this.bulk = bulkWriterOf(client, index, (target) => ({ index: writeAlias(target), require_alias: true }))
    this.refreshes = new Refreshes(client, index)
  }

  get fields(): Record<string, FieldType> {
    return typesOf(this.meta.fields)
  }

  /** The runs whose themes are visible, the current one first. */
  get runs(): string[] {
    const { run } = this.meta
    return run === undefined ? [] : [run.name, ...run.earlier]
  }

  /** Lets other parts of a run write at the same time. */
  share(): void {
    this.exclusively = (work) => alone(this.client, this.records, work)
  }

  /** Reloads state that another process may have changed. */
  async refreshMeta(): Promise<CollectionMeta> {
    if (this.lease === undefined || this.exclusively !== undefined) this.meta = await readMeta(this.client, this.index)
    return this.meta
  }

  async writeMeta(meta: CollectionMeta): Promise<void> {
    const properties = fieldProperties(meta.fields)
    await this.client.indices.putMapping({ index: this.index, properties, _meta: { leitmotif: meta } })
    this.meta = meta
  }

  async declare(fields: Readonly<Record<string, FieldType>>): Promise<void> {
    await this.mustWrite()
    if (undeclaredFields(this.meta.fields, fields).length === 0) return
    const declareRest = async (): Promise<void> => {
      await this.refreshMeta()
      const further = undeclaredFields(this.meta.fields, fields)
      if (further.length === 0) return
      await this.writeMeta({ ...this.meta, fields: [...this.meta.fields, ...further] })
    }
    await (this.exclusively === undefined ? declareRest() : this.exclusively(declareRest))
  }

  /** Makes all writes visible, and lets the index refresh by itself again. */
  async settle(): Promise<void> {
    await this.mustWrite()
    await this.client.indices.refresh({ index: [this.index, this.records] })
    await this.refreshes.start()
    this.unsettled = false
  }

  /** @throws Error if the collection was opened for reading, or another generation replaced this one. */
  async mustWrite(): Promise<void> {
    if (this.lease === undefined) throw new Error(`${this.index} was opened for reading; open it for writing`)
    if (this.replaced) throw new Error(`${this.index}: another generation replaced it; open it again`)
    await this.lease.check()
  }

  /** @throws Error as `mustWrite`, and if other parts of a run may write. */
  async mustWriteAlone(): Promise<void> {
    if (this.exclusively !== undefined)
      throw new Error(`${this.index} is open for a part of a run; open it without one`)
    await this.mustWrite()
  }
}

/** Turns the automatic refresh of an index off while the themes of all sentences are rewritten, and on again. */
class Refreshes {
  /** Interval to restore; undefined while the index refreshes by itself. */
  private former: string | undefined

  constructor(
    private readonly client: Connection,
    private readonly index: string
  ) {}

  async stop(): Promise<void> {
    if (this.former !== undefined) return
    const found = await this.client.indices.getSettings({ index: this.index, name: 'index.refresh_interval' })
    const interval = Object.values(found)[0]?.settings?.index?.refresh_interval as string | undefined
    await this.set('-1')
    // If it is off already, a killed process left it off.
    this.former = interval === undefined || interval === '-1' ? REFRESH_INTERVAL : interval
  }

  async start(): Promise<void> {
    if (this.former === undefined) return
    await this.set(this.former)
    this.former = undefined
  }

  private async set(interval: string): Promise<void> {
    await this.client.indices.putSettings({ index: this.index, settings: { refresh_interval: interval } })
  }
}
