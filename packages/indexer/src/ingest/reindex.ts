import { Failure } from '@leitmotif/command'
import type { Encoder, Representation } from '@leitmotif/encoder'
import { keepBackground } from '../search/random-pair-cosines.js'
import { INGEST_DEFAULTS } from './ingest.js'
import { encodeDocuments, openLanguages } from './languages.js'
import { readAhead } from './read-ahead.js'
import { measureRecall } from '../search/recall.js'
import {
  MAX_CHOICES,
  type Assignment,
  type DocumentRecord,
  type GenerationStore,
  type SentenceRecord,
  type StoredDocument,
  type ThemeStore
} from '../store/store.js'

export interface ReindexOptions {
  /** The collection, opened for writing. */
  readonly store: GenerationStore
  readonly encoder: Encoder
  /** Default: the encoder's own. */
  readonly representation?: Representation
  /** Number of sentences encoded and written at once, 1 or more. */
  readonly batch?: number
  /** Called with the number of sentences in the next generation, and the total. */
  readonly onProgress?: (done: number, total: number) => void
  /** Called when everything is written and the check of the search begins. */
  readonly onCheck?: () => void
}

const REINDEX_DEFAULTS = { batch: INGEST_DEFAULTS.batch } as const

/** Number of sentences whose search is checked, and the minimum recall of their ten nearest neighbours. */
const CHECKED = 100
const LEAST_RECALL = 0.95

/** Maximum number of rounds in which documents are read again because they changed meanwhile. */
const ROUNDS = 5

export interface ReindexReport {
  readonly documents: number
  readonly sentences: number
  /** Number of documents that an interrupted run had already written. */
  readonly found: number
  readonly representation: Representation
  readonly dims: number
  /** Recall@10 over 100 sentences; absent if no sentence has a neighbour. */
  readonly recall?: number
  /** `carried`: same vectors, so the themes stay valid; `left`: themes must be built again; `none`: no themes. */
  readonly themes: 'carried' | 'left' | 'none'
}

/**
 * Fills a new generation of a collection with the encoder's vectors of all sentences. Checks the numbers of documents
 * and sentences and the recall of searches, then makes the new generation current. Until then, readers notice nothing;
 * afterwards the old generation stays stored. An interrupted run continues when started again.
 * @throws Failure if the check fails or a document is incomplete. Then nothing changes.
 * @example
 * const report = await reindex({ store, encoder, representation: 'static' })
 * report.documents // => 14
 */
export async function reindex(options: ReindexOptions): Promise<ReindexReport> {
  const { store, encoder, representation, batch, onProgress, onCheck } = { ...REINDEX_DEFAULTS, ...options }
  const before = await store.describe()
  const next = await store.openNext(encoder, representation)
  try {
    const found = (await next.documents()).size
    let written = (await next.describe()).sentences
    for (let round = 1; ; round++) {
      const wanted = await store.documents()
      const unfinished = [...wanted].find(([, { hash }]) => hash === '')
      if (unfinished !== undefined) {
        throw new Failure(
          `document ${unfinished[0]} is not whole, since a process ended that was writing it; mend it first: leitmotif index PATH`
        )
      }
      const present = await next.documents()
      await next.remove([...present.keys()].filter((document) => !wanted.has(document)))
      const missing = new Map([...wanted].filter(([document, { hash }]) => present.get(document)?.hash !== hash))
      if (missing.size === 0) break
      if (round > ROUNDS)
        throw new Failure('documents change while they are read; end who writes them, and run this again')
      for await (const records of readAhead(encoded(store, missing, encoder, next.representation, batch))) {
        const dead = (await next.write(records)).dead.at(0)
        if (dead !== undefined) throw new Failure(`document ${dead.document} was refused: ${dead.reason}`)
        for (const { sentences } of records) written += sentences.length
        onProgress?.(written, before.sentences)
      }
    }
    const run = await store.themes()
    const after = await next.describe()
    const same = after.encoder === before.encoder && after.representation === before.representation
    if (run !== undefined && same) await next.assign(run.run, assignmentsOf(store), run.themes)
    await next.settle()
    onCheck?.()
    const { documents, sentences } = await next.describe()
    const now = await store.describe()
    if (documents !== now.documents || sentences !== now.sentences) {
      throw new Failure(
        `the next generation has ${documents} documents and ${sentences} sentences; expected ${now.documents} and ` +
          `${now.sentences}; nothing was changed: run this again`
      )
    }
    const recall = await measureRecall(next, { sample: CHECKED, seed: before.collection })
    if (recall !== undefined && recall < LEAST_RECALL) {
      throw new Failure(
        `a search of the next generation finds ${recall.toFixed(3)} of the ten nearest sentences; expected at least ` +
          `${LEAST_RECALL}; nothing was changed: mend how its vectors are indexed, and run this again`
      )
    }
    const themes = run === undefined ? 'none' : same ? 'carried' : 'left'
    const { dims } = after
    const report = { documents, sentences, found, representation: next.representation, dims, themes } as const
    await store.adoptNext()
    await keepBackground(next)
    return { ...report, ...(recall === undefined ? {} : { recall }) }
  } finally {
    await next.close()
  }
}

/** Yields the wanted documents of a store with new vectors, in batches. */
async function* encoded(
  store: ThemeStore,
  wanted: ReadonlyMap<string, StoredDocument>,
  encoder: Encoder,
  representation: Representation,
  batch: number
): AsyncGenerator<DocumentRecord[]> {
  const languages = await openLanguages(store, encoder)
  let pending: SentenceRecord[][] = []
  let waiting = 0
  const encode = async (): Promise<DocumentRecord[]> => {
    const documents = pending
    pending = []
    waiting = 0
    const spoken = await Promise.all(
      documents.map((sentences) => languages.languageOf(sentences, sentences[0].fields.language))
    )
    const vectors = await encodeDocuments(
      encoder,
      representation,
      documents.map((sentences, index) => ({ sentences, isRead: languages.reads(spoken[index]) }))
    )
    return documents.map((sentences, index) => {
      const [{ document }] = sentences
      const { hash, source } = wanted.get(document)!
      return { document, hash, source, sentences, vectors: vectors[index] }
    })
  }
  for await (const sentences of documentsOf(store, wanted)) {
    // The document was just replaced, so these sentences may not match its hash. The next round reads it again.
    if (wanted.get(sentences[0].document)?.sentences !== sentences.length) continue
    pending.push(sentences)
    waiting += sentences.length
    if (waiting >= batch) yield await encode()
  }
  if (waiting > 0) yield await encode()
}

/** Yields the sentences of each wanted document. */
async function* documentsOf(
  store: ThemeStore,
  wanted: ReadonlyMap<string, StoredDocument>
): AsyncGenerator<SentenceRecord[]> {
  const filter = wanted.size > MAX_CHOICES ? {} : { document: { in: [...wanted.keys()] } }
  let open: SentenceRecord[] = []
  for await (const { records } of store.scan({ filter })) {
    for (const record of records) {
      if (!wanted.has(record.document)) continue
      if (open.length > 0 && open[0].document !== record.document) {
        yield open
        open = []
      }
      open.push(record)
    }
  }
  if (open.length > 0) yield open
}

async function* assignmentsOf(store: ThemeStore): AsyncGenerator<Assignment> {
  for await (const { records } of store.scan()) {
    for (const { id, theme, themePath, themeSimilarity } of records) {
      if (theme === undefined) continue
      yield {
        ...{ id, theme },
        ...(themePath && { path: themePath }),
        ...(themeSimilarity === undefined ? {} : { similarity: themeSimilarity })
      }
    }
  }
}
