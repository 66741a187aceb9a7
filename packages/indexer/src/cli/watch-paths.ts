import { existsSync, watch, type FSWatcher } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join, resolve, sep } from 'node:path'
import { Failure } from '@leitmotif/command'
import { isHidden } from '../ingest/file-selection.js'

/** Milliseconds without a change after which files count as saved. */
const QUIET = 500

/** Milliseconds between looks at whether a path is still the same file or folder: a watcher never learns of one that takes its place. */
const LOOK = 1000

/**
 * Calls `update` at once, and again after files at or below `paths` have changed, once for changes that come together, until `signal`
 * aborts. Goes on when a path is deleted, comes back or is replaced by another file or folder. Hidden files, `node_modules` and what is
 * below `ignored` are not looked at, as they are no documents.
 * @throws Failure if a path cannot be watched, and what `update` throws.
 */
export async function watchPaths(
  paths: readonly string[],
  ignored: readonly string[],
  update: () => Promise<void>,
  signal: AbortSignal
): Promise<void> {
  let wake = (): void => undefined
  let changed = false
  const failures: Failure[] = []
  const note = (): void => {
    changed = true
    wake()
  }
  signal.addEventListener('abort', () => {
    wake()
  })
  const isDone = (): boolean => signal.aborted || failures.length > 0
  const fail = (failure: Failure): void => {
    failures.push(failure)
    wake()
  }
  const watched = paths.map((path) => watchPath(path, ignored, note, fail))
  const looks = setInterval(() => {
    for (const each of watched) void each.look()
  }, LOOK)
  try {
    await Promise.all(watched.map((each) => each.look()))
    const next = (milliseconds?: number): Promise<void> =>
      new Promise((resolve) => {
        const timer = milliseconds === undefined ? undefined : setTimeout(resolve, milliseconds)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    // Watched before, so that nothing changes unnoticed meanwhile.
    changed = false
    if (!isDone()) await update()
    const hasChanged = (): boolean => changed
    while (!isDone()) {
      if (!hasChanged()) await next()
      // Waits until nothing changes any more.
      while (hasChanged() && !isDone()) {
        changed = false
        await next(QUIET)
        if (!hasChanged() && !isDone()) await update()
      }
    }
    if (failures.length > 0) throw failures[0]
  } finally {
    clearInterval(looks)
    for (const each of watched) each.close()
  }
}

/** Watches what is at a path; `look` begins again if that has become another file or folder. */
function watchPath(
  path: string,
  ignored: readonly string[],
  note: () => void,
  fail: (failure: Failure) => void
): { readonly look: () => Promise<void>; readonly close: () => void } {
  let watcher: FSWatcher | undefined
  let identity: string | undefined
  let isClosed = false
  return {
    async look() {
      const found = await stat(path, { bigint: true }).catch(() => undefined)
      const now = found === undefined ? 'none' : `${found.dev} ${found.ino}`
      if (isClosed || now === identity) return
      identity = now
      watcher?.close()
      watcher = undefined
      try {
        if (found !== undefined) {
          const recursive = found.isDirectory()
          watcher = watch(path, { recursive }, (_, name) => {
            if (!recursive || name === null || isWatched(path, name, ignored)) note()
          }).on('error', refuse)
        }
      } catch (error) {
        refuse(error as Error)
      }
      note()
    },
    close() {
      isClosed = true
      watcher?.close()
    }
  }
  function refuse({ message }: Error): void {
    // Else it was deleted, which the next look sees.
    if (!existsSync(path)) return
    fail(new Failure(`${path}: cannot be watched (${message}); index it again by hand or by a timer`))
  }
}

function isWatched(root: string, name: string, ignored: readonly string[]): boolean {
  if (name.split(sep).some(isHidden)) return false
  const path = resolve(join(root, name))
  return !ignored.some((folder) => path === folder || path.startsWith(folder + sep))
}
