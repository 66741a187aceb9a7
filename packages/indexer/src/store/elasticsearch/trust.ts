import { X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'
import tls, { connect, rootCertificates, type ConnectionOptions, type DetailedPeerCertificate } from 'node:tls'
import { setTimeout as sleep } from 'node:timers/promises'
import { Failure } from '@leitmotif/command'
import type { Access } from './elasticsearch-access.js'
import { FIRST_TRIES, firstWait, unreachable } from './connection.js'

/** Longest wait for a server's certificates, in milliseconds. */
const ANSWER_MS = 10_000

/**
 * What makes a connection trust the certificate authority whose certificate has the fingerprint of `access`, and no other;
 * nothing where it names none. The server is asked for its certificates first, and that one is handed to TLS, which then holds every
 * signature to it. To compare fingerprints alone, as the client would, does not do: anyone can send the public
 * certificate of an authority along with one that it never signed.
 *
 * The name in the server's certificate is not looked at where the authority may be the cluster's own: one above all, that Node
 * does not know. A public one, and those below it, sign for anybody, so that the name alone tells who it is.
 * @throws Failure where the server speaks no TLS or cannot be reached, and where no certificate has the fingerprint.
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
 * Whether an authority's certificate can be that of a cluster. Only the certificate is judged, never how the server was found to
 * be trusted: a false server could show one chain now and another later.
 */
function mayBeOwn(raw: Buffer): boolean {
  const certificate = new X509Certificate(raw)
  if (!certificate.checkIssued(certificate)) return false
  // Node knows how to tell since 22.15.
  const known = (tls as Partial<typeof tls>).getCACertificates?.('default') ?? rootCertificates
  const base64 = raw.toString('base64')
  return !known.some((pem) => pem.replace(/-----[^-]*-----|\s/g, '') === base64)
}

/** As often as the client asks a server that it speaks to for the first time. */
async function askedAgain(place: string): Promise<DetailedPeerCertificate[]> {
  const since = performance.now()
  for (let attempt = 1; ; attempt++) {
    try {
      return await certificatesOf(place)
    } catch (error) {
      // Where both addresses of a name refuse, the message is empty.
      const { message, code } = error as NodeJS.ErrnoException
      const failure = unreachable(place, message || (code ?? 'no reason was given'))
      const late = performance.now() - since >= ANSWER_MS
      if (!failure.passing || attempt > FIRST_TRIES || late) throw failure
      await sleep(1000 * firstWait(attempt))
    }
  }
}

/** The certificates that a server shows, its own first. Nothing is sent to it. */
async function certificatesOf(url: string): Promise<DetailedPeerCertificate[]> {
  const { hostname, port } = new URL(url)
  const host = hostname.replace(/^\[|\]$/g, '')
  // Whom we speak to is what is to be found out.
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
    // The last is its own issuer where it is an authority's; else nobody's.
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
