import { isNode } from '../vectors/host.js'
import { MANIFEST_FILE } from './manifest.js'
import { BundleError, MissingFile } from './manifest-members.js'
import type { ReadFile } from './stored-files.js'

/**
 * Returns a reader of files in a folder on disk or under an http(s) address. No other code of this package reads files.
 * Node's file system is looked up at run time and never imported, so that bundlers for browsers and web workers find
 * nothing to resolve. In browsers and workers, a path is an address relative to the page.
 */
export function readFrom(folderOrUrl: string | URL): ReadFile {
  const place = String(folderOrUrl).replace(/\/+$/, '')
  return isNode() && !/^https?:/.test(place) ? readFolder(place) : readAddress(place)
}

function readFolder(place: string): ReadFile {
  const { open } = process.getBuiltinModule('node:fs/promises')
  return async (name, most) => {
    const path = place.startsWith('file:') ? new URL(`${place}/${name}`) : `${place}/${name}`
    let file
    try {
      file = await open(path)
      const { size } = await file.stat()
      const bytes = new Uint8Array(Math.min(size, most + 1))
      let filled = 0
      while (filled < bytes.length) {
        const { bytesRead } = await file.read(bytes, filled)
        if (bytesRead === 0) break
        filled += bytesRead
      }
      return bytes.subarray(0, filled)
    } catch (error) {
      const { code = String(error) } = error as NodeJS.ErrnoException
      throw unreadable(place, name, code, code === 'ENOENT' || code === 'ENOTDIR')
    } finally {
      await file?.close()
    }
  }
}

function readAddress(place: string): ReadFile {
  return async (name, most) => {
    const parts: Uint8Array[] = []
    let filled = 0
    let gone = false
    try {
      const response = await fetch(`${place}/${name}`)
      gone = response.status === 404 || response.status === 410
      if (!response.ok) throw new Error(`HTTP ${response.status}`)
      const reader: ReadableStreamDefaultReader<Uint8Array> | undefined = response.body?.getReader()
      while (reader !== undefined && filled <= most) {
        const { done, value } = await reader.read()
        if (done) break
        parts.push(value)
        filled += value.length
      }
      await reader?.cancel()
    } catch (error) {
      const { message, cause } = error as Error
      throw unreadable(place, name, cause instanceof Error ? `${message}: ${cause.message}` : message, gone)
    }
    const bytes = new Uint8Array(filled)
    let offset = 0
    for (const part of parts) {
      bytes.set(part, offset)
      offset += part.length
    }
    return bytes
  }
}

function unreadable(place: string, name: string, reason: string, gone: boolean): BundleError {
  const expected =
    name === MANIFEST_FILE
      ? 'the folder of a bundle, or of an ONNX encoder with model.onnx and tokenizer.json: check the path'
      : 'all files of the encoder: fetch or export it again'
  const message = `${place}: can't read ${name} (${reason}); expected ${expected}`
  return gone ? new MissingFile(message, name, place) : new BundleError(message, place)
}
