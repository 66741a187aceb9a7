import type { Tensor2D } from '@tensorflow/tfjs'
import type { Vectors } from '@leitmotif/encoder'
import { shareContext } from '@leitmotif/encoder/stages'
import type { TensorFlow } from '../backend/backend.js'
import { judgeTriplets, share, type Outcome } from '../evaluation/tdc.js'
import type { JudgedArticle } from './examples.js'
import type { Judgement } from './fit.js'
import type { Trainable } from '../networks/trainable.js'
import type { TrainingOptions } from './training-options.js'
import { unitRows } from '../networks/unit-rows.js'

/**
 * The figures of a judgement: TDC without and with context, and the mean cosine of two sentences of all articles. The
 * context has vectors only, because words would separate themes whatever the network does.
 */
export const FIGURES = ['none', 'article', 'meanCosine'] as const

/** Mean cosine of sentences above which a network has collapsed: all sentences have nearly the same vector. */
export const COLLAPSED = 0.95

/** Sentences encoded in one call. */
const SLICE = 1024

/** Selects `judgedArticles` of the articles at equal distances, so that each corpus has its share. */
export function chooseJudged(
  validation: readonly JudgedArticle[],
  { judgedArticles }: Pick<TrainingOptions, 'judgedArticles'>
): readonly JudgedArticle[] {
  const count = Math.min(judgedArticles, validation.length)
  return Array.from({ length: count }, (_, i) => validation[Math.floor((i * validation.length) / count)])
}

/** Judges a network, without dropout, by Thematic Distance Comparison on `articles`. */
export function judgeNetwork(
  tf: TensorFlow,
  network: Trainable,
  articles: readonly JudgedArticle[],
  { judge }: Pick<TrainingOptions, 'judge'>
): Judgement {
  const outcomes: Record<'none' | 'article', Outcome[]> = { none: [], article: [] }
  const center: number[] = [] // sum of all rows
  let rows = 0
  for (const { vectors, triplets } of encodeArticles(tf, network, articles)) {
    outcomes.none.push(judgeTriplets(vectors, triplets))
    outcomes.article.push(judgeTriplets(shareContext(vectors), triplets))
    rows += vectors.count
    vectors.data.forEach((value, i) => {
      center[i % vectors.dims] = (center[i % vectors.dims] ?? 0) + value
    })
  }
  const [none, article] = [share(outcomes.none), share(outcomes.article)]
  // The squared length of the mean of unit rows is the mean cosine of two of them.
  const meanCosine = center.reduce((sum, value) => sum + (value / rows) ** 2, 0)
  return {
    score: judge === 'none' ? none : judge === 'article' ? article : (none + article) / 2,
    figures: [none, article, meanCosine]
  }
}

/** The TDC that selects the weights. */
const SELECTING: Readonly<Record<TrainingOptions['judge'], string>> = {
  none: 'without context',
  article: 'with context',
  both: 'mean without and with context'
}

/**
 * Formats the best score so far, with what it is.
 * @param figures FIGURES at that measurement, to be named beside it
 */
export function bestText(judge: TrainingOptions['judge'], score: number, figures?: readonly number[]): string {
  const [none, article] = (figures ?? []).map((figure) => figure.toFixed(4))
  const parts = figures === undefined ? '' : `; without ${none}, with ${article}`
  return `best validation TDC ${score.toFixed(4)} (${SELECTING[judge]}${parts})`
}

/** Encodes each article's sentences to unit rows. */
export function* encodeArticles(
  tf: TensorFlow,
  network: Trainable,
  articles: readonly JudgedArticle[]
): Generator<JudgedArticle & { readonly vectors: Vectors }> {
  for (let from = 0; from < articles.length;) {
    let to = from
    for (let sentences = 0; to < articles.length && (to === from || sentences < SLICE); to++) {
      sentences += articles[to].rows.length
    }
    const group = articles.slice(from, to)
    const [data, dims] = tf.tidy(() => {
      const encoded: Tensor2D = unitRows(tf, network.encode(group.flatMap(({ rows }) => rows)))
      return [encoded.dataSync<'float32'>(), encoded.shape[1]]
    })
    let start = 0
    for (const article of group) {
      const count = article.rows.length
      yield { ...article, vectors: { count, dims, data: data.slice(start * dims, (start + count) * dims) } }
      start += count
    }
    from = to
  }
}
