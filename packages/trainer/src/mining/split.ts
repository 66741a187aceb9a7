import { createHash } from 'node:crypto'
import type { Article } from '@leitmotif/encoder/stages'
import { openCorpora, type CorpusOptions } from '../corpora/corpus.js'

/** The part of a corpus that an article belongs to. */
export type Split = 'train' | 'validation' | 'test'

/**
 * Returns the part of an article, which depends only on its id: 80 % train, 10 % validation, 10 % test (the paper's shares,
 * section 3.1). Takes the first 32 bits of the id's sha256, as an unsigned big-endian number, modulo 10: 0 to 7 train,
 * 8 validation, 9 test.
 */
export function splitOf(id: string): Split {
  const part = createHash('sha256').update(id, 'utf8').digest().readUInt32BE(0) % 10
  return part < 8 ? 'train' : part === 8 ? 'validation' : 'test'
}

/** Streams the articles of corpora that belong to a part of the split. */
export async function* readPart(
  corpora: readonly string[],
  part: Split | 'all',
  options: CorpusOptions = {}
): AsyncGenerator<Article> {
  for await (const { article } of openCorpora(corpora, options)) {
    if (part === 'all' || splitOf(article.id) === part) yield article
  }
}
