import { Serializer } from '@elastic/elasticsearch'
import { Failure } from '@leitmotif/command'
import { bulkWriterOf, type BulkWriter, type Operation, type Rejection } from '../../store/elasticsearch/bulk.js'
import type { Connection } from '../../store/elasticsearch/connection.js'
import { ElasticsearchFailure } from '../../store/elasticsearch/elasticsearch-failure.js'
import { ENRICHED, ENRICHED_PROPERTIES } from './enriched-fields.js'

/** Fields below `leitmotif`, with their types. */
const LEAVES: Readonly<Record<string, string>> = {
  'themes.id': 'keyword',
  'themes.name': 'keyword',
  'themes.share': 'float',
  main_theme: 'keyword',
  run: 'keyword'
}

/** Blocks of an index that forbid writing. */
const BLOCKS = ['write', 'read_only', 'read_only_allow_delete'] as const

/** An index of the user's, as far as Leitmotif writes to it. */
export class EnrichedIndex {
  private readonly bulk: BulkWriter

  constructor(
    private readonly client: Connection,
    private readonly index: string
  ) {
    // Without their pipelines, which would change the documents.
    this.bulk = bulkWriterOf(client, index, (target) => ({ index: target, pipeline: '_none' }))
  }

  /**
   * Checks that documents can be written to without a loss.
   * @returns whether the mapping has the fields of `leitmotif`
   * @throws Failure that says what is in the way.
   */
  async check(): Promise<boolean> {
    const { client, index } = this
    const place = `${client.place}/${index}`
    const mappings = await client.indices.getMapping({ index })
    for (const [name, { mappings: found }] of Object.entries(mappings)) {
      const { enabled = true, includes, excludes } = found._source ?? {}
      if (enabled && includes === undefined && excludes === undefined) continue
      throw new Failure(
        `${client.place}/${name}: its mapping keeps documents, or parts of them, out of _source; an update would lose these, ` +
          'so nothing is written; copy the index to one that keeps them'
      )
    }
    const settings = await client.indices.getSettings({ index, flat_settings: true })
    for (const [name, { settings: found }] of Object.entries(settings)) {
      const flat = (found ?? {}) as Readonly<Record<string, unknown>>
      const block = BLOCKS.find((own) => String(flat[`index.blocks.${own}`]) === 'true')
      if (block !== undefined)
        throw new Failure(
          `${client.place}/${name}: cannot be written to, since index.blocks.${block} is set; take it off`
        )
    }
    const aliases = await client.indices.getAlias({ name: index }, { ignore: [404] })
    const flags = Object.entries('error' in aliases ? {} : aliases).map(
      ([name, { aliases: own }]) => [name, Object.hasOwn(own, index) ? own[index].is_write_index : undefined] as const
    )
    if (flags.some(([, writes]) => writes === false) && !flags.some(([, writes]) => writes === true)) {
      const names = flags.map(([name]) => name).join(', ')
      throw new Failure(
        `${place}: is an alias for reading (is_write_index is false); name the index itself, for example ` +
          `leitmotif enrich elasticsearch:${flags[0][0]} (it is an alias of ${names})`
      )
    }
    return this.hasFields(place)
  }

  /** Adds the fields of `leitmotif` to the mapping. @throws Failure that says what to add if that is refused. */
  async addFields(): Promise<void> {
    const { client, index } = this
    const properties = { [ENRICHED]: ENRICHED_PROPERTIES }
    try {
      await client.indices.putMapping({
        index,
        properties: properties
      })
    } catch (error) {
      if (!(error instanceof ElasticsearchFailure) || error.passing) throw error
      throw new Failure(
        `${error.message}\nThe mapping needs these fields; add them, or have somebody add them who may, and run this again:\n` +
          `  PUT ${index}/_mapping\n  ${JSON.stringify({ properties })}`
      )
    }
  }

  /** Writes to documents of one concrete index; returns what was refused. */
  async write(index: string, operations: readonly Operation[]): Promise<Rejection[]> {
    return this.bulk.write(index, operations)
  }

  private async hasFields(place: string): Promise<boolean> {
    const { fields } = await this.client.dialect.fieldCaps(this.client, {
      index: this.index,
      fields: [ENRICHED, `${ENRICHED}.*`],
      include_unmapped: true
    })
    const own = fields[ENRICHED] as Readonly<Record<string, unknown>> | undefined
    const others = Object.keys(own ?? {}).filter((type) => !['object', 'unmapped'].includes(type))
    const wrong = others.length > 0 ? [ENRICHED, others[0]] : undefined
    let complete = true
    for (const [leaf, type] of Object.entries(LEAVES)) {
      const types = Object.keys(fields[`${ENRICHED}.${leaf}`] ?? { unmapped: {} })
      const other = wrong?.at(1) ?? types.find((found) => found !== type && found !== 'unmapped')
      if (other !== undefined) {
        const name = wrong?.at(0) ?? `${ENRICHED}.${leaf}`
        const expected = wrong === undefined ? type : 'an object'
        throw new Failure(
          `${place}: has a field "${name}" of its own, of type ${other}; expected ${expected}; documents of this index cannot be enriched`
        )
      }
      if (types.includes('unmapped')) complete = false
    }
    return complete
  }
}

declare global {
  interface JSON {
    /** Makes a value that is written as the given JSON text. */
    rawJSON(text: string): unknown
  }
}

/** Reads JSON so that every number is written again as it was, even one that JavaScript cannot hold. */
export class ExactSerializer extends Serializer {
  // eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- as the client declares it
  override deserialize<T = unknown>(json: string): T {
    const exact = (_key: string, value: unknown, { source = '' }: { source?: string } = {}): unknown =>
      typeof value === 'number' && String(value) !== source ? JSON.rawJSON(source) : value
    return JSON.parse(json, exact) as T
  }
}
