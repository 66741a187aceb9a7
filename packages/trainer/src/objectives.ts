import type { Scalar, Tensor2D } from '@tensorflow/tfjs'
import type { TensorFlow } from './backend.js'
import { createBatches, type Runs } from './batches.js'
import type { Examples } from './examples.js'
import { contrastLoss, teacherLoss, titleLoss } from './losses.js'
import type { Trainable } from './networks/trainable.js'
import { createTitleBatches, createTitleTripletBatches } from './title-batches.js'
import type { TrainingOptions } from './training-options.js'
import { createTripletBatches } from './triplet-batches.js'
import { hingeLoss, paperLoss, type Distance } from './triplet-losses.js'

/** The loss of any step's batch (from 0), of a network as it is. */
export function createObjective(
  tf: TensorFlow,
  network: Trainable,
  { training: articles, teacher }: Pick<Examples, 'training' | 'teacher'>,
  options: TrainingOptions
): (step: number) => Scalar {
  const { loss, margin, role, teacherShare } = options
  const sentences = articles.map((article) => article.sentences)
  /** `alone`, and with a teacher what it says of `vectors`, rows of the sentences of `runs`. */
  const taughtLoss = (alone: () => Scalar, vectors: Tensor2D, runs: Runs): Scalar => {
    if (teacher === undefined) return alone()
    const taught = tf.tensor2d(teacher.rows(runs.taught), [runs.taught.length, teacher.dims])
    const apart = teacherLoss(tf, vectors, taught, runs, options).mul<Scalar>(teacherShare)
    return teacherShare === 1
      ? apart
      : alone()
          .mul<Scalar>(1 - teacherShare)
          .add(apart)
  }
  if (loss === 'contrast' && role === 'titles') {
    const batches = createTitleBatches(articles, options)
    return (step) => {
      const batch = batches.at(step)
      const vectors = network.encode([...batch.sentences, ...batch.titles], step)
      const rows = vectors.slice([0, 0], [batch.sentences.length, vectors.shape[1]])
      return taughtLoss(() => titleLoss(tf, vectors, batch, options), rows, batch)
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
