/**
 * The sha256 of `bytes` in lowercase hexadecimal, by WebCrypto: the same in Node, browsers and workers. Browsers have it
 * on pages that came by https or from this machine alone.
 */
export async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
