import { createRandom } from '@leitmotif/encoder/vectors'
import { BATCH_DEFAULTS, drawRun, fillBatch, type Batch, type Example } from '../batches/batches.js'

/** A text by which someone may search for a section: its heading, alone or after the article's title. */
interface Query {
  readonly rows: Uint32Array
  /** Index among the article's sections. */
  readonly section: number
  /** Index of the teacher's row. */
  readonly taught: number
}

/** A training article of a collection. */
export interface CollectionArticle {
  /** Index of its corpus. */
  readonly corpus: number
  /** In reading order. */
  readonly sentences: readonly Example[]
  /** Two for each section with a heading: the title with the heading, then the heading. */
  readonly queries: readonly Query[]
}

/** Runs of sentences of similar articles, and queries for their sections. */
export interface CollectionBatch extends Batch {
  readonly queries: readonly Query[]
  /** [queries, articles * slots], 1 for sentences of the query's section. */
  readonly sought: Float32Array
  /** [queries, articles * slots], 1 for all other sentences. */
  readonly others: Float32Array
}

export interface CollectionBatchOptions {
  /** Number of articles in a batch. Range: 1 or more. Default: 8. */
  readonly articles: number
  /** Maximum number of sentences of an article in a batch. Range: 2 or more. Default: 44. */
  readonly slots: number
  /** Number of articles drawn together: one, and some of those most similar to it. Range: 1 or more. Default: 4. */
  readonly together: number
  /** Share of queries with the article's title. Range: 0 to 1. Default: 0.75. */
  readonly titled: number
  /** Share of draws for each corpus; the shares add up to 1. */
  readonly shares: readonly number[]
  readonly seed: number
}

export const COLLECTION_BATCH_DEFAULTS: Omit<CollectionBatchOptions, 'shares'> = {
  articles: 8,
  slots: 44,
  together: 4,
  titled: 0.75,
  seed: 1
}

/**
 * Returns a function that gives the batch of a step (from 0). A batch depends only on the seed and the step.
 * @param nearest for each article, the indices of the most similar articles, any number
 */
export function createCollectionBatches(
  articles: readonly CollectionArticle[],
  nearest: readonly ArrayLike<number>[],
  options: CollectionBatchOptions
): (step: number) => CollectionBatch {
  const { slots, together, titled, shares, seed } = options
  const size = Math.min(options.articles, articles.length)
  const random = createRandom(seed).fork('collection batches')
  const corpora = shares.map((_, corpus) => [...articles.keys()].filter((a) => articles[a].corpus === corpus))
  return (step) => {
    const draw = random.fork(`step ${step}`)
    const drawn = new Set<number>()
    while (drawn.size < size) {
      let [corpus, rest] = [0, draw.next()]
      while (corpus < shares.length - 1 && rest >= shares[corpus]) rest -= shares[corpus++]
      const anchor = corpora[corpus][draw.integer(corpora[corpus].length)]
      const group = Array.from({ length: together - 1 }, () => nearest[anchor][draw.integer(nearest[anchor].length)])
      for (const article of [anchor, ...group]) if (drawn.size < size) drawn.add(article)
    }
    const runs = [...drawn].map((article) => drawRun(articles[article].sentences, slots, draw))
    const queries: Query[] = []
    const places: (readonly [run: number, section: number])[] = []
    for (const [run, article] of [...drawn].entries()) {
      for (const section of new Set(runs[run].map(({ section }) => section))) {
        const own = articles[article].queries.filter((query) => query.section === section)
        if (own.length === 0) continue
        queries.push(own[draw.next() < titled ? 0 : 1])
        places.push([run, section])
      }
    }
    const sought = new Float32Array(queries.length * size * slots)
    const others = new Float32Array(sought.length)
    places.forEach(([own, section], q) => {
      runs.forEach((run, r) => {
        run.forEach((sentence, s) => {
          const list = r === own && sentence.section === section ? sought : others
          list[(q * size + r) * slots + s] = 1
        })
      })
    })
    return {
      ...fillBatch(runs, { slots, paragraphDistance: BATCH_DEFAULTS.paragraphDistance }),
      queries,
      sought,
      others
    }
  }
}
