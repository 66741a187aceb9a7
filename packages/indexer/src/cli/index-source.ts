import { Failure } from '@leitmotif/command'
import { CONFIGURED_PLACE, isServer } from '../store/elasticsearch/elasticsearch-access.js'
import { indexOf, isIndexSource } from '../ingest/index-sources.js'
import type { EnrichReport } from '../ingest/elasticsearch/enrich.js'
import type { IngestIndexOptions, IngestIndexReport } from '../ingest/elasticsearch/ingest-index.js'

/** Maximum number of passes over documents that change during a run; the next run does the rest. */
const ROUNDS = 3

/** Options of a command that reads an index of Elasticsearch. */
export interface IndexSourceFlags {
  readonly text?: string
  readonly title?: string
  readonly date?: string
  readonly field: readonly string[]
  readonly from?: string
  readonly query?: string
  readonly changed?: string
  readonly enrich: boolean
  readonly id?: string
  readonly idsPerFile?: boolean
  readonly encoding?: string
}

/** An index to be read, the options for it, and the number of documents. */
export interface OpenedIndex extends Pick<
  IngestIndexOptions,
  'source' | 'reader' | 'text' | 'title' | 'date' | 'fields' | 'query' | 'changed'
> {
  readonly documents: number
}

/** Returns the index that paths name; undefined if they name files. @throws Failure for an index beside others. */
export function indexSource(paths: readonly string[], flags: IndexSourceFlags): string | undefined {
  const source = paths.find(isIndexSource)
  if (source === undefined) {
    const { from, query, changed, enrich } = flags
    const given = Object.entries({ from, query, changed, enrich: enrich || undefined }).find(
      ([, value]) => value !== undefined
    )
    if (given !== undefined)
      throw new Failure(`--${given[0]} is for an index of Elasticsearch; expected elasticsearch:INDEX, or leave it out`)
    return undefined
  }
  if (paths.length > 1)
    throw new Failure(`${source} comes with other paths; index it by itself: leitmotif index ${source}`)
  if (indexOf(source) === '') throw new Failure(`${source} names no index; expected for example elasticsearch:articles`)
  const { id, idsPerFile, encoding } = flags
  const unfit = Object.entries({ id, 'ids-per-file': idsPerFile, encoding }).find(([, value]) => value !== undefined)
  if (unfit !== undefined) throw new Failure(`--${unfit[0]} is for files, and ${source} is an index; leave it out`)
  return source
}

/** Opens the index that is to be read. @throws Failure if it does not exist, or a field or the query is wrong. */
export async function openIndex(source: string, to: string, flags: IndexSourceFlags): Promise<OpenedIndex> {
  const [{ connectTo }, { SourceIndex }, { parseIndexField }] = await Promise.all([
    import('../store/elasticsearch/server-connection.js'),
    import('../ingest/elasticsearch/source-index.js'),
    import('../ingest/elasticsearch/index-plan.js')
  ])
  const { text, title, date, query, changed, from = isServer(to) ? to : CONFIGURED_PLACE } = flags
  if (!isServer(from))
    throw new Failure(`--from ${from}: expected the URL of an Elasticsearch server, or elasticsearch`)
  const client = await connectTo(from, (line) => process.stderr.write(`${line}\n`))
  const reader = new SourceIndex(client, indexOf(source), query)
  const fields = Object.fromEntries(flags.field.map(parseIndexField))
  try {
    await reader.plan({ text, title, date, fields }, {})
    return { source, reader, text, title, date, fields, query, changed, documents: await reader.count() }
  } catch (error) {
    await client.close()
    throw error
  }
}

/** Report of an update of a collection from an index. */
export interface IndexUpdate extends IngestIndexReport {
  /** Report of `--enrich`, if given. */
  readonly enriched?: EnrichReport
}

/** Returns the error of `--enrich` for a collection without themes. Commands throw it before they index. */
export function noThemesToWrite(): Failure {
  return new Failure(
    '--enrich writes themes, and this collection has none yet; run this without --enrich, then leitmotif themes build and leitmotif enrich'
  )
}

/** Updates a collection from an index, then, with `enrich`, writes its themes back into the index. */
export async function updateFromIndex(options: IngestIndexOptions, enrich: boolean): Promise<IndexUpdate> {
  const { ingestIndex } = await import('../ingest/elasticsearch/ingest-index.js')
  let report = await ingestIndex(options)
  if (!enrich) return report
  const [{ enrichIndex }, { EnrichedIndex }, { readKnownSources }] = await Promise.all([
    import('../ingest/elasticsearch/enrich.js'),
    import('../ingest/elasticsearch/enriched-index.js'),
    import('../ingest/elasticsearch/known-sources.js')
  ])
  const { store, source, reader } = options
  const target = new EnrichedIndex(reader.client, reader.index)
  for (let round = 1; ; round++) {
    const { [source]: known } = await readKnownSources(store)
    const enriched = await enrichIndex({ store, source: reader, target, plan: known.plan })
    if (enriched.changed === 0 || round === ROUNDS) return { ...report, enriched }
    report = added(report, await ingestIndex(options))
  }
}

/** The counts of two runs, one after the other. */
function added(first: IngestIndexReport, second: IngestIndexReport): IngestIndexReport {
  const sums = Object.entries(second).flatMap(([name, value]: [string, unknown]): [string, number][] =>
    typeof value === 'number' ? [[name, value + (first as unknown as Record<string, number>)[name]]] : []
  )
  return { ...first, ...Object.fromEntries(sums), problems: [...first.problems, ...second.problems] }
}
