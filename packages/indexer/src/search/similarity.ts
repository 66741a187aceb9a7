import { dot, row, type Encoder, type Representation } from '@leitmotif/encoder'
import { REPRESENTATIONS } from '@leitmotif/encoder/stages'
import type { PairScorer } from '@leitmotif/pairs'
import type { ThemeStore } from '../store/store.js'
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
  for (const representation of REPRESENTATIONS) {
    if (encoder.dims[representation] === undefined) continue
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
  const predicted = scorer && predictScore(scorer, texts)
  return { representations, ...(predicted && { predicted }) }
}

function predictScore(scorer: PairScorer, texts: readonly [string, string]): PredictedScore | undefined {
  const rows = scorer.embed(texts)
  if ([0, 1].some((index) => row(rows, index).every((value) => value === 0))) return undefined
  const { name, scale } = scorer
  return { scorer: name, score: scorer.relatedness(scorer.similarity(rows, 0, rows, 1)), scale }
}
