import type { Dirent } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Failure, readFailure } from '@leitmotif/command'
import { parseDocument } from '@leitmotif/encoder'
import { articleFrom } from '@leitmotif/encoder/training'
import type { Item, OnBytes } from './item.js'

/** Maximum file size in bytes, enough for MAX_DOCUMENT_LENGTH characters. */
const MAX_FILE_SIZE = 16 * 1024 * 1024

/** Folders to skip. */
const SKIPPED = /^(?:\.|node_modules$)/
const MARKDOWN = /\.(?:md|markdown|mdown|mkd)$/i

/** A Markdown file of a folder. */
interface MarkdownFile {
  /** The article's id: the path relative to the folder, with `/`. */
  readonly id: string
  readonly size: number
}

/**
 * Streams the Markdown files of a folder and its subfolders as articles, in the order of their names. Ids are relative paths
 * with `/`. Skips hidden entries, `node_modules` and symbolic links. Yields a file that is unreadable, too large or not UTF-8
 * as damage.
 * @throws Failure when the folder itself can't be read.
 */
export async function* readMarkdownFolder(folder: string, onBytes?: OnBytes): AsyncGenerator<Item> {
  let bytes = 0
  for await (const file of walk(folder, '')) {
    if ('damage' in file) yield file
    else {
      yield await readMarkdownFile(folder, file)
      onBytes?.((bytes += file.size))
    }
  }
}

/** Returns the size of a folder's Markdown files in bytes. @throws Failure when the folder itself can't be read. */
export async function markdownFolderSize(folder: string): Promise<number> {
  let size = 0
  for await (const file of walk(folder, '')) if ('size' in file) size += file.size
  return size
}

async function* walk(folder: string, under: string): AsyncGenerator<MarkdownFile | { damage: string }> {
  const path = join(folder, under)
  let entries: Dirent[]
  try {
    entries = await readdir(path, { withFileTypes: true })
  } catch (error) {
    if (under === '') throw readFailure(path, error)
    yield { damage: readFailure(path, error).message }
    return
  }
  // By code units, which is the same on every machine.
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (SKIPPED.test(entry.name)) continue
    const id = under === '' ? entry.name : `${under}/${entry.name}`
    if (entry.isDirectory()) yield* walk(folder, id)
    else if (entry.isFile() && MARKDOWN.test(entry.name)) {
      try {
        yield { id, size: (await stat(join(folder, id))).size }
      } catch (error) {
        yield { damage: readFailure(join(folder, id), error).message }
      }
    }
  }
}

async function readMarkdownFile(folder: string, { id, size }: MarkdownFile): Promise<Item> {
  const path = join(folder, id)
  if (size > MAX_FILE_SIZE) {
    return { damage: `${path}: ${size} bytes; expected at most ${MAX_FILE_SIZE}. Split the document` }
  }
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path))
    if (text.includes('\0')) return { damage: `${path}: binary data; expected Markdown` }
    const document = parseDocument(text, 'markdown')
    const title = document.title ?? id.slice(id.lastIndexOf('/') + 1).replace(MARKDOWN, '')
    return { article: articleFrom(document, { id, title }) }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_ENCODING_INVALID_ENCODED_DATA') {
      return { damage: `${path}: not UTF-8; save it as UTF-8` }
    }
    const failure = readFailure(path, error)
    return { damage: failure instanceof Failure ? failure.message : `${path}: ${failure.message}` }
  }
}
