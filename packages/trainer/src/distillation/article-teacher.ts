import { createRandom } from '@leitmotif/encoder/vectors'
import type { Rank, Tensor2D, Variable } from '@tensorflow/tfjs'
import type { TensorFlow } from '../backend/backend.js'
import { contrastLoss } from '../train/losses.js'
import { drawGlorot } from '../networks/initial-weights.js'
import { unitRows } from '../networks/unit-rows.js'
import { fit } from '../train/fit.js'
import { createCollectionBatches, type CollectionArticle, type CollectionBatchOptions } from './collection-batches.js'
import { ARTICLE_TEMPERATURE } from './collection-losses.js'
import { quantized, rowsFrom, type TeacherRows } from './teacher-rows.js'

export interface ArticleTeacherOptions extends CollectionBatchOptions {
  /** Number of training steps. Range: 1 or more. */
  readonly steps: number
}

/** Dimensions of its rows, and hidden units. */
const DIMS = 384
const UNITS = 512
/** Share of the inputs that a training step drops. */
const DROPOUT = 0.1
const SLICE = 4096

/**
 * Trains a network on the rows of several encoders to distinguish the sections of an article, by in-article contrast:
 * unit(x A + relu(x B + b) C), where x are the rows of a sentence side by side. It reads no words, so it learns in
 * minutes what a network of several layers learns in hours. Returns its rows of all texts; zero for texts that are not
 * sentences of an article.
 * @param parts rows of all texts by each encoder
 */
export async function teachArticles(
  tf: TensorFlow,
  articles: readonly CollectionArticle[],
  parts: readonly TeacherRows[],
  texts: number,
  options: ArticleTeacherOptions,
  onStep?: (done: number, loss: number) => void
): Promise<TeacherRows> {
  const { steps, seed } = options
  const inputs = parts.reduce((sum, { dims }) => sum + dims, 0)
  const random = createRandom(seed).fork('article teacher')
  const drawn = (rows: number, columns: number): Variable<Rank.R2> =>
    tf.tidy(() => tf.variable(tf.tensor2d(drawGlorot(random, rows, columns), [rows, columns])))
  const [linear, inner, outer] = [drawn(inputs, DIMS), drawn(inputs, UNITS), drawn(UNITS, DIMS)]
  const bias = tf.tidy(() => tf.variable(tf.zeros([UNITS])))
  const encode = (places: ArrayLike<number>, step?: number): Tensor2D =>
    tf.tidy(() => {
      const rows = tf.concat2d(
        parts.map(({ dims, of }) => tf.tensor2d(of(places), [places.length, dims])),
        1
      )
      const read = step === undefined ? rows : (tf.dropout(rows, DROPOUT, undefined, seed + step) as Tensor2D)
      const hidden = tf.relu(tf.matMul(read, inner).add<Tensor2D>(bias))
      const isSentence = Float32Array.from(places, (place) => Number(place >= 0))
      return unitRows(tf, tf.matMul(read, linear).add<Tensor2D>(tf.matMul(hidden, outer))).mul<Tensor2D>(
        tf.tensor2d(isSentence, [places.length, 1])
      )
    })
  const batchAt = createCollectionBatches(articles, [], { ...options, together: 1 })
  await fit(
    tf,
    {
      variables: new Map(Object.entries({ linear, inner, outer, bias })),
      loss(step) {
        const batch = batchAt(step)
        const temperature = ARTICLE_TEMPERATURE
        return tf.tidy(() => contrastLoss(tf, encode(batch.taught, step), batch, { temperature, contextShare: 0.5 }))
      },
      validate: () => ({ score: 0 }),
      ...(onStep && { onStep })
    },
    { steps, learningRate: 0.001, schedule: 'linear', warmUp: 0, finalRate: 0, validateEvery: steps }
  )
  const rows = new Int8Array(texts * DIMS)
  const sentences = Int32Array.from(new Set(articles.flatMap((a) => a.sentences.map(({ taught }) => taught!))))
  for (let from = 0; from < sentences.length; from += SLICE) {
    const places = sentences.subarray(from, from + SLICE)
    const encoded = tf.tidy(() => encode(places).dataSync<'float32'>())
    const int8 = quantized(encoded, DIMS)
    places.forEach((place, i) => {
      rows.set(int8.subarray(i * DIMS, (i + 1) * DIMS), place * DIMS)
    })
  }
  for (const variable of [linear, inner, outer, bias]) variable.dispose()
  return rowsFrom(rows, DIMS)
}
