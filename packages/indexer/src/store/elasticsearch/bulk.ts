import type { estypes } from '@elastic/elasticsearch'
import { createRandom, type Random } from '@leitmotif/encoder/vectors'
import { systemClock, waitBefore, type Clock } from './back-off.js'
import { Congestion, MOST_REQUESTS } from './request-limit.js'
import { missingIndexMessage, type Connection } from './connection.js'
import { ElasticsearchFailure } from './elasticsearch-failure.js'

/** Approximate size of one request in bytes, the same as Elasticsearch's own clients use. */
const REQUEST_BYTES = 5_000_000

/** How long to retry while the server refuses requests or cannot be reached, in milliseconds. */
const PATIENCE = 5 * 60_000

/** The version of a record that a change is for, and where it lies. */
export interface Version {
  readonly if_seq_no: number
  readonly if_primary_term: number
  readonly routing?: string
}

/** One change of one record. What it does is the same however often it is sent. */
export type Operation =
  | { readonly kind: 'index'; readonly id: string; readonly record: object; readonly version?: Version }
  | { readonly kind: 'delete'; readonly id: string }
  /** Replaces members of a record, if it still has that version. */
  | { readonly kind: 'update'; readonly id: string; readonly record: object; readonly version: Version }

/** An operation that Elasticsearch refused for good. */
export interface Rejection {
  readonly id: string
  readonly reason: string
  /** The record has another version than the one that was to be changed, or is gone. */
  readonly stale?: 'changed' | 'gone'
}

/** Result of one operation of a bulk request. */
export interface ItemResult {
  readonly status: number
  readonly error?: {
    readonly type: string
    readonly reason?: string
    readonly caused_by?: { readonly reason?: string }
  }
}

/** Sends the lines of a bulk request. Returns one result for each operation, in order. @throws ElasticsearchFailure. */
export type SendBulk = (index: string, lines: readonly string[]) => Promise<readonly ItemResult[]>

/** An operation with the lines that it has in the request. */
interface Item {
  readonly id: string
  /** Whether it is for one version of its record. */
  readonly conditional: boolean
  readonly lines: readonly string[]
}

/**
 * Sends any number of operations in requests of a few megabytes, several at once, as many as the server can take. Each
 * operation ends as done or as refused for good (status 400); until then it is sent again, without the others. At most
 * MOST_REQUESTS requests are in memory.
 */
export class BulkWriter {
  private readonly congestion = new Congestion()

  constructor(
    private readonly send: SendBulk,
    private readonly random: Random,
    private readonly clock: Clock = systemClock
  ) {}

  /**
   * Executes the operations, in no certain order, and returns those that were refused for good.
   * @throws ElasticsearchFailure once the server has accepted nothing for five minutes, or refuses for another reason.
   */
  async write(index: string, operations: Iterable<Operation> | AsyncIterable<Operation>): Promise<Rejection[]> {
    const rejections: Rejection[] = []
    const underWay = new Set<Promise<void>>()
    let failure: { readonly error: unknown } | undefined
    try {
      for await (const items of bodies(operations)) {
        while (underWay.size >= MOST_REQUESTS) await Promise.race(underWay)
        if (failure !== undefined) break
        const delivery = this.deliver(index, items, rejections)
          .catch((error: unknown) => {
            failure ??= { error }
          })
          .finally(() => underWay.delete(delivery))
        underWay.add(delivery)
      }
    } finally {
      // After a failure, callers rely on no further writes.
      await Promise.all(underWay)
    }
    if (failure !== undefined) throw failure.error
    return rejections
  }

  private async deliver(index: string, items: readonly Item[], rejections: Rejection[]): Promise<void> {
    let left = items
    let started: number | undefined
    for (let attempt = 0; left.length > 0; attempt++) {
      const before = left.length
      const { again, reason, failure } = await this.attempt(index, left, rejections)
      if (failure?.status === 413) {
        const half = left.length >> 1
        if (half === 0) rejections.push({ id: left[0].id, reason: failure.message })
        if (half === 0) return
        await this.deliver(index, left.slice(0, half), rejections)
        await this.deliver(index, left.slice(half), rejections)
        return
      }
      if (failure !== undefined && !failure.passing) throw failure
      left = again
      if (left.length === 0) return
      if (left.length < before) attempt = 0
      const now = this.clock.now()
      if (started === undefined || left.length < before) started = now
      if (now - started > PATIENCE) {
        throw failure ?? new ElasticsearchFailure(refusedTooLong(index, reason), 429, undefined)
      }
      await this.clock.sleep(waitBefore(attempt, this.random))
    }
  }

  /** Sends the items once. Returns those to send again with a reason, and the failure if the whole request failed. */
  private async attempt(
    index: string,
    items: readonly Item[],
    rejections: Rejection[]
  ): Promise<{ again: readonly Item[]; reason?: string | undefined; failure?: ElasticsearchFailure }> {
    const turn = await this.congestion.enter()
    let refused = true
    try {
      const results = await this.send(
        index,
        items.flatMap(({ lines }) => lines)
      )
      const again: Item[] = []
      let reason: string | undefined
      for (const [at, item] of items.entries()) {
        const outcome = outcomeOf(results[at], item.conditional)
        if (outcome === 'again') {
          again.push(item)
          reason = results[at]?.error?.reason
        } else if (outcome !== 'done') rejections.push({ id: item.id, ...outcome })
      }
      refused = again.length > 0
      return { again, reason }
    } catch (error) {
      if (!(error instanceof ElasticsearchFailure)) throw error
      return { again: items, failure: error }
    } finally {
      this.congestion.leave(turn, refused)
    }
  }
}

/** The parts of a bulk response that are read. */
const BULK_ANSWER = ['items.*.status', 'items.*.error.type', 'items.*.error.reason', 'items.*.error.caused_by.reason']

/** Returns a writer over a connection. `target` returns where, and how, the requests for an index are sent. */
export function bulkWriterOf(
  client: Connection,
  name: string,
  target: (index: string) => Pick<estypes.BulkRequest, 'index' | 'require_alias' | 'pipeline'>
): BulkWriter {
  const send: SendBulk = async (index, lines) => {
    const request = { ...target(index), operations: [...lines], filter_path: BULK_ANSWER }
    // The writer itself retries requests that fail as a whole.
    const { items } = await client.bulk(request, { maxRetries: 0 })
    return items.map((item) => Object.values(item)[0] as ItemResult)
  }
  return new BulkWriter(send, createRandom(`${name} ${process.pid}`))
}

function refusedTooLong(index: string, reason = 'it gave no reason'): string {
  return `${index}: the server has refused to write for ${PATIENCE / 60_000} minutes (${reason}); run this again later`
}

function outcomeOf(result: ItemResult | undefined, conditional: boolean): 'done' | 'again' | Omit<Rejection, 'id'> {
  if (result === undefined) return 'again'
  const { status, error } = result
  if (error === undefined) return 'done'
  if (status === 429 || status >= 500) return 'again'
  const reason = [error.reason, error.caused_by?.reason].filter((part) => part !== undefined).join(': ')
  const told = `${error.type}: ${reason}`.slice(0, 1000)
  if (status === 400) return { reason: told }
  if (conditional && status === 409) return { reason: told, stale: 'changed' }
  if (conditional && error.type === 'document_missing_exception') return { reason: told, stale: 'gone' }
  const why = status === 404 ? missingIndexMessage(reason) : reason
  throw new ElasticsearchFailure(`the server refused a write (${status}: ${why})`, status, error.type)
}

/** Splits operations into the bodies of requests. */
async function* bodies(operations: Iterable<Operation> | AsyncIterable<Operation>): AsyncGenerator<Item[]> {
  let items: Item[] = []
  let bytes = 0
  for await (const operation of operations) {
    const conditional = operation.kind !== 'delete' && operation.version !== undefined
    const item = { id: operation.id, conditional, lines: linesOf(operation) }
    const size = item.lines.reduce((sum, line) => sum + line.length, 0)
    if (items.length > 0 && bytes + size > REQUEST_BYTES) {
      yield items
      items = []
      bytes = 0
    }
    items.push(item)
    bytes += size
  }
  if (items.length > 0) yield items
}

function linesOf(operation: Operation): string[] {
  if (operation.kind === 'delete') return [JSON.stringify({ delete: { _id: operation.id } })]
  const { kind, id, record, version } = operation
  const action = JSON.stringify({ [kind]: { _id: id, ...version } })
  return [action, JSON.stringify(kind === 'update' ? { doc: record } : record)]
}
