import { realpath, stat } from 'node:fs/promises'
import { Failure, fileSize, readFailure } from '@leitmotif/command'
import type { Article } from '@leitmotif/encoder/stages'
import type { Item, OnBytes } from './item.js'
import { readJsonLines, readTextLines } from './line-files.js'
import { markdownFolderSize, readMarkdownFolder } from './markdown-folder.js'
import { readMediaWiki } from './mediawiki.js'

export interface CorpusOptions {
  /** Called with the number of bytes read so far; the last is `corporaSize`. */
  readonly onBytes?: OnBytes
  /**
   * Called for each line, file or page that could not be read and was skipped. Without it, the first one ends the
   * reading with a Failure.
   */
  readonly onDamage?: (message: string) => void
}

/** The kinds of corpora of articles, for help and errors. */
export const CORPUS_KINDS =
  'articles as .jsonl or .ndjson (.gz), a folder of Markdown, or a MediaWiki dump, .xml (.gz, .bz2)'
/** The kind of corpus without sections, for help and errors. */
export const PLAIN_TEXT = 'plain text, one text a line, as .txt or under a name without ending (.gz)'

interface Kind {
  readonly read: (path: string, onBytes?: OnBytes) => AsyncIterable<Item>
  readonly size: (path: string) => Promise<number>
}

const FOLDER: Kind = { read: readMarkdownFolder, size: markdownFolderSize }
const FILES: readonly (Kind & { readonly name: RegExp })[] = [
  { name: /\.(?:jsonl|ndjson)(?:\.gz)?$/, read: readJsonLines, size: fileSize },
  { name: /\.xml(?:\.gz|\.bz2)?$/, read: readMediaWiki, size: fileSize },
  { name: /(?:\.txt|(?:^|[\\/])[^.\\/]+)(?:\.gz)?$/, read: readTextLines, size: fileSize }
]

async function kindOf(path: string): Promise<Kind> {
  let folder: boolean
  try {
    folder = (await stat(path)).isDirectory()
  } catch (error) {
    throw readFailure(path, error)
  }
  const kind = folder ? FOLDER : FILES.find(({ name }) => name.test(path))
  if (kind !== undefined) return kind
  throw new Failure(`${path}: unknown kind of corpus; expected ${CORPUS_KINDS}, or ${PLAIN_TEXT}`)
}

/** True for a corpus of texts without sections, one a line. @throws Failure when it is missing or of an unknown kind. */
export async function isPlainText(path: string): Promise<boolean> {
  return (await kindOf(path)).read === readTextLines
}

/**
 * Streams the articles of a corpus in the order of its files. Memory holds a few at a time.
 * @throws Failure when the corpus is missing, truncated, of an unknown kind, or without articles.
 */
export async function* openCorpus(path: string, options: CorpusOptions = {}): AsyncGenerator<Article> {
  const { read } = await kindOf(path)
  let articles = 0
  let fault = ''
  for await (const item of read(path, options.onBytes)) {
    if ('article' in item) {
      articles++
      yield item.article
    } else if (options.onDamage === undefined) throw new Failure(item.damage)
    else {
      fault ||= `; the first fault: ${item.damage}`
      options.onDamage(item.damage)
    }
  }
  if (articles === 0) {
    throw new Failure(`${path}: holds no ${read === readTextLines ? 'line of text' : 'article'}${fault}`)
  }
}

/** An article, and the path of its corpus. */
export interface CorpusArticle {
  readonly article: Article
  readonly corpus: string
}

/**
 * Streams the articles of several corpora, one corpus after another; `onBytes` counts them together. An article with the id
 * of an earlier one is damage. Lines of plain text may repeat.
 * @throws Failure as `openCorpus` does, and for a corpus that is named twice.
 */
export async function* openCorpora(
  paths: readonly string[],
  options: CorpusOptions = {}
): AsyncGenerator<CorpusArticle> {
  await refuseTwice(paths)
  const ids = new Set<string>()
  let before = 0
  for (const corpus of paths) {
    let read = 0
    const onBytes = (bytes: number): void => options.onBytes?.(before + (read = bytes))
    const kind = await kindOf(corpus)
    const plain = kind.read === readTextLines
    for await (const article of openCorpus(corpus, { ...options, onBytes })) {
      if (plain || !ids.has(article.id)) {
        if (!plain) ids.add(article.id)
        yield { article, corpus }
        continue
      }
      const id = JSON.stringify(article.id.slice(0, MAX_SHOWN_ID))
      const advice =
        kind === FOLDER ? 'name the folder that holds both folders instead' : 'give each article its own id'
      const message = `${corpus}: ${id}: skipped, because an earlier article has the same id; ${advice}`
      if (options.onDamage === undefined) throw new Failure(message)
      options.onDamage(message)
    }
    before += read
  }
}

const MAX_SHOWN_ID = 200

async function refuseTwice(paths: readonly string[]): Promise<void> {
  const places = new Set<string>()
  for (const path of paths) {
    const place = await realpath(path).catch(() => path)
    if (places.has(place)) throw new Failure(`${path}: is named twice among the corpora; name each once`)
    places.add(place)
  }
}

/** Returns the size of corpora on disk in bytes, the last value of `onBytes`. @throws Failure when one is missing. */
export async function corporaSize(paths: readonly string[]): Promise<number> {
  let total = 0
  for (const path of paths) total += await (await kindOf(path)).size(path)
  return total
}
