import { createHash, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { open, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { busy, renewRight, PID_SPACE, readOr, type WriteRight } from './write-access.js'

/** How often the owner renews its lock, and after how long an unrenewed lock expires, in milliseconds. */
const RENEWAL = 5_000
const BELIEVED = 30_000

interface Owner {
  readonly host: string
  readonly pid: number
  readonly space: string
  /** When the process started, in ticks. A process that reused its pid has another start. */
  readonly began: string
  /** Unique to this opening. */
  readonly token: string
}

/** Tokens of the locks that this process holds. */
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
  return renewRight({
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
 * @throws CollectionBusy if the owner lives, or renews the lock meanwhile.
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
    // No owner: its creator has not written it yet, or was killed before.
    const gone = owner === undefined ? undefined : isGone(owner)
    if (gone === false || !same(now, before)) throw busy(path, owner)
    const waited = performance.now() - since
    if (gone === undefined && waited < believed) continue
    const claim = `${path}.${createHash('sha256').update(before.text).digest('hex').slice(0, 16)}`
    if (await create(claim, own)) {
      let still = await read(path)
      if (same(still, before)) {
        // A process that waited long may have removed our claim, or put its own there. The rename then makes that one
        // the lock.
        await rename(claim, path).catch(ignoreMissing)
        still = await read(path)
      } else {
        await rm(claim, { force: true })
        still = await read(path)
      }
      if (still?.text === own) return
      if (!same(still, before)) throw busy(path, ownerOf(still?.text ?? ''))
    }
    // The process that created the claim is about to take over, or was killed.
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

/** Reads the text of a lock and when it was renewed; undefined if there is none. */
async function read(path: string): Promise<LockFile | undefined> {
  try {
    // Opens the file first: a network file system reports the current state of an opened file, but may cache that of
    // others.
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

/** Whether an owner has ended; undefined if this process cannot find out. */
function isGone({ host, pid, space, began, token }: Owner): boolean | undefined {
  if (host !== hostname() || space !== PID_SPACE) return undefined
  if (pid === process.pid) return !held.has(token)
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return true
  }
  const now = beganAt(pid)
  // Without the start time, the pid may belong to another process.
  return now === undefined ? undefined : now !== began
}

/** Returns when a process started, in ticks since its system's boot; undefined if the system does not say. */
function beganAt(pid: number): string | undefined {
  const stat = readOr('', () => readFileSync(`/proc/${pid}/stat`, 'utf8'))
  // The second member is the program's name in parentheses, which may itself contain spaces and parentheses.
  const [state, ...others] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  // A zombie keeps its pid until its parent reads its status, which in a container may never happen.
  return state === 'Z' ? 'ended' : others[18]
}
