import { readlinkSync } from 'node:fs'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Failure } from '@leitmotif/command'

/** How long a taken-over lock must stay ours before we trust it: another process may be taking it over too. */
const TAKEOVER_MS = 60

/**
 * Whose numbers this process's pid is one of: containers count each for itself, and may all have the host's name. Empty
 * where the system has no /proc.
 */
export const PID_NAMESPACE = pidNamespace()

/** Folders locked by this process: a lock file with our own pid that is not among them is a dead namesake's. */
const held = new Set<string>()

/**
 * Lets one process at a time write to a folder. The lock is the file `lock` with the owner's host, pid and pid namespace;
 * that of a process which is gone is taken over. Returns the function that gives it back.
 * @throws Failure when another process holds it.
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const path = resolve(join(folder, 'lock'))
  const own = `${hostname()} ${process.pid} ${PID_NAMESPACE}\n`
  if (held.has(path)) throw busy(path, `${process.pid}`)
  held.add(path)
  try {
    if (!(await create(path, own))) {
      // Empty: its owner has made it and not yet signed it, or died between the two.
      const owner = (await read(path)) || (await sleep(TAKEOVER_MS), await read(path))
      const alive = livingOwner(owner)
      if (alive !== undefined) throw busy(path, alive)
      await writeFile(`${path}.${process.pid}`, own)
      await rename(`${path}.${process.pid}`, path)
      await sleep(TAKEOVER_MS)
      const now = await read(path)
      if (now !== own) throw busy(path, now.trim())
    }
  } catch (error) {
    held.delete(path)
    throw error
  }
  return async () => {
    held.delete(path)
    await rm(path, { force: true })
  }
}

async function read(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '')
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

/** Who holds the lock, where that may be a living process; undefined where it is certainly gone. */
function livingOwner(owner: string): string | undefined {
  const [host, pid = '', namespace = PID_NAMESPACE] = owner.trim().split(' ')
  const self = host === hostname() && pid === `${process.pid}` && namespace === PID_NAMESPACE
  if (self || !/^\d+$/.test(pid)) return undefined
  if (host !== hostname()) return `${pid} on ${host}`
  if (namespace !== PID_NAMESPACE) return `${pid} of another container on ${host}`
  try {
    process.kill(Number(pid), 0)
    return pid
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH' ? undefined : pid
  }
}

function pidNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid')
  } catch {
    return ''
  }
}

/** Another process writes to the collection. */
export class CollectionBusy extends Failure {}

function busy(path: string, owner: string): CollectionBusy {
  return new CollectionBusy(
    `${path}: process ${owner} is writing to this collection; wait until it ends, or delete this file if it did`
  )
}
