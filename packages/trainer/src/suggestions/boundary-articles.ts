import { splitSentences, type Encoder, type Vectors } from '@leitmotif/encoder'
import { paragraphDirections, paragraphVectors, type Article } from '@leitmotif/encoder/stages'
import { boundaryFigures } from '@leitmotif/encoder/training'
import { segmentArticle } from '../evaluation/segmentation-documents.js'
import { remainingSections } from '../mining/section-filters.js'
import { MINING_DEFAULTS } from '../mining/options.js'

/** The network's inputs for an article without its headings, and the true beginnings of sections. */
export interface BoundaryArticle {
  /** Two matrices of paragraph rows, [paragraphs, dims] each: relative to the article's mean, and not relative. */
  readonly kinds: readonly Vectors[]
  /** [paragraphs, figures] */
  readonly figures: readonly Float32Array[]
  /** The first paragraph of each section except the first, ascending. */
  readonly boundaries: readonly number[]
  /** The first paragraph of each section or subsection except the first, ascending. */
  readonly headed: readonly number[]
}

/** Reads an article with the representation `static`. Undefined for fewer than three sections. */
export async function readBoundaryArticle(article: Article, encoder: Encoder): Promise<BoundaryArticle | undefined> {
  const document = segmentArticle(article, 'paragraphs')
  if (document === undefined) return undefined
  const { units, boundaries } = document
  const sentences = units.flatMap((text, paragraph) =>
    splitSentences(text).map(({ start, end }) => ({ text: text.slice(start, end).trim(), paragraph }))
  )
  const texts = sentences.map(({ text }) => text)
  const vectors = await encoder.encode(texts, { representation: 'static' })
  const input = { paragraphs: units.map((text) => ({ text, path: [] })), sentences, vectors }
  const rows = paragraphVectors(input)
  const kinds = [rows, paragraphDirections(input)]
  return { kinds, figures: boundaryFigures(rows, units), boundaries, headed: headedParagraphs(article) }
}

/** Returns the first paragraph of each section and subsection except the first, as numbered by `segmentArticle`. */
function headedParagraphs(article: Article): number[] {
  const headings = remainingSections(article, MINING_DEFAULTS).flatMap(({ paragraphs }) =>
    paragraphs.map(({ section }) => section)
  )
  return Array.from(headings.keys()).filter((p) => p > 0 && headings[p] !== headings[p - 1])
}

/**
 * Returns the mean cross-entropy of the log odds: -ln of the probability of the truth, over all paragraphs but the
 * first.
 */
export function crossEntropy(articles: readonly BoundaryArticle[], odds: readonly Float64Array[]): number {
  let [sum, places] = [0, 0]
  articles.forEach(({ boundaries }, a) => {
    const begins = new Set(boundaries)
    for (let p = 1; p < odds[a].length; p++, places++) {
      const against = begins.has(p) ? -odds[a][p] : odds[a][p]
      sum += Math.max(0, against) + Math.log1p(Math.exp(-Math.abs(against)))
    }
  })
  return sum / Math.max(1, places)
}
