import { dot, row, type Encoder, type Representation, type Vectors } from '@leitmotif/encoder'
import type { Article } from '@leitmotif/encoder/stages'
import { rowsBetween } from '@leitmotif/encoder/vectors'
import { openSections, type Sentence } from '../mining/openers.js'
import { MINING_DEFAULTS, type MiningOptions } from '../mining/options.js'
import { createPool, type Pool } from '../mining/pool.js'
import { mineTriplets } from '../mining/triplets.js'
import { shareInterval, shareOf, type Interval, type Part } from './bootstrap.js'
import { inContext, restOfArticle, type Context } from './article-context.js'

/** An encoder or a baseline to measure. A baseline's rows may be comparable only within one call. */
export type Measurable = Pick<Encoder, 'encode'> & Partial<Pick<Encoder, 'learned'>>

/** An article's candidate sentences, and triplets that index them. */
export interface TdcArticle {
  readonly id: string
  /** The article's sentences, then negatives from other articles. */
  readonly sentences: readonly string[]
  readonly triplets: readonly (readonly [pivot: number, positive: number, negative: number])[]
}

/** Figures of Thematic Distance Comparison. */
export interface Tdc {
  /** Share of triplets whose pivot is closer to its positive; a tie counts half. */
  readonly accuracy: number
  /** 95 % interval by bootstrap over articles, because triplets of one article are not independent. */
  readonly interval: Interval
  readonly triplets: number
  /** Articles with at least one triplet. */
  readonly articles: number
}

/** Number of an article's triplets that were judged correctly. */
export interface Outcome {
  readonly right: number
  readonly triplets: number
}

export interface TdcOptions {
  /** Source of negatives; figures are comparable only with the same source. Default: the paper's. */
  readonly negative: MiningOptions['negative']
  readonly context: Context
  /** Default: the encoder's own. */
  readonly representation?: Representation | undefined
  /** Seeds the interval's resamples. */
  readonly seed: number
}

export const TDC_DEFAULTS: TdcOptions = { negative: MINING_DEFAULTS.negative, context: 'none', seed: 1 }

/**
 * Measures Thematic Distance Comparison (Ein Dor et al., section 5.1) on all triplets of the articles. Undefined without
 * triplets.
 */
export async function measureTdc(
  encoder: Measurable,
  articles: AsyncIterable<Article> | Iterable<Article>,
  options: Partial<TdcOptions> = {}
): Promise<Tdc | undefined> {
  const { negative, context, representation, seed } = { ...TDC_DEFAULTS, ...options }
  const pool = negative === 'corpus' ? createPool<Sentence>(MINING_DEFAULTS.seed) : undefined
  const outcomes: Outcome[] = []
  for await (const article of articles) {
    const prepared = prepareTdc(article, negative, pool)
    if (prepared === undefined) continue
    const rest = context === 'article' ? restOfArticle(article, prepared.sentences) : []
    const sentences = [...prepared.sentences, ...rest]
    const vectors = await encoder.encode(sentences, { representation })
    outcomes.push(judgeTriplets(inContext(vectors, sentences, context), prepared.triplets))
  }
  return outcomes.length === 0 ? undefined : summarizeOutcomes(outcomes, seed)
}

/** Sentences encoded in one call. */
const SLICE = 1024

/** Measures Thematic Distance Comparison on triplets of a file. Undefined without triplets. */
export async function measureTriplets(
  encoder: Measurable,
  groups: AsyncIterable<TdcArticle>,
  { representation, seed }: Partial<Pick<TdcOptions, 'representation' | 'seed'>> = {}
): Promise<Tdc | undefined> {
  const outcomes: Outcome[] = []
  let waiting: TdcArticle[] = []
  const judgeWaiting = async (): Promise<void> => {
    const vectors = await encoder.encode(
      waiting.flatMap(({ sentences }) => sentences),
      { representation }
    )
    let start = 0
    for (const { sentences, triplets } of waiting) {
      const end = start + sentences.length
      outcomes.push(judgeTriplets(rowsBetween(vectors, start, end), triplets))
      start = end
    }
    waiting = []
  }
  let count = 0
  for await (const group of groups) {
    waiting.push(group)
    count += group.sentences.length
    if (count < SLICE) continue
    await judgeWaiting()
    count = 0
  }
  if (waiting.length > 0) await judgeWaiting()
  return outcomes.length === 0 ? undefined : summarizeOutcomes(outcomes, seed)
}

/**
 * Returns the triplets of an article; undefined when mining finds none. Negatives from the corpus need the `pool` of earlier
 * articles.
 */
export function prepareTdc(
  article: Article,
  negative: TdcOptions['negative'] = TDC_DEFAULTS.negative,
  pool?: Pool<Sentence>
): TdcArticle | undefined {
  const triplets = mineTriplets(article, { negative }, pool === undefined ? {} : { pool })
  if (triplets.length === 0) return undefined
  const sentences: Sentence[] = openSections(article).flatMap(({ openers }) => openers)
  const places = new Map(sentences.map((sentence, i) => [placeOf(sentence), i]))
  const indexOf = (sentence: Sentence): number => {
    const place = placeOf(sentence)
    const index = places.get(place) ?? sentences.push(sentence) - 1
    places.set(place, index)
    return index
  }
  const indexed = triplets.map(
    ({ pivot, positive, negative }) => [indexOf(pivot), indexOf(positive), indexOf(negative)] as const
  )
  return { id: article.id, sentences: sentences.map(({ text }) => text), triplets: indexed }
}

function placeOf({ article, section, paragraph, span }: Sentence): string {
  return `${section}/${paragraph}/${span.start}/${article}`
}

/**
 * Judges an article's triplets by the cosine of unit rows. The first rows are those of the candidate sentences; others
 * may follow.
 */
export function judgeTriplets(compared: Vectors, triplets: TdcArticle['triplets']): Outcome {
  let right = 0
  for (const [pivot, positive, negative] of triplets) {
    const near = dot(row(compared, pivot), row(compared, positive))
    const far = dot(row(compared, pivot), row(compared, negative))
    right += near > far ? 1 : near === far ? 0.5 : 0
  }
  return { right, triplets: triplets.length }
}

/** Returns the accuracy over all outcomes, with its interval over articles. */
export function summarizeOutcomes(outcomes: readonly Outcome[], seed = 1): Tdc {
  return {
    accuracy: share(outcomes),
    interval: shareInterval(partsOf(outcomes), seed),
    triplets: outcomes.reduce((sum, { triplets }) => sum + triplets, 0),
    articles: outcomes.length
  }
}

/** Returns the share of triplets that were judged correctly. */
export function share(outcomes: readonly Outcome[]): number {
  return shareOf(partsOf(outcomes))
}

function partsOf(outcomes: readonly Outcome[]): Part[] {
  return outcomes.map(({ right, triplets }) => ({ sum: right, count: triplets }))
}
