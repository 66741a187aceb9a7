import type { Article } from '@leitmotif/encoder'
import { openCorpus } from '../corpora/corpus.js'
import { splitOf, type Split } from '../mining/split.js'

/** The articles of some corpora, one corpus after the other, that belong to a part of them. */
export async function* readPart(
  corpora: readonly string[],
  part: Split | 'all',
  onBytes?: (read: number) => void
): AsyncGenerator<Article> {
  let before = 0
  for (const corpus of corpora) {
    let read = 0
    for await (const article of openCorpus(corpus, { onBytes: (bytes) => onBytes?.(before + (read = bytes)) })) {
      if (part === 'all' || splitOf(article.id) === part) yield article
    }
    before += read
  }
}
