import type { Article } from '@leitmotif/encoder/stages'
import { openCorpora, type CorpusOptions } from '../corpora/corpus.js'
import { splitOf, type Split } from '../mining/split.js'

/** The articles of some corpora, one corpus after the other, that belong to a part of them. */
export async function* readPart(
  corpora: readonly string[],
  part: Split | 'all',
  options: CorpusOptions = {}
): AsyncGenerator<Article> {
  for await (const { article } of openCorpora(corpora, options)) {
    if (part === 'all' || splitOf(article.id) === part) yield article
  }
}
