import type { ReadFile } from './bundle.js'
import { BundleError } from './manifest.js'

/**
 * Reads files of a folder on disk, or beneath an http(s) address. The one place of this package that reads anything.
 * The file system is imported only when it is used, so that this runs in a browser.
 */
export function readFrom(folderOrUrl: string | URL): ReadFile {
  const place = String(folderOrUrl).replace(/\/+$/, '')
  return /^https?:/.test(place) ? readAddress(place) : readFolder(place)
}

function readFolder(place: string): ReadFile {
  return async (name, most) => {
    const { open } = await import('node:fs/promises')
    const path = place.startsWith('file:') ? new URL(`${place}/${name}`) : `${place}/${name}`
    let file
    try {
      file = await open(path)
    } catch (error) {
      throw missing(place, name, (error as NodeJS.ErrnoException).code ?? String(error))
    }
    try {
      const { size } = await file.stat()
      const bytes = new Uint8Array(Math.min(size, most + 1))
      let filled = 0
      while (filled < bytes.length) {
        const { bytesRead } = await file.read(bytes, filled)
        if (bytesRead === 0) break
        filled += bytesRead
      }
      return bytes.subarray(0, filled)
    } finally {
      await file.close()
    }
  }
}

function readAddress(place: string): ReadFile {
  return async (name, most) => {
    const response = await fetch(`${place}/${name}`)
    if (!response.ok) throw missing(place, name, `HTTP ${response.status}`)
    const parts: Uint8Array[] = []
    let filled = 0
    const reader: ReadableStreamDefaultReader<Uint8Array> | undefined = response.body?.getReader()
    while (reader !== undefined && filled <= most) {
      const { done, value } = await reader.read()
      if (done) break
      parts.push(value)
      filled += value.length
    }
    await reader?.cancel()
    const bytes = new Uint8Array(filled)
    let offset = 0
    for (const part of parts) {
      bytes.set(part, offset)
      offset += part.length
    }
    return bytes
  }
}

function missing(place: string, name: string, reason: string): BundleError {
  return new BundleError(
    `${place}: can't read ${name} (${reason}); expected the folder of an encoder bundle: check the path`
  )
}
