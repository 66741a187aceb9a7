import { isNode } from '../vectors/host.js'

/**
 * The sha256 of `bytes` in lowercase hexadecimal. In Node by its own module, as WebCrypto copies them first, and of a large file
 * the process never gives that memory back; in browsers and workers by WebCrypto, which they have on pages that came by https
 * or from this machine alone.
 * @throws Error on other pages.
 */
export async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  if (isNode()) return process.getBuiltinModule('node:crypto').createHash('sha256').update(bytes).digest('hex')
  if (!('subtle' in crypto)) {
    throw new Error(
      'this page came by plain http from another machine: browsers have no WebCrypto there, which bundles are checked with; ' +
        'serve it by https'
    )
  }
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
