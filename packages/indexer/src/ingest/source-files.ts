import type { Dirent, Stats } from 'node:fs'
import { lstat, readdir, realpath, stat } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { Failure, FileFailure, readFailure } from '@leitmotif/command'
import { isIndexSource } from './index-sources.js'
import {
  createPatternWatch,
  createSelector,
  isHidden,
  isIgnored,
  rulesAbove,
  rulesBelow,
  type FileSelection,
  type IgnoreRules
} from './file-selection.js'
import { isCollectionFolder } from '../store/embedded/embedded-generations.js'
import { FILE_ENDS, kindOf, type FileKind } from './file-kinds.js'
import { NO_FILE } from './source-document.js'
import { commonFolder, isWithin, sourceName } from './source-names.js'

export interface ReadableFile {
  readonly source: string
  readonly path: string
  readonly kind: FileKind
  readonly bytes: number
}

/** A file to read, or the reason why it is not read. In a folder, `other kind` and `ignored` are not problems. */
export type SourceFile =
  | ReadableFile
  | { readonly source: string; readonly path: string; readonly status: FileStatus; readonly reason: string }

/** `ignored` may also be a folder. */
type FileStatus = 'skipped' | 'failed' | 'other kind' | 'ignored'

/** Returns a path with all links resolved, for as much of it as exists. Every file has exactly one such path. */
export async function realPath(path: string): Promise<string> {
  const whole = resolve(path)
  try {
    return await realpath(whole)
  } catch {
    const folder = dirname(whole)
    return folder === whole ? whole : join(await realPath(folder), basename(whole))
  }
}

/**
 * Returns the folder that a new collection's file names are relative to: the working directory if it contains all of
 * `paths`, else the deepest common folder. So no name begins with `..`.
 */
export async function namingFolder(paths: readonly string[]): Promise<string> {
  const here = await realPath('.')
  const found = await Promise.all(paths.map(realPath))
  if (found.every((path) => isWithin(here, path))) return here
  return commonFolder(found.map((path) => dirname(path)))
}

/** Returns the path of a source relative to the working directory, or the absolute path if that is shorter. */
export function shownPath(base: string, source: string): string {
  if (isIndexSource(source)) return source
  const path = resolve(base, source)
  const near = relative(process.cwd(), path) || '.'
  return near.length <= path.length ? near : path
}

/**
 * Yields the files under `paths`, folders in order of name.
 *
 * In folders, hidden files, `node_modules` and collections are skipped silently; what ignore files or `selection` leave out is
 * yielded as `ignored`. An unsupported format is a problem only if the user named the file itself. Links to files are
 * followed; links to folders are not, so the walk cannot loop. A file is named by its real path and yielded once;
 * further names of the same file are skipped.
 * @param onFile called with each supported file that a folder has, and with that folder as the user named it
 * @throws Failure for a path that does not exist.
 */
export async function* listFiles(
  paths: readonly string[],
  base: string,
  selection: FileSelection = {},
  onFile: Walk['onFile'] = () => undefined
): AsyncGenerator<SourceFile> {
  const met: Met = new Map()
  const selects = createSelector(selection)
  const listed = new Set<string>()
  for (const path of paths) {
    const found = await statOf(path)
    if (found instanceof Error) throw found
    const root = await realPath(path)
    const above = selection.ignoreFiles === false ? undefined : await rulesAbove(root)
    const files = found.isDirectory()
      ? listFolder(root, { base, met, root, selects, onFile }, above)
      : [await fileAt(resolve(path), found, base, met, 'failed')]
    for await (const file of files) {
      if (listed.has(file.source)) continue
      listed.add(file.source)
      yield file
    }
  }
}

/** Returns the paths that do not exist, not even as a broken link. */
export async function missingPaths(paths: readonly string[]): Promise<string[]> {
  const missing: string[] = []
  for (const path of new Set(paths)) {
    try {
      await lstat(path)
    } catch (error) {
      if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) missing.push(path)
    }
  }
  return missing
}

/** Whether a source is a file, and no longer exists. */
export async function isGone(base: string, source: string): Promise<boolean> {
  if (source === NO_FILE || isIndexSource(source)) return false
  return (await missingPaths([resolve(base, source)])).length > 0
}

/**
 * Returns which of some documents' absolute paths no longer exist. A missing folder is returned once, as the outermost
 * missing one, with the number of documents below it.
 */
export async function leftPaths(paths: readonly string[]): Promise<{ path: string; documents: number }[]> {
  const exists = new Map<string, boolean>()
  const isThere = async (path: string): Promise<boolean> => {
    const known = exists.get(path)
    if (known !== undefined) return known
    const folder = dirname(path)
    const isPresent = (folder === path || (await isThere(folder))) && (await missingPaths([path])).length === 0
    exists.set(path, isPresent)
    return isPresent
  }
  const counts = new Map<string, number>()
  for (const path of paths) {
    if (await isThere(path)) continue
    let outermost = path
    while (!(await isThere(dirname(outermost)))) outermost = dirname(outermost)
    counts.set(outermost, (counts.get(outermost) ?? 0) + 1)
  }
  return Array.from(counts, ([path, documents]) => ({ path, documents }))
}

/**
 * Returns the size of the files under `paths` in bytes, as the total for progress, and the patterns of `include` that match none of
 * them. @throws Failure as `listFiles`.
 */
export async function surveyFiles(
  paths: readonly string[],
  selection: FileSelection = {}
): Promise<{ readonly bytes: number; readonly unmatched: readonly string[] }> {
  let bytes = 0
  const { unmatched, see } = createPatternWatch(selection.include)
  for await (const file of listFiles(paths, process.cwd(), selection, see)) if ('bytes' in file) bytes += file.bytes
  return { bytes, unmatched: [...unmatched] }
}

/** The name of each file met, by device and inode. */
type Met = Map<string, string>

interface Walk {
  readonly base: string
  readonly met: Met
  /** The folder that the user named. */
  readonly root: string
  readonly selects: ReturnType<typeof createSelector>
  readonly onFile: (root: string, path: string) => void
}

/**
 * Yields the files of a folder.
 * @param above the ignore rules of the folders above it; undefined if ignore files are not read
 */
async function* listFolder(folder: string, walk: Walk, above: IgnoreRules | undefined): AsyncGenerator<SourceFile> {
  const { base, met, root, selects, onFile } = walk
  const rules = above === undefined ? undefined : await rulesBelow(folder, above)
  let entries: Dirent[]
  try {
    entries = await readdir(folder, { withFileTypes: true })
  } catch (error) {
    yield problem(folder, base, 'failed', readFailure(folder, error))
    return
  }
  if (isCollectionFolder(entries.map(({ name }) => name))) return
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name)
    if (isHidden(entry.name)) continue
    const isFolder = entry.isDirectory()
    if (!selects(root, path, isFolder) || isIgnored(path, isFolder, rules ?? [])) {
      yield problem(path, base, 'ignored', new Failure('is left out by an option or an ignore file'))
    } else if (isFolder) yield* listFolder(path, walk, rules)
    else {
      const found = await statOf(path)
      if (!(found instanceof Error) && found.isDirectory()) {
        yield problem(path, base, 'skipped', new Failure('is a link to a folder; name that folder itself'))
      } else if (kindOf(path) === undefined) yield problem(path, base, 'other kind', wrongKind())
      else if (found instanceof Error) yield problem(path, base, 'failed', found)
      else {
        onFile(root, path)
        yield await fileAt(path, found, base, met, 'skipped')
      }
    }
  }
}

/** Returns a file to read. If its format is not supported, returns the reason with this `status`. */
async function fileAt(
  name: string,
  found: Stats,
  base: string,
  met: Met,
  status: 'skipped' | 'failed'
): Promise<SourceFile> {
  const path = await realPath(name)
  const kind = kindOf(name)
  if (kind === undefined) return problem(path, base, status, wrongKind())
  if (!found.isFile()) return problem(path, base, status, new Failure('is not a regular file'))
  const source = sourceName(base, path)
  const same = `${found.dev}:${found.ino}`
  const before = met.get(same)
  if (before !== undefined && before !== source && found.ino !== 0) {
    return problem(path, base, 'skipped', new Failure(`is the same file as ${shownPath(base, before)}`))
  }
  met.set(same, source)
  return { source, path, kind, bytes: found.size }
}

function problem(path: string, base: string, status: FileStatus, error: Error): SourceFile {
  const reason = error instanceof FileFailure ? error.reason : error.message
  return { source: sourceName(base, path), path, status, reason }
}

function wrongKind(): Failure {
  return new Failure(`is of no kind that can be indexed; expected one of ${FILE_ENDS.join(', ')}`)
}

/** Returns the status of a file, following links, or the error. */
async function statOf(path: string): Promise<Stats | Error> {
  try {
    return await stat(path)
  } catch (error) {
    const link = await lstat(path).then(
      (found) => found.isSymbolicLink(),
      () => false
    )
    if (link) return new FileFailure(path, 'is a link that leads nowhere')
    // Node replaces bytes that are not UTF-8 in a name, and then no file has this name.
    const renamed = basename(path).includes('\uFFFD') && (error as NodeJS.ErrnoException).code === 'ENOENT'
    return renamed ? new FileFailure(path, 'has a name that is not UTF-8; rename it') : readFailure(path, error)
  }
}
