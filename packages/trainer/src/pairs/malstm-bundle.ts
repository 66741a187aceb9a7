import {
  createPairScorer,
  packPairScorer,
  readFrom,
  readPairBundle,
  type PairOrigin,
  type PairScorer,
  type PairScorerParts
} from '@leitmotif/encoder'
import type { SentencePair } from '../corpora/pairs.js'
import { meanSquaredError, pearson, spearman } from '../evaluation/correlation.js'

/** How well a pair scorer says what people said; on its scale. */
export interface MeasuredPairs {
  /** The file of pairs. */
  readonly set: string
  readonly pairs: number
  readonly pearson: number
  readonly spearman: number
  readonly mse: number
}

/** A pair scorer's files, and the scorer that they hold. `encoder`: where the bundle is whose words it has. */
export async function packScorer(
  origin: PairOrigin,
  parts: PairScorerParts,
  encoder: string | undefined
): Promise<{ readonly files: Map<string, Uint8Array<ArrayBuffer>>; readonly scorer: PairScorer }> {
  const files = await packPairScorer(origin, parts)
  const read = (name: string): Promise<Uint8Array<ArrayBuffer>> => Promise.resolve(files.get(name)!)
  const bundle = await readPairBundle(read, (name) => readFrom(encoder ?? name))
  return { files, scorer: createPairScorer(bundle) }
}

/** Measures a scorer on pairs that people judged, by its calibrated scores. */
export function measurePairs(scorer: PairScorer, set: string, pairs: readonly SentencePair[]): MeasuredPairs {
  const [low, high] = scorer.scale
  const [a, b] = [pairs.map((pair) => pair.a), pairs.map((pair) => pair.b)].map((side) => scorer.embed(side))
  const found = pairs.map((_, i) => scorer.relatedness(scorer.similarity(a, i, b, i)))
  const judged = pairs.map(({ score }) => low + score * (high - low))
  return {
    set,
    pairs: pairs.length,
    pearson: pearson(found, judged),
    spearman: spearman(found, judged),
    mse: meanSquaredError(found, judged)
  }
}
