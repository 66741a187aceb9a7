import type { Random } from '@leitmotif/encoder/vectors'
import { systemClock, waitBefore, type Clock } from './back-off.js'
import { Congestion, MOST_REQUESTS } from './congestion.js'
import { goneText } from './connection.js'
import { ElasticsearchFailure } from './elasticsearch-failure.js'

/** Bytes of one request, about: Elasticsearch's own clients send as much. */
const REQUEST_BYTES = 5_000_000

/** How long a server may refuse or be away before we give up, in milliseconds. */
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

/** Sends the lines of a bulk request; one result for each operation, in order. @throws ElasticsearchFailure. */
export type SendBulk = (index: string, lines: readonly string[]) => Promise<readonly ItemResult[]>

/** An operation as the lines of a request. */
interface Item {
  readonly id: string
  /** Whether it is for one version of its record. */
  readonly conditional: boolean
  readonly lines: readonly string[]
}

/**
 * Sends any number of operations in requests of some megabytes, several at once and as many as the server bears. Each
 * operation is accounted for by itself: done, refused for good (status 400, or a version that is no longer there), or sent again, alone, until it is one of
 * these. Memory holds the bodies that are under way, MOST_REQUESTS at most.
 */
export class BulkWriter {
  private readonly congestion = new Congestion()

  constructor(
    private readonly send: SendBulk,
    private readonly random: Random,
    private readonly clock: Clock = systemClock
  ) {}

  /**
   * Gives the operations that were refused; all others are done, in no certain order.
   * @throws ElasticsearchFailure once the server has taken nothing for five minutes, or refuses for another reason.
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

  /** Sends once; what must be sent again, why the last of these, and why the whole request, where that failed. */
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

function refusedTooLong(index: string, reason = 'it gave no reason'): string {
  return `${index}: Elasticsearch has refused to write for ${PATIENCE / 60_000} minutes (${reason}); run this again later`
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
  const why = status === 404 ? goneText(reason) : reason
  throw new ElasticsearchFailure(`Elasticsearch refused a write (${status}: ${why})`, status, error.type)
}

/** Operations as the bodies of requests. */
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
