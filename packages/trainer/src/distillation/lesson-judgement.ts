import type { Vectors } from '@leitmotif/encoder'
import { shareContext } from '@leitmotif/encoder/stages'
import { measureFind } from '../evaluation/collection-search.js'
import { judgeTriplets, share } from '../evaluation/tdc.js'
import type { Judgement } from '../train/fit.js'
import type { Lessons } from './distillation-data.js'

/**
 * The figures of a judgement, as means over the corpora: TDC without and with context, and hit@10 of headings with
 * titles.
 */
export const JUDGED = ['none', 'article', 'hit10'] as const

/** Judges a network on the validation part by TDC and by search, with equal weights. */
export async function judgeLessons(
  { judged }: Lessons,
  encode: (texts: readonly string[]) => Vectors
): Promise<Judgement> {
  const figures = await Promise.all(
    judged.map(async ({ triplets, collection }) => {
      const of = triplets.map(({ sentences, triplets }) => ({ vectors: encode(sentences), triplets }))
      const none = share(of.map(({ vectors, triplets }) => judgeTriplets(vectors, triplets)))
      const article = share(of.map(({ vectors, triplets }) => judgeTriplets(shareContext(vectors), triplets)))
      const found = await measureFind({ encode: (texts) => Promise.resolve(encode(texts)) }, collection)
      return [none, article, found.heading.hit10]
    })
  )
  const means = JUDGED.map((_, f) => figures.reduce((sum, each) => sum + each[f], 0) / figures.length)
  const [none, article, hit10] = means
  return { score: (none + article) / 4 + hit10 / 2, figures: means }
}
