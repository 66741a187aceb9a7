import { watch, type FSWatcher } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join, resolve, sep } from 'node:path'
import { Failure, readFailure } from '@leitmotif/command'

/** Milliseconds without a change after which files count as saved. */
const QUIET = 500

/**
 * Calls `update` at once, and again after files at or below `paths` have changed, once for changes that come together, until `signal`
 * aborts. Hidden
 * files, `node_modules` and what is below `ignored` are not looked at, as they are no documents.
 * @throws Failure if a path cannot be watched, and what `update` throws.
 */
export async function watchPaths(
  paths: readonly string[],
  ignored: readonly string[],
  update: () => Promise<void>,
  signal: AbortSignal
): Promise<void> {
  const watchers: FSWatcher[] = []
  let wake = (): void => undefined
  let changed = false
  let failure: Failure | undefined
  const note = (): void => {
    changed = true
    wake()
  }
  signal.addEventListener('abort', () => {
    wake()
  })
  try {
    for (const path of paths) {
      const isFolder = await isDirectory(path)
      const watcher = watch(path, { recursive: isFolder }, (_, name) => {
        if (!isFolder || name === null || isWatched(path, name, ignored)) note()
      })
      watcher.on('error', (error) => {
        failure = new Failure(`${path}: cannot be watched (${error.message}); index it again by hand or by a timer`)
        wake()
      })
      watchers.push(watcher)
    }
    const next = (milliseconds?: number): Promise<void> =>
      new Promise((resolve) => {
        const timer = milliseconds === undefined ? undefined : setTimeout(resolve, milliseconds)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    // Watched before, so that nothing changes unnoticed meanwhile.
    await update()
    const isDone = (): boolean => signal.aborted || failure !== undefined
    while (!isDone()) {
      if (!changed) await next()
      // Waits until nothing changes any more.
      while (changed && !isDone()) {
        changed = false
        await next(QUIET)
        if (!changed && !isDone()) await update()
      }
    }
    if (failure !== undefined) throw failure
  } finally {
    for (const watcher of watchers) watcher.close()
  }
}

async function isDirectory(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory()
  } catch (error) {
    throw readFailure(path, error)
  }
}

function isWatched(root: string, name: string, ignored: readonly string[]): boolean {
  if (name.split(sep).some((part) => part.startsWith('.') || part === 'node_modules')) return false
  const path = resolve(join(root, name))
  return !ignored.some((folder) => path === folder || path.startsWith(folder + sep))
}
