import { assignThemes, row, type ThemeModel } from '@leitmotif/encoder'
import { MAX_HITS, type Filter, type SentenceRecord, type ThemeStore } from '../store/store.js'
import { currentRun, modelOf } from '../themes/run.js'
import type { DocumentLikeness } from './typical.js'

export interface Outliers {
  /** Sentences farthest from every theme, the farthest first. */
  readonly sentences: readonly { readonly record: SentenceRecord; readonly similarity: number }[]
  /** Documents whose sentences are, the least `drawn` first. */
  readonly documents: readonly OutlyingDocument[]
}

interface OutlyingDocument extends DocumentLikeness {
  /** Its similarity drawn towards that of the whole collection, the more the fewer sentences it has. */
  readonly drawn: number
}

/** Sentences of fewer words are too short to have a theme, and no find. */
const LEAST_WORDS = 6
/** Documents of fewer such sentences are not judged. */
const LEAST_SENTENCES = 5
/** A document counts as having so many further sentences as near as the collection's are on average. */
const SHRINKAGE = 5

/**
 * What is unlike the rest: sentences without a theme, by the cosine to the nearest theme's centre; where these are few, those
 * with the least cosine follow. Documents by the mean cosine of their sentences, which is drawn towards the collection's the
 * more, the shorter a document is; of a sentence without a theme it is taken for the least that would give it one.
 * @throws Failure where no themes were built.
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
      if (countWords(text) < LEAST_WORDS) continue
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

/** Those of the sentences that have a known word, the farthest from every centre first. */
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
