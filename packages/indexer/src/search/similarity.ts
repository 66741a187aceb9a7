import { Failure, printable } from '@leitmotif/command'
import { dot, row, type Encoder, type Representation } from '@leitmotif/encoder'
import { REPRESENTATIONS } from '@leitmotif/encoder/stages'
import type { PairScorer } from '@leitmotif/pairs'
import type { Filter, SentenceRecord, ThemeStore } from '../store/store.js'
import { backgroundIn, percentileOf } from './random-pair-cosines.js'

/** How similar two texts are in one representation. */
interface RepresentedSimilarity {
  readonly representation: Representation
  /** Absent if the encoder knows no word of one of the texts. */
  readonly cosine?: number
  /** Percentile of the cosine among random pairs of the collection's sentences, 0 to 100; absent without enough of them. */
  readonly percentile?: number
}

/** The score that people would give two texts, as a pair scorer predicts it. */
interface PredictedScore {
  readonly scorer: string
  readonly score: number
  /** The least and the greatest score. */
  readonly scale: readonly [number, number]
}

export interface TextSimilarity {
  /** The texts of which the encoder knows no word: nothing can be said of them. */
  readonly unknown: readonly string[]
  /** One for each representation of the encoder. */
  readonly representations: readonly RepresentedSimilarity[]
  /** Absent without a pair scorer, or if it knows no word of one of the texts. */
  readonly predicted?: PredictedScore
}

/** Compares two texts. Percentiles need a collection, whose sentences are the reference. */
export async function compareTexts(
  encoder: Encoder,
  texts: readonly [string, string],
  { store, scorer }: { readonly store?: ThemeStore | undefined; readonly scorer?: PairScorer | undefined } = {}
): Promise<TextSimilarity> {
  const representations: RepresentedSimilarity[] = []
  const unknown = await unknownTexts(encoder, texts)
  for (const representation of REPRESENTATIONS) {
    if (encoder.dims[representation] === undefined) continue
    if (unknown.length > 0) {
      representations.push({ representation })
      continue
    }
    const vectors = await encoder.encode(texts, { representation })
    const [a, b] = [row(vectors, 0), row(vectors, 1)]
    if ([a, b].some((vector) => vector.every((value) => value === 0))) {
      representations.push({ representation })
      continue
    }
    const cosine = dot(a, b)
    const percentile = store && percentileOf(cosine, await backgroundIn(store, encoder, representation))
    representations.push({ representation, cosine, ...(percentile !== undefined && { percentile }) })
  }
  const predicted = unknown.length === 0 && scorer ? predictScore(scorer, texts) : undefined
  return { unknown, representations, ...(predicted && { predicted }) }
}

/**
 * Returns the texts without a known word. `sentences` reads any letters as pieces of words, and would find two texts of
 * them more similar than most sentences, so that the words of `static` decide if the encoder has them.
 */
export async function unknownTexts(encoder: Encoder, texts: readonly string[]): Promise<string[]> {
  const vectors =
    encoder.dims.static === undefined ? undefined : await encoder.encode(texts, { representation: 'static' })
  const isKnown = (text: string, index: number): boolean =>
    /[\p{L}\p{N}]/u.test(text) && (vectors === undefined || row(vectors, index).some((value) => value !== 0))
  return texts.filter((text, index) => !isKnown(text, index))
}

function predictScore(scorer: PairScorer, texts: readonly [string, string]): PredictedScore | undefined {
  const rows = scorer.embed(texts)
  if ([0, 1].some((index) => row(rows, index).every((value) => value === 0))) return undefined
  const { name, scale } = scorer
  return { scorer: name, score: scorer.relatedness(scorer.similarity(rows, 0, rows, 1)), scale }
}

/** Thematic neighbours that the pair scorer rates. */
const RATED = 200

/** A sentence of a collection with the score that people would give it beside a text. */
export interface RelatedSentence {
  readonly record: SentenceRecord
  readonly score: number
  readonly cosine: number
}

/**
 * Returns the sentences of a collection that are most related to a text, the best first: of its RATED nearest neighbours
 * those with the highest predicted score, as in Table 3 of Mueller and Thyagarajan (2016). A sentence that occurs several
 * times comes once, and the text itself not at all.
 * @throws Failure if the encoder or the scorer knows no word of the text.
 */
export async function relatedSentences(
  store: ThemeStore,
  encoder: Encoder,
  scorer: PairScorer,
  text: string,
  { count, filter }: { readonly count: number; readonly filter?: Filter | undefined }
): Promise<RelatedSentence[]> {
  const vectors = await encoder.encode([text], { representation: store.representation })
  const own = scorer.embed([text])
  if ([vectors, own].some((rows) => row(rows, 0).every((value) => value === 0)))
    throw new Failure(
      `no word of "${printable(text).slice(0, 80)}" is known; expected a sentence in words of the encoder`
    )
  const hits = await store.search({ vector: row(vectors, 0), k: RATED, ...(filter && { filter }) })
  const distinct = new Map(hits.map((hit) => [hit.record.text, hit]))
  distinct.delete(text)
  const found = [...distinct.values()]
  const rows = scorer.embed(found.map(({ record }) => record.text))
  return found
    .map(({ record, score: cosine }, at) => {
      return { record, cosine, score: scorer.relatedness(scorer.similarity(own, 0, rows, at)), known: row(rows, at) }
    })
    .filter(({ known }) => known.some((value) => value !== 0))
    .map(({ record, cosine, score }) => ({ record, score, cosine }))
    .sort((a, b) => b.score - a.score || b.cosine - a.cosine)
    .slice(0, count)
}
