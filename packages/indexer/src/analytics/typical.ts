import { wholeDocuments } from '../store/slices.js'
import { dot, normalize } from '@leitmotif/encoder'
import { meanVector } from '@leitmotif/encoder/vectors'
import { MAX_CHOICES, type Count, type Filter, type SentenceRecord, type ThemeStore } from '../store/store.js'
import { findTheme, listThemes } from '../themes/list.js'
import { currentRun, modelOf } from '../themes/run.js'
import { storedThemes } from './theme-table.js'

/** A document compared with a theme, or with the whole collection. */
export interface DocumentLikeness {
  readonly document: string
  readonly title: string
  /** Number of its sentences that are compared (those of the theme, or all), and of all its sentences. */
  readonly sentences: number
  readonly of: number
  /**
   * For a theme: cosine of the document's mean vector and the theme's centre. For the collection: mean cosine of its
   * sentences and their nearest centres.
   */
  readonly similarity: number
}

/** Consecutive sentences of one paragraph. */
export interface Passage {
  readonly document: string
  readonly title: string
  readonly path: readonly string[]
  readonly sentences: readonly (Pick<SentenceRecord, 'id' | 'position' | 'text'> & {
    /** Whether the sentence belongs to the theme. */
    readonly onTheme: boolean
  })[]
  /**
   * From 0 to 1: the sum of the cosines of the theme's sentences to its centre, divided by the number of sentences plus
   * one.
   */
  readonly score: number
}

export interface Typical {
  readonly theme: { readonly id: string; readonly label: string }
  /** Most typical first. */
  readonly documents: readonly DocumentLikeness[]
  /** Best first, at most one per document. */
  readonly passages: readonly Passage[]
}

/** Number of documents read per theme: those with the largest product of its sentences and its share. */
const CANDIDATES = 100

/** Maximum number of sentences in a passage. */
const MOST_SENTENCES = 12

export interface TypicalOptions {
  /** Number of documents and of passages per theme, 0 or more. */
  readonly documents?: number
  readonly passages?: number
  /** Only sentences that match are returned, counted and weighted. */
  readonly filter?: Filter
}

/**
 * Returns the most typical documents and passages of a theme. A long paragraph on the theme beats a short one, and one
 * that strays from it. Reads the vectors of a hundred documents that have much of the theme.
 * @param theme id, number, or words of its label; not a group.
 * @throws Failure if no theme, or more than one, has that name.
 * @example
 * const { documents } = await typicalOf(store, '1', { documents: 3 })
 * documents.length // => 3
 */
export async function typicalOf(store: ThemeStore, theme: string, options?: TypicalOptions): Promise<Typical> {
  const [typical] = await typicalOfAll(store, [theme], options)
  return typical
}

/** Does the same for several themes, in their order, and reads what they share once. */
export async function typicalOfAll(
  store: ThemeStore,
  themes: readonly string[],
  { documents = 10, passages = 3, filter }: TypicalOptions = {}
): Promise<Typical[]> {
  const list = await listThemes(store)
  const { themes: run } = await currentRun(store)
  const model = modelOf(run)
  const found = themes.map((name) => {
    const { id, label } = findTheme(list.themes, name, list.groups)
    const stored = new Set(storedThemes(list, id))
    return {
      theme: { id, label },
      has: (theme: string | undefined): boolean => theme !== undefined && stored.has(theme),
      centroid: model.themes[run.themes.findIndex((theme) => theme.id === id)].centroid,
      documents: [] as DocumentLikeness[],
      passages: [] as Passage[]
    }
  })
  const counts = await store.count(['document', 'theme'], filter)
  const candidates = new Set(found.flatMap(({ has }) => candidatesOf(counts, has)))
  // The candidates already match the filter's conditions on documents.
  const narrowed = { ...filter, ...(candidates.size <= MAX_CHOICES && { document: { in: [...candidates] } }) }
  for await (const { records, vectors } of wholeDocuments(store.scan({ filter: narrowed, vectors: true }))) {
    if (!candidates.has(records[0].document)) continue
    const direction = meanVector(vectors).map((value, d) => value - model.mean[d])
    normalize(direction)
    for (const of of found) {
      const likeness = likenessOf(records, dot(direction, of.centroid), of.has)
      if (likeness.sentences === 0) continue
      of.documents = best([...of.documents, likeness], ({ similarity }) => similarity, documents)
      const passage = best(passagesIn(records, of.has), ({ score }) => score, 1)
      of.passages = best([...of.passages, ...passage], ({ score }) => score, passages)
    }
  }
  return found.map(({ theme, documents, passages }) => ({ theme, documents, passages }))
}

/** Returns the documents with the largest product of a theme's sentences and its share. */
function candidatesOf(counts: readonly Count[], has: (theme: string | undefined) => boolean): string[] {
  const documents = new Map<string, { all: number; having: number }>()
  for (const { key, sentences } of counts) {
    const [document, theme] = key
    const of = documents.get(String(document)) ?? { all: 0, having: 0 }
    documents.set(String(document), of)
    of.all += sentences
    if (has(theme === undefined ? undefined : String(theme))) of.having += sentences
  }
  return best([...documents], ([, { all, having }]) => having ** 2 / all, CANDIDATES)
    .filter(([, { having }]) => having > 0)
    .map(([document]) => document)
}

function likenessOf(
  records: readonly SentenceRecord[],
  similarity: number,
  has: (theme: string | undefined) => boolean
): DocumentLikeness {
  const [{ document, title }] = records
  return {
    document,
    title,
    sentences: records.filter(({ theme }) => has(theme)).length,
    of: records.length,
    similarity
  }
}

/** Returns the paragraphs of a document that have sentences of a theme. Long ones are split. */
function passagesIn(records: readonly SentenceRecord[], has: (theme: string | undefined) => boolean): Passage[] {
  const paragraphs: SentenceRecord[][] = []
  for (const record of records) {
    const last = paragraphs.at(-1)
    if (last?.[0].paragraph === record.paragraph && last.length < MOST_SENTENCES) last.push(record)
    else paragraphs.push([record])
  }
  return paragraphs.flatMap((sentences) => {
    const own = sentences.filter(({ theme }) => has(theme))
    if (own.length === 0) return []
    const [{ document, title, path }] = sentences
    const sum = own.reduce((total, { themeSimilarity = 0 }) => total + themeSimilarity, 0)
    return {
      ...{ document, title, path, score: sum / (sentences.length + 1) },
      sentences: sentences.map(({ id, position, text, theme }) => ({ id, position, text, onTheme: has(theme) }))
    }
  })
}

/** Returns the `most` items of greatest merit, the greatest first. Equal ones keep their order. */
function best<T>(items: readonly T[], merit: (item: T) => number, most: number): T[] {
  return [...items].sort((a, b) => merit(b) - merit(a)).slice(0, most)
}
