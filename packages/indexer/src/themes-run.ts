import { createHash } from 'node:crypto'
import { Failure } from '@leitmotif/command'
import {
  assignThemes,
  findThemes,
  THEMES_DEFAULTS,
  zeroVectors,
  type ThemeModel,
  type ThemesOptions
} from '@leitmotif/encoder'
import { z } from 'zod'
import type { Assignment, Count, SentenceRecord, ThemeStore } from './store.js'

const FORMAT = 'leitmotif-themes'
const VERSION = 1

const decoder = z.object({
  format: z.literal(FORMAT),
  version: z.literal(VERSION),
  seed: z.union([z.string(), z.number()]),
  /** Sentences that the themes were fitted on. */
  fitted: z.int().min(0),
  mean: z.array(z.number()),
  threshold: z.number(),
  themes: z.array(
    z.object({
      id: z.string(),
      label: z.string(),
      heading: z.string(),
      terms: z.array(z.object({ term: z.string(), score: z.number() })),
      cohesion: z.number(),
      exemplars: z.array(z.object({ id: z.string(), document: z.string(), title: z.string(), text: z.string() })),
      centroid: z.array(z.number())
    })
  )
})

/** The themes of a collection, as kept in its store beside the assignments. */
export type ThemesRun = z.infer<typeof decoder>
export type RunTheme = ThemesRun['themes'][number]

/** A theme as a reader sees it. */
export interface ListedTheme extends Omit<RunTheme, 'centroid'> {
  /** Sentences and documents of the collection that it is found in, and its share of all sentences. */
  readonly sentences: number
  readonly documents: number
  readonly share: number
}

export interface ThemeList {
  readonly run: string
  readonly sentences: number
  readonly documents: number
  /** Sentences without a theme. */
  readonly unassigned: number
  /** The largest first. */
  readonly themes: readonly ListedTheme[]
}

export interface ShownTheme extends ListedTheme {
  /** The documents with most sentences of the theme, the first with the most. */
  readonly in: readonly { readonly document: string; readonly sentences: number }[]
  /** Its sentences nearest to its centre, best first. */
  readonly nearest: readonly SentenceRecord[]
}

/**
 * Finds the themes of a whole collection and gives every sentence its own. Themes are fitted on the first `sample`
 * sentences in order of id (ids are hashes, so these are a fair sample, the same every time), then all sentences are
 * assigned slice by slice: memory depends on the sample, not on the collection.
 * @param onSentences is told how many sentences have been assigned so far.
 * @throws Failure for a collection without sentences.
 */
export async function buildThemes(
  store: ThemeStore,
  options: ThemesOptions = {},
  onSentences?: (done: number) => void
): Promise<ThemeList> {
  const settings = { ...THEMES_DEFAULTS, ...options }
  const { records, vectors } = await firstRecords(store, settings.sample)
  if (records.length === 0) {
    throw new Failure('the collection holds no sentences, so there are no themes; index some documents first')
  }
  const found = findThemes({ sentences: records.map(({ text }) => text), vectors }, settings)
  const themes: ThemesRun = {
    format: FORMAT,
    version: VERSION,
    seed: settings.seed,
    fitted: records.length,
    mean: [...found.mean],
    threshold: found.threshold,
    themes: found.themes.map(({ id, label, heading, terms, cohesion, exemplars, centroid }) => ({
      id,
      label,
      heading,
      terms: [...terms],
      cohesion,
      exemplars: exemplars.map(({ sentence }) => {
        const { id, document, title, text } = records[sentence]
        return { id, document, title, text }
      }),
      centroid: [...centroid]
    }))
  }
  const run = createHash('sha256').update(JSON.stringify(themes)).digest('hex').slice(0, 12)
  const names = themes.themes.map(({ id }) => id)
  await store.assign(run, assignments(store, found, names, onSentences), themes)
  return listThemes(store)
}

async function firstRecords(
  store: ThemeStore,
  most: number
): Promise<{ records: SentenceRecord[]; vectors: ReturnType<typeof zeroVectors> }> {
  const { sentences, dims } = await store.describe()
  const records: SentenceRecord[] = []
  const vectors = zeroVectors(Math.min(most, sentences), dims)
  for await (const slice of store.scan({ vectors: true })) {
    const wanted = Math.min(slice.records.length, vectors.count - records.length)
    vectors.data.set(slice.vectors.data.subarray(0, wanted * dims), records.length * dims)
    records.push(...slice.records.slice(0, wanted))
    if (records.length === vectors.count) break
  }
  return { records, vectors }
}

async function* assignments(
  store: ThemeStore,
  model: ThemeModel,
  names: readonly string[],
  onSentences?: (done: number) => void
): AsyncGenerator<Assignment> {
  let done = 0
  for await (const { records, vectors } of store.scan({ vectors: true })) {
    const { theme, similarity } = assignThemes(vectors, model)
    for (let i = 0; i < records.length; i++) {
      yield { id: records[i].id, similarity: similarity[i], ...(theme[i] < 0 ? {} : { theme: names[theme[i]] }) }
    }
    onSentences?.((done += records.length))
  }
}

/** The collection's current themes, the largest first. @throws Failure where none were built. */
export async function listThemes(store: ThemeStore): Promise<ThemeList> {
  const { run, themes } = await currentRun(store)
  const { sentences, documents } = await store.describe()
  const counts = new Map((await store.count(['theme'])).map((count) => [count.key[0], count]))
  const none: Count = { key: [], sentences: 0, documents: 0 }
  const listed = themes.themes.map(({ id, label, heading, terms, cohesion, exemplars }) => {
    const count = counts.get(id) ?? none
    return {
      id,
      label,
      heading,
      terms,
      cohesion,
      exemplars,
      sentences: count.sentences,
      documents: count.documents,
      share: count.sentences / sentences
    }
  })
  return {
    run,
    sentences,
    documents,
    unassigned: (counts.get(undefined) ?? none).sentences,
    themes: listed.sort((a, b) => b.sentences - a.sentences || (a.id < b.id ? -1 : 1))
  }
}

/**
 * One theme with its documents and its `k` sentences nearest to the centre. It is named by id, by number (`1` is
 * theme-01), or by words of its label or heading.
 * @throws Failure where no theme, or more than one, has that name.
 */
export async function showTheme(store: ThemeStore, name: string, k: number): Promise<ShownTheme> {
  const theme = findByName((await listThemes(store)).themes, name)
  const counts = await store.count(['document'], { theme: theme.id })
  const nearest: SentenceRecord[] = []
  for await (const { records } of store.scan({ filter: { theme: theme.id } })) {
    nearest.push(...records)
    nearest.sort((a, b) => b.themeSimilarity! - a.themeSimilarity! || (a.id < b.id ? -1 : 1)).splice(k)
  }
  return {
    ...theme,
    in: counts.slice(0, k).map(({ key, sentences }) => ({ document: String(key[0]), sentences })),
    nearest
  }
}

function findByName(themes: readonly ListedTheme[], name: string): ListedTheme {
  const number = /^\d+$/.test(name) ? `theme-${name.padStart(2, '0')}` : name
  const exact = themes.find(({ id }) => id === number)
  if (exact !== undefined) return exact
  const words = name.toLowerCase()
  const found = themes.filter(({ label, heading }) => `${label}\n${heading}`.toLowerCase().includes(words))
  if (found.length === 1) return found[0]
  const listed = (found.length > 0 ? found : themes).map(({ id, label }) => `  ${id}  ${label}`).join('\n')
  throw new Failure(
    `${found.length > 0 ? 'more than one' : 'no'} theme is named “${name}”; name one of these:\n${listed}`
  )
}

async function currentRun(store: ThemeStore): Promise<{ run: string; themes: ThemesRun }> {
  const kept = await store.themes()
  if (kept === undefined)
    throw new Failure('no themes have been built for this collection; use: leitmotif themes build')
  const decoded = decoder.safeParse(kept.themes)
  if (!decoded.success) {
    throw new Failure(`the collection's themes cannot be read (${z.prettifyError(decoded.error)}); build them again`)
  }
  return { run: kept.run, themes: decoded.data }
}
