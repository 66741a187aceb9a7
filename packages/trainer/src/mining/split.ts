import { createHash } from 'node:crypto'
import type { Article } from '@leitmotif/encoder/stages'
import { openCorpora, type CorpusArticle, type CorpusOptions } from '../corpora/corpus.js'
import { createNearDuplicates } from './near-duplicates.js'

/** The part of a corpus that an article belongs to. */
export type Split = 'train' | 'validation' | 'test'

/** Ordered from the part that is learned from to the one that is measured last. */
const PARTS: readonly Split[] = ['train', 'validation', 'test']

/**
 * Returns the part that an id draws: 80 % train, 10 % validation, 10 % test (the paper's shares, section 3.1). Takes the first
 * 32 bits of the id's sha256, as an unsigned big-endian number, modulo 10: 0 to 7 train, 8 validation, 9 test.
 */
export function splitOf(id: string): Split {
  const part = createHash('sha256').update(id, 'utf8').digest().readUInt32BE(0) % 10
  return part < 8 ? 'train' : part === 8 ? 'validation' : 'test'
}

/**
 * Returns a function that gives the part of each article of these corpora. Near-duplicates within a corpus are all in
 * the same part: the latest in `PARTS` that one of their ids draws. So no test article has a copy in training. Reads
 * the corpora once.
 */
export async function assignParts(corpora: readonly string[]): Promise<(article: CorpusArticle) => Split> {
  const parts = new Map<string, ReadonlyMap<string, Split>>()
  for (const corpus of corpora) parts.set(corpus, await partsOf(corpus))
  return ({ article, corpus }) => parts.get(corpus)?.get(article.id) ?? splitOf(article.id)
}

/** Returns the parts of those near-duplicates whose own ids draw another part. */
async function partsOf(path: string): Promise<ReadonlyMap<string, Split>> {
  const ids: string[] = []
  const duplicates = createNearDuplicates()
  for await (const { article } of openCorpora([path], { onDamage: () => undefined })) {
    ids.push(article.id)
    duplicates.add(article)
  }
  const groups = duplicates.groups()
  const heldOut = new Int32Array(ids.length) // index in `PARTS`, by group
  ids.forEach((id, i) => (heldOut[groups[i]] = Math.max(heldOut[groups[i]], PARTS.indexOf(splitOf(id)))))
  const parts = new Map<string, Split>()
  ids.forEach((id, i) => {
    const part = PARTS[heldOut[groups[i]]]
    if (part !== splitOf(id)) parts.set(id, part)
  })
  return parts
}

/** Streams the articles of corpora that belong to a part of the split. */
export async function* readPart(
  corpora: readonly string[],
  part: Split | 'all',
  options: CorpusOptions = {}
): AsyncGenerator<Article> {
  const partOf = part === 'all' ? undefined : await assignParts(corpora)
  for await (const read of openCorpora(corpora, options)) {
    if (partOf === undefined || partOf(read) === part) yield read.article
  }
}
