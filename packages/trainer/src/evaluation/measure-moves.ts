import type { Representation } from '@leitmotif/encoder'
import type { Article } from '@leitmotif/encoder/stages'
import { fitSections } from '@leitmotif/encoder/training'
import { createRandom, type Random } from '@leitmotif/encoder/vectors'
import { shareInterval, shareOf, type Interval, type Part } from './bootstrap.js'
import { detect, type Detection, type Scores } from './detection.js'
import { moveOne, movesIn, prepareMoves, untouchedScores, type ReadArticle } from './moves-articles.js'
import type { Measurable } from './tdc.js'

/** Detection of paragraphs that were moved to another section, with suggestions to move them back. */
export interface Moves extends Detection {
  /** Share of the moved paragraphs that fit their home best of all sections; ties share. */
  readonly first: number
  /** 95% interval by bootstrap over articles. */
  readonly firstInterval: Interval
  /** Figure of random choice. */
  readonly chance: number
  readonly articles: number
}

export interface MovesOptions {
  /** Default: the encoder's own. */
  readonly representation?: Representation | undefined
  /** Number of paragraphs to move, spread evenly over the articles. */
  readonly cases: number
  /** Seeds the moves and the intervals' resamples. */
  readonly seed: number
}

/** Figures are comparable only with equal options. */
export const MOVES_DEFAULTS: MovesOptions = { cases: 1000, seed: 1 }

/**
 * Moves paragraphs of two or more sentences to other sections of their articles, and measures how often they are sent back.
 * The unchanged paragraphs of `others` set the threshold; default: those of the articles themselves. Undefined when either
 * has no suitable article.
 */
export async function measureMoves(
  encoder: Measurable,
  articles: AsyncIterable<Article> | Iterable<Article>,
  others?: AsyncIterable<Article> | Iterable<Article>,
  options: Partial<MovesOptions> = {}
): Promise<Moves | undefined> {
  const { representation, cases: count, seed } = { ...MOVES_DEFAULTS, ...options }
  const prepare = async (some: AsyncIterable<Article> | Iterable<Article>): Promise<ReadArticle[]> => {
    const prepared: ReadArticle[] = []
    for await (const article of some) {
      const one = await prepareMoves(encoder, article, representation)
      if (one !== undefined && one.movable.length > 0) prepared.push(one)
    }
    return prepared
  }
  const measured = await prepare(articles)
  const untouched = (some: readonly ReadArticle[]): Pick<Scores, 'untouched'>[] =>
    some.map((article) => ({ untouched: untouchedScores(article) }))
  const setOn = others === undefined ? undefined : untouched(await prepare(others))
  if (measured.length === 0 || setOn?.length === 0) return undefined
  const random = createRandom(seed).fork('moves')
  const judged: Case[][] = measured.map(() => [])
  for (let c = 0; c < count; c++) judged[c % measured.length].push(judgeCase(measured[c % measured.length], random))
  const scores = untouched(measured).map((own, a) => ({ ...own, cases: judged[a].map(({ score }) => score) }))
  const parts = (value: (one: Case) => number): Part[] =>
    judged.map((own) => ({ sum: own.reduce((sum, one) => sum + value(one), 0), count: own.length }))
  const first = parts((one) => one.first)
  return {
    first: shareOf(first),
    firstInterval: shareInterval(first, seed),
    chance: shareOf(parts(({ chance }) => chance)),
    ...detect(scores, setOn ?? scores, seed),
    articles: measured.length
  }
}

interface Case {
  /** 1 if the home fits best, else 0; ties share. */
  readonly first: number
  readonly chance: number
  /** The score of the suggestion to move it back; 0 without one. */
  readonly score: number
}

function judgeCase(article: ReadArticle, random: Random): Case {
  const { paragraph, home, ...moved } = moveOne(article, random)
  const fit = fitSections(moved)
  const own = Array.from(moved.sections.keys(), (s) => fit[paragraph * moved.sections.length + s])
  const better = own.filter((value) => value > own[home]).length
  const place = movesIn(moved).find((one) => one.paragraph === paragraph)
  return {
    first: better > 0 ? 0 : 1 / own.filter((value) => value === own[home]).length,
    chance: 1 / own.length,
    score: place?.to === home ? place.score : 0
  }
}
