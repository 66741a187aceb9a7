import { counted, createProgress, EXIT, Failure, printJson } from '@leitmotif/command'
import { Command } from 'commander'
import { placeArguments, withCollection, type PlaceFlags } from '../store/collection.js'
import { indexOf, isIndexSource } from '../ingest/index-sources.js'
import { enrichIndex, removeEnrichment, type EnrichReport } from '../ingest/elasticsearch/enrich.js'
import { EnrichedIndex, ExactSerializer } from '../ingest/elasticsearch/enriched-index.js'
import { readKnownSources, type KnownSource } from '../ingest/elasticsearch/known-sources.js'
import { SourceIndex } from '../ingest/elasticsearch/source-index.js'
import { isServer } from '../store/elasticsearch/elasticsearch-access.js'
import { connectTo } from '../store/elasticsearch/server-connection.js'
import type { ThemeStore } from '../store/store.js'
import { enrichText } from './enrich-text.js'
import { collectionOption, inOption, jsonOption } from './shared-options.js'

interface Flags extends PlaceFlags {
  readonly from?: string
  readonly dryRun: boolean
  readonly remove: boolean
  readonly json: boolean
}

/** `leitmotif enrich`: writes themes into the documents of an index of the user's. */
export function enrichCommand(): Command {
  return new Command('enrich')
    .description(
      'Writes the themes of each document into the Elasticsearch index that the collection was made from: ' +
        'leitmotif.themes (id, name and share of sentences), leitmotif.main_theme and leitmotif.run. Nothing else of a document ' +
        'changes. A document that somebody changes meanwhile is read again, not overwritten.\n\nExample: leitmotif enrich --in http://127.0.0.1:9200 --collection articles --dry-run'
    )
    .argument('[index]', 'index to write to, as elasticsearch:INDEX (default: those that the collection was made from)')
    .addOption(inOption())
    .addOption(collectionOption())
    .option('--from <server>', 'URL of the server of the index (default: the one that it was indexed from)')
    .option('--dry-run', 'say what would be written, and write nothing', false)
    .option('--remove', 'take leitmotif out of all documents of the index again', false)
    .addOption(jsonOption())
    .action(async (index: string | undefined, flags: Flags) => {
      if (index !== undefined && (!isIndexSource(index) || indexOf(index) === ''))
        throw new Failure(`${index}: expected an index of Elasticsearch, for example elasticsearch:articles`)
      const reports = await enrich(index, flags)
      if (flags.json) printJson(reports)
      else for (const report of reports) process.stdout.write(enrichText(report, flags, placeArguments(flags, '--to')))
      const left = reports.some(({ changed, missed, refused }) => changed + missed + refused > 0)
      if (left) process.exitCode = EXIT.findings
    })
}

async function enrich(index: string | undefined, flags: Flags): Promise<EnrichReport[]> {
  const server = flags.from ?? (isServer(flags.in) ? flags.in : undefined)
  // Whoever has deleted the collection can still take back what it wrote.
  if (flags.remove && index !== undefined && server !== undefined) return [await remove(indexOf(index), server, flags)]
  const reports: EnrichReport[] = []
  await withCollection(flags, undefined, flags.remove ? 'read' : 'write', async (store) => {
    for (const [source, known] of await chosenSources(store, index)) {
      const at = flags.from ?? known.server
      reports.push(
        flags.remove
          ? await remove(indexOf(source), at, flags)
          : await enrichOne(store, indexOf(source), known, at, flags)
      )
    }
  })
  return reports
}

/** The indexes to write to, with how each was read. @throws Failure if the collection was not made from any. */
async function chosenSources(store: ThemeStore, index: string | undefined): Promise<[string, KnownSource][]> {
  const sources = Object.entries(await readKnownSources(store))
  if (sources.length === 0) {
    throw new Failure(
      'this collection was not made from an index of Elasticsearch; make one: leitmotif index elasticsearch:INDEX'
    )
  }
  if (index === undefined) return sources
  const same = sources.find(([source]) => source === index)
  if (same !== undefined) return [same]
  // Another name for the same documents, such as the index behind an alias.
  if (sources.length === 1) return [[index, sources[0][1]]]
  throw new Failure(
    `${index}: the collection was made from ${sources.map(([source]) => source).join(', ')}; name one of these`
  )
}

async function enrichOne(
  store: ThemeStore,
  index: string,
  { plan, query }: KnownSource,
  server: string,
  { dryRun }: Flags
): Promise<EnrichReport> {
  const client = await connectTo(server, warn)
  const source = new SourceIndex(client, index, query)
  try {
    const progress = createProgress({ label: 'enriching', total: await source.count(), unit: 'documents' })
    const target = new EnrichedIndex(client, index)
    const report = await enrichIndex({
      store,
      source,
      target,
      plan,
      dryRun,
      onProgress: (read) => {
        progress.update(read)
      }
    })
    progress.end()
    return report
  } finally {
    await client.close()
  }
}

async function remove(index: string, server: string, { dryRun }: Flags): Promise<EnrichReport> {
  const client = await connectTo(server, warn, { serializer: ExactSerializer })
  const source = new SourceIndex(client, index, undefined)
  try {
    const progress = createProgress({ label: 'restoring', unit: 'documents' })
    const target = new EnrichedIndex(client, index)
    const report = await removeEnrichment({
      source,
      target,
      dryRun,
      onProgress: (read) => {
        progress.update(read)
      }
    })
    progress.end(counted(report.written, 'document'))
    return report
  } finally {
    await client.close()
  }
}

function warn(line: string): void {
  process.stderr.write(`${line}\n`)
}
