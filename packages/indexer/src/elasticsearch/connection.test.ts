import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkVersion, connect } from './connection.js'

/** What the server of these tests answers next; a real one is of one version, and may ask for no password. */
let answer: { status: number; headers?: Record<string, string>; body: string }
let server: Server
let url = ''
beforeAll(async () => {
  server = createServer((_, response) => {
    response.writeHead(answer.status, {
      'content-type': 'application/json',
      'x-elastic-product': 'Elasticsearch',
      ...answer.headers
    })
    response.end(answer.body)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const version = (number: string): string => JSON.stringify({ nodes: { a: { version: number } } })
const failed = (type: string, reason: string): string => JSON.stringify({ error: { type, reason } })

async function said(next: typeof answer, place = url): Promise<string> {
  answer = next
  const client = connect({ place, auth: { apiKey: 'topsecret' } })
  try {
    await checkVersion(client)
    return 'taken'
  } catch (error) {
    return String(error)
  } finally {
    await client.close()
  }
}

describe('What is said of a server', () => {
  it('that is too old, or takes nothing from this program', async () => {
    expect(await said({ status: 200, body: version('9.4.0') })).toBe('taken')
    expect(await said({ status: 200, body: version('10.1.0') })).toBe('taken')
    expect(await said({ status: 200, body: version('9.3.2') })).toMatch(
      /is Elasticsearch 9\.3\.2; expected 9\.4 or later/
    )
    const old = failed('media_type_header_exception', 'Invalid media-type value on headers [Accept, Content-Type]')
    expect(await said({ status: 400, body: old })).toMatch(/expected Elasticsearch 9\.4 or later; update it/)
  })

  it('that does not tell its version to this user', async () => {
    expect(await said({ status: 403, body: failed('security_exception', 'not allowed') })).toBe('taken')
  })

  it('that wants other credentials, without repeating them', async () => {
    const refusal = await said({ status: 401, body: failed('security_exception', 'topsecret is not known') })
    expect(refusal).toMatch(/does not take this API key \(401\).*set ELASTICSEARCH_API_KEY/)
    expect(refusal).not.toContain('topsecret')
  })

  it('that is busy only after asking it again and again, longer apart each time', async () => {
    answer = { status: 429, body: failed('es_rejected_execution_exception', 'full') }
    const waits: number[] = []
    const clock = {
      now: () => 0,
      sleep(milliseconds: number): Promise<void> {
        waits.push(milliseconds)
        if (waits.length === 3) answer = { status: 200, body: '{"count": 1}' }
        return Promise.resolve()
      }
    }
    const client = connect({ place: url }, { clock })
    expect((await client.count()).count).toBe(1)
    expect(waits).toEqual([...waits].sort((a, b) => a - b))
    answer = { status: 429, body: failed('es_rejected_execution_exception', 'full') }
    await expect(client.count()).rejects.toThrow(/cannot do this now \(429: full\); run this again later/)
    expect(waits).toHaveLength(9)
    await client.close()
  })

  it('that is none, or something else', async () => {
    expect(await said({ status: 200, headers: { 'x-elastic-product': 'Other' }, body: '{}' })).toMatch(
      /something answers there that is not Elasticsearch/
    )
    const free = createServer().listen(0, '127.0.0.1')
    await once(free, 'listening')
    const nowhere = `http://127.0.0.1:${(free.address() as AddressInfo).port}`
    await new Promise((closed) => free.close(closed))
    expect(await said(answer, nowhere)).toMatch(/cannot be reached \(.*ECONNREFUSED.*\); start the server/)
  })
})
