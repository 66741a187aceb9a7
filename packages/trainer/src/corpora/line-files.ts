import { Failure, readLines } from '@leitmotif/command'
import { decodeArticle } from '@leitmotif/encoder/stages'
import type { Item, OnBytes } from './item.js'

/**
 * Streams a file of JSON lines, an article each (`.gz` is unpacked). Skips blank lines; yields other lines as damage.
 * @throws Failure when the file is missing or truncated, or starts with a text without sections.
 */
export async function* readJsonLines(path: string, onBytes?: OnBytes): AsyncGenerator<Item> {
  for await (const { text, number, utf8 } of readLines(path, onBytes)) {
    if (utf8 && text.trim() === '') continue
    let item: Item
    try {
      if (!utf8) throw new Error('not UTF-8; save it as UTF-8')
      const value: unknown = JSON.parse(text)
      if (number === 1 && isText(value)) {
        throw new Failure(
          `${path}: holds lines of {id, text}; expected articles, {id, title, sections}. Save headlines as plain text, one a line`
        )
      }
      item = { article: decodeArticle(value) }
    } catch (error) {
      if (error instanceof Failure) throw error
      item = { damage: `${path}: line ${number}: ${(error as Error).message}` }
    }
    yield item
  }
}

/** True for a text without sections: the indexer reads these, but training needs sections. */
function isText(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'text' in value && !('sections' in value)
}

/**
 * Streams the lines of a plain text file (`.gz` is unpacked), each as an article of one paragraph. Its id is the text, so that
 * equal texts are in the same part of the split. Skips blank lines; yields lines that are not UTF-8 as damage.
 * @throws Failure when the file is missing, truncated or binary, or starts with a line of JSON.
 */
export async function* readTextLines(path: string, onBytes?: OnBytes): AsyncGenerator<Item> {
  for await (const { text, number, utf8 } of readLines(path, onBytes)) {
    if (text.includes('\0')) {
      throw new Failure(`${path}: line ${number}: is binary (has NUL bytes); expected UTF-8 text, one a line`)
    }
    if (number === 1 && /^\s*\{\s*"/.test(text)) {
      throw new Failure(
        `${path}: holds JSON; expected plain text, one a line. Give a file of articles in JSON lines the ending .jsonl`
      )
    }
    const line = text.trim()
    if (!utf8) yield { damage: `${path}: line ${number}: not UTF-8; save it as UTF-8` }
    else if (line !== '') {
      yield { article: { id: line, title: '', sections: [{ heading: '', level: 0, paragraphs: [line] }] } }
    }
  }
}
