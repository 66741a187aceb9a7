import type { Dirent } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { readFailure } from '@leitmotif/command'
import { parseDocument } from '@leitmotif/encoder'
import { articleFrom } from '@leitmotif/encoder/training'
import type { Item, OnBytes } from './item.js'

/** The largest file that is read, in bytes: what MAX_DOCUMENT_LENGTH characters take at most, and none is so long. */
const MAX_FILE_SIZE = 16 * 1024 * 1024

/** Folders that hold no writing of their own. */
const PASSED_OVER = /^(?:\.|node_modules$)/
const MARKDOWN = /\.(?:md|markdown|mdown|mkd)$/i

/** A Markdown file of a folder. */
interface MarkdownFile {
  /** From the folder on, parted by `/`: the article's id. */
  readonly id: string
  readonly size: number
}

/**
 * Streams the Markdown files of a folder and its subfolders as articles, in the order of their names; ids are paths from
 * the folder on, parted by `/`. Hidden entries, `node_modules` and symbolic links are passed over. A file that can't be
 * read, is too large, or is no UTF-8 text is yielded as damage.
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

/** How many bytes a folder's Markdown files take. @throws Failure when the folder itself can't be read. */
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
  // By code units, as every machine sorts alike.
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (PASSED_OVER.test(entry.name)) continue
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
      return { damage: `${path}: no UTF-8 text; save it as UTF-8` }
    }
    const failure = readFailure(path, error)
    return { damage: failure.message.startsWith(path) ? failure.message : `${path}: ${failure.message}` }
  }
}
