import { createRandom } from '../random.js'
import { terms } from '../text/tokens.js'
import { centerRows, dot, meanVector, row, selectRows, type Vectors } from '../vectors.js'
import { sphericalKMeans } from './kmeans.js'
import { labelThemes, type Term } from './labels.js'
import { nearestCentres } from './nearest.js'
import { drawIndices } from './sample.js'
import { chooseThemeCount, type ThemeCount } from './theme-count.js'

export interface ThemesOptions {
  /** Number of themes, from 1. Left out: chosen by `chooseThemeCount`. Fewer come back where there are fewer. */
  readonly count?: number
  /** Seed of every choice. */
  readonly seed?: number | string
  /** Starts of k-means, the best of which is kept. */
  readonly restarts?: number
  /** Sentences that themes are fitted on and labelled from, at most: a seeded sample. The rest are assigned. */
  readonly sample?: number
  /** Sentences that a theme has at least, from 1; smaller ones are dissolved. */
  readonly minSize?: number
  /**
   * A sentence is left without a theme where its cosine to the nearest centre is below this part of the sentences'
   * median, from 0 (none is left) to 1 (half are).
   */
  readonly belonging?: number
  /** Sentences shown for each theme, from 0. */
  readonly exemplars?: number
  /** Terms of each theme, from 1. */
  readonly terms?: number
}

export const THEMES_DEFAULTS = {
  seed: 1,
  restarts: 4,
  sample: 20_000,
  minSize: 2,
  belonging: 0.5,
  exemplars: 3,
  terms: 10
} as const

export interface ThemesInput {
  readonly sentences: readonly string[]
  /** A row for each sentence, as an encoder gives them: unit, or zero. */
  readonly vectors: Vectors
}

/** A sentence near a theme's centre. */
export interface Exemplar {
  /** Which sentence of the input. */
  readonly sentence: number
  readonly text: string
  /** Cosine to the centre. */
  readonly similarity: number
}

export interface Theme {
  /** theme-01 is the largest. */
  readonly id: string
  /** Words that set it apart. */
  readonly label: string
  /** What a section on it could be called. */
  readonly heading: string
  readonly terms: readonly Term[]
  /** Nearest first, of readable length, no two alike. */
  readonly exemplars: readonly Exemplar[]
  /** Sentences of this theme, and their share of all sentences (those without a theme too). */
  readonly size: number
  readonly share: number
  /** Mean cosine of its sentences to its centre. */
  readonly cohesion: number
  /** Unit vector, relative to the collection's mean. */
  readonly centroid: Float32Array
}

/** What `assignThemes` needs to know: keep it to give new sentences the same themes. */
export interface ThemeModel {
  readonly themes: readonly Pick<Theme, 'centroid'>[]
  /** What the collection as a whole is about, [dims]: taken off every vector before it is compared. */
  readonly mean: Float32Array
  /** Cosine to the nearest centre below which a sentence has no theme. */
  readonly threshold: number
}

export interface Assignment {
  /** Index of each row's theme; -1 without one. */
  readonly theme: Int32Array
  /** Cosine to the nearest centre, whether or not it is near enough; 0 for a zero row. */
  readonly similarity: Float32Array
}

export interface Themes extends ThemeModel {
  /** The largest first. */
  readonly themes: readonly Theme[]
  readonly sentences: number
  /** Sentences without a theme: too far from every centre, or without one known word. */
  readonly unassigned: number
  /** How each sentence was assigned; what `assignThemes` says of the same vectors. */
  readonly assignment: Assignment
  /** How the number of themes was chosen; absent where it was given. */
  readonly chosen?: ThemeCount
}

/**
 * Groups sentences by theme: k-means of the vectors relative to their mean, fitted on a sample of a large collection.
 * The same input and seed give the same bytes. Takes seconds for 20,000 sentences of 600 dimensions.
 * @throws Error if there is not one vector for each sentence, or an option is out of its range.
 */
export function findThemes(input: ThemesInput, options: ThemesOptions = {}): Themes {
  const settings = { ...THEMES_DEFAULTS, ...options }
  const { sentences, vectors } = input
  checkInput(input, settings)
  const sample = drawIndices(vectors.count, settings.sample, createRandom(`${settings.seed}/themes`))
  const fitted = sample.length < vectors.count ? selectRows(vectors, sample) : vectors

  let mean = meanVector(fitted)
  let centered = centerRows(fitted, mean)
  const chosen = settings.count === undefined ? chooseThemeCount(centered, { seed: settings.seed }) : undefined
  const wanted = settings.count ?? chosen!.count
  if (wanted === 1 || centered.data.every((value) => value === 0)) {
    // One theme is what all is about: nothing is relative to it.
    mean = new Float32Array(vectors.dims)
    centered = fitted
  }
  const { seed, restarts } = settings
  const clustering = sphericalKMeans(centered, { k: wanted, seed, restarts })
  const centroids = largeEnough(clustering.centroids, clustering.assignment, settings.minSize)
  const threshold = settings.belonging * medianSimilarity(centered, centroids)

  const model = { mean, threshold, themes: listRows(centroids) }
  const found = assignThemes(vectors, model)
  const order = bySize(found.theme, model.themes.length)
  const themes = order.map((c) => model.themes[c])
  const assignment = { theme: renumber(found.theme, order), similarity: found.similarity }

  const labels = labelThemes(
    Array.from(sample, (i) => sentences[i]),
    sample.map((i) => assignment.theme[i]),
    themes.length,
    { terms: settings.terms }
  )
  const members = listMembers(assignment.theme, themes.length)
  return {
    themes: themes.map(({ centroid }, c) => {
      const size = members[c].length
      return {
        id: `theme-${String(c + 1).padStart(2, '0')}`,
        ...labels[c],
        exemplars: chooseExemplars(sentences, vectors, members[c], assignment.similarity, settings.exemplars),
        size,
        share: size / sentences.length,
        cohesion: members[c].reduce((sum, i) => sum + assignment.similarity[i], 0) / Math.max(1, size),
        centroid
      }
    }),
    mean,
    threshold,
    sentences: sentences.length,
    unassigned: assignment.theme.reduce((sum, c) => (c < 0 ? sum + 1 : sum), 0),
    assignment,
    ...(chosen === undefined ? {} : { chosen })
  }
}

/**
 * The theme of each row, by a model that `findThemes` gave: any slice of a collection, or sentences it has never seen.
 * @throws Error if the vectors have other dimensions than the model.
 */
export function assignThemes(vectors: Vectors, model: ThemeModel): Assignment {
  const { mean, threshold, themes } = model
  if (vectors.dims !== mean.length) {
    throw new Error(
      `vectors have ${vectors.dims} dimensions, the themes ${mean.length}; expected vectors of the encoder the themes were found with`
    )
  }
  const centroids = { count: themes.length, dims: mean.length, data: new Float32Array(themes.length * mean.length) }
  themes.forEach(({ centroid }, c) => {
    row(centroids, c).set(centroid)
  })
  const { index, similarity } = nearestCentres(centerRows(vectors, mean), centroids)
  return { theme: index.map((c, i) => (similarity[i] < threshold ? -1 : c)), similarity }
}

function checkInput({ sentences, vectors }: ThemesInput, settings: Required<Omit<ThemesOptions, 'count'>>): void {
  if (sentences.length !== vectors.count) {
    throw new Error(
      `${sentences.length} sentences have ${vectors.count} vectors; expected one vector for each sentence`
    )
  }
  const least = { restarts: 1, sample: 1, minSize: 1, exemplars: 0, terms: 1 }
  for (const [name, lowest] of Object.entries(least)) {
    const value = settings[name as keyof typeof least]
    if (!Number.isInteger(value) || value < lowest) {
      throw new Error(`${name} is ${value}; expected a whole number of at least ${lowest}`)
    }
  }
  if (!(settings.belonging >= 0 && settings.belonging <= 1)) {
    throw new Error(`belonging is ${settings.belonging}; expected a number from 0 to 1`)
  }
}

/** The centres of clusters of at least `minSize` rows; all of them where no cluster is so large. */
function largeEnough(centroids: Vectors, assignment: Int32Array, minSize: number): Vectors {
  const members = listMembers(assignment, centroids.count)
  const kept = members.flatMap((list, c) => (list.length >= minSize ? [c] : []))
  return kept.length === 0 ? centroids : selectRows(centroids, kept)
}

function medianSimilarity(vectors: Vectors, centroids: Vectors): number {
  const { index, similarity } = nearestCentres(vectors, centroids)
  const known = similarity.filter((_, i) => index[i] >= 0).sort()
  return known.length === 0 ? 0 : known[Math.floor(known.length / 2)]
}

function listRows(vectors: Vectors): { centroid: Float32Array }[] {
  return Array.from({ length: vectors.count }, (_, i) => ({ centroid: row(vectors, i).slice() }))
}

/** Themes that have a sentence, by size, the largest first; the lower of equals first. */
function bySize(theme: Int32Array, count: number): number[] {
  const sizes = listMembers(theme, count).map((list) => list.length)
  return Array.from(sizes.keys())
    .filter((c) => sizes[c] > 0)
    .sort((a, b) => sizes[b] - sizes[a] || a - b)
}

function renumber(theme: Int32Array, order: readonly number[]): Int32Array {
  const number = new Map(order.map((c, n) => [c, n]))
  return theme.map((c) => number.get(c) ?? -1)
}

function listMembers(theme: Int32Array, count: number): number[][] {
  const members = Array.from({ length: count }, (): number[] => [])
  theme.forEach((c, i) => {
    if (c >= 0) members[c].push(i)
  })
  return members
}

/** Tokens of a sentence that can be read on its own. */
const READABLE = { least: 5, most: 50 }

/** Sentences looked at for each exemplar wanted. */
const LOOKED_AT = 20

/** Sentences nearer to one another than this, or sharing more than this part of their words, say the same. */
const ALIKE = { cosine: 0.95, words: 0.6 }

function chooseExemplars(
  sentences: readonly string[],
  vectors: Vectors,
  members: readonly number[],
  similarity: Float32Array,
  wanted: number
): Exemplar[] {
  const near = [...members].sort((a, b) => similarity[b] - similarity[a] || a - b).slice(0, wanted * LOOKED_AT)
  const readable = near
    .map((i) => ({ i, words: terms(sentences[i].trim()) }))
    .filter(({ words }) => {
      return words.length >= READABLE.least && words.length <= READABLE.most
    })
  const pool = readable.length > 0 ? readable : near.map((i) => ({ i, words: terms(sentences[i]) }))
  const chosen: { i: number; words: Set<string> }[] = []
  for (const { i, words } of pool) {
    if (chosen.length === wanted) break
    const own = new Set(words)
    const alike = chosen.some(
      (other) => dot(row(vectors, i), row(vectors, other.i)) > ALIKE.cosine || shares(own, other.words) > ALIKE.words
    )
    if (!alike) chosen.push({ i, words: own })
  }
  return chosen.map(({ i }) => ({ sentence: i, text: sentences[i].trim(), similarity: similarity[i] }))
}

/** Jaccard's index of two sets of words. */
function shares(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let both = 0
  for (const word of a) if (b.has(word)) both++
  return both / (a.size + b.size - both)
}
