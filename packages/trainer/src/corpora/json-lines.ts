import { readLines } from '@leitmotif/command'
import { decodeArticle } from '@leitmotif/encoder'
import type { Item, OnBytes } from './item.js'

/**
 * Streams a file of JSON lines, an article each (`.gz` is unpacked). A line that is no article is yielded as damage.
 * @throws Failure when the file is missing or cut short.
 */
export async function* readJsonLines(path: string, onBytes?: OnBytes): AsyncGenerator<Item> {
  for await (const { text, number, utf8 } of readLines(path, onBytes)) {
    let item: Item
    try {
      if (!utf8) throw new Error('no UTF-8 text; save it as UTF-8')
      item = { article: decodeArticle(JSON.parse(text)) }
    } catch (error) {
      item = { damage: `${path}: line ${number}: ${(error as Error).message}` }
    }
    yield item
  }
}
