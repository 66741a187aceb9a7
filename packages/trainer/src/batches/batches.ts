import { createRandom, type Random } from '@leitmotif/encoder/vectors'
import { createEpochs } from './epochs.js'

/** A training sentence: its known words and its position. */
export interface Example {
  /** Rows of the word table, in reading order. */
  readonly rows: Uint32Array
  /** Index among the article's remaining sections. */
  readonly section: number
  /** Index of its paragraph in the section. */
  readonly position: number
  /** Index of its teacher's row; -1 without one. */
  readonly taught?: number
}

/** A training article. */
export interface ArticleExamples {
  /** In reading order. */
  readonly sentences: readonly Example[]
  /** The titles of its sections, by `Example.section`; empty for a section without heading. */
  readonly titles: readonly Uint32Array[]
}

/** Runs of sentences of several articles: `articles` × `slots` sentences, empty slots last. */
export interface Runs {
  readonly articles: number
  readonly slots: number
  /** [articles * slots]; an empty slot has no words. */
  readonly sentences: readonly Uint32Array[]
  /** [articles, slots], 1 for a slot with a sentence. */
  readonly filled: Float32Array
  /** [articles * slots], indices of the teacher's rows; -1 without one. */
  readonly taught: Int32Array
}

/** Runs, with the positives and negatives of each sentence. */
export interface Batch extends Runs {
  /** [articles, slots (pivot), slots], 1 for sentences of the pivot's section within the paragraph distance. */
  readonly positives: Float32Array
  /** [articles, slots (pivot), slots], 1 for sentences of the article's other sections. */
  readonly negatives: Float32Array
}

export interface BatchOptions {
  /** Sentences of a batch, empty slots included. Range: `slots` or more. Default: 768. */
  readonly sentences: number
  /**
   * Sentences of an article in a batch. From a longer article each batch draws another run of neighbours. More slots give
   * more negatives. Range: 2 or more. Default: 96.
   */
  readonly slots: number
  /** Maximum number of paragraphs from a pivot to its positives. Default: 3, the paper's. */
  readonly paragraphDistance: number
  readonly seed: number
}

export const BATCH_DEFAULTS: BatchOptions = { sentences: 768, slots: 96, paragraphDistance: 3, seed: 1 }

/**
 * Returns a function that gives the batch of a step (from 0). A batch depends only on the seed and the step, so that training
 * can resume. Each epoch goes once through all articles, in a new random order.
 */
export function createBatches(
  articles: readonly (readonly Example[])[],
  options: Partial<BatchOptions> = {}
): { readonly perEpoch: number; readonly at: (step: number) => Batch } {
  const settled = { ...BATCH_DEFAULTS, ...options }
  const size = Math.min(articles.length, Math.max(1, Math.floor(settled.sentences / settled.slots)))
  const { perEpoch, at } = createEpochs(articles, size, createRandom(settled.seed).fork('batches'))
  return {
    perEpoch,
    at(step) {
      const { items, draw } = at(step)
      return fillBatch(
        items.map((examples) => drawRun(examples, settled.slots, draw)),
        settled
      )
    }
  }
}

/** Draws a run of adjacent sentences: it contains positives, and negatives from adjacent sections. */
export function drawRun(examples: readonly Example[], slots: number, random: Random): readonly Example[] {
  if (examples.length <= slots) return examples
  const start = random.integer(examples.length - slots + 1)
  return examples.slice(start, start + slots)
}

/** Puts runs of examples into slots. */
export function fillRuns(runs: readonly (readonly Example[])[], slots: number): Runs {
  const articles = runs.length
  const sentences: Uint32Array[] = Array.from({ length: articles * slots }, () => new Uint32Array(0))
  const filled = new Float32Array(articles * slots)
  const taught = new Int32Array(articles * slots).fill(-1)
  runs.forEach((run, a) => {
    run.forEach((example, s) => {
      sentences[a * slots + s] = example.rows
      filled[a * slots + s] = 1
      taught[a * slots + s] = example.taught ?? -1
    })
  })
  return { articles, slots, sentences, filled, taught }
}

/** Puts runs into slots, with their positives and negatives. */
export function fillBatch(
  runs: readonly (readonly Example[])[],
  { slots, paragraphDistance }: Pick<BatchOptions, 'slots' | 'paragraphDistance'>
): Batch {
  const positives = new Float32Array(runs.length * slots * slots)
  const negatives = new Float32Array(runs.length * slots * slots)
  runs.forEach((run, a) => {
    run.forEach((pivot, p) => {
      run.forEach((other, o) => {
        const at = (a * slots + p) * slots + o
        if (pivot.section !== other.section) negatives[at] = 1
        else if (o !== p && Math.abs(pivot.position - other.position) <= paragraphDistance) positives[at] = 1
      })
    })
  })
  return { ...fillRuns(runs, slots), positives, negatives }
}
