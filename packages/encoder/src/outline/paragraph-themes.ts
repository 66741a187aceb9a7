import { centerRows, dot, row, type Vectors } from '../vectors/vectors.js'
import { blendNeighbours } from '../context/neighbours.js'
import { fitThemes, THEMES_DEFAULTS, type FittedThemes, type ThemeModel } from '../themes/themes.js'

export interface ParagraphThemesOptions {
  /** Themes at most, from 1. */
  readonly most?: number
  /** Number of themes, from 1. Left out: chosen, with a liking for that of `from`. */
  readonly count?: number
  /** Centres of an earlier time to start from: themes stay what they were as far as the text allows. */
  readonly from?: readonly Float32Array[]
  /**
   * Cosine that a change of theme from one paragraph of a section to the next must gain, summed over the paragraphs that
   * then have the other theme; from 0. Raising it gives fewer, longer stretches of one theme. A heading costs nothing.
   */
  readonly change?: number
}

export const PARAGRAPH_THEMES_DEFAULTS = { most: 8, change: 0.2 } as const

/** Fewer paragraphs are of one theme: what would set two apart is as likely chance. */
export const LEAST_PARAGRAPHS = 6

/**
 * A text of so many sections is not all of one theme, even where chance would be divided as well: themes of such articles agree
 * with their sections all the same (bench/RESULTS.md, Drafts).
 */
const SEVERAL_SECTIONS = 3

export interface ParagraphThemes {
  /** Of each paragraph; -1 where no paragraph has a known word. */
  readonly theme: Int32Array
  /** Unit centres, numbered as in `theme`: `from` for the next time. Some may have no paragraph. */
  readonly centroids: readonly Float32Array[]
}

/**
 * The themes of a document, adjacent or not: k-means of its paragraphs, each read with its neighbours of the same section
 * (`blendNeighbours`), and then for each section the themes of its paragraphs that are nearest in sum, changes of theme
 * counted against (a hidden Markov model's best path: Viterbi 1967). On validation articles of Wikipedia the themes of
 * paragraphs agree so with the sections by an adjusted Rand index of .45, the most frequent themes of their sentences by .32;
 * and of paragraphs that were moved to another section, .41 keep the theme of their own.
 * The same input gives the same bytes. O(paragraphs · themes · dims).
 * @param rows a row for each paragraph, unit or zero, relative to the document's mean.
 * @param section of each paragraph; those of one stand together.
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

/** The first half of `findParagraphThemes`, for a part of the paragraphs of a large document: no themes of rows of zeros. */
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
      // Where the number stays and the centres are known, all that swaps would do is to take time and upset what is shown.
      ...(fixed === undefined ? {} : { count: fixed, swaps: from === undefined ? THEMES_DEFAULTS.swaps : 0 }),
      ...(from === undefined || from.length === 0 ? {} : { from })
    })
  const fitted = fit(rows.count < LEAST_PARAGRAPHS ? 1 : count)
  const sections = new Set(Array.from(section)).size
  if (fitted.chosen?.count !== 1 || sections < SEVERAL_SECTIONS) return fitted
  return fit(Math.min(most, sections, Math.ceil(Math.sqrt(rows.count))))
}

/**
 * The second half: for each section the themes that fit its paragraphs best, less `change` for each change of theme. Whole
 * sections may be given by and by.
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
  /** Of the paragraph at hand and the one before: the sum of the best path that ends in each theme. */
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
