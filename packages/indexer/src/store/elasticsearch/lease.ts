import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { busy, CollectionBusy, renewRight, PID_SPACE, type WriteRight } from '../write-access.js'
import { systemClock, type Clock } from './back-off.js'
import type { Connection } from './connection.js'
import { ElasticsearchFailure } from './elasticsearch-failure.js'
import { MAX_PARTS, writeAlias } from './names.js'

/** How often the owner renews its lease, and after how long an unrenewed lease expires, in milliseconds. */
const RENEWAL = 5_000
const BELIEVED = 20_000

const LOCK = 'lock'

const partLock = (part: number): string => `${LOCK}/${part}`

/** The lock of what one part does at a time. */
const MOMENT = `${LOCK}/moment`

/** How long a part waits for another's moment, in milliseconds. */
const PATIENCE = 120_000

interface Owner {
  readonly host: string
  readonly pid: number
  /** The host's boot and the pid namespace. Pids are comparable only within it: containers may have the host's name. */
  readonly space?: string
  /** Unique to this opening. */
  readonly token: string
  /** Time of the last renewal, in milliseconds since 1970, by the clock of the owner's host. */
  readonly renewed: number
}

export interface LeaseOptions {
  /** Number of the part of a run, from 1 to MAX_PARTS: parts write beside one another. Default: nobody else writes. */
  readonly part?: number | undefined
  readonly clock?: Clock
  readonly renewal?: number
  readonly believed?: number
}

/** Tokens of the leases that this process holds. */
const held = new Set<string>()

/**
 * Lets one process at a time write, or one for each part of a run: its owner renews a record. The lease of a dead process
 * is taken over at once if its death can be seen from here. Otherwise, it is taken over when it has not been renewed for
 * 20 seconds by the waiting process's clock.
 * @throws CollectionBusy when another process holds it, or one that excludes it.
 */
export async function takeLease(client: Connection, index: string, options: LeaseOptions = {}): Promise<WriteRight> {
  const { part } = options
  const lease = await takeLock(client, index, part === undefined ? LOCK : partLock(part), options)
  try {
    // Each writes its own lock before it looks at the others', so of two at least one sees the other.
    const others = part === undefined ? Array.from({ length: MAX_PARTS }, (_, at) => partLock(at + 1)) : [LOCK]
    const { docs } = await client.mget<Owner>({ index, ids: others })
    for (const doc of docs) {
      // The other is dead, or this throws.
      if ('found' in doc && doc.found) await (await takeLock(client, index, doc._id, options)).release()
    }
    return lease
  } catch (error) {
    await lease.release()
    throw error
  }
}

/**
 * Does `work` while no other part does its own.
 * @throws CollectionBusy if another takes minutes.
 */
export async function alone<T>(client: Connection, index: string, work: () => Promise<T>): Promise<T> {
  const since = Date.now()
  for (;;) {
    let lease: WriteRight
    try {
      lease = await takeLock(client, index, MOMENT)
    } catch (error) {
      if (!(error instanceof CollectionBusy) || Date.now() - since > PATIENCE) throw error
      await systemClock.sleep(100 + (process.pid % 100))
      continue
    }
    try {
      return await work()
    } finally {
      await lease.release()
    }
  }
}

async function takeLock(
  client: Connection,
  index: string,
  id: string,
  { clock = systemClock, renewal = RENEWAL, believed = BELIEVED }: LeaseOptions = {}
): Promise<WriteRight> {
  const own = { host: hostname(), pid: process.pid, space: PID_SPACE, token: randomUUID() }
  const write = async (condition: object): Promise<{ seq: number; term: number } | undefined> => {
    try {
      const record = { kind: LOCK, ...own, renewed: Date.now() }
      const { _seq_no: seq = 0, _primary_term: term = 0 } = await client.index({
        index: writeAlias(index),
        require_alias: true,
        id,
        document: record,
        ...condition
      })
      return { seq, term }
    } catch (error) {
      if (error instanceof ElasticsearchFailure && error.status === 409) return undefined
      throw error
    }
  }
  const acquire = async (): Promise<{ seq: number; term: number }> => {
    let version = await write({ op_type: 'create' })
    let before: { readonly seq: number; readonly since: number } | undefined
    while (version === undefined) {
      const { found, _source: owner, _seq_no: seq = 0, _primary_term: term = 0 } = await readLock(client, index, id)
      if (!found || owner === undefined) {
        version = await write({ op_type: 'create' })
        continue
      }
      const gone = isGone(owner)
      if (gone === false || (before !== undefined && before.seq !== seq)) throw busy(client.place, owner)
      before ??= { seq, since: clock.now() }
      if (gone === true || clock.now() - before.since >= believed)
        version = await write({ if_seq_no: seq, if_primary_term: term })
      else await clock.sleep(renewal / 5)
    }
    return version
  }
  // Before the server has it: nothing else in this process is to take it for one that was left behind.
  held.add(own.token)
  let current = await acquire().catch((error: unknown) => {
    held.delete(own.token)
    throw error
  })
  return renewRight({
    ...{ place: client.place, renewal, believed },
    async renew() {
      const next = await write({ if_seq_no: current.seq, if_primary_term: current.term })
      if (next !== undefined) {
        current = next
        return true
      }
      // Ours still, where the answer to a renewal was lost and the client sent it again.
      const { _source: owner, _seq_no: seq = 0, _primary_term: term = 0 } = await readLock(client, index, id)
      if (owner?.token !== own.token) return false
      current = { seq, term }
      return true
    },
    async drop() {
      held.delete(own.token)
      const ours = { if_seq_no: current.seq, if_primary_term: current.term }
      await client.delete({ index, id, ...ours }, { ignore: [404, 409] })
    }
  })
}

async function readLock(
  client: Connection,
  index: string,
  id: string
): Promise<Awaited<ReturnType<typeof client.get<Owner>>>> {
  return client.get<Owner>({ index, id }, { ignore: [404] })
}

/** Whether an owner has ended; undefined if this process cannot find out. */
function isGone({ host, pid, space = PID_SPACE, token, renewed }: Owner): boolean | undefined {
  if (host !== hostname() || space !== PID_SPACE) return undefined
  if (pid === process.pid) return !held.has(token)
  // The pid may have been reused.
  if (Date.now() - renewed > BELIEVED) return true
  try {
    process.kill(pid, 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}
