import { createHash } from 'node:crypto'
import { Failure } from '@leitmotif/command'
import { z } from 'zod'
import type { ThemeStore } from '../store/store.js'
import type { IngestCounts } from './ingest-account.js'
import type { SourceItem } from './source-document.js'

/** One of several processes that index one collection, each its share of the documents. */
export interface Part {
  /** From 1 to `of`. */
  readonly number: number
  readonly of: number
}

/** Name among the collection's stored values. */
const NAME = 'parts'

const runDecoder = z.object({
  of: z.int(),
  /** All that every part must agree on, as JSON. */
  options: z.string(),
  /** What the first part found for all of them. */
  start: z.unknown().optional(),
  /** What each part that is done says of itself, by its number. */
  done: z.record(z.string(), z.object({ counts: z.record(z.string(), z.number()), result: z.unknown().optional() }))
})
type PartedRun = z.infer<typeof runDecoder>

/** Sums of the counts of all parts. */
type PartCounts = Readonly<Record<string, number>>

/** Outcome of a part: how many are done, or the sums and results of all for the one that closes the run. */
export type FinishedPart =
  { readonly done: number; readonly of: number } | { readonly counts: PartCounts; readonly results: readonly unknown[] }

/** Whether a part has this document; documents are dealt out by a hash of their ids. */
export function isOfPart(document: string, part: Part | undefined): boolean {
  if (part === undefined) return true
  return createHash('sha256').update(document).digest().readUInt32BE() % part.of === part.number - 1
}

/** The documents of a part. */
export function documentsOfPart<T>(documents: ReadonlyMap<string, T>, part: Part | undefined): ReadonlyMap<string, T> {
  return part === undefined ? documents : new Map([...documents].filter(([document]) => isOfPart(document, part)))
}

/** The items of a part. What has no document goes by its place, so that one part accounts for it. */
export async function* itemsOfPart(
  items: AsyncIterable<SourceItem>,
  part: Part | undefined
): AsyncGenerator<SourceItem> {
  for await (const item of items) {
    const line = 'line' in item ? item.line : undefined
    const key = 'document' in item ? item.document : `${item.source}${line === undefined ? '' : `:${line}`}`
    if (isOfPart(key, part)) yield item
  }
}

/**
 * Joins the run of a part, or begins it.
 * @param options all that every part must agree on
 * @param start found by the first part, for all
 * @returns `start` of the run
 * @throws Failure for other options than those of the run that is not closed yet.
 */
export async function joinRun(
  store: ThemeStore,
  part: Part,
  options: object,
  start: () => Promise<unknown>
): Promise<unknown> {
  return together(store, async () => {
    const run = await readRun(store)
    const own = JSON.stringify(options)
    if (run === undefined) {
      const begun = { of: part.of, options: own, start: await start(), done: {} }
      await store.storeValue(NAME, begun)
      return begun.start
    }
    if (run.of === part.of && run.options === own) {
      // A part that was done and is started again, for example because it was killed as it ended, is not done until it ends again.
      const done = Object.fromEntries(Object.entries(run.done).filter(([number]) => number !== String(part.number)))
      await store.storeValue(NAME, { ...run, done })
      return run.start
    }
    const differing =
      run.of === part.of ? differencesOf(run.options, own) : `it has ${run.of} parts there and ${part.of} here`
    throw new Failure(
      `part ${part.number}/${part.of}: another part of this run was started with other options: ${differing}; start all ` +
        'parts alike; to give that run up, index once without --part'
    )
  })
}

/** Records that a part is done. The last one gets what all of them found; it then closes the run. */
export async function finishPart(
  store: ThemeStore,
  part: Part,
  counts: IngestCounts & { readonly removed: number },
  result?: unknown
): Promise<FinishedPart> {
  return together(store, async () => {
    const run = await readRun(store)
    if (run === undefined)
      throw new Failure(`part ${part.number}/${part.of}: somebody gave up this run meanwhile; start all parts again`)
    const numbers = Object.entries(counts).filter((entry): entry is [string, number] => typeof entry[1] === 'number')
    const done: PartedRun['done'] = { ...run.done, [part.number]: { counts: Object.fromEntries(numbers), result } }
    await store.storeValue(NAME, { ...run, done })
    const all = Object.values(done)
    if (all.length < run.of) return { done: all.length, of: run.of }
    return { counts: sumsOf(all.map((each) => each.counts)), results: all.map((each) => each.result) }
  })
}

/** Forgets the run, since it is done, or given up. */
export async function closeRun(store: ThemeStore): Promise<void> {
  if ((await store.storedValue(NAME)) !== undefined) await store.storeValue(NAME, undefined)
}

async function readRun(store: ThemeStore): Promise<PartedRun | undefined> {
  return runDecoder.optional().parse(await store.storedValue(NAME))
}

async function together<T>(store: ThemeStore, work: () => Promise<T>): Promise<T> {
  if (store.exclusively === undefined)
    throw new Error('this store cannot be written to in parts; open one in Elasticsearch')
  return store.exclusively(work)
}

function sumsOf(all: readonly PartCounts[]): PartCounts {
  const sums: Record<string, number> = {}
  for (const counts of all) for (const [name, count] of Object.entries(counts)) sums[name] = (sums[name] ?? 0) + count
  return sums
}

function differencesOf(theirs: string, ours: string): string {
  const [a, b] = [theirs, ours].map((text) => JSON.parse(text) as Record<string, unknown>)
  const names = [...new Set([...Object.keys(a), ...Object.keys(b)])]
  const text = (value: unknown): string => (value === undefined ? 'nothing' : JSON.stringify(value))
  const shown = (value: unknown): string => text(value).slice(0, 200)
  return names
    .filter((name) => text(a[name]) !== text(b[name]))
    .map((name) => `${name} is ${shown(a[name])} there and ${shown(b[name])} here`)
    .join('; ')
}
