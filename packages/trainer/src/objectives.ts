import type { Scalar } from '@tensorflow/tfjs'
import type { TensorFlow } from './backend.js'
import { createBatches } from './batches.js'
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
  if (loss === 'contrast' && role === 'titles') {
    const batches = createTitleBatches(articles, options)
    return (step) => {
      const batch = batches.at(step)
      return titleLoss(tf, network.encode(batch.sentences, step), batch, options)
    }
  }
  if (loss === 'contrast') {
    const batches = createBatches(sentences, options)
    return (step) => {
      const batch = batches.at(step)
      const vectors = network.encode(batch.sentences, step)
      if (teacher === undefined) return contrastLoss(tf, vectors, batch, options)
      const taught = tf.tensor2d(teacher.rows(batch.taught), [batch.taught.length, teacher.dims])
      const apart = teacherLoss(tf, vectors, taught, batch, options).mul(teacherShare)
      if (teacherShare === 1) return apart.asScalar()
      return contrastLoss(tf, vectors, batch, options)
        .mul(1 - teacherShare)
        .add<Scalar>(apart)
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
