import { X509Certificate } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import tls from 'node:tls'
import { freePort, startFakeElasticsearch, type FakeElasticsearch } from '@leitmotif/testing'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { checkVersion, connect, type Connection } from './connection.js'
import { trustOf } from './tls-trust.js'

// Made for these tests: an authority, one below it, and by that the certificate of other.example.
const AUTHORITY = `-----BEGIN CERTIFICATE-----
MIIBhjCCAS2gAwIBAgIUVVzKW2AFNWH1sZoub75oWFp4V3cwCgYIKoZIzj0EAwIw
GDEWMBQGA1UEAwwNUm9vdCBvZiB0ZXN0czAgFw0yNjExMjIxMzAwMzNaGA8yMTI2
MTAyOTEzMDAzM1owGDEWMBQGA1UEAwwNUm9vdCBvZiB0ZXN0czBZMBMGByqGSM49
AgEGCCqGSM49AwEHA0IABFWLNmnYWaC5y1Bv3WVwudsQ9yhiRiE6tIgGXYwm+mm0
iiliHLqXb4lI+BWaE4QlpFJ/jqqqrVkfwCNx9FPr5sWjUzBRMB0GA1UdDgQWBBSk
h8WJnDQRrHT7OgZem14F0sXw3jAfBgNVHSMEGDAWgBSkh8WJnDQRrHT7OgZem14F
0sXw3jAPBgNVHRMBAf8EBTADAQH/MAoGCCqGSM49BAMCA0cAMEQCIHRMvicrusVz
zK+kl0yXaN70bM1CO1EJveXDpjcLNapwAiAhjkJsjUGZzIsRtcvUAciXZNcw8TbH
77M9BJ7+6OQF8g==
-----END CERTIFICATE-----`
const BELOW = `-----BEGIN CERTIFICATE-----
MIIBjjCCATWgAwIBAgIUa1jD+6FLy4CSQ8J4EYqQg2vXeMwwCgYIKoZIzj0EAwIw
GDEWMBQGA1UEAwwNUm9vdCBvZiB0ZXN0czAgFw0yNjExMjIxMzAwMzNaGA8yMTI2
MTAyOTEzMDAzM1owIDEeMBwGA1UEAwwVSW50ZXJtZWRpYXRlIG9mIHRlc3RzMFkw
EwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEd7NaodbSoPiQlwWsBugjBUCgMOyb7GHA
XX2D6eG5BYK4D1npqrkm5GMT6VHbOIUPzERHZ4ESGY4eqLoA5bUGE6NTMFEwDwYD
VR0TAQH/BAUwAwEB/zAdBgNVHQ4EFgQUL9C2TeEbhA8XxxfEse28sXp6N2gwHwYD
VR0jBBgwFoAUpIfFiZw0Eax0+zoGXpteBdLF8N4wCgYIKoZIzj0EAwIDRwAwRAIg
eytFuAmUIF2WGHXJUt7oDlj0jYWCJoZGQ8RllP7HR9wCIGtJ7FC8B6iGPgwKytjG
MGGTkU+NaRUhN0qa82og0pD9
-----END CERTIFICATE-----`
const OTHER = `-----BEGIN CERTIFICATE-----
MIIBlzCCAT6gAwIBAgIUN36QEW05ZM3khTgzI5iLs8ooDYcwCgYIKoZIzj0EAwIw
IDEeMBwGA1UEAwwVSW50ZXJtZWRpYXRlIG9mIHRlc3RzMCAXDTI2MTEyMjEzMDAz
M1oYDzIxMjYxMDI5MTMwMDMzWjAYMRYwFAYDVQQDDA1vdGhlci5leGFtcGxlMFkw
EwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEN9bFrpqMDXrtzw+Vr6CBL7ptP8wn8MXa
hrjzNeKOR4W7tvtwxYEUiJnkXtBE6LORVAu+G7DiSpXfW8apHVPc76NcMFowGAYD
VR0RBBEwD4INb3RoZXIuZXhhbXBsZTAdBgNVHQ4EFgQUm/WBhmDrwucPDIEskror
FaJX678wHwYDVR0jBBgwFoAUL9C2TeEbhA8XxxfEse28sXp6N2gwCgYIKoZIzj0E
AwIDRwAwRAIgDBXMr6Xe+BPj5vDinaW4Zx6ahsPMeFWvp2CXRhviPWcCIDUcIuVR
1cB4KbLv39+iRdzJKpweVwull3g0nz06UAEa
-----END CERTIFICATE-----`
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg7hmhMdXNQzk6tJj/
OY5UVuxlpforcvslFkZO4SqP9iihRANCAAQ31sWumowNeu3PD5WvoIEvum0/zCfw
xdqGuPM14o5Hhbu2+3DFgRSImeRe0ETos5FUC74bsOJKld9bxqkdU9zv
-----END PRIVATE KEY-----`

let server: FakeElasticsearch
beforeAll(async () => {
  server = await startFakeElasticsearch({ key: KEY, cert: [OTHER, BELOW, AUTHORITY].join('\n') })
})
afterAll(() => server.close())

/** Returns a client of the server of other.example, by its number, that trusts the authority of a certificate. */
async function clientTrusting(certificate: string): Promise<Connection> {
  server.heard.length = 0
  const { fingerprint256: caFingerprint } = new X509Certificate(certificate)
  const access = { place: server.place, auth: { apiKey: 'secret' }, caFingerprint }
  const client = connect(access, { trust: await trustOf(access) })
  onTestFinished(() => client.close())
  return client
}

const keysHeard = (): unknown[] => server.heard.map(({ authorization }) => authorization)

describe('The fingerprint of an authority', () => {
  it("that is a cluster's own serves for all that it signed, by whatever name", async () => {
    await checkVersion(await clientTrusting(AUTHORITY))
    expect(keysHeard()).toEqual(['ApiKey secret'])
  })

  it('that is below another, as the public ones are, gives the key to nobody of another name', async () => {
    await expect(checkVersion(await clientTrusting(BELOW))).rejects.toThrow(
      /its certificate is for another name: use that as address$/
    )
    expect(keysHeard()).toEqual([])
  })

  it.skipIf(!('setDefaultCACertificates' in tls))(
    'that this machine trusts anyway gives the key to nobody of another name',
    async () => {
      const before = tls.getCACertificates('default')
      tls.setDefaultCACertificates([...before, AUTHORITY])
      try {
        await expect(checkVersion(await clientTrusting(AUTHORITY))).rejects.toThrow(
          /its certificate is for another name/
        )
        expect(keysHeard()).toEqual([])
      } finally {
        tls.setDefaultCACertificates(before)
      }
    }
  )

  it('of a server that is not there: why it cannot be reached, whichever addresses its name has', async () => {
    const nowhere = { place: `https://localhost:${await freePort()}`, caFingerprint: 'ab'.repeat(32) }
    await expect(trustOf(nowhere)).rejects.toThrow(/cannot be reached \(.*ECONNREFUSED.*\); start the server/)
  })

  it('of a server that starts this moment is found', async () => {
    const port = await freePort()
    const { fingerprint256 } = new X509Certificate(OTHER)
    const found = trustOf({ place: `https://127.0.0.1:${port}`, caFingerprint: fingerprint256 })
    await sleep(100)
    const late = await startFakeElasticsearch({ key: KEY, cert: OTHER }, port)
    expect(await found).toHaveProperty('ca')
    await late.close()
  })
})
