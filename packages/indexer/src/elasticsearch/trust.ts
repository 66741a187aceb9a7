import { isIP } from 'node:net'
import { connect, type ConnectionOptions, type DetailedPeerCertificate } from 'node:tls'
import { Failure } from '@leitmotif/command'
import type { Access } from './access.js'
import { unreachable } from './connection.js'

/** Longest wait for a server's certificates, in milliseconds. */
const ANSWER_MS = 10_000

/**
 * What makes a connection trust the certificate authority whose certificate has the fingerprint of `access`, and no other;
 * nothing where it names none. The server is asked for its certificates first, and that one is handed to TLS, which then holds every
 * signature to it. To compare fingerprints alone, as the client would, does not do: anyone can send the public
 * certificate of an authority along with one that it never signed.
 *
 * As everywhere with such fingerprints, the name in the server's certificate is not looked at: the authority is the cluster's own.
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
  const chain = await certificatesOf(place).catch((error: unknown) => {
    throw unreachable(place, (error as Error).message)
  })
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
  return { ca: pem, allowPartialTrustChain: true, checkServerIdentity: () => undefined }
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
