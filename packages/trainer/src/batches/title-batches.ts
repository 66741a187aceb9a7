import { Failure } from '@leitmotif/command'
import { createRandom, type Random } from '@leitmotif/encoder/vectors'
import { drawRun, fillRuns, type ArticleExamples, type BatchOptions, type Runs } from './batches.js'
import { createEpochs } from './epochs.js'
import type { TripletBatch, TripletBatchOptions, TripletIndices } from './triplet-batches.js'

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

/** A section's first sentence, its title, and the titles of the adjacent sections. */
interface Pivot {
  readonly rows: Uint32Array
  readonly title: Uint32Array
  readonly adjacent: readonly Uint32Array[]
}

/**
 * Returns batches of title triplets (Ein Dor et al., section 3.2). Each epoch goes through all sections that have a title and
 * start with a sentence, and draws the title of the section before or after as the negative.
 * @throws Failure when no section has all three.
 */
export function createTitleTripletBatches(
  articles: Articles,
  { triplets, seed }: Pick<TripletBatchOptions, 'triplets' | 'seed'>
): { readonly perEpoch: number; readonly at: (step: number) => TripletBatch } {
  const pivots = articles.flatMap(findPivots)
  if (pivots.length === 0) {
    throw new Failure(
      'no title triplet; expected an article whose adjacent sections have different headings. Add articles'
    )
  }
  const size = Math.min(triplets, pivots.length)
  const { perEpoch, at } = createEpochs(pivots, size, createRandom(seed).fork('title triplet batches'))
  return {
    perEpoch,
    at(step) {
      const { items, draw } = at(step)
      const sentences = items.flatMap(({ rows, title, adjacent }) => [
        rows,
        title,
        adjacent[draw.integer(adjacent.length)]
      ])
      return { sentences, triplets: items.map((_, i): TripletIndices => [3 * i, 3 * i + 1, 3 * i + 2]) }
    }
  }
}

function findPivots({ sentences, titles }: ArticleExamples): Pivot[] {
  return titles.flatMap((title, section) => {
    const first = sentences.find((sentence) => sentence.section === section)
    const adjacent = [section - 1, section + 1]
      .flatMap((near) => (near in titles ? [titles[near]] : []))
      .filter((other) => other.length > 0 && !sameWords(other, title))
    if (first?.position !== 0 || first.rows.length === 0 || title.length === 0 || adjacent.length === 0) return []
    return [{ rows: first.rows, title, adjacent }]
  })
}

function sameWords(a: Uint32Array, b: Uint32Array): boolean {
  return a.length === b.length && a.every((row, i) => row === b[i])
}
