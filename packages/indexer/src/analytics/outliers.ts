import { assignThemes, row, type ThemeModel } from '@leitmotif/encoder'
import { MAX_HITS, type Filter, type SentenceRecord, type ThemeStore } from '../store/store.js'
import { BOILERPLATE } from '../themes/boilerplate.js'
import { currentRun, modelOf } from '../themes/run.js'
import type { DocumentLikeness } from './typical.js'

export interface Outliers {
  /** Sentences farthest from every theme, the farthest first. */
  readonly sentences: readonly { readonly record: SentenceRecord; readonly similarity: number }[]
  /** Documents whose sentences are farthest from every theme, the least `drawn` first. */
  readonly documents: readonly OutlyingDocument[]
}

interface OutlyingDocument extends DocumentLikeness {
  /** Its similarity, shrunk towards the mean of the collection; more strongly for documents with few sentences. */
  readonly drawn: number
}

/** Shorter sentences are skipped: they are too short to have a theme. */
const LEAST_WORDS = 6
/** Documents with fewer such sentences are skipped. */
const LEAST_SENTENCES = 5
/** Weight of the collection's mean similarity in that of a document, as a number of sentences. */
const SHRINKAGE = 5

/**
 * Finds the sentences and documents that are least like the rest. Boilerplate is not asked about.
 *
 * Sentences without a theme come first, ordered by the cosine to the nearest theme's centre. If these are fewer than
 * `most`, the sentences with a theme and the lowest cosine follow. Documents are ordered by the mean cosine of their
 * sentences, which is shrunk towards the collection's mean, more so for short documents. A sentence without a theme
 * counts with the lowest cosine that would give it one.
 * @throws Failure if no themes were built.
 * @example
 * const { sentences } = await findOutliers(store)
 * sentences.length > 0 // => true
 */
export async function findOutliers(
  store: ThemeStore,
  { most = 10, filter }: { readonly most?: number; readonly filter?: Filter } = {}
): Promise<Outliers> {
  const model = modelOf((await currentRun(store)).themes)
  const outside: SentenceRecord[] = []
  let nearest: { record: SentenceRecord; similarity: number }[] = []
  const documents = new Map<string, { title: string; sum: number; count: number }>()
  const all = { sum: 0, count: 0 }
  for await (const { records } of store.scan(filter === undefined ? {} : { filter })) {
    for (const record of records) {
      const { document, title, text, theme, themeSimilarity: similarity = model.threshold } = record
      if (theme === BOILERPLATE || countWords(text) < LEAST_WORDS) continue
      if (theme !== undefined) nearest.push({ record, similarity })
      else if (outside.length < MAX_HITS) outside.push(record)
      const of = documents.get(document) ?? { title, sum: 0, count: 0 }
      documents.set(document, of)
      for (const total of [of, all]) {
        total.sum += similarity
        total.count++
      }
    }
    nearest = nearest.sort(leastFirst).slice(0, most)
  }
  const sentences = [...(await farthest(store, outside, model)), ...nearest].slice(0, most)
  const mean = all.sum / all.count
  const unlike: OutlyingDocument[] = [...documents]
    .filter(([, { count }]) => count >= LEAST_SENTENCES)
    .map(([document, { title, sum, count }]) => ({
      document,
      title,
      sentences: count,
      of: count,
      similarity: sum / count,
      drawn: (sum + SHRINKAGE * mean) / (count + SHRINKAGE)
    }))
    .sort((a, b) => a.drawn - b.drawn)
    .slice(0, most)
  return { sentences, documents: unlike }
}

/** Returns the sentences that have a known word, the farthest from every centre first. */
async function farthest(
  store: ThemeStore,
  sentences: readonly SentenceRecord[],
  model: ThemeModel
): Promise<{ record: SentenceRecord; similarity: number }[]> {
  const { records, vectors } = await store.read(sentences.map(({ id }) => id))
  const { similarity } = assignThemes(vectors, model)
  return records
    .map((record, i) => ({ record, similarity: similarity[i] }))
    .filter((_, i) => row(vectors, i).some((value) => value !== 0))
    .sort(leastFirst)
}

function leastFirst(a: { readonly similarity: number }, b: { readonly similarity: number }): number {
  return a.similarity - b.similarity
}

function countWords(text: string): number {
  return text.match(/\p{L}+/gu)?.length ?? 0
}
