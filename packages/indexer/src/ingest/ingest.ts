import { missingPath } from '@leitmotif/command'
import { resolve } from 'node:path'
import { keepBackground } from '../search/random-pair-cosines.js'
import type { IngestCounts } from './ingest-account.js'
import { ingestItems, type IngestTarget } from './ingest-items.js'
import { keepDateFormats } from './kept-date-formats.js'
import { isIndexSource } from './index-sources.js'
import { keepAllLanguages } from './languages.js'
import { createSelector, type FileSelection } from './file-selection.js'
import { leftPaths, missingPaths, realPath } from './source-files.js'
import { SoughtMembers, type AbsentMembers, type MemberNames } from './members.js'
import { NO_FILE, type SourceProblem } from './source-document.js'
import {
  closeRun,
  documentsOfPart,
  finishPart,
  itemsOfPart,
  joinRun,
  type FinishedPart,
  type Part
} from './run-parts.js'
import { isWithin } from './source-names.js'
import { STANDARD_INPUT } from './decoded-lines.js'
import { readSources } from './sources.js'
import type { StoredDocument } from '../store/store.js'

export interface IngestOptions extends IngestTarget {
  /** Files and folders, as the user named them. */
  readonly paths: readonly string[]
  /** Whether to remove documents whose file was under one of `paths` and no longer exists. */
  readonly prune?: boolean
  /**
   * Whether documents without a date get the one in their file's path. Stored with the collection. Default: the stored
   * value, else false.
   */
  readonly datesFromNames?: boolean
  /**
   * Whether to encode documents in languages that the encoder does not read. Stored with the collection. Default: the stored
   * value, else false.
   */
  readonly allLanguages?: boolean
  /** Members of JSON and columns of tables that hold what a document consists of. */
  readonly members?: MemberNames
  /** Of text files. Default: UTF-8, or recognised. */
  readonly encoding?: string | undefined
  /** Which files of the folders are read. Documents of files that `include` or `exclude` leave out stay as they are. */
  readonly selection?: FileSelection
  /** This process's share, if several index one collection; the store must be open for it. */
  readonly part?: Part | undefined
}

/** For Elasticsearch, batches of 2,048 took 1.7 times as long (bench/RESULTS.md). */
export const INGEST_DEFAULTS = { prune: true, batch: 8192 } as const

/** Name under which `datesFromNames` is stored if it is true. */
const DATES_FROM_NAMES = 'dates-from-names'

export interface IngestReport extends IngestCounts {
  /** Number of documents removed because their file no longer exists or they have nothing left to index. */
  readonly removed: number
  /** Paths that no longer exist, as the user named them, and the number of documents removed with each. */
  readonly gone: readonly { readonly path: string; readonly removed: number }[]
  /**
   * Other paths from which the collection has documents, and that no longer exist: files or folders that were moved,
   * renamed or deleted. Each with its number of documents after the run.
   */
  readonly left: readonly { readonly path: string; readonly documents: number }[]
  /**
   * Files outside of `paths` that still exist, and of which documents were replaced by documents of the same ids. Each with the
   * number of these. Absent without any.
   */
  readonly replaced?: readonly { readonly path: string; readonly documents: number }[]
  /** Members of JSON that the options name and no document has. */
  readonly absent?: AbsentMembers
  /** Options that name members of JSON and columns of tables, if no such file was read. Absent without any. */
  readonly unused?: SoughtMembers['unused']
  /** Documents that were skipped, failed or were refused by the store. */
  readonly problems: readonly SourceProblem[]
  /** Present if documents are dated by file names because an earlier run had this option. */
  readonly datesAsBefore?: true
  /** The formats of dates, if they are those of an earlier run because this one names none. */
  readonly dateFormatsAsBefore?: readonly string[]
  /** Present for a part of a run. */
  readonly part?: FinishedPart
}

/**
 * Updates the collection to the current content of `paths`. Documents whose hash is already stored are not touched,
 * changed ones are replaced, and those whose files no longer exist are removed. Documents that cannot be read this time
 * keep their stored content. An interrupted run continues when it is started again. A path that no longer exists
 * selects the documents that the collection has from it, and these count as deleted.
 * @throws Failure for a path that does not exist and from which the collection has no documents, before anything is
 * written.
 * @example
 * const report = await ingest({ store, encoder, paths: ['samples'] })
 * report.unchanged // => 14
 */
export async function ingest(options: IngestOptions): Promise<IngestReport> {
  const {
    paths,
    prune,
    datesFromNames,
    allLanguages,
    members,
    encoding,
    selection = {},
    part,
    ...target
  } = { ...INGEST_DEFAULTS, ...options }
  const { store } = target
  const { base, fields } = await store.describe()
  const all = await store.documents()
  const known = documentsOfPart(all, part)
  const files = paths.filter((path) => path !== STANDARD_INPUT)
  const missing = await missingPaths(files)
  const existing = paths.filter((path) => !missing.includes(path))
  const sourcesAt = async (path: string): Promise<(source: string) => boolean> => isUnder(base, [await realPath(path)])
  for (const path of missing) {
    const under = await sourcesAt(path)
    if (![...all.values()].some(({ source }) => under(source))) throw missingPath(path)
  }
  if (part !== undefined) {
    const { dateFormats } = target
    const options = { paths, prune, datesFromNames, allLanguages, ...members, encoding, dateFormats, ...selection }
    await joinRun(store, part, options, () => Promise.resolve(undefined))
  }
  const kept = (await store.storedValue(DATES_FROM_NAMES)) === true
  const dated = datesFromNames ?? kept
  // Stored before reading, so that a run that continues this one dates all documents in the same way.
  if (dated !== kept) await store.storeValue(DATES_FROM_NAMES, dated ? true : undefined)
  const { dateFormats, asBefore: formatsAsBefore } = await keepDateFormats(store, target.dateFormats)
  if (allLanguages !== undefined) await keepAllLanguages(store, allLanguages)
  let bytes = 0
  const sought = new SoughtMembers(members ?? {})
  const items = readSources(existing, base, (read) => (bytes = read), {
    datesFromNames: dated,
    ...members,
    sought,
    fields,
    encoding,
    dateFormats,
    ...selection
  })
  const reading = { ...target, ...(dateFormats !== undefined && { dateFormats }) }
  const { counts, problems, seen } = await ingestItems(itemsOfPart(items, part), reading, known, () => bytes)

  const roots = await Promise.all(files.map(realPath))
  const under = isUnder(base, roots)
  let removed: [string, StoredDocument][] = []
  if (prune) {
    const selects = createSelector(selection)
    const isSelected = (source: string): boolean => {
      const path = resolve(base, source)
      return roots.some((root) => root === path || (isUnder(base, [root])(source) && selects(root, path, false)))
    }
    const unread = isUnder(
      base,
      problems
        .filter(({ status, keeps }) => status === 'failed' || keeps === true)
        .map(({ source }) => resolve(base, source))
    )
    removed = [...known].filter(
      ([document, { source }]) =>
        seen.get(document)?.keep !== true && under(source) && isSelected(source) && !unread(source)
    )
    await store.remove(removed.map(([document]) => document))
  }
  const gone: { path: string; removed: number }[] = []
  for (const path of missing) {
    const under = await sourcesAt(path)
    gone.push({ path, removed: removed.filter(([, { source }]) => under(source)).length })
  }
  const others = [...known].filter(([, { source }]) => source !== NO_FILE && !isIndexSource(source) && !under(source))
  const absent = sought.found()
  await store.settle()
  const isSeenElsewhere = ([document, { source }]: [string, StoredDocument]): boolean =>
    (seen.get(document)?.source ?? source) !== source
  const stored = others.some(isSeenElsewhere) ? await store.documents() : known
  const isStored = ([document, { source }]: [string, StoredDocument]): boolean =>
    stored.get(document)?.source === source
  const left = await leftPaths(others.filter(isStored).map(([, { source }]) => resolve(base, source)))
  const replaced = await replacedFiles(
    others.filter((other) => isSeenElsewhere(other) && !isStored(other)).map(([, { source }]) => source),
    base
  )
  const finished = part && (await finishPart(store, part, { ...counts, removed: removed.length }))
  if (finished === undefined || 'counts' in finished) {
    await closeRun(store)
    await keepBackground(store)
  }
  const asBefore = dated && datesFromNames === undefined ? ({ datesAsBefore: true } as const) : {}
  return {
    ...counts,
    removed: removed.length,
    gone,
    left,
    ...(absent && { absent }),
    ...(sought.unused.length > 0 && { unused: sought.unused }),
    ...(replaced.length > 0 && { replaced }),
    problems,
    ...asBefore,
    ...formatsAsBefore,
    ...(finished && { part: finished })
  }
}

/** Counts the sources of replaced documents, without those whose files no longer exist: they were moved. */
async function replacedFiles(sources: readonly string[], base: string): Promise<NonNullable<IngestReport['replaced']>> {
  const counts = new Map<string, number>()
  for (const source of sources) {
    const path = resolve(base, source)
    counts.set(path, (counts.get(path) ?? 0) + 1)
  }
  const missing = new Set(await missingPaths([...counts.keys()]))
  return Array.from(counts, ([path, documents]) => ({ path, documents })).filter(({ path }) => !missing.has(path))
}

/** Whether a source is one of the absolute `paths` or below one. */
function isUnder(base: string, paths: readonly string[]): (source: string) => boolean {
  return (source) => {
    if (source === NO_FILE || isIndexSource(source)) return false
    const path = resolve(base, source)
    return paths.some((root) => isWithin(root, path))
  }
}
