import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { run, samples, temporaryFolder } from './command-line.js'
import { note, removeCollections, server } from './elasticsearch.js'
import { ask, serve, stop, type RunningService } from './running-service.js'

const folder = temporaryFolder()
const shelf = join(folder, 'shelf')
const TOKEN = 'a-token-that-nobody-guesses'
const NEW_DOCUMENT = JSON.stringify({ text: 'A loaf rises in the warm kitchen.', format: 'plain' })

beforeAll(() => {
  const made = run('leitmotif', 'index', samples, '--fast', '--to', shelf)
  if (made.status !== 0) throw new Error(made.err)
})

const put = (service: RunningService, id = 'new') =>
  ask(service, `/api/documents/${id}`, { method: 'PUT', body: NEW_DOCUMENT })

/** Sends bytes as they are, and returns all that is answered until the connection ends. */
async function sendRaw({ url }: RunningService, bytes: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  let answer = ''
  return new Promise((resolve, reject) => {
    socket.on('data', (data) => (answer += String(data)))
    socket.on('error', reject)
    socket.on('close', () => {
      resolve(answer)
    })
    socket.write(bytes)
  })
}

describe('A service whose collection vanished', () => {
  it('answers 503 to reads and writes, and creates nothing in its place', async () => {
    const place = join(folder, 'vanishing')
    run('leitmotif', 'index', join(samples, 'tea.md'), '--fast', '--to', place)
    const service = await serve(place)
    expect((await put(service)).status).toBe(200)
    renameSync(place, join(folder, 'elsewhere'))
    expect((await put(service)).status).toBe(503)
    expect((await ask(service, '/api/collection')).status).toBe(503)
    expect(readdirSync(folder)).not.toContain('vanishing')
    mkdirSync(place)
    expect((await put(service)).status).toBe(503)
    expect(readdirSync(place)).toEqual([])
    rmSync(place, { recursive: true })
    renameSync(join(folder, 'elsewhere'), place)
    expect((await put(service, 'newer')).status).toBe(200)
  })

  it.skipIf(server.missing !== undefined)(`does so in Elasticsearch, too${note}`, async () => {
    const collection = `gone-${process.pid}`
    run('leitmotif', 'index', join(samples, 'tea.md'), '--fast', '--to', server.url, '--collection', collection)
    const service = await serve(server.url, '--collection', collection)
    expect((await put(service)).status).toBe(200)
    await removeCollections(collection)
    expect((await put(service)).status).toBe(503)
    const left = await fetch(`${server.url}/leitmotif-${collection}*?expand_wildcards=all`)
    expect(await left.json()).toEqual({})
  })
})

describe('A service that is asked to end', () => {
  it('tells the client of a kept connection, which is not reset', async () => {
    const service = await serve(shelf, '--rate', '0')
    const { hostname, port } = new URL(service.url)
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const statuses: number[] = []
    const connections: unknown[] = []
    const askAgain = (): Promise<void> =>
      new Promise((resolve, reject) => {
        const body = JSON.stringify({ texts: ['bread'], k: 1 })
        const headers = { 'content-type': 'application/json' }
        const asked = request({ hostname, port, path: '/api/search', method: 'POST', agent, headers }, (response) => {
          statuses.push(response.statusCode!)
          connections.push(response.headers.connection)
          response.resume().on('end', resolve)
        })
        asked.on('error', reject)
        asked.end(body)
      })
    for (let i = 0; i < 3; i++) await askAgain()
    const ended = stop(service)
    while (statuses.at(-1) === 200) await askAgain()
    expect(statuses.at(-1)).toBe(503)
    expect(connections.slice(0, 3)).toEqual(['keep-alive', 'keep-alive', 'keep-alive'])
    expect(connections.at(-1)).toBe('close')
    expect(await ended).toBe(0)
    agent.destroy()
  })

  it('refuses requests that come while one runs, and closes their connections', async () => {
    const service = await serve(shelf)
    const { hostname, port } = new URL(service.url)
    const body = '{"texts":["bread"],"k":1}'
    const headers = { 'content-type': 'application/json', 'content-length': body.length, expect: '100-continue' }
    const running = request({ hostname, port, path: '/api/search', method: 'POST', headers })
    running.flushHeaders()
    await new Promise((resolve) => running.once('continue', resolve))
    const ended = stop(service)
    await expect.poll(() => service.log()).toContain('stopping')
    const late = await ask(service, '/api/collection')
    expect([late.status, late.headers.connection]).toEqual([503, 'close'])
    expect(JSON.parse(late.text)).toMatchObject({ detail: expect.stringContaining('is stopping') as string })
    const answered = new Promise<unknown>((resolve) =>
      running.once('response', (response) => {
        response.resume()
        resolve([response.statusCode, response.headers.connection])
      })
    )
    running.end(body)
    expect(await answered).toEqual([200, 'close'])
    expect(await ended).toBe(0)
  })
})

describe('A damaged value that can be computed again', () => {
  it('is computed again, with one line in the log, and searches go on', async () => {
    const place = join(folder, 'damaged')
    run('leitmotif', 'index', samples, '--fast', '--to', place)
    run('leitmotif', 'themes', 'build', '--in', place)
    const names = ['background', 'map', 'theme-drift']
    for (const name of names) writeFileSync(join(place, `kept-${name}.json`), '{"version":')
    const service = await serve(place)
    const search = { method: 'POST', body: '{"texts":["bread"],"k":1}' }
    for (let time = 0; time < 2; time++) {
      const { hits } = JSON.parse((await ask(service, '/api/search', search)).text) as {
        hits: { percentile: number }[]
      }
      expect(hits[0].percentile).toBeGreaterThan(50)
    }
    expect((await ask(service, '/api/themes')).status).toBe(200)
    await expect.poll(async () => (await ask(service, '/api/map')).status).toBe(200)
    for (const name of names)
      expect(service.log().split(`\\"${name}\\" is damaged`).length - 1, name).toBeGreaterThan(0)
    expect(service.log()).not.toContain('"level":50')
  })

  it('is not said of edits of themes, which nobody but their author knows', async () => {
    const place = join(folder, 'damaged')
    writeFileSync(join(place, 'kept-theme-edits.json'), '{')
    const service = await serve(place)
    const answer = await ask(service, '/api/themes')
    expect(answer.status).toBe(503)
    expect(answer.text).not.toContain(folder)
    rmSync(join(place, 'kept-theme-edits.json'))
    expect((await ask(service, '/api/themes')).status).toBe(200)
  })
})

describe('Hostile requests', () => {
  let service: RunningService
  beforeAll(async () => {
    service = await serve(shelf, '--rate', '0')
  })

  it.each(['cross-site', 'same-site'])('from a %s page start no work, even without an Origin', async (site) => {
    const headers = { 'sec-fetch-site': site }
    for (const path of ['/api/map', '/api/duplicates', '/api/documents', '/metrics'])
      expect((await ask(service, path, { headers })).status, path).toBe(403)
    // A link to the page or the reference may be followed.
    for (const path of ['/', '/api/']) expect((await ask(service, path, { headers })).status, path).toBe(200)
    for (const own of ['same-origin', 'none'])
      expect((await ask(service, '/api/documents', { headers: { 'sec-fetch-site': own } })).status).toBe(200)
  })

  it('with two Host headers or a whole address as their target are refused', async () => {
    const two = 'GET /api/health HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\nConnection: close\r\n\r\n'
    expect(await sendRaw(service, two)).toMatch(/^HTTP\/1\.1 400[^]*2 Host headers/)
    const whole = 'GET http://localhost/api/health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'
    expect(await sendRaw(service, whole)).toMatch(/^HTTP\/1\.1 400[^]*whole address/)
    const one = 'GET /api/health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'
    expect(await sendRaw(service, one)).toMatch(/^HTTP\/1\.1 200/)
  })

  it('with headers that are too large get 431 in words, and what is no request gets 400', async () => {
    const large = `GET /api/health HTTP/1.1\r\nHost: localhost\r\nX-Large: ${'x'.repeat(600_000)}\r\n\r\n`
    expect(await sendRaw(service, large)).toMatch(/^HTTP\/1\.1 431[^]*larger than 262144 bytes/)
    expect(await sendRaw(service, 'HELO there\r\n\r\n')).toMatch(/^HTTP\/1\.1 400[^]*not an HTTP request/)
    expect((await ask(service, '/api/health')).status).toBe(200)
  })

  it('that forge a prototype in the query are refused as in a body', async () => {
    for (const filter of ['{"__proto__":{"in":["x"]}}', '{"date":{"__proto__":1}}', '{"title":"\\ud800"}']) {
      const answer = await ask(service, `/api/analytics/together?filter=${encodeURIComponent(filter)}`)
      expect(answer.status, filter).toBe(400)
      expect(answer.text).toMatch(/__proto__|half a character/)
    }
    expect((await ask(service, '/api/documents?__proto__=x')).status).toBe(400)
  })

  it('without the token use up nobody’s rate but their own', async () => {
    const token = join(folder, 'token')
    writeFileSync(token, `${TOKEN}\n`)
    const guarded = await serve(shelf, '--token-file', token, '--rate', '5')
    const collection = (authorization: string) => ask(guarded, '/api/collection', { headers: { authorization } })
    for (let i = 0; i < 5; i++) expect((await collection('Bearer wrong')).status).toBe(401)
    expect((await collection('Bearer wrong')).status).toBe(429)
    for (let i = 0; i < 5; i++) expect((await collection(`Bearer ${TOKEN}`)).status).toBe(200)
    expect((await collection(`Bearer ${TOKEN}`)).status).toBe(429)
  })
})

it('A collection of a few sentences gives no percentiles', () => {
  const place = join(folder, 'few')
  run('leitmotif', 'index', join(samples, 'tea.md'), '--fast', '--to', place)
  const found = run('leitmotif', 'search', 'a cup of tea', '--in', place)
  expect(found).toMatchObject({ status: 0, err: '' })
  expect(found.out).not.toContain('random pairs')
})
