import { knownRows, terms, type Vocabulary } from '@leitmotif/encoder'
import { basename } from 'node:path'
import type { Example } from './batches.js'
import { openCorpora, type CorpusOptions } from './corpora/corpus.js'
import { prepareTdc, type TdcArticle } from './evaluation/tdc.js'
import { openSections } from './mining/openers.js'
import { splitOf } from './mining/split.js'

/** What a network is trained on, and judged on while it is: the openers of articles, as rows of the word table. */
export interface Examples {
  /** The training part: an article's openers in reading order. */
  readonly training: readonly (readonly Example[])[]
  /** The validation part. */
  readonly validation: readonly { readonly rows: readonly number[][]; readonly triplets: TdcArticle['triplets'] }[]
  /** How often each word stands in the training part's openers. */
  readonly counts: Uint32Array
  /** What was read, for the bundle. */
  readonly corpora: readonly CorpusShare[]
}

/** A corpus's share of the examples. */
export interface CorpusShare {
  readonly corpus: string
  /** Articles and sentences that are trained on. */
  readonly articles: number
  readonly sentences: number
  /** Articles trained on by licence, as the articles name it. */
  readonly licenses: Readonly<Record<string, number>>
}

/** A corpus's share while it is counted. */
interface Count {
  articles: number
  sentences: number
  readonly licenses: Map<string, number>
}

/** Reads the training and validation parts of corpora by the paper's rules of mining; the test part is passed over. */
export async function readExamples(
  corpora: readonly string[],
  vocabulary: Vocabulary,
  options: CorpusOptions = {}
): Promise<Examples> {
  const training: Example[][] = []
  const validation: { rows: number[][]; triplets: TdcArticle['triplets'] }[] = []
  const counts = new Uint32Array(vocabulary.words.length)
  const shares = new Map<string, Count>()
  for (const corpus of corpora) shares.set(corpus, { articles: 0, sentences: 0, licenses: new Map() })
  const rowsOf = (text: string): number[] => knownRows(vocabulary, terms(text), Infinity)
  for await (const { article, corpus } of openCorpora(corpora, options)) {
    const part = splitOf(article.id)
    if (part === 'train') {
      const sections = openSections(article).filter(({ openers }) => openers.length > 0)
      if (sections.length < 2) continue
      const examples = sections.flatMap(({ openers }, section) =>
        openers.map(({ text, position }) => ({ rows: Uint32Array.from(rowsOf(text)), section, position }))
      )
      for (const { rows } of examples) for (const row of rows) counts[row]++
      training.push(examples)
      const share = shares.get(corpus)!
      share.articles++
      share.sentences += examples.length
      const license = article.license ?? 'unknown'
      share.licenses.set(license, (share.licenses.get(license) ?? 0) + 1)
    } else if (part === 'validation') {
      const prepared = prepareTdc(article)
      if (prepared !== undefined) {
        validation.push({ rows: prepared.sentences.map(rowsOf), triplets: prepared.triplets })
      }
    }
  }
  const described = [...shares].map(([corpus, share]) => ({
    corpus: basename(corpus),
    ...share,
    licenses: Object.fromEntries([...share.licenses].sort())
  }))
  return { training, validation, counts, corpora: described }
}
