import { sphericalKMeans, type Representation, type Vectors } from '@leitmotif/encoder'
import type { Article } from '@leitmotif/encoder/stages'
import { createRandom, selectRows } from '@leitmotif/encoder/vectors'
import { openSections } from '../mining/openers.js'
import { agreementOf, type Agreement } from './agreement.js'
import { bootstrapInterval, type Interval } from './bootstrap.js'
import { inContext, restOfArticle, type Context } from './article-context.js'
import { cosines, iclust } from './iclust.js'
import { kMedians } from './kmedians.js'
import type { Measurable } from './tdc.js'

/** Limits for the benchmark's articles. Those for sections are the paper's (section 3.3), the others are ours. */
export const SCB_BOUNDS = {
  sections: [5, 12],
  /** Minimum number of sentences of a section; others are left out. */
  sentencesPerSection: 3,
  /** Maximum number of sentences of an article: Iclust takes quadratic time and memory. */
  sentences: 2000
} as const

/** An article to cluster: its sentences, and the section of each. */
export interface ScbArticle {
  readonly id: string
  readonly sentences: readonly string[]
  /** The article's other sentences, for its context. */
  readonly rest: readonly string[]
  /** Index of each sentence's section. */
  readonly sections: Int32Array
  /** Number of sections and of clusters. */
  readonly count: number
}

/** A figure for each clustering method. */
interface ByMethod<T> {
  readonly kmeans: T
  readonly iclust: T
}

type Intervals = Readonly<Record<keyof Agreement, Interval>>

/** Figures of the sentence clustering benchmark: agreement of clusters with sections, mean over articles. */
export interface Scb extends ByMethod<Agreement> {
  /** 95 % intervals by bootstrap over articles. */
  readonly intervals: ByMethod<Intervals>
  readonly articles: number
  /** Sentences of all articles. */
  readonly sentences: number
}

export interface ScbOptions {
  readonly context: Context
  /** Default: the encoder's own. */
  readonly representation?: Representation | undefined
  /** Maximum number of articles, drawn at random from the suitable ones; 0: all. Default: 692, the paper's number. */
  readonly maxArticles: number
  /**
   * Clusters the first sentence of each paragraph, or every sentence. Default: `openers`, whose number in an article is close to
   * the paper's: 17 to 490, on average 73, in our Wikipedia articles; 17 to 1614, on average 67, in the paper's.
   */
  readonly sentences: 'openers' | 'all'
  /** Of k-means: cosine, as spherical k-means, or L1, which the paper tried too (section 5.1, footnote 4). Iclust takes cosines. */
  readonly distance: 'cosine' | 'l1'
  /** Starts of each method; the best counts. */
  readonly restarts: number
  /** Seeds the choice of articles, the clustering and the intervals' resamples. */
  readonly seed: number
}

/** Figures are comparable only with equal options. */
export const SCB_DEFAULTS: ScbOptions = {
  context: 'none',
  maxArticles: 692,
  sentences: 'openers',
  distance: 'cosine',
  restarts: 10,
  seed: 1
}

/**
 * Draws the articles to measure from the suitable ones by reservoir sampling (Vitter's algorithm R). Memory holds at most
 * `maxArticles`.
 */
export async function drawScb(
  articles: AsyncIterable<Article> | Iterable<Article>,
  options: Partial<ScbOptions> = {}
): Promise<ScbArticle[]> {
  const { maxArticles, sentences, seed } = { ...SCB_DEFAULTS, ...options }
  const random = createRandom(seed).fork('articles')
  const drawn: ScbArticle[] = []
  let seen = 0
  for await (const article of articles) {
    const prepared = prepareScb(article, sentences)
    if (prepared === undefined) continue
    seen++
    const place = maxArticles === 0 || drawn.length < maxArticles ? drawn.length : random.integer(seen)
    if (maxArticles === 0 || place < maxArticles) drawn[place] = prepared
  }
  return drawn
}

/**
 * Runs the sentence clustering benchmark (Ein Dor et al., sections 3.3 and 5.1, Table 4): clusters an article's sentences into
 * as many clusters as it has sections, by k-means and by Iclust on cosines. Undefined without articles.
 */
export async function measureScb(
  encoder: Measurable,
  articles: Iterable<ScbArticle>,
  options: Partial<ScbOptions> = {}
): Promise<Scb | undefined> {
  const settled = { ...SCB_DEFAULTS, ...options }
  const outcomes: ByMethod<Agreement>[] = []
  let sentences = 0
  for (const article of articles) {
    const rest = settled.context === 'article' ? article.rest : []
    const vectors = await encoder.encode([...article.sentences, ...rest], { representation: settled.representation })
    outcomes.push(judgeClusters(article, vectors, settled))
    sentences += article.sentences.length
  }
  if (outcomes.length === 0) return undefined
  const by = (method: keyof ByMethod<Agreement>): ReturnType<typeof summarize> =>
    summarize(
      outcomes.map((outcome) => outcome[method]),
      settled.seed
    )
  const [kmeans, byIclust] = [by('kmeans'), by('iclust')]
  return {
    kmeans: kmeans.means,
    iclust: byIclust.means,
    intervals: { kmeans: kmeans.intervals, iclust: byIclust.intervals },
    articles: outcomes.length,
    sentences
  }
}

/**
 * Prepares an article: top-level sections that pass the paper's filters, with their subsections' sentences of 5 to 50 tokens.
 * Undefined when it is outside of `SCB_BOUNDS`.
 */
export function prepareScb(
  article: Article,
  sentences: ScbOptions['sentences'] = SCB_DEFAULTS.sentences
): ScbArticle | undefined {
  const sections = openSections(article, { sentencesPerParagraph: sentences === 'all' ? Infinity : 1 })
    .map(({ openers }) => openers)
    .filter((section) => section.length >= SCB_BOUNDS.sentencesPerSection)
  const [fewest, most] = SCB_BOUNDS.sections
  const clustered = sections.flat()
  if (sections.length < fewest || sections.length > most || clustered.length > SCB_BOUNDS.sentences) return undefined
  const texts = clustered.map(({ text }) => text)
  return {
    id: article.id,
    sentences: texts,
    rest: restOfArticle(article, texts),
    sections: Int32Array.from(sections.flatMap((section, s) => section.map(() => s))),
    count: sections.length
  }
}

/**
 * Clusters an article's sentences in their context, and compares the clusters with its sections. `vectors`: a unit row for each
 * sentence, then perhaps for the rest of the context. Spherical k-means puts sentences without known words into a separate cluster.
 */
export function judgeClusters(
  { sentences, rest, sections, count, id }: ScbArticle,
  vectors: Vectors,
  {
    context,
    distance,
    restarts,
    seed
  }: Pick<ScbOptions, 'context' | 'restarts' | 'seed'> & Partial<ScbOptions> = SCB_DEFAULTS
): ByMethod<Agreement> {
  const texts = vectors.count === sentences.length ? sentences : [...sentences, ...rest]
  const compared = selectRows(inContext(vectors, texts, context), Int32Array.from(sections.keys()))
  const chosen = { k: count, restarts, seed: `${seed}/${id}` }
  const kmeans = distance === 'l1' ? kMedians(compared, chosen) : sphericalKMeans(compared, chosen).assignment
  return {
    kmeans: agreementOf(sections, kmeans),
    iclust: agreementOf(sections, iclust(cosines(compared), chosen).assignment)
  }
}

/** Returns the means over articles, and their intervals. */
function summarize(outcomes: readonly Agreement[], seed: number): { means: Agreement; intervals: Intervals } {
  const mean = (measure: keyof Agreement, drawn: Int32Array): number =>
    drawn.reduce((sum, i) => sum + outcomes[i][measure], 0) / drawn.length
  const every = Int32Array.from(outcomes.keys())
  const byMeasure = <T>(figure: (measure: keyof Agreement) => T): Record<keyof Agreement, T> => ({
    mi: figure('mi'),
    ami: figure('ami'),
    ri: figure('ri'),
    ari: figure('ari')
  })
  return {
    means: byMeasure((measure) => mean(measure, every)),
    intervals: byMeasure((measure) => bootstrapInterval(every.length, seed, (drawn) => mean(measure, drawn)))
  }
}
