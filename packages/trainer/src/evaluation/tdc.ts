import { dot, row, type Encoder, type Representation, type Vectors } from '@leitmotif/encoder'
import type { Article } from '@leitmotif/encoder/stages'
import { openSections, type Sentence } from '../mining/openers.js'
import { MINING_DEFAULTS, type MiningOptions } from '../mining/options.js'
import { createPool, type Pool } from '../mining/pool.js'
import { mineTriplets } from '../mining/triplets.js'
import { shareInterval, shareOf, type Interval, type Part } from './bootstrap.js'
import { inContext, restOfArticle, type Context } from './article-context.js'

/** What the tasks measure: an encoder, or a baseline, whose rows need only be comparable within one call. */
export type Measurable = Pick<Encoder, 'encode'> & Partial<Pick<Encoder, 'learned'>>

/** One article's part of the task: its candidate sentences, and triplets that index them. */
export interface TdcArticle {
  readonly id: string
  /** The article's own, and behind them the negatives that come from other articles. */
  readonly sentences: readonly string[]
  readonly triplets: readonly (readonly [pivot: number, positive: number, negative: number])[]
}

/** The accuracy of Thematic Distance Comparison, with its 95 % interval. */
export interface Tdc {
  /** Share of triplets whose pivot is nearer to its positive; a tie counts half. */
  readonly accuracy: number
  /** By bootstrap over articles, because triplets of one article are no independent draws. */
  readonly interval: Interval
  readonly triplets: number
  /** Articles with at least one triplet. */
  readonly articles: number
}

/** An article's outcome: how many of its triplets were judged rightly. */
export interface Outcome {
  readonly right: number
  readonly triplets: number
}

export interface TdcOptions {
  /** Where negatives are drawn from; figures of other choices can't be compared. Default: the paper's. */
  readonly negative: MiningOptions['negative']
  readonly context: Context
  /** Default: the encoder's own. */
  readonly representation?: Representation | undefined
  /** Seeds the interval's resamples. */
  readonly seed: number
}

export const TDC_DEFAULTS: TdcOptions = { negative: MINING_DEFAULTS.negative, context: 'none', seed: 1 }

/**
 * Thematic Distance Comparison (Ein Dor et al., section 5.1) on every triplet that the articles give; undefined when
 * they give none.
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

/**
 * The triplets of an article as the task wants them; undefined when mining finds none. Negatives from the corpus want
 * the `pool` of the articles before it.
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

/** Judges an article's triplets by the cosine of unit rows, one for each of its candidate sentences and perhaps more behind these. */
export function judgeTriplets(compared: Vectors, triplets: TdcArticle['triplets']): Outcome {
  let right = 0
  for (const [pivot, positive, negative] of triplets) {
    const near = dot(row(compared, pivot), row(compared, positive))
    const far = dot(row(compared, pivot), row(compared, negative))
    right += near > far ? 1 : near === far ? 0.5 : 0
  }
  return { right, triplets: triplets.length }
}

/** Accuracy over all outcomes, with its interval over articles. */
export function summarizeOutcomes(outcomes: readonly Outcome[], seed = 1): Tdc {
  return {
    accuracy: share(outcomes),
    interval: shareInterval(partsOf(outcomes), seed),
    triplets: outcomes.reduce((sum, { triplets }) => sum + triplets, 0),
    articles: outcomes.length
  }
}

/** The share of triplets that were judged rightly. */
export function share(outcomes: readonly Outcome[]): number {
  return shareOf(partsOf(outcomes))
}

function partsOf(outcomes: readonly Outcome[]): Part[] {
  return outcomes.map(({ right, triplets }) => ({ sum: right, count: triplets }))
}
