import { dot, row } from '@leitmotif/encoder'
import { shareContext } from '@leitmotif/encoder/stages'
import { createRandom, type Random } from '@leitmotif/encoder/vectors'
import type { TensorFlow } from '../backend/backend.js'
import { judgeTriplets, summarizeOutcomes, type Outcome, type Tdc } from '../evaluation/tdc.js'
import type { JudgedArticle } from './examples.js'
import { encodeArticles } from './validation.js'
import type { Trainable } from '../networks/trainable.js'

/** A validation triplet with the network's cosines, in the article's context, without shared words. */
export interface SeenTriplet {
  readonly pivot: string
  readonly positive: string
  readonly negative: string
  /** Cosines of the pivot with the positive, and with the negative. */
  readonly near: number
  readonly far: number
}

/** A trained network on validation articles: TDC with intervals, and random triplets that it judges right or wrong. */
export interface Examination {
  readonly none: Tdc
  readonly article: Tdc
  readonly right: readonly SeenTriplet[]
  readonly wrong: readonly SeenTriplet[]
}

/** Number of triplets of each kind. */
const SHOWN = 8

/** Examines a network. Each triplet shown is from a different article. */
export function examineNetwork(
  tf: TensorFlow,
  network: Trainable,
  articles: readonly JudgedArticle[],
  seed: number
): Examination {
  const random = createRandom(seed).fork('shown triplets')
  const none: Outcome[] = []
  const article: Outcome[] = []
  const right: SeenTriplet[] = []
  const wrong: SeenTriplet[] = []
  for (const { vectors, texts, triplets } of encodeArticles(tf, network, articles)) {
    const compared = shareContext(vectors)
    none.push(judgeTriplets(vectors, triplets))
    article.push(judgeTriplets(compared, triplets))
    const cosine = (a: number, b: number): number => dot(row(compared, a), row(compared, b))
    const [p, n, o] = triplets[random.integer(triplets.length)]
    const seen = { pivot: texts[p], positive: texts[n], negative: texts[o], near: cosine(p, n), far: cosine(p, o) }
    ;(seen.near > seen.far ? right : wrong).push(seen)
  }
  return {
    none: summarizeOutcomes(none, seed),
    article: summarizeOutcomes(article, seed),
    right: draw(right, random),
    wrong: draw(wrong, random)
  }
}

function draw(triplets: SeenTriplet[], random: Random): SeenTriplet[] {
  return random.shuffle(triplets).slice(0, SHOWN)
}
