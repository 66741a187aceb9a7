import { Failure, fileSize } from '@leitmotif/command'
import type { Article } from '@leitmotif/encoder'
import type { Item, OnBytes } from './item.js'
import { readJsonLines } from './json-lines.js'

export interface CorpusOptions {
  /** Told how many bytes of the corpus have been read so far; the last is `corpusSize`. */
  readonly onBytes?: OnBytes
  /**
   * Told of each line, file or page that could not be read; the reading goes on. Without it the first one ends the
   * reading with a Failure.
   */
  readonly onDamage?: (message: string) => void
}

/** The kinds of file that hold a corpus. */
const KINDS: readonly {
  readonly name: RegExp
  readonly read: (path: string, onBytes?: OnBytes) => AsyncIterable<Item>
}[] = [{ name: /\.(jsonl|ndjson)(\.gz)?$/i, read: readJsonLines }]

/**
 * Streams the articles of a corpus in its own order; memory holds one at a time.
 * @throws Failure when the corpus is missing, of an unknown kind, cut short, or holds no article at all.
 */
export async function* openCorpus(path: string, options: CorpusOptions = {}): AsyncGenerator<Article> {
  const kind = KINDS.find(({ name }) => name.test(path))
  if (kind === undefined) {
    throw new Failure(
      `${path}: an unknown kind of corpus; expected a .jsonl, .ndjson, .jsonl.gz or .ndjson.gz of articles`
    )
  }
  let articles = 0
  let first = ''
  for await (const item of kind.read(path, options.onBytes)) {
    if ('article' in item) {
      articles++
      yield item.article
    } else if (options.onDamage === undefined) {
      throw new Failure(item.damage)
    } else {
      first ||= item.damage
      options.onDamage(item.damage)
    }
  }
  if (articles === 0) throw new Failure(`${path}: holds no article${first === '' ? '' : `; the first fault: ${first}`}`)
}

/** How many bytes a corpus takes on disk: what `onBytes` comes to. @throws Failure when it is missing. */
export async function corpusSize(path: string): Promise<number> {
  return fileSize(path)
}
