import { centerRows, dot, row, type Vectors } from '../vectors/vectors.js'
import { blendNeighbours } from '../clustering/blended-neighbours.js'
import { fitThemes, THEMES_DEFAULTS, type FittedThemes, type ThemeModel } from '../themes/themes.js'

export interface ParagraphThemesOptions {
  /** Maximum number of themes, from 1. Default: 8. */
  readonly most?: number
  /** Number of themes, from 1. Default: chosen, preferring that of `from`. */
  readonly count?: number
  /** Centres of an earlier call; themes stay as they were where the text allows. */
  readonly from?: readonly Float32Array[]
  /**
   * Cosine that a change of theme between paragraphs of a section must gain, summed over the paragraphs that change;
   * from 0. Higher values give fewer, longer runs. A change at a heading is free. Default: 0.2.
   */
  readonly change?: number
}

export const PARAGRAPH_THEMES_DEFAULTS = { most: 8, change: 0.2 } as const

/** Texts with fewer paragraphs have one theme: differences may be chance. */
export const LEAST_PARAGRAPHS = 6

/**
 * A text with this many sections gets several themes even if chance would divide it as well: such themes still agree
 * with the sections of articles (bench/RESULTS.md, Drafts). In a text of fewer than SHORT paragraphs, they agree more than
 * those whose number is chosen against chance.
 */
const SEVERAL_SECTIONS = 3
const SHORT = 40

export interface ParagraphThemes {
  /** Theme of each paragraph; -1 if no paragraph has a known word. */
  readonly theme: Int32Array
  /** Unit centres, numbered as in `theme`: `from` for the next call. Some may have no paragraph. */
  readonly centroids: readonly Float32Array[]
}

/**
 * Finds the themes of a document's paragraphs; those of one theme need not be adjacent. First, paragraphs blended with
 * their neighbours in the section (`blendNeighbours`) are clustered by k-means. Then each section gets its best path of
 * themes, with a cost for each change, as in a hidden Markov model (Viterbi 1967).
 *
 * On validation articles of Wikipedia, the adjusted Rand index between the paragraphs' themes and the sections is .45
 * (.32 for the most frequent themes of their sentences). Of the paragraphs moved to another section, .41 keep their
 * theme. The same input gives the same bytes. O(paragraphs · themes · dims).
 * @param rows a row for each paragraph, unit or zero, relative to the document's mean.
 * @param section the section of each paragraph; those of one are contiguous.
 */
export function findParagraphThemes(
  rows: Vectors,
  section: ArrayLike<number>,
  options: ParagraphThemesOptions = {}
): ParagraphThemes {
  const fitted = fitParagraphThemes(rows, section, options)
  return {
    theme: assignParagraphThemes(rows, section, fitted, options.change),
    centroids: fitted.themes.map(({ centroid }) => centroid)
  }
}

/**
 * Runs the first half of `findParagraphThemes`, for a sample of the paragraphs of a large document. Zero rows give no
 * themes.
 */
export function fitParagraphThemes(
  rows: Vectors,
  section: ArrayLike<number>,
  options: Omit<ParagraphThemesOptions, 'change'> = {}
): ThemeModel {
  const { most, count, from } = { ...PARAGRAPH_THEMES_DEFAULTS, ...options }
  if (!rows.data.some((value) => value !== 0)) return { mean: new Float32Array(rows.dims), threshold: 0, themes: [] }
  const blended = blendNeighbours(rows, section)
  const fit = (fixed?: number): FittedThemes =>
    fitThemes(blended, {
      most,
      minSize: 2,
      // With a fixed number and known centres, swaps would only take time and change the themes shown.
      ...(fixed === undefined ? {} : { count: fixed, swaps: from === undefined ? THEMES_DEFAULTS.swaps : 0 }),
      ...(from === undefined || from.length === 0 ? {} : { from })
    })
  if (rows.count < LEAST_PARAGRAPHS) return fit(1)
  const sections = new Set(Array.from(section)).size
  if (count !== undefined || sections < SEVERAL_SECTIONS) return fit(count)
  const bySections = Math.min(most, sections, Math.ceil(Math.sqrt(rows.count)))
  if (rows.count < SHORT) return fit(bySections)
  const fitted = fit()
  return fitted.chosen?.count === 1 ? fit(bySections) : fitted
}

/**
 * Runs the second half of `findParagraphThemes`: for each section, finds the themes that fit its paragraphs best, less
 * `change` for each change of theme. Whole sections may be passed one after another.
 */
export function assignParagraphThemes(
  rows: Vectors,
  section: ArrayLike<number>,
  { mean, themes }: ThemeModel,
  change: number = PARAGRAPH_THEMES_DEFAULTS.change
): Int32Array {
  if (themes.length === 0) return new Int32Array(rows.count).fill(-1)
  const centered = centerRows(rows, mean)
  const k = themes.length
  /** For each theme, the sum of the best path that ends in it at the current paragraph. */
  let sums = new Float64Array(k)
  const before = new Int32Array(rows.count * k) // [paragraphs, themes]
  for (let p = 0; p < rows.count; p++) {
    const x = row(centered, p)
    const price = p > 0 && section[p] === section[p - 1] ? change : 0
    const best = greatest(sums)
    const next = new Float64Array(k)
    for (let c = 0; c < k; c++) {
      const stays = sums[c] >= sums[best] - price
      before[p * k + c] = stays ? c : best
      next[c] = (stays ? sums[c] : sums[best] - price) + dot(x, themes[c].centroid)
    }
    sums = next
  }
  const theme = new Int32Array(rows.count)
  for (let p = rows.count - 1, c = greatest(sums); p >= 0; p--) {
    theme[p] = c
    c = before[p * k + c]
  }
  return theme
}

function greatest(values: Float64Array): number {
  return values.reduce((best, value, c) => (value > values[best] ? c : best), 0)
}
