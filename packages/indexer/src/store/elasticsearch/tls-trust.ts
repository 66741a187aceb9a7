import { X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'
import tls, { connect, rootCertificates, type ConnectionOptions, type DetailedPeerCertificate } from 'node:tls'
import { setTimeout as sleep } from 'node:timers/promises'
import { Failure } from '@leitmotif/command'
import type { Access } from './elasticsearch-access.js'
import { FIRST_TRIES, firstWait, unreachable } from './connection.js'

/** Timeout for a server's certificates, in milliseconds. */
const ANSWER_MS = 10_000

/**
 * Returns TLS options that trust only the certificate authority whose certificate has the fingerprint in `access`;
 * undefined if `access` has none. The server is first asked for its certificates. The matching one is then given to
 * TLS, which checks every signature against it. Comparing fingerprints alone, as the client does, is not enough: anyone
 * can send an authority's public certificate together with one that it never signed.
 *
 * The name in the server's certificate is not checked if the authority may be the cluster's own: a self-signed one that
 * Node does not know. A public authority, and any below it, signs for anybody, so there the name is checked.
 * @throws Failure if the server does not speak TLS, cannot be reached, or has no certificate with the fingerprint.
 */
export async function trustOf({ place, caFingerprint }: Access): Promise<ConnectionOptions | undefined> {
  if (caFingerprint === undefined) return undefined
  const expected = comparable(caFingerprint)
  if (!/^[0-9a-f]{64}$/.test(expected)) {
    throw new Failure(
      'the CA fingerprint is not one; expected SHA-256 in hexadecimal, 64 digits with or without colons: as it is printed by ' +
        'openssl x509 -noout -fingerprint -sha256 -in http_ca.crt'
    )
  }
  if (new URL(place).protocol !== 'https:')
    throw new Failure(`${place}: a CA fingerprint goes with https; expected an address like https://127.0.0.1:9200`)
  const chain = await askedAgain(place)
  const found = chain.find(({ fingerprint256 }) => comparable(fingerprint256) === expected)
  if (found === undefined) {
    const last = chain.at(-1)?.fingerprint256
    const got = last === undefined ? 'it sent none' : `the last of those it sent has ${last}`
    throw new Failure(
      `${place}: no certificate of this server has the CA fingerprint that is set; ${got}. If that is right by whoever runs the ` +
        'server, set ELASTICSEARCH_CA_FINGERPRINT to it; otherwise something else answers there'
    )
  }
  const pem = `-----BEGIN CERTIFICATE-----\n${found.raw.toString('base64')}\n-----END CERTIFICATE-----\n`
  const trust = { ca: pem, allowPartialTrustChain: true }
  return mayBeOwn(found.raw) ? { ...trust, checkServerIdentity: () => undefined } : trust
}

/**
 * Whether an authority's certificate can be a cluster's own. Only the certificate is judged, never how the connection
 * was trusted: a false server could show one chain now and another later.
 */
function mayBeOwn(raw: Buffer): boolean {
  const certificate = new X509Certificate(raw)
  if (!certificate.checkIssued(certificate)) return false
  // Available since Node 22.15.
  const known = (tls as Partial<typeof tls>).getCACertificates?.('default') ?? rootCertificates
  const base64 = raw.toString('base64')
  return !known.some((pem) => pem.replace(/-----[^-]*-----|\s/g, '') === base64)
}

/** Retries as often as the client does for a server that it contacts for the first time. */
async function askedAgain(place: string): Promise<DetailedPeerCertificate[]> {
  const since = performance.now()
  for (let attempt = 1; ; attempt++) {
    try {
      return await certificatesOf(place)
    } catch (error) {
      // The message is empty if both addresses of a name refuse.
      const { message, code } = error as NodeJS.ErrnoException
      const failure = unreachable(place, message || (code ?? 'no reason was given'))
      const late = performance.now() - since >= ANSWER_MS
      if (!failure.passing || attempt > FIRST_TRIES || late) throw failure
      await sleep(1000 * firstWait(attempt))
    }
  }
}

/** Returns the certificates that a server shows, its own first. Sends it no data. */
async function certificatesOf(url: string): Promise<DetailedPeerCertificate[]> {
  const { hostname, port } = new URL(url)
  const host = hostname.replace(/^\[|\]$/g, '')
  // The server's identity is not known yet, so it is not checked.
  const options = {
    host,
    port: Number(port) || 443,
    rejectUnauthorized: false,
    ...(isIP(host) === 0 && { servername: host })
  }
  const socket = connect(options)
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once('secureConnect', resolve).once('error', reject)
      socket.once('close', () => {
        reject(new Error('it hung up'))
      })
      socket.setTimeout(ANSWER_MS, () => {
        reject(new Error(`no answer within ${ANSWER_MS / 1000} seconds`))
      })
    })
    const chain: DetailedPeerCertificate[] = []
    let next: Partial<DetailedPeerCertificate> | undefined = socket.getPeerCertificate(true)
    // The last certificate is its own issuer if it is an authority's; otherwise it has none.
    while (next?.raw !== undefined && !chain.includes(next as DetailedPeerCertificate)) {
      chain.push(next as DetailedPeerCertificate)
      next = next.issuerCertificate
    }
    return chain
  } finally {
    socket.destroy()
  }
}

function comparable(fingerprint: string): string {
  return fingerprint.replaceAll(':', '').toLowerCase()
}
