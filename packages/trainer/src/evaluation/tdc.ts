import { centerRows, dot, row, type Article, type Encoder, type Representation, type Vectors } from '@leitmotif/encoder'
import { openSections } from '../mining/openers.js'
import type { MiningOptions } from '../mining/options.js'
import { mineTriplets } from '../mining/triplets.js'
import { bootstrapInterval } from './bootstrap.js'

/** One article's part of the task: its candidate sentences, and triplets that index them. */
export interface TdcArticle {
  readonly id: string
  readonly sentences: readonly string[]
  readonly triplets: readonly (readonly [pivot: number, positive: number, negative: number])[]
}

/** The accuracy of Thematic Distance Comparison, with its 95 % interval. */
export interface Tdc {
  /** Share of triplets whose pivot is nearer to its positive; a tie counts half. */
  readonly accuracy: number
  /** By bootstrap over articles, because triplets of one article are no independent draws. */
  readonly interval: readonly [low: number, high: number]
  readonly triplets: number
  /** Articles with at least one triplet. */
  readonly articles: number
}

/** An article's outcome: how many of its triplets were judged rightly. */
export interface Outcome {
  readonly right: number
  readonly triplets: number
}

/** What vectors are compared relative to: nothing, or the mean of the article's sentences. */
export type Context = 'none' | 'article'

export interface TdcOptions {
  /** How triplets are mined; figures of other options can't be compared. Default: the paper's. */
  readonly mining: Partial<MiningOptions>
  readonly context: Context
  /** Default: the encoder's own. */
  readonly representation?: Representation | undefined
  /** Seeds the interval's resamples. */
  readonly seed: number
}

export const TDC_DEFAULTS: TdcOptions = { mining: {}, context: 'none', seed: 1 }

/**
 * Thematic Distance Comparison (Ein Dor et al., section 5.1) on every triplet that the articles give; undefined when
 * they give none.
 */
export async function measureTdc(
  encoder: Encoder,
  articles: AsyncIterable<Article> | Iterable<Article>,
  options: Partial<TdcOptions> = {}
): Promise<Tdc | undefined> {
  const { mining, context, representation, seed } = { ...TDC_DEFAULTS, ...options }
  const outcomes: Outcome[] = []
  for await (const article of articles) {
    const prepared = prepareTdc(article, mining)
    if (prepared === undefined) continue
    const vectors = await encoder.encode(prepared.sentences, { representation })
    outcomes.push(judgeTriplets(vectors, prepared.triplets, context))
  }
  return outcomes.length === 0 ? undefined : summarizeOutcomes(outcomes, seed)
}

/** The triplets of an article as the task wants them; none when mining finds none. */
export function prepareTdc(article: Article, mining: Partial<MiningOptions> = {}): TdcArticle | undefined {
  const triplets = mineTriplets(article, mining)
  if (triplets.length === 0) return undefined
  const sentences = openSections(article, mining).flatMap(({ openers }) => openers)
  const place = (sentence: { section: number; paragraph: number; span: { start: number } }): string =>
    `${sentence.section}/${sentence.paragraph}/${sentence.span.start}`
  const index = new Map(sentences.map((sentence, i) => [place(sentence), i]))
  return {
    id: article.id,
    sentences: sentences.map(({ text }) => text),
    triplets: triplets.map(({ pivot, positive, negative }) => [
      index.get(place(pivot))!,
      index.get(place(positive))!,
      index.get(place(negative))!
    ])
  }
}

/**
 * Judges an article's triplets by the cosine of unit rows (`vectors`: a row for each of its sentences). With `context`
 * `article` the mean over all of its sentences is taken off first.
 */
export function judgeTriplets(vectors: Vectors, triplets: TdcArticle['triplets'], context: Context = 'none'): Outcome {
  const compared = context === 'article' ? centerRows(vectors) : vectors
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
    interval: bootstrapInterval(outcomes.length, seed, (drawn) => {
      let right = 0
      let triplets = 0
      for (const i of drawn) {
        right += outcomes[i].right
        triplets += outcomes[i].triplets
      }
      return right / triplets
    }),
    triplets: outcomes.reduce((sum, { triplets }) => sum + triplets, 0),
    articles: outcomes.length
  }
}

/** The share of triplets that were judged rightly. */
export function share(outcomes: readonly Outcome[]): number {
  const right = outcomes.reduce((sum, outcome) => sum + outcome.right, 0)
  return right / outcomes.reduce((sum, { triplets }) => sum + triplets, 0)
}
