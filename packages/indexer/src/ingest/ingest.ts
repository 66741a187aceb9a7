import { missingPath } from '@leitmotif/command'
import { resolve, sep } from 'node:path'
import { keepBackground } from '../search/background.js'
import type { IngestCounts } from './ingest-account.js'
import { ingestItems, type IngestTarget } from './ingest-items.js'
import { missingPaths, realPath } from './source-files.js'
import { NO_FILE, readSources, type SourceProblem } from './sources.js'
import type { StoredDocument } from '../store/store.js'

export interface IngestOptions extends IngestTarget {
  /** Files and folders, as the user named them. */
  readonly paths: readonly string[]
  /** Whether documents go whose file lay under one of `paths` and is gone. */
  readonly prune?: boolean
  /** Whether documents that name no date get the one in their file's path. Kept with the collection; default: as kept, else not. */
  readonly datesFromNames?: boolean
}

/** Into Elasticsearch, batches of 2,048 took 1.7 times as long as these (bench/RESULTS.md). */
export const INGEST_DEFAULTS = { prune: true, batch: 8192 } as const

/** The name that `datesFromNames` is kept by, where it is true. */
const DATES_FROM_NAMES = 'dates-from-names'

export interface IngestReport extends IngestCounts {
  /** Documents taken out, because they are gone or have nothing left to index. */
  readonly removed: number
  /** Paths that are there no longer, as the user named them, and how many of the removed documents lay there. */
  readonly gone: readonly { readonly path: string; readonly removed: number }[]
  /** Each that was skipped, has failed or is dead. */
  readonly problems: readonly SourceProblem[]
  /** Present if documents are dated by file names because of an earlier run's option. */
  readonly datesAsBefore?: true
}

/**
 * Makes the collection hold what is under `paths` now. Documents whose hash the store has are not touched, changed ones
 * are replaced, and those that are gone are removed; what could not be read this time keeps what it had. Ended at any
 * moment, it goes on from there when it is run again. A path that is missing stands for what the collection has of it,
 * which is gone.
 * @throws Failure for a path that is missing and of which the collection has nothing, before anything is written.
 */
export async function ingest(options: IngestOptions): Promise<IngestReport> {
  const { paths, prune, datesFromNames, ...target } = { ...INGEST_DEFAULTS, ...options }
  const { store } = target
  const { base } = await store.describe()
  const known = await store.documents()
  const missing = await missingPaths(paths)
  const there = paths.filter((path) => !missing.includes(path))
  const sourcesAt = async (path: string): Promise<(source: string) => boolean> => isUnder(base, [await realPath(path)])
  for (const path of missing) {
    const under = await sourcesAt(path)
    if (![...known.values()].some(({ source }) => under(source))) throw missingPath(path)
  }
  const kept = (await store.kept(DATES_FROM_NAMES)) === true
  const dated = datesFromNames ?? kept
  // Before anything is read, so that a run that goes on where this one ended gives all documents the same dates.
  if (dated !== kept) await store.keep(DATES_FROM_NAMES, dated ? true : undefined)
  let bytes = 0
  const items = readSources(there, base, (read) => (bytes = read), { datesFromNames: dated })
  const { counts, problems, seen } = await ingestItems(items, target, known, () => bytes)

  let removed: [string, StoredDocument][] = []
  if (prune) {
    const under = isUnder(base, await Promise.all(paths.map(realPath)))
    const unread = isUnder(
      base,
      problems.filter(({ status }) => status === 'failed').map(({ source }) => resolve(base, source))
    )
    removed = [...known].filter(
      ([document, { source }]) => seen.get(document)?.keep !== true && under(source) && !unread(source)
    )
    await store.remove(removed.map(([document]) => document))
  }
  const gone: { path: string; removed: number }[] = []
  for (const path of missing) {
    const under = await sourcesAt(path)
    gone.push({ path, removed: removed.filter(([, { source }]) => under(source)).length })
  }
  await store.settle()
  await keepBackground(store)
  const asBefore = dated && datesFromNames === undefined ? ({ datesAsBefore: true } as const) : {}
  return { ...counts, removed: removed.length, gone, problems, ...asBefore }
}

/** Whether a source is one of the absolute `paths` or below one. */
function isUnder(base: string, paths: readonly string[]): (source: string) => boolean {
  return (source) => {
    if (source === NO_FILE) return false
    const path = resolve(base, source)
    return paths.some((root) => path === root || path.startsWith(root.endsWith(sep) ? root : root + sep))
  }
}
