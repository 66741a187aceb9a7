import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findAccess, isServer } from './elasticsearch-access.js'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'leitmotif-access-'))
})
afterAll(() => rm(folder, { recursive: true }))

const silent = (): void => undefined
const named = (environment: Record<string, string>) =>
  findAccess('elasticsearch', { LEITMOTIF_CONFIG: '', ...environment }, silent)

async function config(name: string, text: string, mode = 0o600): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, text)
  await chmod(path, mode)
  return path
}

describe('A server and how one signs on to it', () => {
  it('is told from a folder', () => {
    expect(['http://localhost:9200', 'HTTPS://a.example', 'elasticsearch'].map(isServer)).toEqual([true, true, true])
    expect(['.leitmotif/default', './elasticsearch', 'httpd'].map(isServer)).toEqual([false, false, false])
  })

  it('comes from the environment, or the configuration, of which the environment goes first', async () => {
    const path = await config(
      'a.json',
      '{"elasticsearch": {"url": "https://a.example:9200/es/", "apiKey": "from file"}}'
    )
    expect(await named({ LEITMOTIF_CONFIG: path })).toEqual({
      place: 'https://a.example:9200/es',
      auth: { apiKey: 'from file' }
    })
    const environment = { LEITMOTIF_CONFIG: path, ELASTICSEARCH_API_KEY: 'mine', ELASTICSEARCH_CA_FINGERPRINT: 'ab:cd' }
    expect(await named(environment)).toMatchObject({ auth: { apiKey: 'mine' }, caFingerprint: 'ab:cd' })
    const basic = { ELASTICSEARCH_URL: 'http://b', ELASTICSEARCH_USERNAME: 'ada', ELASTICSEARCH_PASSWORD: 'pw' }
    expect((await named(basic)).auth).toEqual({ username: 'ada', password: 'pw' })
  })

  it('may be a deployment in the cloud, whose credentials go to it alone', async () => {
    const cloudId = `my-cluster:${Buffer.from('eu.cloud.example:9243$abc123$kibana').toString('base64')}`
    const environment = { ELASTICSEARCH_CLOUD_ID: cloudId, ELASTICSEARCH_API_KEY: 'mine' }
    const place = 'https://abc123.eu.cloud.example:9243'
    expect(await named(environment)).toEqual({ place, cloudId, auth: { apiKey: 'mine' } })
    expect((await findAccess(`${place}/`, environment, silent)).auth).toEqual({ apiKey: 'mine' })
    expect((await findAccess('https://b.example', environment, silent)).auth).toBeUndefined()
    const encode = (text: string): string => `name:${Buffer.from(text).toString('base64')}`
    for (const wrong of ['name', 'name:xyz', encode('host'), encode('host/path$a'), encode('host$a b'), encode('$a')])
      await expect(named({ ELASTICSEARCH_CLOUD_ID: wrong })).rejects.toThrow(/cloud id is none; expected one like/)
  })

  it('keeps credentials from another server than the one they are for', async () => {
    const environment = { ELASTICSEARCH_URL: 'https://a.example', ELASTICSEARCH_API_KEY: 'mine' }
    expect((await findAccess('https://b.example', environment, silent)).auth).toBeUndefined()
    expect((await findAccess('https://a.example/', environment, silent)).auth).toEqual({ apiKey: 'mine' })
    expect((await findAccess('https://b.example', { ELASTICSEARCH_API_KEY: 'mine' }, silent)).auth).toBeDefined()
  })

  it('is refused without repeating what is secret', async () => {
    const wrong: [() => Promise<unknown>, RegExp][] = [
      [() => findAccess('http://ada:secret@a.example', {}, silent), /has credentials in it.*ELASTICSEARCH_API_KEY/],
      [() => named({ ELASTICSEARCH_URL: 'http://ada:secret@a' }), /ELASTICSEARCH_URL has credentials/],
      [() => findAccess('http://a.example:9200/?key=secret', {}, silent), /expected one like http:\/\/127.0.0.1:9200/],
      [() => named({}), /no server is named; give its address with --to/],
      [() => named({ ELASTICSEARCH_URL: 'http://a', ELASTICSEARCH_PASSWORD: 'secret' }), /set ELASTICSEARCH_USERNAME/],
      [async () => named({ LEITMOTIF_CONFIG: await config('b.json', '{"secret": ') }), /b\.json: is not JSON/],
      [
        async () => named({ LEITMOTIF_CONFIG: await config('c.json', '{"elasticsearch": {"api_key": "secret"}}') }),
        /elasticsearch\.api_key .*expected .*apiKey/
      ],
      [() => named({ LEITMOTIF_CONFIG: join(folder, 'none.json') }), /none\.json/]
    ]
    for (const [attempt, message] of wrong) {
      const error = await attempt().then(
        () => new Error('was taken'),
        (failure: unknown) => failure as Error
      )
      expect(error.message).toMatch(message)
      expect(error.message).not.toContain('secret@')
      expect(error.message).not.toMatch(/[:=] ?"?secret/)
    }
  })

  it('warns of a secret that others can read on the way, which nobody can on this machine', async () => {
    const warnings: string[] = []
    const away = ['http://a.example:9200', 'http://localhost.a.example:9200', 'http://127.0.0.1.a.example:9200']
    const here = ['http://127.0.0.1:9200', 'http://127.1:9200', 'http://localhost:9200', 'http://[::1]:9200']
    for (const url of [...away, 'https://a.example', ...here])
      await findAccess(url, { ELASTICSEARCH_API_KEY: 'mine' }, (line) => warnings.push(line))
    expect(warnings).toEqual(away.map((url) => `warning: credentials go to ${url} without encryption; use https`))
  })

  it('warns of a secret in a file that others can read', async () => {
    const warnings: string[] = []
    const text = '{"elasticsearch": {"url": "https://a", "apiKey": "secret"}}'
    for (const mode of [0o600, 0o644]) {
      const environment = { LEITMOTIF_CONFIG: await config('d.json', text, mode) }
      await findAccess('elasticsearch', environment, (line) => warnings.push(line))
    }
    expect(warnings).toHaveLength(1)
    expect(warnings[0]).toMatch(/d\.json holds a secret.*chmod 600/)
  })
})
