const WIDTH = 118

/** Bytes in Base64 as lines of a module. */
export function base64Lines({ buffer, byteOffset, byteLength }: Uint8Array | Int8Array): string {
  const text = Buffer.from(buffer, byteOffset, byteLength).toString('base64')
  const lines = Array.from({ length: Math.ceil(text.length / WIDTH) }, (_, i) => text.slice(i * WIDTH, (i + 1) * WIDTH))
  return lines.join('\n')
}
