import { writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { run, samples, temporaryFolder } from './command-line.js'
import { ask, serve, type RunningService } from './running-service.js'

const folder = temporaryFolder()
const shelf = join(folder, 'shelf')
const TOKEN = 'a-token-that-nobody-guesses'
let service: RunningService

beforeAll(async () => {
  const made = run('leitmotif', 'index', join(samples, 'bread.md'), join(samples, 'chess.md'), '--fast', '--to', shelf)
  if (made.status !== 0) throw new Error(made.err)
  service = await serve(shelf, '--rate', '0')
})

const post = (path: string, body: string, headers: Record<string, string> = {}) =>
  ask(service, path, { method: 'POST', headers, body })

function problemOf({ text, headers }: { text: string; headers: Readonly<Record<string, unknown>> }) {
  expect(headers['content-type']).toBe('application/problem+json; charset=utf-8')
  const problem = JSON.parse(text) as { status: number; detail: string; instance: string }
  expect(problem.instance).toBe(headers['x-request-id'])
  return problem
}

describe('Who may ask', () => {
  it.each(['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example:4070', 'evil.example:localhost'])(
    'refuses the Host %j: a page elsewhere may have made its name point here',
    async (host) => {
      const answer = await ask(service, '/api/collection', { headers: { host } })
      expect(answer.status).toBe(421)
      expect(problemOf(answer).detail).toMatch(/answers to localhost/)
    }
  )

  it('accepts every name of this machine, with and without port', async () => {
    for (const host of ['localhost', 'LOCALHOST:80', '127.0.0.1:4070', '[::1]:4070'])
      expect((await ask(service, '/api/health', { headers: { host } })).status).toBe(200)
  })

  it('refuses requests from other sites, and lets no other site read', async () => {
    const headers = { origin: 'https://evil.example' }
    const refused = await post('/api/search', '{"texts":["bread"]}', headers)
    expect(refused.status).toBe(403)
    const asked = await ask(service, '/api/search', { method: 'OPTIONS', headers })
    expect(asked.headers['access-control-allow-origin']).toBeUndefined()
    expect((await post('/api/search', '{"texts":["bread"]}', { 'content-type': 'text/plain' })).status).toBe(415)
  })

  it('requires the token, except for what a page needs before it has one', async () => {
    const token = join(folder, 'token')
    writeFileSync(token, `${TOKEN}\n`)
    const guarded = await serve(shelf, '--token-file', token)
    const status = async (path: string, authorization?: string) =>
      (await ask(guarded, path, { headers: { ...(authorization && { authorization }) } })).status
    expect(await status('/api/collection')).toBe(401)
    expect(await status('/metrics')).toBe(401)
    expect(await status('/api/collection', `Bearer ${TOKEN.slice(0, -1)}x`)).toBe(401)
    expect(await status('/api/collection', `Basic ${TOKEN}`)).toBe(401)
    expect(await status('/api/collection', `Bearer ${TOKEN}`)).toBe(200)
    for (const open of ['/api/health', '/api/ready', '/api/openapi.json', '/api/', '/'])
      expect(await status(open)).not.toBe(401)
    expect(guarded.log()).not.toContain(TOKEN.slice(0, 10))
  })

  it('lets pages of allowed origins use the API with the token, and no others', async () => {
    const token = join(folder, 'token-of-pages')
    writeFileSync(token, `${TOKEN}\n`)
    const shared = await serve(shelf, '--token-file', token, '--allow-origin', 'https://*.notes.example')
    const origin = 'https://a1.notes.example'
    const wanted = {
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type'
    }
    const preflight = await ask(shared, '/api/search', { method: 'OPTIONS', headers: { origin, ...wanted } })
    expect(preflight.status).toBe(204)
    expect(preflight.headers).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-allow-headers': 'authorization, content-type',
      vary: 'Origin'
    })
    const search = (headers: Record<string, string>): ReturnType<typeof ask> =>
      ask(shared, '/api/search', { method: 'POST', headers, body: '{"texts":["bread"]}' })
    const authorization = `Bearer ${TOKEN}`
    const found = await search({ origin, authorization })
    expect([found.status, found.headers['access-control-allow-origin']]).toEqual([200, origin])
    expect((await search({ origin })).status).toBe(401)
    const evil = await search({ origin: 'https://notes.example.evil.example', authorization })
    expect([evil.status, evil.headers['access-control-allow-origin']]).toEqual([403, undefined])
    const guessed = run('leitmotif', 'serve', '--in', shelf, '--allow-origin', 'https://notes.example', '--port', '0')
    expect(guessed).toMatchObject({ status: 2, err: expect.stringContaining('a token is required') as string })
  })

  it('does not listen beyond this machine without a token or with a short one', () => {
    const open = run('leitmotif', 'serve', '--in', shelf, '--host', '0.0.0.0', '--port', '0')
    expect(open).toMatchObject({ status: 2, err: expect.stringContaining('a token is required') as string })
    const short = join(folder, 'short')
    writeFileSync(short, 'secret')
    const guessed = run('leitmotif', 'serve', '--in', shelf, '--host', '0.0.0.0', '--token-file', short)
    expect(guessed).toMatchObject({ status: 2, err: expect.stringContaining('got 6 characters') as string })
  })

  it('reports a port in use, and a folder without a collection', () => {
    const taken = run('leitmotif', 'serve', '--in', shelf, '--port', new URL(service.url).port)
    expect(taken).toMatchObject({ status: 2, err: expect.stringContaining('another program listens there') as string })
    const nowhere = run('leitmotif', 'serve', '--in', join(folder, 'nowhere'))
    expect(nowhere).toMatchObject({ status: 2, err: expect.stringContaining('holds no collection') as string })
  })

  it('makes an address wait that exceeds the rate limit', async () => {
    const slow = await serve(shelf, '--rate', '3')
    for (let i = 0; i < 3; i++) expect((await ask(slow, '/api/health')).status).toBe(200)
    const fourth = await ask(slow, '/api/health')
    expect(problemOf(fourth)).toMatchObject({ status: 429, detail: expect.stringContaining('More than 3') as string })
    expect(Number(fourth.headers['retry-after'])).toBeGreaterThan(0)
  })
})

describe('What may be asked', () => {
  it('refuses bodies that are too large, broken, compressed, empty or not JSON, and keeps running', async () => {
    const large = await post('/api/search', JSON.stringify({ texts: ['x'.repeat(2 ** 20)] }))
    expect(problemOf(large)).toMatchObject({ status: 413, detail: expect.stringContaining('1048576 bytes') as string })
    expect(problemOf(await post('/api/search', '{"texts":')).status).toBe(400)
    expect(problemOf(await post('/api/search', 'x', { 'content-encoding': 'gzip' })).status).toBe(415)
    expect(problemOf(await post('/api/search', '', { 'content-type': 'application/json' })).status).toBe(400)
    expect(problemOf(await post('/api/search', '"texts"')).status).toBe(400)
    expect((await ask(service, '/api/health')).status).toBe(200)
  })

  it('refuses prototype pollution, lone surrogates and unknown members', async () => {
    for (const body of [
      '{"texts":["bread"],"__proto__":{"k":1}}',
      '{"texts":["bread"],"filter":{"__proto__":{"in":["x"]}}}',
      '{"texts":["bread"],"filter":{"constructor":"x"}}',
      '{"texts":["\\ud800"]}',
      '{"texts":["bread"],"hits":3}'
    ])
      expect(problemOf(await post('/api/search', body)).status).toBe(400)
    expect(({} as Record<string, unknown>).k).toBeUndefined()
    expect((await ask(service, '/api/documents?__proto__=x&limit=2')).status).toBe(400)
  })

  it('serves no file of the machine for any id', async () => {
    for (const id of ['..%2F..%2Fcollection.json', '%2Fetc%2Fpasswd', '..%5C..%5Cx', 'a%00b', '%E0%A4%A'])
      expect(problemOf(await ask(service, `/api/documents/${id}`)).status).toSatisfy(
        (s: number) => s === 400 || s === 404
      )
    for (const path of [
      '/../../package.json',
      '/%2e%2e/%2e%2e/package.json',
      '/..%2f..%2fpackage.json',
      '//etc/passwd'
    ]) {
      const { text } = await ask(service, path)
      expect(text).not.toMatch(/"dependencies"|root:/)
    }
  })

  it('lists the methods that an endpoint accepts', async () => {
    const answer = await ask(service, '/api/search', { method: 'DELETE' })
    expect(problemOf(answer)).toMatchObject({ status: 405, detail: expect.stringContaining('it takes POST') as string })
    expect(answer.headers.allow).toBe('POST')
    expect((await ask(service, '/api/collection', { method: 'PROPFIND' })).status).toBe(405)
    expect((await ask(service, '/api/collection', { method: 'HEAD' })).status).toBe(200)
    expect((await ask(service, '/api/nothing')).status).toBe(404)
  })

  it('closes a connection that never sends its request', { timeout: 60_000 }, async () => {
    const { port } = new URL(service.url)
    const socket = connect(Number(port), '127.0.0.1')
    socket.write('GET /api/health HTTP/1.1\r\nHost: localhost\r\nX-Slow: ')
    const told = await new Promise<string>((resolve) => {
      let text = ''
      socket.on('data', (data) => (text += String(data)))
      socket.on('close', () => {
        resolve(text)
      })
    })
    expect(told).toMatch(/^HTTP\/1\.1 408/)
  })

  it('takes time linear in the request', async () => {
    const times: number[] = []
    for (const length of [2000, 4000, 8000, 2000, 4000, 8000]) {
      const text = `${'('.repeat(length / 2)} ${'a. '.repeat(length / 6)}`.slice(0, length)
      const started = performance.now()
      const body = JSON.stringify({
        texts: Array.from({ length: 20 }, () => text),
        filter: { title: text.slice(0, 900) }
      })
      expect((await post('/api/search', body)).status).toBe(200)
      times.push(performance.now() - started)
    }
    expect(Math.min(times[2], times[5])).toBeLessThan(8 * Math.min(times[0], times[3]) + 100)
  })
})

describe('What every answer has', () => {
  it('security headers that allow a browser only what the page needs', async () => {
    for (const path of ['/', '/api/collection', '/api/', '/api/nothing']) {
      const { headers } = await ask(service, path)
      const policy = String(headers['content-security-policy'])
      expect(policy).toContain("default-src 'none'")
      expect(policy).toContain("script-src 'self'")
      expect(policy).not.toMatch(/unsafe|http/)
      expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY' })
      expect(headers['x-powered-by']).toBeUndefined()
    }
  })

  it('a request id, generated or the caller’s, that cannot forge a log line', async () => {
    const own = await ask(service, '/api/health', { headers: { 'x-request-id': 'mine-1' } })
    expect(own.headers['x-request-id']).toBe('mine-1')
    const forged = await ask(service, '/api/health', { headers: { 'x-request-id': 'a"b,c' } })
    expect(forged.headers['x-request-id']).toMatch(/^[\da-f-]{36}$/)
  })

  it('a log line with route, status and time, without the request’s content', async () => {
    await post('/api/search', '{"texts":["sourdough starters at dawn"]}')
    await ask(service, '/api/documents/a-private-name')
    await vi.waitFor(() => {
      const last = JSON.parse(service.log().trim().split('\n').at(-1)!) as unknown
      expect(last).toMatchObject({ method: 'GET', route: '/api/documents/:id', status: 404 })
    })
    expect(service.log()).not.toMatch(/sourdough|a-private-name/)
  })

  it('a count and a time in the metrics, by route', async () => {
    const { text } = await ask(service, '/metrics')
    expect(text).toMatch(/leitmotif_http_requests_total\{method="POST",route="\/api\/search",status="400"\} \d+/)
    expect(text).toMatch(/leitmotif_http_request_seconds_bucket\{le="0.1",method="GET",route="\/api\/health"\} \d+/)
    expect(text).toMatch(/leitmotif_collection_size\{of="documents"\} 2/)
    expect(text).not.toMatch(/a-private-name/)
  })
})

describe('The reference', () => {
  it('describes every endpoint on a self-contained page', async () => {
    const { text } = await ask(service, '/api/openapi.json')
    const { openapi, paths } = JSON.parse(text) as { openapi: string; paths: Record<string, object> }
    expect(openapi).toBe('3.1.0')
    const page = (await ask(service, '/api/')).text
    for (const [path, item] of Object.entries(paths)) {
      for (const method of Object.keys(item)) expect(page).toContain(`${method.toUpperCase()}</span> ${path}<`)
      expect((await ask(service, path.replace('{id}', 'none'), { method: 'BREW' })).status).not.toBe(404)
    }
    expect(page).not.toMatch(/<script|https?:|style=|src=/)
  })
})
