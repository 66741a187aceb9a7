import { createHash, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { open, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { busy, keepRight, PID_SPACE, readOr, type WriteRight } from './write-access.js'

/** How often the owner of a lock renews it, and how long one that is not renewed is believed, in milliseconds. */
const RENEWAL = 5_000
const BELIEVED = 30_000

interface Owner {
  readonly host: string
  readonly pid: number
  readonly space: string
  /** When the process began, as its system counts: another process that got its pid began at another time. */
  readonly began: string
  /** Tells this opening from all others. */
  readonly token: string
}

/** The locks of this process. */
const held = new Set<string>()

/**
 * Lets one process at a time write to a folder: its owner renews the file `lock`. The lock of a dead process is taken
 * over at once if its death can be seen from here. Otherwise (a killed container, another host), it is taken over when
 * it has not been renewed for 30 seconds by the waiting process's clock.
 * @throws CollectionBusy when another process holds it.
 */
export async function lockFolder(
  folder: string,
  { renewal = RENEWAL, believed = BELIEVED }: { readonly renewal?: number; readonly believed?: number } = {}
): Promise<WriteRight> {
  const path = resolve(join(folder, 'lock'))
  const token = randomUUID()
  const began = beganAt(process.pid) ?? ''
  const own = `${JSON.stringify({ host: hostname(), pid: process.pid, space: PID_SPACE, began, token } satisfies Owner)}\n`
  held.add(token)
  try {
    if (!(await create(path, own))) await takeOver(path, own, { renewal, believed })
  } catch (error) {
    held.delete(token)
    throw error
  }
  return keepRight({
    ...{ place: path, renewal, believed },
    async renew() {
      if ((await read(path))?.text !== own) return false
      await utimes(path, new Date(), new Date())
      return true
    },
    async drop() {
      held.delete(token)
      if ((await read(path))?.text === own) await rm(path, { force: true })
    }
  })
}

/**
 * Replaces the lock of a dead owner with ours. If several processes try, the one wins that creates a file named after
 * the old lock; that file then becomes the new lock, and the others find the old lock missing.
 * @throws CollectionBusy if a living process has the lock, or it is renewed while it is watched.
 */
async function takeOver(
  path: string,
  own: string,
  { renewal, believed }: { readonly renewal: number; readonly believed: number }
): Promise<void> {
  const since = performance.now()
  let before = await read(path)
  for (let first = true; ; first = false) {
    if (!first) await sleep(renewal / 5)
    const now = await read(path)
    if (now === undefined && (await create(path, own))) return
    before ??= now
    if (now === undefined || before === undefined) continue
    const owner = ownerOf(now.text)
    // Without an owner, its maker has not yet signed it, or died before that.
    const gone = owner === undefined ? undefined : isGone(owner)
    if (gone === false || !same(now, before)) throw busy(path, owner)
    const waited = performance.now() - since
    if (gone === undefined && waited < believed) continue
    const claim = `${path}.${createHash('sha256').update(before.text).digest('hex').slice(0, 16)}`
    if (await create(claim, own)) {
      let still = await read(path)
      if (same(still, before)) {
        // Who waited long may by now have removed our claim, or put its own there, which this then makes the lock.
        await rename(claim, path).catch(ignoreMissing)
        still = await read(path)
      } else {
        await rm(claim, { force: true })
        still = await read(path)
      }
      if (still?.text === own) return
      if (!same(still, before)) throw busy(path, ownerOf(still?.text ?? ''))
    }
    // Who made it before us is about to take over, or died in between.
    if (waited >= 2 * believed) await rm(claim, { force: true })
  }
}

interface LockFile {
  readonly text: string
  readonly renewed: number
}

function same(a: LockFile | undefined, b: LockFile | undefined): boolean {
  return a?.text === b?.text && a?.renewed === b?.renewed
}

/** Content and time of renewal of a lock; undefined for no lock. */
async function read(path: string): Promise<LockFile | undefined> {
  try {
    // Opened, not asked about: a folder in a network tells of a file that is opened as it is, of others as it was.
    const file = await open(path)
    try {
      return { text: await file.readFile('utf8'), renewed: (await file.stat()).mtimeMs }
    } finally {
      await file.close()
    }
  } catch (error) {
    ignoreMissing(error)
    return undefined
  }
}

function ignoreMissing(error: unknown): void {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
}

async function create(path: string, own: string): Promise<boolean> {
  try {
    await writeFile(path, own, { flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

function ownerOf(text: string): Owner | undefined {
  try {
    const { host, pid, space, began, token } = JSON.parse(text) as Partial<Record<keyof Owner, unknown>>
    return { host: String(host), pid: Number(pid), space: String(space), began: String(began), token: String(token) }
  } catch {
    return undefined
  }
}

/** Whether an owner has certainly ended, or certainly not; undefined if this process cannot find out. */
function isGone({ host, pid, space, began, token }: Owner): boolean | undefined {
  if (host !== hostname() || space !== PID_SPACE) return undefined
  if (pid === process.pid) return !held.has(token)
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return true
  }
  const now = beganAt(pid)
  // Where nobody can tell when a process began, one of that number may be another.
  return now === undefined ? undefined : now !== began
}

/** Returns when a process started, in ticks since its system's boot; undefined if the system does not say. */
function beganAt(pid: number): string | undefined {
  const stat = readOr('', () => readFileSync(`/proc/${pid}/stat`, 'utf8'))
  // The second member is the program's name, in parentheses, and may hold spaces and parentheses itself.
  const [state, ...others] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  // One that has ended keeps its number until its parent asks for its status; in a container, nobody may ever do.
  return state === 'Z' ? 'ended' : others[18]
}
