import type { estypes } from '@elastic/elasticsearch'
import { Failure } from '@leitmotif/command'
import { keepBackground } from '../../search/random-pair-cosines.js'
import type { StoredDocument } from '../../store/store.js'
import { INGEST_DEFAULTS } from '../ingest.js'
import type { IngestCounts } from '../ingest-account.js'
import { ingestItems, type IngestTarget } from '../ingest-items.js'
import { keepDateFormats, readDateFormats } from '../kept-date-formats.js'
import { keepAllLanguages } from '../languages.js'
import { closeRun, documentsOfPart, finishPart, isOfPart, joinRun, type FinishedPart, type Part } from '../run-parts.js'
import type { SourceItem, SourceProblem } from '../source-document.js'
import { indexDocument, planRequest } from './index-document.js'
import type { Page } from './index-pages.js'
import type { IndexFields, IndexPlan } from './index-plan.js'
import { keepKnownSource, readKnownSources, type KnownSource } from './known-sources.js'
import { checkpointDecoder, earliest, type Checkpoint, type SourceIndex } from './source-index.js'

export interface IngestIndexOptions extends IngestTarget, IndexFields {
  /** The index, as the user named it: `elasticsearch:articles`. */
  readonly source: string
  readonly reader: SourceIndex
  readonly query?: string | undefined
  /** The field whose values grow with each change. Default: Elasticsearch's numbers of operations tell what is new. */
  readonly changed?: string | undefined
  /** Whether documents that the index no longer has leave the collection. */
  readonly prune?: boolean
  /** As for files: whether to encode documents in languages that the encoder does not read. */
  readonly allLanguages?: boolean
  /** This process's share, if several index one collection; the store must be open for it. */
  readonly part?: Part | undefined
}

export interface IngestIndexReport extends IngestCounts {
  /** Documents removed because the index no longer has them, or they have nothing left to index. */
  readonly removed: number
  readonly problems: readonly SourceProblem[]
  /** Fields of the index that no collection can have, each with the reason. */
  readonly leftOutFields: readonly string[]
  /** Whether only documents that changed since the last run were read. */
  readonly incremental: boolean
  /** The formats of dates, if they are those of an earlier run because this one names none. */
  readonly dateFormatsAsBefore?: readonly string[]
  /** Present for a part of a run. */
  readonly part?: FinishedPart
}

/**
 * Updates a collection to the current documents of an index. Reads only what changed since the last run of the same
 * options, if that run indexed everything that it read. Documents that the index no longer has are removed.
 * @throws Failure for an index or field that does not exist, or a query that no document matches, before anything is written.
 */
export async function ingestIndex(options: IngestIndexOptions): Promise<IngestIndexReport> {
  const {
    source,
    reader,
    query,
    changed,
    prune,
    allLanguages,
    part,
    dateFormats: named,
    ...target
  } = {
    ...INGEST_DEFAULTS,
    ...options
  }
  const { store } = target
  const { plan: ownPlan, leftOut } = await reader.plan(options, (await store.describe()).fields)
  const { dateFormats, asBefore } = await readDateFormats(store, named)
  const plan: IndexPlan = { ...ownPlan, ...(dateFormats !== undefined && { dateFormats: [...dateFormats] }) }
  const all = await store.documents()
  const known = documentsOfPart(all, part)
  const settings = { server: reader.client.place, ...(query !== undefined && { query }), plan }
  const findStart = async (): Promise<Checkpoint | undefined> => {
    const { [source]: last } = await readKnownSources(store)
    return sinceOf(last, settings, countFrom(all, source), changed)
  }
  const { text, title, date } = options
  const fields = Object.entries(options.fields ?? {})
  const agreed = { source, query, text, title, date, fields, dateFormats: named, allLanguages, changed, prune }
  const since = checkpointDecoder
    .optional()
    .parse(part === undefined ? await findStart() : await joinRun(store, part, agreed, findStart))
  // Only now, because a part that is refused must change nothing.
  await keepDateFormats(store, named)
  if (allLanguages !== undefined) await keepAllLanguages(store, allLanguages)
  await store.declare(Object.fromEntries(plan.fields.map((field) => [field.name, field.type])))
  const checkpoint = await reader.checkpoint(changed)
  if (query !== undefined && (await reader.count()) === 0) throw new Failure(nothingMatches(source, query))

  const unusable = new Set<string>()
  let position = 0
  const items = readIndex({ source, reader, plan, since, part, known }, unusable, () => position++)
  const { counts, problems, seen } = await ingestItems(items, target, known, () => position)

  let removed: string[] = []
  if (prune) {
    const present = since === undefined ? seen : await reader.ids()
    const isGone = (id: string): boolean => unusable.has(id) || seen.get(id)?.keep === false || !present.has(id)
    removed = [...known].filter(([id, stored]) => stored.source === source && isGone(id)).map(([id]) => id)
    await store.remove(removed)
  }
  await store.settle()
  // What failed must be read again.
  const own = counts.failed + counts.dead === 0 ? checkpoint : since
  const finished = part && (await finishPart(store, part, { ...counts, removed: removed.length }, own))
  if (finished === undefined || 'counts' in finished) {
    const next = finished === undefined ? own : earliest(finished.results)
    await keepKnownSource(store, source, {
      ...settings,
      ...(next !== undefined && { checkpoint: next }),
      documents: countFrom(await store.documents(), source)
    })
    await closeRun(store)
    await keepBackground(store)
  }
  const report = {
    ...counts,
    removed: removed.length,
    problems,
    leftOutFields: leftOut,
    incremental: since !== undefined,
    ...asBefore
  }
  return { ...report, ...(finished && { part: finished }) }
}

function nothingMatches(source: string, query: string): string {
  return `${source}: no document matches --query ${query}; the collection stays as it is; check the names of fields and the values`
}

/** Returns from where on to read: undefined for everything. */
function sinceOf(
  last: KnownSource | undefined,
  settings: Pick<KnownSource, 'server' | 'query' | 'plan'>,
  documents: number,
  changed: string | undefined
): Checkpoint | undefined {
  if (last?.checkpoint === undefined) return undefined
  const { server, query, plan, checkpoint } = last
  const same = JSON.stringify({ server, ...(query !== undefined && { query }), plan }) === JSON.stringify(settings)
  const by = 'field' in checkpoint ? checkpoint.field : undefined
  // Another count: a run was interrupted, or the collection was made anew.
  return same && by === changed && last.documents === documents ? checkpoint : undefined
}

function countFrom(known: ReadonlyMap<string, StoredDocument>, source: string): number {
  let count = 0
  for (const document of known.values()) if (document.source === source && document.hash !== '') count++
  return count
}

interface IndexReading {
  readonly source: string
  readonly reader: SourceIndex
  readonly plan: IndexPlan
  readonly since: Checkpoint | undefined
  readonly part: Part | undefined
  readonly known: ReadonlyMap<string, StoredDocument>
}

/** Ids that are asked for at once. */
const IDS_AT_ONCE = 1000

/** Yields the documents of an index that are new or changed, or all. */
async function* readIndex(
  { source, reader, plan, since, part, known }: IndexReading,
  unusable: Set<string>,
  onRead: () => void
): AsyncGenerator<SourceItem> {
  const lengthOf = ({ fields }: estypes.SearchHit): number =>
    ((fields?.[plan.text] ?? []) as unknown[]).reduce((sum: number, text) => sum + String(text).length, 0)
  const request = planRequest(plan)
  const met = new Set<string>()
  yield* read(reader.read(since, request, lengthOf))
  if (since === undefined || !('field' in since)) return
  // Documents without the field that grows, or with an earlier value of it, are new all the same.
  const missing = [...(await reader.ids())].filter((id) => !met.has(id) && (known.get(id)?.hash ?? '') === '')
  for (let at = 0; at < missing.length; at += IDS_AT_ONCE) {
    const values = missing.slice(at, at + IDS_AT_ONCE)
    yield* read(reader.read(undefined, { ...request, query: { ids: { values } } }, lengthOf))
  }

  async function* read(pages: AsyncIterable<Page>): AsyncGenerator<SourceItem> {
    for await (const { hits, whole } of pages) {
      for (const hit of hits) {
        const id = hit._id!
        met.add(id)
        onRead()
        if (!isOfPart(id, part)) continue
        const read = whole
          ? indexDocument(source, hit, plan)
          : { document: id, reason: 'is too large to be read; split it', tooLarge: true as const }
        if ('hash' in read) {
          yield read
          continue
        }
        unusable.add(id)
        yield { source, status: 'skipped', ...read }
      }
    }
  }
}
