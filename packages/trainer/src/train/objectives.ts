import { createRandom } from '@leitmotif/encoder/vectors'
import type { Rank, Scalar, Tensor2D, Variable } from '@tensorflow/tfjs'
import type { TensorFlow } from '../backend/backend.js'
import { createBatches, type Runs } from '../batches/batches.js'
import type { Examples } from './examples.js'
import { acrossLoss, contrastLoss, regressionLoss, teacherLoss, titleLoss } from '../losses/losses.js'
import { drawGlorot } from '../networks/initial-weights.js'
import type { Trainable } from '../networks/trainable.js'
import { createTitleBatches, createTitleTripletBatches, type TitleBatch } from '../batches/title-batches.js'
import { dimsOf, type TrainingOptions } from './training-options.js'
import { createTripletBatches } from '../batches/triplet-batches.js'
import { hingeLoss, paperLoss, type Distance } from '../losses/triplet-losses.js'

/** The objective of a training. */
export interface Objective {
  /** Variables learned besides the network's. */
  readonly variables: ReadonlyMap<string, Variable>
  /** Returns the loss of the present network on the batch of a step (from 0). */
  readonly loss: (step: number) => Scalar
}

export function createObjective(
  tf: TensorFlow,
  network: Trainable,
  examples: Pick<Examples, 'training' | 'teacher'>,
  options: TrainingOptions
): Objective {
  const { teacher } = examples
  const map = teacher && options.regression > 0 ? drawMap(tf, dimsOf(options), teacher.dims, options.seed) : undefined
  return {
    variables: new Map<string, Variable>(map && [['teacherMap', map]]),
    loss: createLoss(tf, network, examples, options, map)
  }
}

/** Draws the initial linear map from a network's vectors to its teacher's, [dims, taught]. */
function drawMap(tf: TensorFlow, dims: number, taught: number, seed: number): Variable<Rank.R2> {
  const values = drawGlorot(createRandom(seed).fork('teacher map'), dims, taught)
  return tf.tidy(() => tf.variable(tf.tensor2d(values, [dims, taught])))
}

function createLoss(
  tf: TensorFlow,
  network: Trainable,
  { training: articles, teacher }: Pick<Examples, 'training' | 'teacher'>,
  options: TrainingOptions,
  map: Tensor2D | undefined
): Objective['loss'] {
  const { loss, margin, role, teacherShare, acrossShare, regression } = options
  const sentences = articles.map((article) => article.sentences)
  /** Adds the teacher's losses to `alone`. `vectors`: rows of the sentences of `runs`, then of `titles`. */
  const taughtLoss = (
    alone: () => Scalar,
    vectors: Tensor2D,
    runs: Runs,
    titles: Pick<TitleBatch, 'titles' | 'taughtTitles'> = { titles: [], taughtTitles: new Int32Array(0) }
  ): Scalar => {
    if (teacher === undefined) return alone()
    const count = runs.taught.length
    const places = [...runs.taught, ...titles.taughtTitles]
    const taught = tf.tensor2d(teacher.rows(places), [places.length, teacher.dims])
    const first = (rows: Tensor2D): Tensor2D => rows.slice([0, 0], [count, rows.shape[1]])
    const within = (): Scalar => teacherLoss(tf, first(vectors), first(taught), runs, options)
    const worded = [...runs.sentences, ...titles.titles].map(({ length }) => length > 0)
    const known = Float32Array.from(worded, (has, i) => Number(has && places[i] >= 0))
    const across = (): Scalar => acrossLoss(tf, vectors, taught, known)
    const shared = (share: number, part: () => Scalar): Scalar => (share === 0 ? tf.scalar(0) : part().mul(share))
    return shared(1 - teacherShare, alone)
      .add<Scalar>(shared(teacherShare * (1 - acrossShare), within))
      .add<Scalar>(shared(teacherShare * acrossShare, across))
      .add(map === undefined ? 0 : regressionLoss(tf, vectors, taught, map, known).mul(regression))
  }
  if (loss === 'contrast' && role === 'titles') {
    const batches = createTitleBatches(articles, options)
    return (step) => {
      const batch = batches.at(step)
      const vectors = network.encode([...batch.sentences, ...batch.titles], step)
      return taughtLoss(() => titleLoss(tf, vectors, batch, options), vectors, batch, batch)
    }
  }
  if (loss === 'contrast') {
    const batches = createBatches(sentences, options)
    return (step) => {
      const batch = batches.at(step)
      const vectors = network.encode(batch.sentences, step)
      return taughtLoss(() => contrastLoss(tf, vectors, batch, options), vectors, batch)
    }
  }
  const batches =
    role === 'titles' ? createTitleTripletBatches(articles, options) : createTripletBatches(sentences, options)
  return (step) => {
    const { sentences, triplets } = batches.at(step)
    const vectors = network.encode(sentences, step)
    if (loss === 'paper') return paperLoss(tf, vectors, triplets)
    return hingeLoss(tf, vectors, triplets, { distance: loss.slice('hinge-'.length) as Distance, margin })
  }
}
