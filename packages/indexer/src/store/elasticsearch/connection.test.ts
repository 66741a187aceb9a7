import { freePort, startFakeElasticsearch, versionBody, type FakeElasticsearch } from '@leitmotif/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkVersion, connect, connectToEither, type Connection } from './connection.js'

let server: FakeElasticsearch
beforeAll(async () => {
  server = await startFakeElasticsearch()
})
afterAll(() => server.close())

const failed = (type: string, reason: string): string => JSON.stringify({ error: { type, reason } })

/** Result of connecting: `taken`, or the error message. Closes the client. */
async function saidOf(client: Connection): Promise<string> {
  try {
    await checkVersion(client)
    return 'taken'
  } catch (error) {
    return String(error)
  } finally {
    await client.close()
  }
}

async function said(next: FakeElasticsearch['answer'], place = server.place): Promise<string> {
  server.answer = next
  return saidOf(connect({ place, auth: { apiKey: 'topsecret' } }))
}

describe('What is said of a server', () => {
  it('that is too old, or takes nothing from this program', async () => {
    expect(await said({ status: 200, body: versionBody('9.4.0') })).toBe('taken')
    expect(await said({ status: 200, body: versionBody('10.1.0') })).toBe('taken')
    expect(await said({ status: 200, body: versionBody('9.3.2') })).toMatch(
      /is Elasticsearch 9\.3\.2; expected 9\.4 or later/
    )
    const old = failed('media_type_header_exception', 'Invalid media-type value on headers [Accept, Content-Type]')
    expect(await said({ status: 400, body: old })).toMatch(/expected Elasticsearch 9\.4 or later; update it/)
  })

  it('that failed in a search: why, which the root of its error alone says', async () => {
    const reason = 'The length of prefix [1024] has exceeded the allowed maximum of [1000]'
    const error = { type: 'search_phase_execution_exception', reason: 'all shards failed', root_cause: [{ reason }] }
    expect(await said({ status: 400, body: JSON.stringify({ error }) })).toContain(
      `(400: all shards failed: ${reason})`
    )
  })

  it('that does not tell its version to this user', async () => {
    expect(await said({ status: 403, body: failed('security_exception', 'not allowed') })).toBe('taken')
  })

  it('that answers without a version: what it said, what was expected, and what to look at', async () => {
    for (const body of ['{}', '{"nodes":{}}', '{"nodes":{"a":{"version":9}}}', '[]', 'null'])
      expect(await said({ status: 200, body })).toContain(
        `${server.place}: answered ${body} when asked for its version; expected Elasticsearch 9.4 or later; ` +
          'check the address and any proxy in front of the server'
      )
  })

  it('that wants other credentials, without repeating them', async () => {
    const refusal = await said({ status: 401, body: failed('security_exception', 'topsecret is not known') })
    expect(refusal).toMatch(/does not take this API key \(401\).*set ELASTICSEARCH_API_KEY/)
    expect(refusal).not.toContain('topsecret')
  })

  it.each([429, 500])(
    'that answers %i only after asking it again and again, longer apart each time',
    async (status) => {
      server.answer = { status, body: failed('es_rejected_execution_exception', 'full') }
      const waits: number[] = []
      const clock = {
        now: () => 0,
        sleep(milliseconds: number): Promise<void> {
          waits.push(milliseconds)
          if (waits.length === 3) server.answer = { status: 200, body: '{"count": 1}' }
          return Promise.resolve()
        }
      }
      const client = connect({ place: server.place }, { clock })
      expect((await client.count()).count).toBe(1)
      expect(waits).toEqual([...waits].sort((a, b) => a - b))
      server.answer = { status, body: failed('es_rejected_execution_exception', 'full') }
      await expect(client.count()).rejects.toThrow(`cannot do this now (${status}: full); run this again later`)
      expect(waits).toHaveLength(9)
      await client.close()
    }
  )

  it('that is OpenSearch, which is spoken to without the media types of Elasticsearch, unless it is too old', async () => {
    const openSearch = async (number: string): Promise<string> => {
      const body = JSON.stringify({ version: { distribution: 'opensearch', number } })
      server.answer = { status: 200, headers: { 'x-elastic-product': '' }, body }
      return saidOf(await connectToEither({ place: server.place }, {}))
    }
    expect(await openSearch('3.5.0')).toBe('taken')
    expect(server.heard.at(-1)?.accept).toBe('application/json, text/plain')
    expect(await openSearch('2.18.0')).toMatch(/is OpenSearch 2\.18\.0; expected 2\.19 or later; update it/)
  })

  it('that is none, or something else', async () => {
    expect(await said({ status: 200, headers: { 'x-elastic-product': 'Other' }, body: '{}' })).toMatch(
      /something answers there that is not Elasticsearch/
    )
    // Neither of its two answers is one of OpenSearch.
    await expect(connectToEither({ place: server.place }, {})).rejects.toThrow(
      /something answers there that is neither Elasticsearch nor OpenSearch; check the address/
    )
    const nowhere = `http://127.0.0.1:${await freePort()}`
    expect(await said(server.answer, nowhere)).toMatch(/cannot be reached \(.*ECONNREFUSED.*\); start the server/)
  })
})
