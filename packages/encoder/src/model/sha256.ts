import { isNode } from '../vectors/host.js'

/**
 * Returns the sha256 of `bytes` in lower-case hexadecimal. Browsers and workers use WebCrypto. Node uses `node:crypto`,
 * because WebCrypto copies the bytes first, and for large files the process never frees that memory.
 * @throws Error in a page without WebCrypto, which needs https or localhost.
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
