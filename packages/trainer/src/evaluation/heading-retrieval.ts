import { centerRows, dot, row, type Representation, type Vectors } from '@leitmotif/encoder'
import type { Article } from '@leitmotif/encoder/stages'
import { meanVector, rowsBetween, selectRows } from '@leitmotif/encoder/vectors'
import { openSections } from '../mining/openers.js'
import { titleText } from '../mining/title-triplets.js'
import { shareInterval, shareOf, type Interval, type Part } from './bootstrap.js'
import type { Context } from './article-context.js'
import type { Measurable } from './tdc.js'

/** An article's sentences and titles. */
export interface HeadingsArticle {
  readonly id: string
  readonly sentences: readonly string[]
  /** Two or more different titles. */
  readonly titles: readonly string[]
  /** The index of each sentence's title. */
  readonly right: Int32Array
}

/** Figures of the right title's rank, 0 to 1. */
interface Ranks<T> {
  /** Share of queries whose right title is nearest; ties share. */
  readonly top1: T
  /** Mean of 1 / rank of the right title. */
  readonly mrr: T
}

/** How well vectors find the right title. */
export interface Retrieval extends Ranks<number> {
  /** Figures of random vectors. */
  readonly chance: Ranks<number>
  /** By bootstrap over articles. */
  readonly intervals: Ranks<Interval>
}

/** Titles found by the mean of a section's sentence vectors, and by single sentences. */
interface OfArticles extends Retrieval {
  readonly bySentence: Retrieval
  readonly sections: number
  readonly sentences: number
  readonly articles: number
}

/** Heading retrieval in all articles, and by number of titles. */
export interface Headings extends OfArticles {
  readonly byTitles: readonly (OfArticles & { readonly titles: string })[]
}

export interface HeadingsOptions {
  /** `mean` and `article` give the same: see `judgeHeadings`. */
  readonly context: Context
  /** Default: the encoder's own. */
  readonly representation?: Representation | undefined
  /** Seeds the intervals' resamples. */
  readonly seed: number
}

export const HEADINGS_DEFAULTS: HeadingsOptions = { context: 'none', seed: 1 }

/** Ranges of the number of titles that are reported together. */
const SIZES = [
  [2, 4],
  [5, 5],
  [6, 6],
  [7, 7],
  [8, 9],
  [10, 12],
  [13, Infinity]
] as const

/** An article's queries: their sums, those of random vectors, and their number. */
interface Found extends Ranks<number> {
  readonly chance: Ranks<number>
  readonly queries: number
}

interface Outcome {
  readonly titles: number
  readonly sentences: Found
  readonly sections: Found
}

/**
 * Measures heading retrieval: compares the openers of each top-level section of an article (mining's defaults) with the titles
 * of all of them, by cosine. Undefined when no article has two titles and a sentence.
 */
export async function measureHeadings(
  encoder: Measurable,
  articles: AsyncIterable<Article> | Iterable<Article>,
  options: Partial<HeadingsOptions> = {}
): Promise<Headings | undefined> {
  const { context, representation, seed } = { ...HEADINGS_DEFAULTS, ...options }
  const outcomes: Outcome[] = []
  for await (const article of articles) {
    const prepared = prepareHeadings(article)
    if (prepared === undefined) continue
    // In one call, because a baseline's rows are comparable only within one.
    const vectors = await encoder.encode([...prepared.sentences, ...prepared.titles], { representation })
    outcomes.push(judgeHeadings(prepared, vectors, context))
  }
  if (outcomes.length === 0) return undefined
  const byTitles = SIZES.flatMap(([least, most]) => {
    const sized = outcomes.filter(({ titles }) => titles >= least && titles <= most)
    const titles = most === Infinity ? `${least} or more` : least === most ? `${least}` : `${least} to ${most}`
    return sized.length === 0 ? [] : [{ titles, ...summarize(sized, seed) }]
  })
  return { ...summarize(outcomes, seed), byTitles }
}

/** Prepares an article. Sections with equal titles count as one. Undefined with fewer than two titles. */
export function prepareHeadings(article: Article): HeadingsArticle | undefined {
  const places = new Map<string, number>()
  const sentences: string[] = []
  const right: number[] = []
  for (const { heading, openers } of openSections(article)) {
    const title = titleText(article, heading)
    if (title === '') continue
    const place = places.get(title) ?? places.size
    places.set(title, place)
    for (const { text } of openers) {
      sentences.push(text)
      right.push(place)
    }
  }
  if (places.size < 2 || sentences.length === 0) return undefined
  return { id: article.id, sentences, titles: [...places.keys()], right: Int32Array.from(right) }
}

/**
 * Ranks an article's titles by the cosine of unit rows (`vectors`: a row for each sentence, then for each title). With
 * context, subtracts the article's mean of sentences from sentences, and of titles from titles. Subtracting only part
 * of the means, or using the shared context within each kind, finds fewer titles.
 */
export function judgeHeadings(
  { sentences, titles, right }: HeadingsArticle,
  vectors: Vectors,
  context: Context
): Outcome {
  const [said, named] = [
    rowsBetween(vectors, 0, sentences.length),
    rowsBetween(vectors, sentences.length, vectors.count)
  ]
  const [queries, answers] = context === 'none' ? [said, named] : [centerRows(said), centerRows(named)]
  const own = titles.map((): number[] => [])
  right.forEach((title, s) => own[title].push(s))
  const sections = own.flatMap((rows, title) =>
    rows.length === 0 ? [] : [{ right: title, query: meanVector(selectRows(queries, rows)) }]
  )
  const single = sentences.map((_, s) => ({ right: right[s], query: row(queries, s) }))
  return { titles: titles.length, sentences: find(single, answers), sections: find(sections, answers) }
}

function find(queries: readonly { readonly right: number; readonly query: Float32Array }[], answers: Vectors): Found {
  let [top1, mrr] = [0, 0]
  for (const { right, query } of queries) {
    const own = dot(query, row(answers, right))
    let [nearer, equal] = [0, 0]
    for (let a = 0; a < answers.count; a++) {
      const near = dot(query, row(answers, a))
      if (near > own) nearer++
      else if (near === own) equal++
    }
    top1 += nearer === 0 ? 1 / equal : 0
    mrr += meanReciprocal(nearer + 1, nearer + equal)
  }
  const count = queries.length
  const chance = { top1: count / answers.count, mrr: count * meanReciprocal(1, answers.count) }
  return { top1, mrr, chance, queries: count }
}

/** Returns the mean of 1 / rank over the ranks from `first` to `last`. */
function meanReciprocal(first: number, last: number): number {
  let sum = 0
  for (let rank = first; rank <= last; rank++) sum += 1 / rank
  return sum / (last - first + 1)
}

function summarize(outcomes: readonly Outcome[], seed: number): OfArticles {
  const count = (unit: 'sentences' | 'sections'): number =>
    outcomes.reduce((sum, outcome) => sum + outcome[unit].queries, 0)
  return {
    ...retrieval(
      outcomes.map(({ sections }) => sections),
      seed
    ),
    bySentence: retrieval(
      outcomes.map(({ sentences }) => sentences),
      seed
    ),
    sections: count('sections'),
    sentences: count('sentences'),
    articles: outcomes.length
  }
}

function retrieval(found: readonly Found[], seed: number): Retrieval {
  const ranks = <T>(figure: (parts: Part[]) => T, of: (one: Found) => Ranks<number>): Ranks<T> => ({
    top1: figure(found.map((one) => ({ sum: of(one).top1, count: one.queries }))),
    mrr: figure(found.map((one) => ({ sum: of(one).mrr, count: one.queries })))
  })
  return {
    ...ranks(shareOf, (one) => one),
    chance: ranks(shareOf, ({ chance }) => chance),
    intervals: ranks(
      (parts) => shareInterval(parts, seed),
      (one) => one
    )
  }
}
