import { findThemes, sphericalKMeans, type Representation } from '@leitmotif/encoder'
import type { Article } from '@leitmotif/encoder/stages'
import { createRandom, selectRows } from '@leitmotif/encoder/vectors'
import { openSections } from '../mining/openers.js'
import { agreementOf, type Agreement } from './agreement.js'
import { bootstrapInterval, type Interval } from './bootstrap.js'
import type { Measurable } from './tdc.js'

export interface CorpusOptions {
  /** Default: the encoder's own. */
  readonly representation?: Representation | undefined
  /** Number of articles clustered together, as one collection. */
  readonly articlesTogether: number
  /** Maximum number of sentences of an article, drawn at random. */
  readonly sentencesPerArticle: number
  /** Seeds the drawing, the clustering and the intervals' resamples. */
  readonly seed: number
}

/** Figures are comparable only with the same collections, and so with the same options. */
const CORPUS_DEFAULTS: CorpusOptions = { articlesTogether: 40, sentencesPerArticle: 38, seed: 1 }

/** The sentences of some articles, and the article of each. */
export interface CorpusCollection {
  readonly sentences: readonly string[]
  /** Index of each sentence's article, from 0. */
  readonly articles: Int32Array
  readonly count: number
}

type Adjusted<T> = Readonly<Record<'ami' | 'ari', T>>

interface Clustered extends Adjusted<number> {
  /** 95 % intervals by bootstrap over collections; absent for a single collection. */
  readonly intervals: Adjusted<Interval>
}

/** Agreement of clusters of a collection's sentences with the articles that they come from: means over collections. */
export interface CorpusClusters {
  /** k-means with the number of articles as the number of clusters. */
  readonly kmeans: Clustered
  /** Themes whose number is chosen automatically; `count` is the mean number. */
  readonly themes: Clustered & { readonly count: number }
  /** Themes with the number of articles as their number. */
  readonly themesGiven: Clustered
  readonly collections: number
  readonly articles: number
  readonly sentences: number
}

/** Divides the articles of at least three sentences, in random order, into collections of `articlesTogether`. */
export async function drawCorpus(
  articles: AsyncIterable<Article> | Iterable<Article>,
  options: Partial<CorpusOptions> = {}
): Promise<CorpusCollection[]> {
  const { articlesTogether, sentencesPerArticle, seed } = { ...CORPUS_DEFAULTS, ...options }
  const random = createRandom(seed).fork('corpus')
  const all: string[][] = []
  for await (const article of articles) {
    const sentences = openSections(article, { sentencesPerParagraph: Infinity, minSections: 1, dropFirst: false })
      .flatMap(({ openers }) => openers)
      .map(({ text }) => text)
    random.shuffle(sentences)
    if (sentences.length >= 3) all.push(sentences.slice(0, sentencesPerArticle))
  }
  random.shuffle(all)
  const collections: CorpusCollection[] = []
  for (let from = 0; from < all.length; from += articlesTogether) {
    const group = all.slice(from, from + articlesTogether)
    // An incomplete last collection would be easier to cluster than the others. It counts only if it is the only one.
    if (group.length < articlesTogether && from > 0) break
    collections.push({
      sentences: group.flat(),
      articles: Int32Array.from(group.flatMap((sentences, a) => sentences.map(() => a))),
      count: group.length
    })
  }
  return collections
}

/** Clusters each collection's sentences, ignoring their order, and compares the clusters with the articles. */
export async function measureCorpus(
  encoder: Measurable,
  collections: Iterable<CorpusCollection>,
  options: Partial<CorpusOptions> = {}
): Promise<CorpusClusters | undefined> {
  const { representation, seed } = { ...CORPUS_DEFAULTS, ...options }
  const outcomes: { kmeans: Agreement; themes: Agreement; themesGiven: Agreement; count: number }[] = []
  let [articleCount, sentenceCount] = [0, 0]
  for (const { sentences, articles, count } of collections) {
    const order = Int32Array.from(
      createRandom(seed)
        .fork('order')
        .shuffle([...sentences.keys()])
    )
    const encoded = await encoder.encode(sentences, { representation })
    const shuffled = { sentences: Array.from(order, (i) => sentences[i]), vectors: selectRows(encoded, order) }
    const truth = order.map((i) => articles[i])
    const chosen = findThemes(shuffled, { seed, belonging: 0 })
    const given = findThemes(shuffled, { seed, belonging: 0, count })
    outcomes.push({
      kmeans: agreementOf(truth, sphericalKMeans(shuffled.vectors, { k: count, seed }).assignment),
      themes: agreementOf(truth, chosen.assignment.theme),
      themesGiven: agreementOf(truth, given.assignment.theme),
      count: chosen.themes.length
    })
    articleCount += count
    sentenceCount += sentences.length
  }
  if (outcomes.length === 0) return undefined
  const every = Int32Array.from(outcomes.keys())
  const clustered = (way: 'kmeans' | 'themes' | 'themesGiven'): Clustered => {
    const mean = (measure: 'ami' | 'ari', drawn: Int32Array): number =>
      drawn.reduce((sum, i) => sum + outcomes[i][way][measure], 0) / drawn.length
    const interval = (measure: 'ami' | 'ari'): Interval =>
      outcomes.length === 1 ? [NaN, NaN] : bootstrapInterval(outcomes.length, seed, (drawn) => mean(measure, drawn))
    return {
      ami: mean('ami', every),
      ari: mean('ari', every),
      intervals: { ami: interval('ami'), ari: interval('ari') }
    }
  }
  return {
    kmeans: clustered('kmeans'),
    themes: { ...clustered('themes'), count: outcomes.reduce((sum, { count }) => sum + count, 0) / outcomes.length },
    themesGiven: clustered('themesGiven'),
    collections: outcomes.length,
    articles: articleCount,
    sentences: sentenceCount
  }
}
