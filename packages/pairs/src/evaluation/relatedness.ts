import { dot, row, type Representation, type Vectors } from '@leitmotif/encoder'
import type { PairScorer } from '../scorer/pair-scorer.js'
import {
  type TensorFlow,
  type PairSet,
  bootstrapInterval,
  type Interval,
  meanSquaredError,
  pearson,
  spearman,
  type Measurable
} from '@leitmotif/trainer/training'
import {
  classifierSteps,
  pairFeatures,
  predictScores,
  trainClassifier,
  type Classifier,
  type ClassifierOptions
} from './relatedness-classifier.js'
import type { RelatednessSets } from './relatedness-sets.js'

/** Agreement of scores with people's judgements. */
export interface ScoreAgreement {
  /** Pearson's r, -1 to 1. */
  readonly pearson: number
  /** Spearman's rho, -1 to 1. */
  readonly spearman: number
  /** Mean squared error, in squared points of the scale. */
  readonly mse: number
}

/** Settings chosen on the trial pairs; see `ClassifierOptions`. */
type Choice = Pick<ClassifierOptions, 'hidden' | 'l2'>

/** A test pair with the score that people gave it, and that of the model, on the scale of the data. */
export interface ShownPair {
  readonly a: string
  readonly b: string
  readonly given: number
  readonly predicted: number
}

/** Relatedness on the test pairs, with 95 % intervals by bootstrap over pairs. */
export interface Relatedness extends ScoreAgreement {
  readonly intervals: Readonly<Record<keyof ScoreAgreement, Interval>>
  readonly pairs: number
  /** Figures on the trial pairs and, for an encoder's vectors, the settings chosen there. */
  readonly trial: ScoreAgreement & Partial<Choice>
  /** For an encoder: the agreement of the plain cosine, without any training on pairs. */
  readonly cosine?: Omit<ScoreAgreement, 'mse'>
  /** Some test pairs, the least related first (Mueller and Thyagarajan, Table 1; Ein Dor et al., Table 6). */
  readonly shown?: readonly ShownPair[]
}

export interface RelatednessOptions {
  /** Default: the encoder's own. */
  readonly representation?: Representation | undefined
  /** Number of test pairs to show. Default: 0. */
  readonly show: number
  /** Seeds the order of the training pairs and the intervals' resamples. */
  readonly seed: number
  /** Called with the training's steps, counted over all candidates. */
  readonly onStep?: (done: number, total: number) => void
}

const DEFAULTS: RelatednessOptions = { seed: 1, show: 0 }

/**
 * Settings to choose from on the trial pairs: the classifier of Kiros et al., and that of Tai et al. with increasing
 * regularisation.
 */
const CHOICES: readonly Choice[] = [
  { hidden: 0, l2: 0 },
  { hidden: 50, l2: 5e-4 },
  { hidden: 50, l2: 2e-3 }
]

/**
 * Measures semantic relatedness (Ein Dor et al. 2018, section 5.2): trains a classifier on the features of the training
 * pairs' vectors, selects it on the trial pairs, and measures it on the test pairs.
 */
export async function measureRelatedness(
  tf: TensorFlow,
  encoder: Measurable,
  sets: RelatednessSets,
  options: Partial<RelatednessOptions> = {}
): Promise<Relatedness> {
  const { representation, seed, show, onStep } = { ...DEFAULTS, ...options }
  // One call for all texts: a baseline's rows are comparable only within one call.
  const places = new Map<string, number>()
  const placeOf = (sentence: string): number => {
    const place = places.get(sentence) ?? places.size
    places.set(sentence, place)
    return place
  }
  const place = ({ pairs }: PairSet): [number, number][] => pairs.map(({ a, b }) => [placeOf(a), placeOf(b)])
  const placed = { train: place(sets.train), trial: place(sets.trial), test: place(sets.test) }
  const vectors = await encoder.encode([...places.keys()], { representation })
  const scored = (part: keyof RelatednessSets) => ({
    features: pairFeatures(vectors, placed[part]),
    scores: sets[part].pairs.map(({ score }) => score)
  })
  const [train, trial, test] = [scored('train'), scored('trial'), scored('test')]
  const [low, high] = sets.test.scale
  const steps = classifierSteps(train.scores.length)
  let chosen: { readonly classifier: Classifier; readonly choice: Choice } | undefined
  for (const [index, choice] of CHOICES.entries()) {
    const classifier = await trainClassifier(tf, train, trial, {
      ...choice,
      bins: high - low + 1,
      seed,
      onStep: (done) => onStep?.(index * steps + done, CHOICES.length * steps)
    })
    if (chosen === undefined || classifier.trial > chosen.classifier.trial) chosen = { classifier, choice }
  }
  const { classifier, choice } = chosen!
  const cosines = cosinesOf(vectors, placed.test)
  const predicted = predictScores(classifier.layers, test.features)
  return {
    ...measureScores(predicted, test.scores, { scale: sets.test.scale, seed }),
    ...(show > 0 && { shown: showPairs(sets.test, predicted, show) }),
    cosine: { pearson: pearson(cosines, test.scores), spearman: spearman(cosines, test.scores) },
    trial: { ...agree(predictScores(classifier.layers, trial.features), trial.scores, high - low), ...choice }
  }
}

/** Measures the relatedness of a pair scorer, which needs no training on these pairs. */
export function measurePairScorer(
  scorer: PairScorer,
  { trial, test }: RelatednessSets,
  options: Partial<Pick<RelatednessOptions, 'seed' | 'show'>> = {}
): Relatedness {
  const { seed, show } = { ...DEFAULTS, ...options }
  const [low, high] = scorer.scale
  const scored = ({ pairs }: PairSet): { found: number[]; judged: number[] } => {
    const a = scorer.embed(pairs.map((pair) => pair.a))
    const b = scorer.embed(pairs.map((pair) => pair.b))
    const found = pairs.map((_, i) => (scorer.relatedness(scorer.similarity(a, i, b, i)) - low) / (high - low))
    return { found, judged: pairs.map(({ score }) => score) }
  }
  const [onTrial, onTest] = [scored(trial), scored(test)]
  const { scale } = test
  return {
    ...measureScores(onTest.found, onTest.judged, { scale, seed }),
    ...(show > 0 && { shown: showPairs(test, onTest.found, show) }),
    trial: agree(onTrial.found, onTrial.judged, scale[1] - scale[0])
  }
}

/** Returns test pairs at equal distances, ordered by the given score. `found`: scores from 0 to 1. */
function showPairs({ pairs, scale: [low, high] }: PairSet, found: ArrayLike<number>, show: number): ShownPair[] {
  const order = pairs.map((_, i) => i).sort((i, j) => pairs[i].score - pairs[j].score || i - j)
  const count = Math.min(show, order.length)
  return Array.from({ length: count }, (_, n) => {
    const i = order[count === 1 ? 0 : Math.round((n * (order.length - 1)) / (count - 1))]
    const { a, b, score } = pairs[i]
    return { a, b, given: low + score * (high - low), predicted: low + found[i] * (high - low) }
  })
}

/** How well scores from 0 to 1 agree with people's, on these people's scale. */
export function measureScores(
  found: ArrayLike<number>,
  judged: readonly number[],
  { scale: [low, high], seed = DEFAULTS.seed }: { readonly scale: PairSet['scale']; readonly seed?: number }
): Pick<Relatedness, keyof ScoreAgreement | 'intervals' | 'pairs'> {
  const interval = (measure: keyof ScoreAgreement): Interval =>
    bootstrapInterval(judged.length, seed, (drawn) => {
      const some = Float64Array.from(drawn, (i) => found[i])
      const theirs = Float64Array.from(drawn, (i) => judged[i])
      return MEASURES[measure](some, theirs, high - low)
    })
  return {
    ...agree(found, judged, high - low),
    intervals: { pearson: interval('pearson'), spearman: interval('spearman'), mse: interval('mse') },
    pairs: judged.length
  }
}

type Measure = (found: ArrayLike<number>, judged: ArrayLike<number>, points: number) => number

const MEASURES: Readonly<Record<keyof ScoreAgreement, Measure>> = {
  pearson,
  spearman,
  mse: (found, judged, points) => meanSquaredError(found, judged) * points ** 2
}

function agree(found: ArrayLike<number>, judged: readonly number[], points: number): ScoreAgreement {
  return {
    pearson: pearson(found, judged),
    spearman: spearman(found, judged),
    mse: MEASURES.mse(found, judged, points)
  }
}

function cosinesOf(vectors: Vectors, pairs: readonly (readonly [number, number])[]): Float64Array {
  return Float64Array.from(pairs, ([u, v]) => dot(row(vectors, u), row(vectors, v)))
}
