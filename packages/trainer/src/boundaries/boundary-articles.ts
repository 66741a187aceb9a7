import { splitSentences, type Encoder, type Vectors } from '@leitmotif/encoder'
import { paragraphDirections, paragraphVectors, type Article } from '@leitmotif/encoder/stages'
import { boundaryFigures } from '@leitmotif/encoder/training'
import { segmentArticle } from '../evaluation/segmentation-documents.js'
import { remainingSections } from '../mining/section-filters.js'
import { MINING_DEFAULTS } from '../mining/options.js'

/** The paragraphs of an article put together again, as the network reads them, and where sections begin. */
export interface BoundaryArticle {
  /** [paragraphs, dims] each: what paragraphs are about relative to the article, and what they are about. */
  readonly kinds: readonly Vectors[]
  /** [paragraphs, figures] */
  readonly figures: readonly Float32Array[]
  /** The first paragraph of each section but the first, ascending. */
  readonly boundaries: readonly number[]
  /** Likewise of each section or subsection. */
  readonly headed: readonly number[]
}

/** An article as the network reads it, by the representation `static`. Undefined of fewer than three sections. */
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

/** The first paragraph of each section and subsection but the first, of those that `segmentArticle` puts together. */
function headedParagraphs(article: Article): number[] {
  const headings = remainingSections(article, MINING_DEFAULTS).flatMap(({ paragraphs }) =>
    paragraphs.map(({ section }) => section)
  )
  return Array.from(headings.keys()).filter((p) => p > 0 && headings[p] !== headings[p - 1])
}

/** The mean of -ln of the chance that log odds give to the truth, over all places of articles. */
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
