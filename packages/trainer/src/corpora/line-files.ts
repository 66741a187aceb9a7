import { Failure, readLines } from '@leitmotif/command'
import { decodeArticle } from '@leitmotif/encoder/stages'
import type { Item, OnBytes } from './item.js'

/**
 * Streams a file of JSON lines, an article each (`.gz` is unpacked). Blank lines are passed over; a line that is no article is yielded as damage.
 * @throws Failure when the file is missing or cut short, or begins with a text that is no article.
 */
export async function* readJsonLines(path: string, onBytes?: OnBytes): AsyncGenerator<Item> {
  for await (const { text, number, utf8 } of readLines(path, onBytes)) {
    if (utf8 && text.trim() === '') continue
    let item: Item
    try {
      if (!utf8) throw new Error('no UTF-8 text; save it as UTF-8')
      const value: unknown = JSON.parse(text)
      if (number === 1 && isText(value)) {
        throw new Failure(
          `${path}: holds lines of {id, text}; expected articles, {id, title, sections}; headlines are read as plain text, one a line`
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

/** Whether a line is a text without sections: what the indexer reads, but nothing can be learned from. */
function isText(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'text' in value && !('sections' in value)
}

/**
 * Streams the lines of a plain text file (`.gz` is unpacked), each a text of its own: an article of one paragraph, whose id
 * is the text, so that equal texts belong to the same part of the split. Blank lines are passed over; a line that is no UTF-8
 * is yielded as damage.
 * @throws Failure when the file is missing or cut short, is binary, or begins with a line of JSON.
 */
export async function* readTextLines(path: string, onBytes?: OnBytes): AsyncGenerator<Item> {
  for await (const { text, number, utf8 } of readLines(path, onBytes)) {
    if (text.includes('\0')) {
      throw new Failure(`${path}: line ${number}: is binary: it has NUL bytes; expected UTF-8 text, one a line`)
    }
    if (number === 1 && /^\s*\{\s*"/.test(text)) {
      throw new Failure(`${path}: holds JSON; expected plain text, one a line. Name articles as lines of JSON .jsonl`)
    }
    const line = text.trim()
    if (!utf8) yield { damage: `${path}: line ${number}: no UTF-8 text; save it as UTF-8` }
    else if (line !== '') {
      yield { article: { id: line, title: '', sections: [{ heading: '', level: 0, paragraphs: [line] }] } }
    }
  }
}
