import { shareInterval, shareOf, type Interval, type Part } from './bootstrap.js'

/** Quality of the suggestions with at least this score. */
interface AtScore {
  readonly score: number
  /** Share of the cases found. */
  readonly found: number
  /** Share of the unchanged text with a suggestion. */
  readonly wrong: number
  /** Share of correct suggestions, if one in twenty texts is a case. */
  readonly precision: number
}

/** How well scores distinguish artificial changes (cases) from unchanged text. */
export interface Detection {
  /** Share of the cases that are found above the threshold. */
  readonly found: number
  /** Share of the unchanged text with a suggestion above the threshold. */
  readonly wrong: number
  /** 95% intervals by bootstrap over articles. */
  readonly intervals: { readonly found: Interval; readonly wrong: Interval }
  /** The score that a share of WRONG_SHARE of the unchanged text exceeds, in the articles that set it. */
  readonly threshold: number
  readonly atScores: readonly AtScore[]
  readonly cases: number
  readonly untouched: number
}

/** The scores of an article's cases and of its unchanged text; 0 without a suggestion. */
export interface Scores {
  readonly cases: readonly number[]
  readonly untouched: readonly number[]
}

const WRONG_SHARE = 0.01

/** Scores that are reported. */
const SCORES = [0.3, 0.5, 0.7, 0.9]

/** Share of cases assumed for the precision. */
const CASE_SHARE = 0.05

/** Measures detection. `others` determine the threshold. Intervals need a case and unchanged text in `articles`. */
export function detect(
  articles: readonly Scores[],
  others: readonly Pick<Scores, 'untouched'>[],
  seed: number
): Detection {
  const threshold = scoreOfShare(
    others.flatMap(({ untouched }) => untouched),
    WRONG_SHARE
  )
  const over = (kind: keyof Scores, limit: number): Part[] =>
    articles.map((scores) => ({
      sum: scores[kind].filter((score) => score > limit).length,
      count: scores[kind].length
    }))
  return {
    found: shareOf(over('cases', threshold)),
    wrong: shareOf(over('untouched', threshold)),
    intervals: {
      found: shareInterval(over('cases', threshold), seed),
      wrong: shareInterval(over('untouched', threshold), seed)
    },
    threshold,
    atScores: SCORES.map((score) => {
      const [found, wrong] = [shareOf(over('cases', score)), shareOf(over('untouched', score))]
      const right = CASE_SHARE * found
      return { score, found, wrong, precision: right / (right + (1 - CASE_SHARE) * wrong) }
    }),
    cases: articles.reduce((sum, { cases }) => sum + cases.length, 0),
    untouched: articles.reduce((sum, { untouched }) => sum + untouched.length, 0)
  }
}

/** Returns the score that at most `share` of the scores exceed. */
function scoreOfShare(scores: readonly number[], share: number): number {
  return [...scores].sort((a, b) => b - a)[Math.floor(share * scores.length)] ?? 0
}
