import { createPairScorer, type PairScorer } from '../scorer/pair-scorer.js'
import { packPairScorer, readPairBundle, type PairScorerParts } from '../scorer/pair-bundle.js'
import { readFrom } from '@leitmotif/encoder/training'
import type { PairOrigin } from '../scorer/pair-manifest.js'
import { type SentencePair, meanSquaredError, pearson, spearman } from '@leitmotif/trainer/training'

/** Agreement of a pair scorer with people's scores, on their scale. */
export interface MeasuredPairs {
  /** Name of the file of pairs. */
  readonly set: string
  readonly pairs: number
  readonly pearson: number
  readonly spearman: number
  readonly mse: number
}

/** Returns a pair scorer's files, and the scorer read from them. `encoder`: folder of the bundle whose words it uses. */
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

/** A pair with people's score and the scorer's, both on people's scale. */
export interface JudgedPair {
  readonly a: string
  readonly b: string
  readonly people: number
  readonly found: number
}

/** Returns people's scores of pairs and the scorer's calibrated ones. */
export function judgePairs(scorer: PairScorer, pairs: readonly SentencePair[]): JudgedPair[] {
  const [low, high] = scorer.scale
  const [left, right] = [pairs.map(({ a }) => a), pairs.map(({ b }) => b)].map((side) => scorer.embed(side))
  return pairs.map(({ a, b, score }, i) => ({
    ...{ a, b, people: low + score * (high - low) },
    found: scorer.relatedness(scorer.similarity(left, i, right, i))
  }))
}

/** Measures how well a scorer agrees with people on pairs. */
export function measurePairs(set: string, judged: readonly JudgedPair[]): MeasuredPairs {
  const [found, people] = [judged.map((pair) => pair.found), judged.map((pair) => pair.people)]
  return {
    set,
    pairs: judged.length,
    pearson: pearson(found, people),
    spearman: spearman(found, people),
    mse: meanSquaredError(found, people)
  }
}
