import { counted, Failure } from '@leitmotif/command'
import { row, type Vectors } from '@leitmotif/encoder'
import { meanVector, selectRows } from '@leitmotif/encoder/vectors'
import { z } from 'zod'
import { schemaFault } from '../store/schema-fault.js'
import type { ThemeStore } from '../store/store.js'
import { themeName } from './editing.js'

/** Name among the collection's stored values. */
const NAME = 'theme-seeds'

/** Maximum number of sentences with a seed's words that its vector is the mean of, and of seeds and words of one. */
const [SENTENCES, MOST_SEEDS, MOST_WORDS] = [500, 100, 100]

const decoder = z.array(z.object({ name: z.string(), words: z.array(z.string()) }))

/** A theme that a build begins from the sentences with some words. */
export interface ThemeSeed {
  readonly name: string
  /** Words or phrases. Without any, an earlier seed of this name is removed. */
  readonly words: readonly string[]
}

/** Parses `name: word, word`; `name:` removes a seed. @throws Failure for other text, or too many words. */
export function parseThemeSeed(text: string): ThemeSeed {
  const at = text.indexOf(':')
  const words = text.slice(at + 1).split(',')
  const seed = {
    name: themeName(text.slice(0, at)),
    words: words.map((word) => word.trim()).filter((word) => word !== '')
  }
  if (seed.words.length > MOST_WORDS)
    throw new Failure(`the seeded theme “${seed.name}” has ${seed.words.length} words; expected at most ${MOST_WORDS}`)
  return seed
}

/** Returns the seeds stored with a collection. @throws Failure if they cannot be read. */
export async function readSeeds(store: ThemeStore): Promise<readonly ThemeSeed[]> {
  const decoded = decoder.safeParse((await store.storedValue(NAME)) ?? [])
  if (decoded.success) return decoded.data
  throw new Failure(`the seeded themes cannot be read (${schemaFault(decoded.error)})`)
}

/** Stores seeds with a collection, and replaces the previous ones. */
export async function keepSeeds(store: ThemeStore, seeds: readonly ThemeSeed[]): Promise<void> {
  await store.storeValue(NAME, seeds)
}

/** Returns the stored seeds changed by the given ones: replaced by name, added, or removed. @throws Failure for too many. */
export function mergeSeeds(stored: readonly ThemeSeed[], given: readonly ThemeSeed[]): ThemeSeed[] {
  const all = new Map([...stored, ...given].map((seed) => [seed.name, seed]))
  const seeds = [...all.values()].filter(({ words }) => words.length > 0)
  if (seeds.length > MOST_SEEDS)
    throw new Failure(`${counted(seeds.length, 'seeded theme')}; expected at most ${MOST_SEEDS}: remove some (“NAME:”)`)
  return seeds
}

/** How many sentences have words of a seed, and how many of these have another theme or none. */
interface SeedCount {
  readonly name: string
  readonly sentences: number
  readonly elsewhere: number
}

/** Counts the sentences with words of each seed. `themes`: the ids of each seed's theme. Reads all sentences once. */
export async function countSeeds(
  store: ThemeStore,
  seeds: readonly ThemeSeed[],
  themes: ReadonlyMap<string, readonly string[]>
): Promise<SeedCount[]> {
  const counted = seeds.map(({ name, words }) => {
    return {
      name,
      words: words.map((word) => word.toLowerCase()),
      own: themes.get(name) ?? [],
      sentences: 0,
      elsewhere: 0
    }
  })
  for await (const { records } of store.scan())
    for (const { text, theme } of records) {
      const lower = text.toLowerCase()
      for (const seed of counted) {
        if (!seed.words.some((word) => lower.includes(word))) continue
        seed.sentences++
        if (theme === undefined || !seed.own.includes(theme)) seed.elsewhere++
      }
    }
  return counted.map(({ name, sentences, elsewhere }) => ({ name, sentences, elsewhere }))
}

/**
 * Returns the vector of each seed: the mean of the sentences that have one of its words.
 * @throws Failure for a seed whose words are in no sentence.
 */
export async function seedVectors(store: ThemeStore, seeds: readonly ThemeSeed[]): Promise<Float32Array[]> {
  const vectors: Float32Array[] = []
  for (const { name, words } of seeds) vectors.push(await vectorOf(store, name, words))
  return vectors
}

async function vectorOf(store: ThemeStore, name: string, words: readonly string[]): Promise<Float32Array> {
  const ids = new Set<string>()
  for (const word of words) {
    const parts = word.toLowerCase()
    const hits = await store.search({ words: word, k: SENTENCES })
    // A search for a phrase also finds sentences with one of its words.
    for (const { record } of hits) if (record.text.toLowerCase().includes(parts)) ids.add(record.id)
  }
  const vectors = (await store.read([...ids].slice(0, SENTENCES))).vectors
  const mean = meanVector(knownRows(vectors))
  if (mean.every((value) => value === 0)) {
    throw new Failure(
      `no sentence has a word of the seeded theme “${name}” (${words.join(', ')}); ` +
        `expected words of the collection, spelled as they are in its texts; --seed "${name}:" removes the theme`
    )
  }
  return mean
}

function knownRows(vectors: Vectors): Vectors {
  const known = Array.from({ length: vectors.count }, (_, i) => i).filter((i) => row(vectors, i).some((v) => v !== 0))
  return known.length === vectors.count ? vectors : selectRows(vectors, known)
}
