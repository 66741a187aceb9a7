import { Failure } from '@leitmotif/command'
import { createRandom, type Random } from '@leitmotif/encoder/vectors'
import { drawRun, fillRuns, type ArticleExamples, type BatchOptions, type Runs } from './batches.js'
import { createEpochs } from './epochs.js'
import {
  TRIPLET_BATCH_DEFAULTS,
  type TripletBatch,
  type TripletBatchOptions,
  type TripletIndices
} from './triplet-batches.js'

/** Runs of sentences, with `heads` section titles of each article. */
export interface TitleBatch extends Runs {
  readonly heads: number
  /** [articles * heads]; padding has no words. */
  readonly titles: readonly Uint32Array[]
  /** [articles, slots, heads], 1 for the title of the sentence's section. */
  readonly own: Float32Array
  /** [articles, slots, heads], 1 for the article's other titles, if the sentence's section has a title. */
  readonly others: Float32Array
}

type Articles = readonly ArticleExamples[]
type TitleBatchOptions = Pick<BatchOptions, 'sentences' | 'slots' | 'seed'>

/**
 * Returns a function that gives the batch of a step (from 0), which depends only on the seed and the step. Each article
 * contributes a run of adjacent sentences and the titles of all its sections.
 */
export function createTitleBatches(
  articles: Articles,
  { sentences, slots, seed }: TitleBatchOptions
): { readonly perEpoch: number; readonly at: (step: number) => TitleBatch } {
  const size = Math.min(articles.length, Math.max(1, Math.floor(sentences / slots)))
  const { perEpoch, at } = createEpochs(articles, size, createRandom(seed).fork('title batches'))
  return {
    perEpoch,
    at(step) {
      const { items, draw } = at(step)
      return fillBatch(items, slots, draw)
    }
  }
}

function fillBatch(items: Articles, slots: number, draw: Random): TitleBatch {
  const heads = Math.max(...items.map(({ titles }) => titles.length))
  const titles = new Array<Uint32Array>(items.length * heads).fill(new Uint32Array(0))
  const own = new Float32Array(items.length * slots * heads)
  const others = new Float32Array(items.length * slots * heads)
  const runs = items.map(({ sentences }) => drawRun(sentences, slots, draw))
  items.forEach((item, a) => {
    item.titles.forEach((title, h) => {
      titles[a * heads + h] = title
    })
    runs[a].forEach(({ rows, section }, s) => {
      const title = item.titles[section]
      if (rows.length === 0 || title.length === 0) return
      item.titles.forEach((other, h) => {
        const at = (a * slots + s) * heads + h
        if (h === section) own[at] = 1
        else if (other.length > 0 && !sameWords(other, title)) others[at] = 1
      })
    })
  })
  return { ...fillRuns(runs, slots), heads, titles, own, others }
}

/** A section's first sentence, its title, and the titles that its negative is drawn from. */
interface Pivot {
  readonly rows: Uint32Array
  readonly title: Uint32Array
  readonly others: readonly Uint32Array[]
  /** The part of `others` that no negative is drawn from. */
  readonly from: number
  readonly to: number
}

/**
 * Returns batches of title triplets (Ein Dor et al., section 3.2). Each epoch goes through all sections that have a title and
 * start with a sentence, and draws as the negative the title of a section by `negative`: the one before or after, another of
 * the article, or one of another article.
 * @throws Failure when no section has all three.
 */
export function createTitleTripletBatches(
  articles: Articles,
  options: Pick<TripletBatchOptions, 'batchTriplets' | 'seed'> & Partial<Pick<TripletBatchOptions, 'negative'>>
): { readonly perEpoch: number; readonly at: (step: number) => TripletBatch } {
  const { batchTriplets, seed, negative } = { ...TRIPLET_BATCH_DEFAULTS, ...options }
  const pivots = findPivots(articles, negative)
  if (pivots.length === 0) {
    const where = { adjacent: 'adjacent sections', article: 'sections', corpus: 'sections and those of others' }[
      negative
    ]
    throw new Failure(`no title triplet; expected an article whose ${where} have different headings. Add articles`)
  }
  const size = Math.min(batchTriplets, pivots.length)
  const { perEpoch, at } = createEpochs(pivots, size, createRandom(seed).fork('title triplet batches'))
  return {
    perEpoch,
    at(step) {
      const { items, draw } = at(step)
      const sentences = items.flatMap((pivot) => [pivot.rows, pivot.title, drawOther(pivot, draw)])
      return { sentences, triplets: items.map((_, i): TripletIndices => [3 * i, 3 * i + 1, 3 * i + 2]) }
    }
  }
}

/** Returns a title of other words; one of the same words is replaced by the next one that differs. */
function drawOther({ title, others, from, to }: Pivot, random: Random): Uint32Array {
  const count = others.length - (to - from)
  const drawn = random.integer(count)
  for (let step = 0; ; step++) {
    const at = (drawn + step) % count
    const other = others[at < from ? at : at + to - from]
    if (!sameWords(other, title)) return other
  }
}

function findPivots(articles: Articles, negative: TripletBatchOptions['negative']): Pivot[] {
  const named = articles.map(({ titles }) => titles.filter((title) => title.length > 0))
  const all = named.flat()
  let end = 0
  return articles.flatMap(({ sentences, titles }, article) => {
    const own = { from: end, to: (end += named[article].length) }
    return titles.flatMap((title, section): Pivot[] => {
      const first = sentences.find((sentence) => sentence.section === section)
      if (first?.position !== 0 || first.rows.length === 0 || title.length === 0) return []
      const drawn = { rows: first.rows, title }
      if (negative === 'corpus') {
        const differs = all.some((other, i) => (i < own.from || i >= own.to) && !sameWords(other, title))
        return differs ? [{ ...drawn, others: all, ...own }] : []
      }
      const near = [section - 1, section + 1].flatMap((at) => (at in titles ? [titles[at]] : []))
      const others =
        negative === 'adjacent' ? near.filter((other) => other.length > 0 && !sameWords(other, title)) : named[article]
      return others.some((other) => !sameWords(other, title)) ? [{ ...drawn, others, from: 0, to: 0 }] : []
    })
  })
}

function sameWords(a: Uint32Array, b: Uint32Array): boolean {
  return a.length === b.length && a.every((row, i) => row === b[i])
}
