import { setTimeout as sleep } from 'node:timers/promises'
import type { estypes } from '@elastic/elasticsearch'
import { createRandom } from '@leitmotif/encoder/vectors'
import { z } from 'zod'
import { waitBefore } from '../../store/elasticsearch/back-off.js'
import type { Operation, Version } from '../../store/elasticsearch/bulk.js'
import type { ThemeStore } from '../../store/store.js'
import { openDocumentThemes, THEMES_AT_ONCE, type Enrichment } from './document-themes.js'
import { ENRICHED } from './enriched-fields.js'
import type { EnrichedIndex } from './enriched-index.js'
import { indexDocument, planRequest } from './index-document.js'
import type { IndexPlan } from './index-plan.js'
import type { SourceIndex } from './source-index.js'

/** How often documents are read again that changed while they were written to. */
const ROUNDS = 8

/** Refused documents that are named. */
const MAX_NAMED = 20

export interface EnrichReport {
  readonly index: string
  /** Documents of the index, of which each is one of the next six. */
  readonly read: number
  /** Documents that were written to; with `dryRun`, that would be. */
  readonly written: number
  /** Documents that had all of it before. */
  readonly same: number
  /** Documents whose text or fields changed since they were indexed; they are not written to. */
  readonly changed: number
  /** Documents that the collection does not have. */
  readonly absent: number
  /** Documents that others changed or removed again and again meanwhile. */
  readonly missed: number
  /** Documents that Elasticsearch refused. */
  readonly refused: number
  /** The first of them, with the reasons. */
  readonly problems: readonly string[]
  /** Whether the mapping got the fields of `leitmotif`; with `dryRun`, whether it would. */
  readonly mapped: boolean
  /** A run of another collection, or of one deleted since, whose themes are replaced in some document. */
  readonly replaced?: string
  /** The first document that is written to, with what it gets. */
  readonly example?: { readonly id: string; readonly leitmotif: Enrichment }
}

interface Writing {
  readonly source: SourceIndex
  readonly target: EnrichedIndex
  /** Whether to read all and write nothing. */
  readonly dryRun?: boolean
  /** Called with the number of documents read. */
  readonly onProgress?: (read: number) => void
}

export interface EnrichOptions extends Writing {
  readonly store: ThemeStore
  /** How the documents were read for the collection. */
  readonly plan: IndexPlan
}

/**
 * Writes the themes of a collection's documents into the index that they are from, as their member `leitmotif`. A document
 * that somebody changes meanwhile is read again. One that has changed since it was indexed, or that has these themes
 * already, is not written to, so a run can be repeated.
 * @throws Failure if the index cannot be written to without a loss, or the collection has no themes; nothing is written then.
 */
export async function enrichIndex({ store, plan, ...writing }: EnrichOptions): Promise<EnrichReport> {
  const { run, themesOf } = await openDocumentThemes(store)
  const { source, target, dryRun = false } = writing
  const mapped = !(await target.check())
  if (mapped && !dryRun) await target.addFields()
  const planned = planRequest(plan)
  const request = { ...planned, _source: [ENRICHED] }
  const own = await readWrittenRuns(store)
  let example: EnrichReport['example']
  let replaced: string | undefined
  const decide: Decide = async (hits) => {
    const ids = hits.map(({ _id: id }) => id!)
    const known = await store.documents(ids)
    const themes = await themesOf(ids)
    return hits.map((hit) => {
      const id = hit._id!
      const before = enrichedOf(hit)
      const stored = known.get(id)
      if (stored === undefined && before === undefined) return 'absent'
      const read = indexDocument('', hit, plan)
      if (stored !== undefined && (!('hash' in read) || read.hash !== stored.hash)) return 'changed'
      const wanted = themes.get(id)!
      if (before !== undefined && isSame(before, wanted)) return 'same'
      example ??= { id, leitmotif: wanted }
      if (before?.run !== undefined && before.run !== run && !own.includes(before.run)) replaced ??= before.run
      return { kind: 'update', id, record: { [ENRICHED]: wanted }, version: versionOf(hit) }
    })
  }
  // Before anything is written, so that an interrupted run knows its own.
  if (!dryRun && !own.includes(run)) await store.storeValue(WRITTEN_RUNS, [...own, run])
  const counts = await writeAll({ ...writing, dryRun }, request, decide)
  const told = { ...(replaced !== undefined && { replaced }), ...(example && { example }) }
  return { index: source.index, ...counts, mapped, ...told }
}

/** Name of the runs whose themes were written into an index, among the collection's stored values. */
const WRITTEN_RUNS = 'enriched-runs'

async function readWrittenRuns(store: ThemeStore): Promise<readonly string[]> {
  return z
    .array(z.string())
    .catch([])
    .parse(await store.storedValue(WRITTEN_RUNS))
}

/**
 * Takes the member `leitmotif` out of all documents of an index. They are written again whole, without any change to the
 * rest; the client of `source` must read numbers exactly.
 */
export async function removeEnrichment(writing: Writing): Promise<EnrichReport> {
  const { source, target, dryRun = false } = writing
  await target.check()
  const request: estypes.SearchRequest = { _source: source.client.dialect.wholeSource }
  const enriched = { exists: { field: `${ENRICHED}.run` } }
  const decide: Decide = (hits) =>
    Promise.resolve(
      hits.map((hit) => {
        const { [ENRICHED]: own, ...record } = hit._source as Record<string, unknown>
        return own === undefined ? 'same' : { kind: 'index', id: hit._id!, record, version: versionOf(hit) }
      })
    )
  return { index: source.index, ...(await writeAll({ ...writing, dryRun }, request, decide, enriched)), mapped: false }
}

/** What is to be done with each of some documents. */
type Decide = (hits: readonly estypes.SearchHit[]) => Promise<readonly (Operation | 'absent' | 'changed' | 'same')[]>

async function writeAll(
  { source, target, dryRun, onProgress }: Writing,
  request: estypes.SearchRequest,
  decide: Decide,
  query?: estypes.QueryDslQueryContainer
): Promise<Omit<EnrichReport, 'index' | 'mapped' | 'replaced' | 'example'>> {
  const counts = { read: 0, written: 0, same: 0, changed: 0, absent: 0, missed: 0, refused: 0 }
  const problems: string[] = []
  const random = createRandom(`enrich ${process.pid}`)
  let again: string[] = []
  const write = async (hits: readonly estypes.SearchHit[], first: boolean): Promise<void> => {
    const operations = new Map<string, Operation[]>()
    for (const [at, what] of (await decide(hits)).entries()) {
      if (typeof what !== 'string') {
        const index = hits[at]._index
        operations.set(index, [...(operations.get(index) ?? []), what])
      } else if (what === 'same' && !first) counts.written++
      else counts[what]++
    }
    for (const [index, own] of operations) {
      const rejections = dryRun === true ? [] : await target.write(index, own)
      counts.written += own.length - rejections.length
      for (const { id, reason, stale } of rejections) {
        if (stale !== undefined) again.push(id)
        else if (++counts.refused <= MAX_NAMED) problems.push(`${id}: ${reason}`)
      }
    }
  }
  const read = { ...request, seq_no_primary_term: true }
  const first = { ...read, ...(query && { query }) }
  for await (const { hits, whole } of source.read(undefined, first, (hit) => JSON.stringify(hit).length)) {
    counts.read += hits.length
    if (!whole) counts.absent += hits.length
    for (let start = 0; whole && start < hits.length; start += THEMES_AT_ONCE)
      await write(hits.slice(start, start + THEMES_AT_ONCE), true)
    onProgress?.(counts.read)
  }
  // Whatever changed meanwhile, perhaps by a request of ours whose answer was lost.
  for (let round = 0; again.length > 0 && round < ROUNDS; round++) {
    await sleep(waitBefore(round, random))
    await source.refresh()
    const ids = again
    again = []
    for (let start = 0; start < ids.length; start += THEMES_AT_ONCE) {
      const wanted = ids.slice(start, start + THEMES_AT_ONCE)
      const hits = await source.readSome(wanted, read)
      counts.missed += wanted.length - hits.length
      await write(hits, false)
    }
  }
  counts.missed += again.length
  // So that searches, and the next run, see it.
  if (counts.written > 0 && dryRun !== true) await source.refresh()
  return { ...counts, problems }
}

function versionOf({ _seq_no: seq = 0, _primary_term: term = 0, _routing: routing }: estypes.SearchHit): Version {
  return { if_seq_no: seq, if_primary_term: term, ...(routing !== undefined && { routing }) }
}

function enrichedOf({ _source: source }: estypes.SearchHit): Partial<Enrichment> | undefined {
  return (source as { leitmotif?: Partial<Enrichment> } | undefined)?.[ENRICHED]
}

function isSame({ themes, main_theme = null, run }: Partial<Enrichment>, wanted: Enrichment): boolean {
  const parts = (of: Pick<Enrichment, 'themes' | 'main_theme' | 'run'>): string =>
    JSON.stringify([of.themes.map(({ id, name, share }) => [id, name, share]), of.main_theme, of.run])
  return themes !== undefined && run !== undefined && parts({ themes, main_theme, run }) === parts(wanted)
}
