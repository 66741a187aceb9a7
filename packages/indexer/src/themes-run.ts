import { createHash } from 'node:crypto'
import { Failure } from '@leitmotif/command'
import {
  assignThemes,
  blendNeighbours,
  createRandom,
  findThemes,
  row,
  THEMES_DEFAULTS,
  zeroVectors,
  type Representation,
  type ThemeModel,
  type ThemesOptions,
  type Vectors
} from '@leitmotif/encoder'
import { z } from 'zod'
import type { Assignment, Count, SentenceRecord, ThemeStore } from './store.js'

const FORMAT = 'leitmotif-themes'
const VERSION = 1

const decoder = z.object({
  format: z.literal(FORMAT),
  version: z.literal(VERSION),
  seed: z.union([z.string(), z.number()]),
  /** Sentences of the collection when the themes were built, and those that they were fitted on. */
  sentences: z.int().min(0),
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
  /** What the collection is made of. */
  readonly representation: Representation
  readonly sentences: number
  readonly documents: number
  /** Sentences without a theme; those that came after the themes were built are among them. */
  readonly unassigned: number
  /** Sentences of the collection when the themes were built. */
  readonly built: number
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
 * Finds the themes of a whole collection and gives every sentence its own. Sentences are read with their neighbours of
 * the same section. Themes are fitted on whole documents, drawn until they have `sample` sentences; then all sentences
 * are assigned, slice by slice: memory depends on the sample, not on the collection.
 * @param onSentences is told how many sentences have been assigned so far.
 * @throws Failure for a collection without sentences.
 */
export async function buildThemes(
  store: ThemeStore,
  options: ThemesOptions = {},
  onSentences?: (done: number) => void
): Promise<ThemeList> {
  const settings = { ...THEMES_DEFAULTS, ...options }
  const { records, vectors } = await drawRecords(store, settings.sample, settings.seed)
  if (records.length === 0) {
    throw new Failure('the collection holds no sentences, so there are no themes; index some documents first')
  }
  const sentences = records.map(({ text }) => text)
  const found = findThemes(
    { sentences, vectors, passages: passagesOf(records) },
    { ...settings, sample: records.length }
  )
  const assigned = await assignAll(store, found, onSentences)
  const order = bySize(assigned, found.themes.length)
  const themes: ThemesRun = {
    format: FORMAT,
    version: VERSION,
    seed: settings.seed,
    sentences: assigned.length,
    fitted: records.length,
    mean: [...found.mean],
    threshold: found.threshold,
    themes: order.map((c, rank) => {
      const { label, heading, terms, cohesion, exemplars, centroid } = found.themes[c]
      return {
        id: `theme-${String(rank + 1).padStart(2, '0')}`,
        label,
        heading,
        terms: [...terms],
        cohesion,
        exemplars: exemplars.map(({ sentence }) => {
          const { id, document, title, text } = records[sentence]
          return { id, document, title, text }
        }),
        centroid: [...centroid]
      }
    })
  }
  const run = createHash('sha256').update(JSON.stringify(themes)).digest('hex').slice(0, 12)
  const names = new Map(order.map((c, rank) => [c, themes.themes[rank].id]))
  await store.assign(run, assignments(store, assigned, names), themes)
  return listThemes(store)
}

interface Records {
  readonly records: readonly SentenceRecord[]
  readonly vectors: Vectors
}

/** All sentences, or, of a larger collection, those of whole documents drawn by `seed` until there are `most`. */
async function drawRecords(store: ThemeStore, most: number, seed: number | string): Promise<Records> {
  const documents = await store.documents()
  const order = createRandom(`${seed}/documents`).shuffle([...documents.keys()].sort())
  const drawn = new Set<string>()
  let count = 0
  for (const document of order) {
    if (count >= most) break
    drawn.add(document)
    count += documents.get(document)!.sentences
  }
  const records: SentenceRecord[] = []
  const vectors = zeroVectors(count, (await store.describe()).dims)
  for await (const slice of store.scan({ vectors: true })) {
    slice.records.forEach((record, i) => {
      if (!drawn.has(record.document)) return
      row(vectors, records.length).set(row(slice.vectors, i))
      records.push(record)
    })
  }
  return { records, vectors }
}

/** The passage of each record: consecutive sentences of one document under the same headings. */
function passagesOf(records: readonly SentenceRecord[]): Int32Array {
  const passages = new Int32Array(records.length)
  for (let i = 1; i < records.length; i++) {
    passages[i] = passages[i - 1] + (samePassage(records[i - 1], records[i]) ? 0 : 1)
  }
  return passages
}

function samePassage(a: SentenceRecord, b: SentenceRecord): boolean {
  return a.document === b.document && a.path.length === b.path.length && a.path.every((part, i) => part === b.path[i])
}

/** The theme (-1: none) and similarity of every sentence, in the order of `scan`: some bytes a sentence. */
interface Assigned {
  readonly length: number
  readonly theme: readonly Int32Array[]
  readonly similarity: readonly Float32Array[]
}

async function assignAll(
  store: ThemeStore,
  model: ThemeModel,
  onSentences?: (done: number) => void
): Promise<Assigned> {
  const theme: Int32Array[] = []
  const similarity: Float32Array[] = []
  let length = 0
  for await (const { records, vectors } of wholePassages(store.scan({ vectors: true }))) {
    const slice = assignThemes(blendNeighbours(vectors, passagesOf(records)), model)
    theme.push(slice.theme)
    similarity.push(slice.similarity)
    onSentences?.((length += records.length))
  }
  return { length, theme, similarity }
}

/** The themes that have sentences, the largest first. */
function bySize({ theme }: Assigned, count: number): number[] {
  const sizes = new Int32Array(count)
  for (const slice of theme) for (const c of slice) if (c >= 0) sizes[c]++
  return Array.from(sizes.keys())
    .filter((c) => sizes[c] > 0)
    .sort((a, b) => sizes[b] - sizes[a] || a - b)
}

async function* assignments(
  store: ThemeStore,
  { theme, similarity }: Assigned,
  names: ReadonlyMap<number, string>
): AsyncGenerator<Assignment> {
  const themes = theme.flatMap((slice) => [...slice])
  const similarities = similarity.flatMap((slice) => [...slice])
  let i = 0
  for await (const { records } of store.scan()) {
    for (const { id } of records) {
      const name = names.get(themes[i])
      yield { id, similarity: similarities[i++], ...(name === undefined ? {} : { theme: name }) }
    }
  }
}

/** The same records in slices that no passage is cut by: a slice's last passage waits for the next slice. */
async function* wholePassages(slices: AsyncIterable<Records>): AsyncGenerator<Records> {
  let waiting: Records | undefined
  for await (const slice of slices) {
    const joined: Records = waiting === undefined ? slice : join(waiting, slice)
    const { records, vectors } = joined
    let start = records.length - 1
    while (start > 0 && samePassage(records[start - 1], records[start])) start--
    if (start > 0) yield part(records, vectors, 0, start)
    waiting = part(records, vectors, start, records.length)
  }
  if (waiting !== undefined) yield waiting
}

function join(a: Records, b: Records): Records {
  const vectors = zeroVectors(a.vectors.count + b.vectors.count, a.vectors.dims)
  vectors.data.set(a.vectors.data)
  vectors.data.set(b.vectors.data, a.vectors.data.length)
  return { records: [...a.records, ...b.records], vectors }
}

function part(records: readonly SentenceRecord[], { dims, data }: Vectors, start: number, end: number): Records {
  return {
    records: records.slice(start, end),
    vectors: { count: end - start, dims, data: data.subarray(start * dims, end * dims) }
  }
}

/** The collection's current themes, the largest first. @throws Failure where none were built. */
export async function listThemes(store: ThemeStore): Promise<ThemeList> {
  const { run, themes } = await currentRun(store)
  const { representation, sentences, documents } = await store.describe()
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
    representation,
    sentences,
    documents,
    built: themes.sentences,
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
  const theme = findTheme((await listThemes(store)).themes, name)
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

/** The theme of that id, number (`1` is theme-01), or words of its label or heading. @throws Failure where none is, or several. */
export function findTheme(themes: readonly ListedTheme[], name: string): ListedTheme {
  const id = /^\d+$/.test(name) ? `theme-${name.padStart(2, '0')}` : name
  const exact = themes.find((theme) => theme.id === id)
  if (exact !== undefined) return exact
  const words = name.toLowerCase()
  const found = themes.filter(({ label, heading }) => `${label}\n${heading}`.toLowerCase().includes(words))
  if (found.length === 1) return found[0]
  if (found.length === 0) throw new Failure(`no theme is named “${name}”; leitmotif themes list shows them all`)
  const listed = found.map(({ id, label }) => `  ${id}  ${label}`).join('\n')
  throw new Failure(`${found.length} themes are named “${name}”; name one of these:\n${listed}`)
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
