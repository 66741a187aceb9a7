import { spawnSync } from 'node:child_process'
import { generateKeyPairSync, X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer as createPlainServer } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo, Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@elastic/elasticsearch'
import { openElasticsearchStore } from '@leitmotif/indexer'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { root, run, temporaryFolder, type Ran } from './command-line.js'
import { server, startServer } from './elasticsearch.js'
import { ask, serve, stop } from './running-service.js'

const folder = temporaryFolder()
// Another server than the other tests use: with security and TLS.
const own = mkdtempSync(join(tmpdir(), 'leitmotif-elasticsearch-'))
const secured = server.missing === undefined ? startServer(own, '--secure') : server
afterAll(() => {
  spawnSync(process.execPath, [join(root, 'scripts', 'elasticsearch.mjs'), 'stop', own])
  rmSync(own, { recursive: true })
})

/** Privileges on the indexes of one collection that docs/elasticsearch.md asks for. */
const READING = ['read', 'view_index_metadata', 'monitor']
const WRITING = ['read', 'write', 'manage']

const here = ['--in', 'elasticsearch', '--collection', 'notes']
const there = ['--to', 'elasticsearch', '--collection', 'notes']

afterEach(() => {
  vi.unstubAllEnvs()
})

describe.skipIf(secured.missing !== undefined)(
  `Elasticsearch with security and TLS (${secured.missing ?? 'own'})`,
  () => {
    const ca = join(own, 'ca.crt')
    let password = ''
    let fingerprint = ''
    let admin: Client
    /** All output of all commands, and the secrets that must not be in it. */
    let printed = ''
    const secrets: string[] = []

    beforeAll(() => {
      password = readFileSync(join(own, 'password'), 'utf8')
      secrets.push(password)
      fingerprint = new X509Certificate(readFileSync(ca)).fingerprint256
      const auth = { username: 'leitmotif', password }
      admin = new Client({ node: secured.url, auth, tls: { ca: readFileSync(ca) } })
      const docs = join(folder, 'docs')
      mkdirSync(docs)
      for (const [name, text] of Object.entries({
        salt: 'Salt keeps fish through the winter. It also flavours bread.',
        ferry: 'The ferry crosses at noon. Fog keeps it in port.'
      }))
        writeFileSync(join(docs, `${name}.md`), `# About ${name}\n\n${text}\n`)
      return () => admin.close()
    })

    /** Signs on with these variables only, whatever the machine has set. */
    function signOn(settings: Readonly<Record<string, string>>): void {
      vi.unstubAllEnvs()
      for (const name of Object.keys(process.env)) if (name.startsWith('ELASTICSEARCH_')) vi.stubEnv(name, undefined)
      for (const [name, value] of Object.entries({ URL: secured.url, ...settings }))
        vi.stubEnv(name.startsWith('NODE_') ? name : `ELASTICSEARCH_${name}`, value)
    }

    function leitmotif(...args: string[]): Ran {
      const ran = run('leitmotif', ...args)
      printed += ran.out + ran.err
      return ran
    }

    /** Returns the error of an attempt to open the collection. */
    async function told(settings: Readonly<Record<string, string>>): Promise<string> {
      signOn(settings)
      try {
        const store = await openElasticsearchStore('elasticsearch', { access: 'read', collection: 'notes' })
        await store.close()
        return 'opened'
      } catch (error) {
        printed += String((error as Error).stack) + JSON.stringify(error)
        return (error as Error).message
      }
    }

    async function key(privileges: readonly string[]): Promise<{ id: string; encoded: string }> {
      const index = { names: ['leitmotif-notes', 'leitmotif-notes.*'], privileges: [...privileges] }
      const {
        id,
        encoded,
        api_key: secret
      } = await admin.security.createApiKey({
        name: 'test',
        role_descriptors: { own: { indices: [index] } }
      })
      secrets.push(encoded, secret)
      return { id, encoded }
    }

    it('accepts documents with user name and password, and trusts the authority by its fingerprint', () => {
      signOn({ USERNAME: 'leitmotif', PASSWORD: password, CA_FINGERPRINT: fingerprint })
      expect(leitmotif('index', join(folder, 'docs'), '--fast', ...there)).toMatchObject({
        status: 0,
        out: expect.stringContaining('2 indexed (4 sentences)') as string
      })
    })

    it('can be read with a read-only key, and trusts the authority by fingerprint or file', async () => {
      const { encoded } = await key(READING)
      signOn({ API_KEY: encoded, CA_FINGERPRINT: fingerprint.replaceAll(':', '').toLowerCase() })
      expect(leitmotif('search', 'fish in winter', ...here).out).toContain('Salt keeps fish')
      const refused = leitmotif('index', join(folder, 'docs'), '--fast', ...there)
      expect(refused).toMatchObject({
        status: 2,
        err: expect.stringContaining('refuses this to its user (403') as string
      })
      signOn({ API_KEY: encoded, NODE_EXTRA_CA_CERTS: ca })
      expect(leitmotif('search', 'fish in winter', ...here).out).toContain('Salt keeps fish')
    })

    it('can be indexed, themed and reindexed with a key for one collection', async () => {
      const { encoded } = await key(WRITING)
      signOn({ API_KEY: encoded, CA_FINGERPRINT: fingerprint })
      writeFileSync(
        join(folder, 'docs', 'moss.md'),
        '# Moss\n\nMoss grows on the north side. It holds water for weeks.\n'
      )
      expect(leitmotif('index', join(folder, 'docs'), '--fast', ...there).out).toContain('1 indexed')
      const built = leitmotif('themes', 'build', '--count', '2', ...here)
      expect(built).toMatchObject({ status: 0, err: expect.stringMatching(/writing · \d+ sentences/) as string })
      expect(leitmotif('reindex', ...here)).toMatchObject({ status: 0 })
      const other = leitmotif(
        'index',
        join(folder, 'docs'),
        '--fast',
        '--to',
        'elasticsearch',
        '--collection',
        'others'
      )
      expect(other).toMatchObject({ status: 2, err: expect.stringContaining('(403') as string })
    })

    it('is served to a browser without revealing the key', async () => {
      const { id, encoded } = await key(READING)
      signOn({ API_KEY: encoded, CA_FINGERPRINT: fingerprint })
      const service = await serve('elasticsearch', '--collection', 'notes', '--log-level', 'info')
      expect((await ask(service, '/api/collection')).text).toContain('"documents":3')
      await admin.security.invalidateApiKey({ ids: [id] })
      const refused = await ask(service, '/api/collection')
      expect(refused.status).toBe(503)
      printed += refused.text
      await stop(service)
      expect(service.log()).toContain('401')
      printed += service.log()
    })

    it('is found by a cloud id', async () => {
      const { host } = new URL(secured.url)
      // A cloud id resolves to the address `deployment.host`.
      const [deployment, rest] = [host.slice(0, 3), host.slice(4)]
      const id = `tests:${Buffer.from(`${rest}$${deployment}$kibana`).toString('base64')}`
      const cloud = { URL: '', CLOUD_ID: id, USERNAME: 'leitmotif' }
      expect(await told({ ...cloud, PASSWORD: password, CA_FINGERPRINT: fingerprint })).toBe('opened')
      expect(await told({ ...cloud, PASSWORD: password })).toMatch(
        /does not trust its certificate: set .*CA_FINGERPRINT/
      )
      expect(await told({ ...cloud, PASSWORD: password, CLOUD_ID: 'tests:nothing' })).toMatch(/cloud id is none/)
    })

    it('refuses unknown users and says what to do', async () => {
      const trusted = { CA_FINGERPRINT: fingerprint }
      const { id, encoded } = await key(READING)
      expect(await told({ ...trusted, API_KEY: encoded })).toBe('opened')
      await admin.security.invalidateApiKey({ ids: [id] })
      expect(await told({ ...trusted, API_KEY: encoded })).toMatch(
        /API key \(401\): it is wrong, expired or revoked; make a new/
      )
      const wrong = `${password}0`
      secrets.push(wrong)
      expect(await told({ ...trusted, USERNAME: 'leitmotif', PASSWORD: wrong })).toMatch(
        /user name and password \(401\); check ELASTICSEARCH_USERNAME/
      )
      expect(await told(trusted)).toMatch(/asks who you are \(401\); set ELASTICSEARCH_API_KEY/)
    })

    it('is rejected if its certificate does not match, before any secret is sent', async () => {
      const user = { USERNAME: 'leitmotif', PASSWORD: password }
      const another = 'ab'.repeat(32)
      expect(await told({ ...user, CA_FINGERPRINT: another })).toMatch(
        new RegExp(`no certificate of this server has the CA fingerprint that is set; .* has ${fingerprint}`)
      )
      expect(await told({ ...user, CA_FINGERPRINT: 'ab:cd' })).toMatch(/expected SHA-256 in hexadecimal, 64 digits/)
      expect(await told(user)).toMatch(/does not trust its certificate: set ELASTICSEARCH_CA_FINGERPRINT/)
      expect(await told({ ...user, URL: secured.url.replace('https', 'http') })).not.toBe('opened')
    })

    it('is distinguished from a server that sends the authority’s certificate with a forged one', async () => {
      const heard: unknown[] = []
      const { key: forgedKey, cert } = forged(readFileSync(join(own, 'config', 'http.crt'), 'utf8'))
      const impostor = createServer({ key: forgedKey, cert: cert + readFileSync(ca, 'utf8') }, (request, response) => {
        heard.push(request.headers)
        response.end()
      })
      const user = { USERNAME: 'leitmotif', PASSWORD: password, CA_FINGERPRINT: fingerprint }
      await listening(impostor, async (address) => {
        expect(await told({ ...user, URL: `https://${address}` })).toMatch(/certificate signature failure/)
      })
      expect(heard).toEqual([])
    })

    it('is distinguished from a server without TLS', async () => {
      const heard: unknown[] = []
      const plain = createPlainServer((request, response) => {
        heard.push(request.headers)
        response.end()
      })
      const user = { USERNAME: 'leitmotif', PASSWORD: password }
      await listening(plain, async (address) => {
        for (const trust of [{}, { CA_FINGERPRINT: fingerprint }])
          expect(await told({ ...user, ...trust, URL: `https://${address}` })).toMatch(
            /does not speak TLS there: use http:/
          )
        expect(await told({ ...user, CA_FINGERPRINT: fingerprint, URL: `http://${address}` })).toMatch(
          /goes with https/
        )
      })
      expect(heard).toEqual([])
    })

    it('prints no secret', () => {
      expect(printed.length).toBeGreaterThan(1000)
      for (const secret of secrets) expect(printed.includes(secret)).toBe(false)
    })
  }
)

/** Creates a certificate for another key that is correct except for its signature. */
function forged(pem: string): { key: string; cert: string } {
  const leaf = new X509Certificate(pem)
  const { modulusLength } = leaf.publicKey.asymmetricKeyDetails!
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: modulusLength! })
  const [before, after] = [leaf.publicKey, publicKey].map((key) => key.export({ type: 'spki', format: 'der' }))
  const der = Buffer.from(leaf.raw)
  after.copy(der, der.indexOf(before))
  const lines = (der.toString('base64').match(/.{1,64}/g) ?? []).join('\n')
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`
  }
}

async function listening(own: Server, work: (address: string) => Promise<void>): Promise<void> {
  await once(own.listen(0, '127.0.0.1'), 'listening')
  try {
    await work(`127.0.0.1:${(own.address() as AddressInfo).port}`)
  } finally {
    await new Promise((closed) => own.close(closed))
  }
}
