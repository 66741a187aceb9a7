import { createRandom, type Random } from '@leitmotif/encoder/vectors'
import { createEpochs } from './epochs.js'

/** A sentence that may be trained on: its known words, and its place. */
export interface Example {
  /** Rows of the word table, in reading order. */
  readonly rows: Uint32Array
  /** Counts the article's remaining sections. */
  readonly section: number
  /** Its paragraph's place in the section. */
  readonly position: number
  /** Its place in the teacher's rows; -1 where it has none. */
  readonly taught?: number
}

/** An article that is trained on. */
export interface ArticleExamples {
  /** In reading order. */
  readonly sentences: readonly Example[]
  /** The titles of its sections, by `Example.section`; empty where there is no heading. */
  readonly titles: readonly Uint32Array[]
  /** The titles' places in the teacher's rows; -1 where it has none. */
  readonly taughtTitles?: readonly number[]
}

/** Runs of articles side by side: `articles` × `slots` sentences, empty slots last. */
export interface Runs {
  readonly articles: number
  readonly slots: number
  /** [articles * slots]; empty where a slot holds no sentence. */
  readonly sentences: readonly Uint32Array[]
  /** [articles, slots], 1 where a slot holds a sentence. */
  readonly filled: Float32Array
  /** [articles * slots], places of the teacher's rows; -1 where it has none. */
  readonly taught: Int32Array
}

/** Runs, and who belongs together. */
export interface Batch extends Runs {
  /** [articles, slots (pivot), slots], 1 for sentences of the pivot's section within the paragraph distance. */
  readonly positives: Float32Array
  /** [articles, slots (pivot), slots], 1 for sentences of the article's other sections. */
  readonly negatives: Float32Array
}

export interface BatchOptions {
  /** Sentences of a step, empty slots included. Range: `slots` or more. Default: 768. */
  readonly sentences: number
  /**
   * Sentences of an article in one step; from a longer article a run of neighbours is drawn anew each time. More gives
   * more negatives to tell from. Range: 2 or more. Default: 96.
   */
  readonly slots: number
  /** How many paragraphs at most lie between a pivot and its positives. Default: 3, the paper's. */
  readonly paragraphDistance: number
  readonly seed: number
}

export const BATCH_DEFAULTS: BatchOptions = { sentences: 768, slots: 96, paragraphDistance: 3, seed: 1 }

/**
 * The batch of any step (from 0), by the seed and the step alone, so that training resumes where it broke off. An
 * epoch passes once through all articles in an order of its own.
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

/** A run of neighbouring sentences: with them come positives, and negatives from the sections beside them. */
export function drawRun(examples: readonly Example[], slots: number, random: Random): readonly Example[] {
  if (examples.length <= slots) return examples
  const start = random.integer(examples.length - slots + 1)
  return examples.slice(start, start + slots)
}

/** The slots that runs of examples take. */
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

function fillBatch(runs: readonly (readonly Example[])[], { slots, paragraphDistance }: BatchOptions): Batch {
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
