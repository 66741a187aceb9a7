import { createRandom } from '@leitmotif/encoder/vectors'
import { describe, expect, it } from 'vitest'
import type { Clock } from './back-off.js'
import { BulkWriter, type ItemResult, type Operation, type SendBulk } from './bulk.js'
import { ElasticsearchFailure } from './elasticsearch-failure.js'

/** A clock on which all waiting is over at once. */
function instantClock(): Clock & { readonly waits: number[] } {
  let now = 0
  const waits: number[] = []
  return {
    waits,
    now: () => now,
    sleep(milliseconds) {
      waits.push(milliseconds)
      now += milliseconds
      return Promise.resolve()
    }
  }
}

const operations = (count: number, text = ''): Operation[] =>
  Array.from({ length: count }, (_, id) => ({ kind: 'index', id: `${id}`, record: { text } }))
const idsOf = (lines: readonly string[]): string[] =>
  lines.flatMap((line) => {
    const { index } = JSON.parse(line) as { index?: { _id: string } }
    return index === undefined ? [] : [index._id]
  })
const done: ItemResult = { status: 201 }
const refusal = (status: number, type: string): ItemResult => ({ status, error: { type, reason: 'why' } })
const writer = (send: SendBulk, clock: Clock): BulkWriter => new BulkWriter(send, createRandom(1), clock)

describe('BulkWriter', () => {
  it('sends again what failed for now, and that alone; gives what was refused for good, with the reason', async () => {
    const sent: string[][] = []
    const clock = instantClock()
    const results: Partial<Record<string, ItemResult[]>> = {
      '1': [refusal(429, 'es_rejected_execution_exception'), refusal(503, 'unavailable_shards_exception'), done],
      '2': [refusal(400, 'document_parsing_exception')],
      '3': [refusal(500, 'exception'), done]
    }
    const rejections = await writer((_, lines) => {
      sent.push(idsOf(lines))
      return Promise.resolve(idsOf(lines).map((id) => results[id]?.shift() ?? done))
    }, clock).write('index', operations(5))
    expect(sent).toEqual([['0', '1', '2', '3', '4'], ['1', '3'], ['1']])
    expect(rejections).toEqual([{ id: '2', reason: 'document_parsing_exception: why' }])
    expect(clock.waits).toHaveLength(2)
  })

  it('waits twice as long each time, more or less, and comes through when the server is back', async () => {
    const clock = instantClock()
    let calls = 0
    const failures = [undefined, 429, 500, 502, 503, 504, 500, undefined]
    await writer((_, lines) => {
      if (calls < 8) return Promise.reject(new ElasticsearchFailure('away', failures[calls++], undefined))
      return Promise.resolve(idsOf(lines).map(() => done))
    }, clock).write('index', operations(1))
    expect(clock.waits).toHaveLength(8)
    for (const [attempt, wait] of clock.waits.entries()) {
      const longest = Math.min(30_000, 250 * 2 ** attempt)
      expect(wait).toBeGreaterThanOrEqual(longest / 2)
      expect(wait).toBeLessThanOrEqual(longest)
    }
    expect(new Set(clock.waits.map((wait, attempt) => wait / Math.min(30_000, 250 * 2 ** attempt))).size).toBe(8)
  })

  it('gives up after five minutes of nothing, and says why', async () => {
    const clock = instantClock()
    const away = new ElasticsearchFailure('cannot be reached', undefined, undefined)
    await expect(writer(() => Promise.reject(away), clock).write('index', operations(1))).rejects.toThrow('reached')
    expect(clock.now()).toBeGreaterThan(300_000)
    expect(clock.now()).toBeLessThan(400_000)
    const full: SendBulk = (_, lines) => Promise.resolve(idsOf(lines).map(() => refusal(429, 'full')))
    await expect(writer(full, instantClock()).write('index', operations(1))).rejects.toThrow(
      'for 5 minutes (why); run this again later'
    )
  })

  it('stops at once where the server will never take it', async () => {
    const clock = instantClock()
    const forbidden = new ElasticsearchFailure('refuses this', 403, 'security_exception')
    await expect(writer(() => Promise.reject(forbidden), clock).write('index', operations(1))).rejects.toBe(forbidden)
    const gone: SendBulk = () => Promise.resolve([refusal(404, 'index_not_found_exception')])
    await expect(writer(gone, clock).write('index', operations(1))).rejects.toThrow('404')
    expect(clock.waits).toEqual([])
  })

  it('ends only with its last request where there is an error in making operations', async () => {
    let running = 0
    const send: SendBulk = async (_, lines) => {
      running++
      await new Promise((resolve) => setTimeout(resolve, 20))
      running--
      return idsOf(lines).map(() => done)
    }
    function* failing(): Generator<Operation> {
      yield* operations(12, 'x'.repeat(1_000_000))
      throw new Error('cannot go on')
    }
    await expect(writer(send, instantClock()).write('index', failing())).rejects.toThrow('cannot go on')
    expect(running).toBe(0)
  })

  it('halves a request that is too large, down to the record that is', async () => {
    const sizes: number[] = []
    const send: SendBulk = (_, lines) => {
      const ids = idsOf(lines)
      sizes.push(ids.length)
      if (ids.includes('5')) return Promise.reject(new ElasticsearchFailure('too large', 413, undefined))
      return Promise.resolve(ids.map(() => done))
    }
    expect(await writer(send, instantClock()).write('index', operations(8))).toEqual([{ id: '5', reason: 'too large' }])
    expect(sizes).toEqual([8, 4, 4, 2, 1, 1, 2])
  })

  it('parts what is much into requests of about five megabytes, several at once', async () => {
    let running = 0
    let most = 0
    const sizes: number[] = []
    const send: SendBulk = async (_, lines) => {
      most = Math.max(most, ++running)
      sizes.push(lines.join('\n').length)
      await new Promise((resolve) => setImmediate(resolve))
      running--
      return idsOf(lines).map(() => done)
    }
    expect(await writer(send, instantClock()).write('index', operations(60, 'x'.repeat(1_000_000)))).toEqual([])
    expect(sizes).toHaveLength(15)
    expect(Math.max(...sizes)).toBeLessThan(5_001_000)
    expect(most).toBeGreaterThan(2)
    expect(most).toBeLessThanOrEqual(8)
  })
})
