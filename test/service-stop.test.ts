import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { request, type ClientRequest } from 'node:http'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { run, temporaryFolder } from './command-line.js'
import { ask, serve, stop, type RunningService } from './running-service.js'

const folder = temporaryFolder()
const shelf = join(folder, 'shelf')

/** Time that `service.ts` promises, and a margin for a busy machine, in milliseconds. */
const PROMISED = 10_000
const MORE = 15_000

/** Timeout for its log, in milliseconds. */

const WORDS = 'harbour pilot ferry lamp bread oven flour chess queen castle tea leaf barn swallow orchard cider'.split(
  ' '
)

/** So many sentences that comparing all of them exceeds the time limit. */
beforeAll(() => {
  const sentence = (i: number): string =>
    Array.from({ length: 9 }, (_, at) => WORDS[Math.floor(i / 3 ** at + at * at * i) % WORDS.length]).join(' ')
  const lines = Array.from({ length: 20_000 }, (_, i) => JSON.stringify({ id: `s${i}`, text: `${i} ${sentence(i)}` }))
  const file = join(folder, 'sentences.jsonl')
  writeFileSync(file, lines.join('\n'))
  expect(run('leitmotif', 'index', file, '--fast', '--to', shelf).status).toBe(0)
})

/** Starts a long request. */
async function beginWork(service: RunningService): Promise<void> {
  expect((await ask(service, '/api/duplicates?upTo=near')).status).toBe(202)
}

/** Starts a search request whose body has not been sent. */
async function beginSearch({ url }: RunningService, body: string): Promise<ClientRequest> {
  const headers = { 'content-type': 'application/json', 'content-length': body.length, expect: '100-continue' }
  const begun = request(`${url}/api/search`, { method: 'POST', headers })
  begun.flushHeaders()
  await once(begun, 'continue')
  return begun
}

describe('A service that is asked to end', () => {
  it('finishes running requests first', async () => {
    const service = await serve(shelf)
    const body = JSON.stringify({ texts: ['a lamp in the harbour'], k: 1 })
    expect((await ask(service, '/api/search', { method: 'POST', body })).status).toBe(200)
    const begun = await beginSearch(service, body)
    const ended = stop(service)
    await expect.poll(() => service.log()).toContain('stopping')
    const answered = once(begun, 'response')
    begun.end(body)
    const [response] = (await answered) as [{ statusCode: number; resume: () => void }]
    expect(response.statusCode).toBe(200)
    response.resume()
    expect(await ended).toBe(0)
    expect(service.log().match(/"route":"\/api\/search","status":200/g)).toHaveLength(2)
  })

  it('waits for a request at most as long as promised', async () => {
    const service = await serve(shelf)
    const begun = await beginSearch(service, '{"texts":["a lamp"]}')
    const ended = once(begun, 'error')
    const started = performance.now()
    expect(await stop(service)).toBe(0)
    expect(performance.now() - started).toBeLessThan(PROMISED + MORE)
    await ended
  })

  it('does not wait for background work, and does not report it as an error', async () => {
    const service = await serve(shelf)
    await beginWork(service)
    const started = performance.now()
    expect(await stop(service)).toBe(0)
    expect(performance.now() - started).toBeLessThan(MORE)
    expect(service.log()).not.toContain('"level":50')
  })

  it('stops at once on a second signal', async () => {
    const service = await serve(shelf)
    const begun = await beginSearch(service, '{"texts":["a lamp"]}')
    begun.on('error', () => {})
    const ended = once(service.process, 'exit')
    service.process.kill('SIGTERM')
    await expect.poll(() => service.log()).toContain('stopping')
    service.process.kill('SIGINT')
    expect(await ended).toEqual([null, 'SIGINT'])
  })
})
