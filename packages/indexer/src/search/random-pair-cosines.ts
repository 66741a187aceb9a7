import { dot, row, type Encoder, type Representation, type Vectors } from '@leitmotif/encoder'
import { createRandom, zeroVectors } from '@leitmotif/encoder/vectors'
import { z } from 'zod'
import { readComputed } from '../store/computed-value.js'
import type { ThemeStore } from '../store/store.js'

/** Number of random pairs of sentences, whose cosines are the reference for percentiles. */
export const RANDOM_PAIRS = 10_000

/** Minimum number of sentences of a collection for percentiles; fewer give too few different pairs. */
const LEAST_SENTENCES = 200

/** Random draws of a document, sentences taken at each draw, and the maximum number of sentences read. */
const DRAWN = { times: 500, each: 8, read: 20_000 }

/** Name among the collection's stored values. */
const NAME = 'background'

const decoder = z.object({
  fingerprint: z.string(),
  /** Number of sentences in the collection when it was measured. */
  sentences: z.number(),
  /** The cosines of random pairs of its sentences, ascending. */
  cosines: z.array(z.number())
})

/** Cosines of random pairs of a collection's sentences, ascending: the reference for percentiles. */
export type Background = readonly number[]

/** Backgrounds of stores, and when they were read or measured. */
const lastRead = new WeakMap<ThemeStore, { readonly background: Background; readonly since: number }>()

/** Backgrounds that are being measured: searches that come meanwhile wait for them. */
const measuring = new WeakMap<ThemeStore, Promise<Background>>()

/** Time after which a background is read again, in milliseconds: a service asks with each search. */
const READ_AGAIN = 10_000

/**
 * Returns the background of a collection whose vectors have this fingerprint: the stored one, or else a new
 * measurement.
 */
export async function backgroundOf(store: ThemeStore, fingerprint: string | undefined): Promise<Background> {
  const before = lastRead.get(store)
  if (before !== undefined && performance.now() - before.since < READ_AGAIN) return before.background
  const { value: data } = await readComputed(store, NAME, decoder)
  const stored = data !== undefined && data.fingerprint === fingerprint ? data : undefined
  if (stored !== undefined && stored.sentences < LEAST_SENTENCES) return []
  const background = stored?.cosines ?? before?.background ?? (await measureOnce(store))
  if (background.length > 0) lastRead.set(store, { background, since: performance.now() })
  return background
}

/**
 * Stores the background with the collection if it has none for its vectors, or if the collection has doubled or halved
 * since: otherwise it hardly changes. Call this after writing to the collection.
 */
export async function keepBackground(store: ThemeStore): Promise<void> {
  const { encoder: fingerprint, sentences } = await store.describe()
  const { value: data } = await readComputed(store, NAME, decoder)
  const ratio = data?.fingerprint === fingerprint ? data.sentences / Math.max(1, sentences) : 0
  const enough = (count: number): boolean => count >= LEAST_SENTENCES
  const crossed = data !== undefined && enough(data.sentences) !== enough(sentences)
  if (sentences === 0 || (ratio > 1 / 2 && ratio < 2 && !crossed)) return
  await store.storeValue(NAME, { fingerprint, sentences, cosines: rounded(await measure(store)) })
}

/**
 * Returns the percentile of a cosine among random pairs of the collection, 0 to 100; undefined for a collection of fewer
 * than LEAST_SENTENCES sentences.
 */
export function percentileOf(cosine: number, background: Background): number | undefined {
  return background.length === 0 ? undefined : (100 * countBelow(background, cosine)) / background.length
}

function measureOnce(store: ThemeStore): Promise<Background> {
  const running = measuring.get(store)
  if (running !== undefined) return running
  const started = measure(store).finally(() => measuring.delete(store))
  measuring.set(store, started)
  return started
}

async function measure(store: ThemeStore): Promise<number[]> {
  if ((await store.describe()).sentences < LEAST_SENTENCES) return []
  const drawn = await drawSentences(store)
  return pairCosines(asMatrix(drawn.map(({ vector }) => vector)))
}

/** Returns the cosines of random pairs of rows, ascending. */
function pairCosines(vectors: Vectors): number[] {
  const random = createRandom('background/pairs')
  const cosines: number[] = []
  for (let pair = 0; pair < RANDOM_PAIRS && vectors.count > 1; pair++) {
    const a = random.integer(vectors.count)
    const b = (a + 1 + random.integer(vectors.count - 1)) % vectors.count
    cosines.push(dot(row(vectors, a), row(vectors, b)))
  }
  return cosines.sort((a, b) => a - b)
}

/** Sentences that are encoded for the background of a representation that the collection does not store. */
const ENCODED = 500

/** Backgrounds of other representations than the collection's, by fingerprint. */
const encoded = new WeakMap<ThemeStore, Map<string, Background>>()

/**
 * Returns the background of any representation of an encoder: of the collection's own as `backgroundOf`, of another from
 * ENCODED random sentences, which are encoded once for each store. Empty for a collection of fewer than LEAST_SENTENCES
 * sentences.
 */
export async function backgroundIn(
  store: ThemeStore,
  encoder: Encoder,
  representation: Representation
): Promise<Background> {
  const fingerprint = encoder.fingerprints[representation]
  if (representation === store.representation || fingerprint === undefined) return backgroundOf(store, fingerprint)
  const known = encoded.get(store) ?? new Map<string, Background>()
  encoded.set(store, known)
  const found = known.get(fingerprint)
  if (found !== undefined) return found
  if ((await store.describe()).sentences < LEAST_SENTENCES) return []
  const drawn = createRandom('background/encoded')
    .shuffle(await drawSentences(store))
    .slice(0, ENCODED)
  const vectors = await encoder.encode(
    drawn.map(({ text }) => text),
    { representation }
  )
  const background = pairCosines(vectors)
  known.set(fingerprint, background)
  return background
}

/** A sentence of a collection. */
interface DrawnSentence {
  readonly text: string
  readonly vector: Float32Array
}

/**
 * Draws random sentences, without those that have no known word. Documents are drawn in proportion to their length and
 * give the same number of sentences each time, so every sentence of the collection is equally likely.
 */
async function drawSentences(store: ThemeStore): Promise<DrawnSentence[]> {
  const random = createRandom('background/sentences')
  const documents = [...(await store.documents())].sort(([a], [b]) => (a < b ? -1 : 1))
  let total = 0
  const ends = documents.map(([, { sentences }]) => (total += sentences))
  const drawn = new Map<string, number>()
  for (let time = 0, read = 0; time < DRAWN.times && read < DRAWN.read && total > 0; time++) {
    const [document, { sentences }] = documents[countBelow(ends, 1 + random.integer(total))]
    if (!drawn.has(document)) read += sentences
    drawn.set(document, (drawn.get(document) ?? 0) + 1)
  }
  const known = new Map([...drawn.keys()].map((document) => [document, [] as DrawnSentence[]]))
  const filter = { document: { in: [...drawn.keys()] } }
  // Copies are no random pairs: with many of one sentence, the best hits of all searches would get one percentile.
  const texts = new Set<string>()
  for await (const { records, vectors } of store.scan({ filter, vectors: true })) {
    for (const [index, { document, text }] of records.entries()) {
      const vector = row(vectors, index)
      if (texts.has(text)) continue
      texts.add(text)
      if (vector.some((value) => value !== 0)) known.get(document)!.push({ text, vector })
    }
  }
  return [...known].flatMap(([document, rows]) => random.shuffle(rows).slice(0, DRAWN.each * drawn.get(document)!))
}

function asMatrix(rows: readonly Float32Array[]): Vectors {
  const matrix = zeroVectors(rows.length, rows.at(0)?.length ?? 0)
  for (const [index, values] of rows.entries()) row(matrix, index).set(values)
  return matrix
}

/** Returns the number of values below `bound`; values are ascending. */
function countBelow(ascending: readonly number[], bound: number): number {
  let [low, high] = [0, ascending.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (ascending[middle] < bound) low = middle + 1
    else high = middle
  }
  return low
}

/** Rounds to six decimals, the precision of float32. */
function rounded(values: readonly number[]): number[] {
  return values.map((value) => Math.round(value * 1e6) / 1e6)
}
