import type { Scalar } from '@tensorflow/tfjs'
import type { TensorFlow } from '../backend/backend.js'
import { createBatches } from '../batches/batches.js'
import type { Examples } from './examples.js'
import { contrastLoss, titleLoss } from './losses.js'
import type { Trainable } from '../networks/trainable.js'
import { createTitleBatches, createTitleTripletBatches } from '../batches/title-batches.js'
import type { TrainingOptions } from './training-options.js'
import { createGivenBatches, createTripletBatches } from '../batches/triplet-batches.js'
import { hingeLoss, paperLoss, type Distance } from './triplet-losses.js'

/** Returns a function that gives the loss of the present network on the batch of a step (from 0). */
export function createLoss(
  tf: TensorFlow,
  network: Trainable,
  { training: articles, given }: Pick<Examples, 'training' | 'given'>,
  options: TrainingOptions
): (step: number) => Scalar {
  const { loss, margin, role } = options
  const sentences = articles.map((article) => article.sentences)
  if (loss === 'contrast' && role === 'titles') {
    const batches = createTitleBatches(articles, options)
    return (step) => {
      const batch = batches.at(step)
      return titleLoss(tf, network.encode([...batch.sentences, ...batch.titles], step), batch, options)
    }
  }
  if (loss === 'contrast') {
    const batches = createBatches(sentences, options)
    return (step) => {
      const batch = batches.at(step)
      return contrastLoss(tf, network.encode(batch.sentences, step), batch, options)
    }
  }
  const batches =
    given !== undefined
      ? createGivenBatches(given, options)
      : role === 'titles'
        ? createTitleTripletBatches(articles, options)
        : createTripletBatches(sentences, options)
  return (step) => {
    const { sentences, triplets } = batches.at(step)
    const vectors = network.encode(sentences, step)
    if (loss === 'paper') return paperLoss(tf, vectors, triplets, { distance: options.distance })
    return hingeLoss(tf, vectors, triplets, { distance: loss.slice('hinge-'.length) as Distance, margin })
  }
}
