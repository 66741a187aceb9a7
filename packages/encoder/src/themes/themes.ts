import { createRandom } from '../vectors/random.js'
import {
  centerRow,
  centerRows,
  checkRows,
  meanVector,
  normalize,
  row,
  selectRows,
  zeroVectors,
  type Vectors
} from '../vectors/vectors.js'
import { blendNeighbours } from '../clustering/blended-neighbours.js'
import { chooseExemplars, type Exemplar } from '../labels/exemplars.js'
import { KMEANS_DEFAULTS, sphericalKMeans } from '../clustering/kmeans.js'
import { labelThemes, type Term } from '../labels/theme-labels.js'
import { createMiniBatch } from '../clustering/mini-batch.js'
import { nearestCentres, nonzeroRows } from '../clustering/nearest.js'
import { checkEach, checkTexts, checkWhole } from '../vectors/argument-checks.js'
import { drawIndices } from '../clustering/row-sample.js'
import { chooseThemeCount, type ThemeCount } from '../clustering/theme-count.js'

export interface ThemesOptions {
  /** Centres of an earlier run to start from; themes stay as they were where the sentences allow. */
  readonly from?: readonly Float32Array[]
  /**
   * Mean vectors of some sentences, such as those with certain words. Each is the centre of a theme, in addition to those that
   * are found. These are the first themes of the model, whatever their size. Default: none.
   */
  readonly seeds?: readonly Float32Array[]
  /** Number of themes, from 1. Fewer come back if there are fewer clusters. Default: chosen by `chooseThemeCount`. */
  readonly count?: number
  /** Maximum number of themes when the number is chosen, from 1. Default: 100. */
  readonly most?: number
  /** Seed of every random choice. Default: 1. */
  readonly seed?: number | string
  /** Starts of k-means, of which the best is kept. Default: 4. */
  readonly restarts?: number
  /** Failed swaps of one centre before the search stops, from 0 (`KmeansOptions`). Default: 3. */
  readonly swaps?: number
  /**
   * Maximum number of sentences that themes are fitted on and labelled from, a seeded sample. The others are assigned.
   * Default: 20,000.
   */
  readonly sample?: number
  /** Minimum number of sentences of a theme, from 1; smaller ones are dissolved. Default: 2. */
  readonly minSize?: number
  /**
   * A sentence has no theme if its cosine to the nearest centre is below this fraction of the median, from 0 (all have
   * one) to 1 (half have one). Default: 0.5.
   */
  readonly belonging?: number
  /** Exemplars of each theme, from 0. Default: 3. */
  readonly exemplars?: number
  /** Terms of each theme, from 1. Default: 10. */
  readonly terms?: number
  /** Words that name no theme, in any case. Default: none. */
  readonly ignore?: readonly string[]
}

export const THEMES_DEFAULTS = {
  most: 100,
  seed: 1,
  restarts: 4,
  swaps: KMEANS_DEFAULTS.swaps,
  sample: 20_000,
  minSize: 2,
  belonging: 0.5,
  exemplars: 3,
  terms: 10,
  ignore: []
} as const

export interface ThemesInput {
  readonly sentences: readonly string[]
  /** A row for each sentence, as an encoder gives them: length 1, or zero. */
  readonly vectors: Vectors
  /**
   * The document, or section, of each sentence; the sentences of one are contiguous, in reading order. Each sentence is
   * blended with its neighbours (`blendNeighbours`). Default: no blending.
   */
  readonly passages?: ArrayLike<number>
  /** The document of each sentence, if passages are smaller: a term of one document then names no theme of many. */
  readonly documents?: ArrayLike<number>
  /** The headings above each sentence, outermost first: where many documents agree on one, it names a theme. */
  readonly headings?: readonly (readonly string[])[]
}

export interface Theme {
  /** theme-01 is the largest. */
  readonly id: string
  /** Words that characterise the theme. */
  readonly label: string
  /** A possible section heading. */
  readonly heading: string
  readonly terms: readonly Term[]
  /** Nearest first, of readable length, without duplicates. */
  readonly exemplars: readonly Exemplar[]
  /** Sentences of the theme, and their share of all sentences, including those without a theme. */
  readonly size: number
  readonly share: number
  /** Mean cosine of its sentences to its centre. */
  readonly cohesion: number
  /** Unit vector, relative to the collection's mean. */
  readonly centroid: Float32Array
}

/** The input of `assignThemes`: keep it to give new sentences the same themes. */
export interface ThemeModel {
  readonly themes: readonly Pick<Theme, 'centroid'>[]
  /** Mean of the collection, [dims], subtracted from every vector before comparison. */
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
  /** The theme of each sentence: the result of `assignThemes` for the same vectors. */
  readonly assignment: Assignment
  /** How the number of themes was chosen; absent if it was given. */
  readonly chosen?: ThemeCount
}

/**
 * Groups sentences by theme: k-means of the centred vectors, fitted on a sample of a large collection. The same input
 * and seed give the same bytes. Takes seconds for 20,000 sentences of 300 dimensions.
 * @throws Error unless each sentence has one vector of length 1 or 0 and the options are in range.
 * @example
 * const sentences = ['Pickers are paid by weight.', 'Steam stops the leaf.', 'A used telescope costs half.', 'Lenses gather light.']
 * const encoder = await loadEncoder('models/leitmotif-en')
 * const themes = findThemes({ sentences, vectors: await encoder.encode(sentences) }, { count: 2 })
 * themes.themes.length // => 2
 */
export function findThemes(input: ThemesInput, options: ThemesOptions = {}): Themes {
  const settings: Settings = { ...THEMES_DEFAULTS, ...options }
  checkInput(input, settings)
  const vectors = readInContext(input)
  const random = createRandom(`${settings.seed}/themes`)
  const sample = drawIndices(vectors.count, settings.sample, random)
  const fitted = fitThemes(sample.length < vectors.count ? selectRows(vectors, sample) : vectors, settings)
  return describe(input, vectors, fitted, sample, settings).found
}

/**
 * Labels the themes of a fitted `model` and chooses exemplars among these sentences. Themes without sentences are left
 * out; `order` maps the themes in `found` to their indices in the model.
 * @throws Error as `findThemes`.
 */
export function describeThemes(
  input: ThemesInput,
  model: ThemeModel,
  options: ThemesOptions = {}
): { readonly found: Themes; readonly order: readonly number[] } {
  const settings: Settings = { ...THEMES_DEFAULTS, ...options }
  checkInput(input, settings)
  return describe(input, readInContext(input), model, Int32Array.from(input.sentences.keys()), settings)
}

function readInContext({ vectors, passages }: ThemesInput): Vectors {
  return passages === undefined ? vectors : blendNeighbours(vectors, passages)
}

/** @param vectors those of `input`, read in context. @param sample the sentences that themes are labelled from. */
function describe(
  input: ThemesInput,
  vectors: Vectors,
  model: ThemeModel & { readonly chosen?: ThemeCount },
  sample: Int32Array,
  settings: Settings
): { readonly found: Themes; readonly order: readonly number[] } {
  const { sentences, passages, documents, headings } = input
  const { theme, similarity } = assignThemes(vectors, model)
  const order = bySize(theme, model.themes.length)
  const assignment = { theme: renumber(theme, order), similarity }
  const centroids = order.map((c) => model.themes[c].centroid)
  const members = listMembers(assignment.theme, centroids.length)
  const labels = labelThemes(
    Array.from(sample, (i) => sentences[i]),
    Array.from(sample, (i) => assignment.theme[i]),
    centroids.length,
    {
      terms: settings.terms,
      ignore: settings.ignore,
      vectors: selectRows(input.vectors, sample),
      ...(headings && { headings: Array.from(sample, (i) => headings[i]) }),
      ...(passages && { passages: Array.from(sample, (i) => passages[i]) }),
      ...(documents && { documents: Array.from(sample, (i) => documents[i]) })
    }
  )
  const found: Themes = {
    themes: centroids.map((centroid, c) => {
      const size = members[c].length
      return {
        id: `theme-${String(c + 1).padStart(2, '0')}`,
        ...labels[c],
        exemplars: chooseExemplars(
          input,
          members[c],
          assignment.similarity,
          { ...model, centroid },
          settings.exemplars
        ),
        size,
        share: size / sentences.length,
        cohesion: members[c].reduce((sum, i) => sum + assignment.similarity[i], 0) / size,
        centroid
      }
    }),
    mean: model.mean,
    threshold: model.threshold,
    sentences: sentences.length,
    unassigned: assignment.theme.reduce((sum, c) => (c < 0 ? sum + 1 : sum), 0),
    assignment,
    ...(model.chosen === undefined ? {} : { chosen: model.chosen })
  }
  return { found, order }
}

/**
 * Assigns rows to the themes of a model from `findThemes`: any slice of a collection, or new sentences. If the themes
 * were found with `passages`, blend the rows first (`blendNeighbours`).
 * @throws Error if the vectors have other dimensions than the model, or lengths other than 1 or 0.
 * @example
 * const vectors = { count: 4, dims: 2, data: Float32Array.of(1, 0, 1, 0, 0, 1, 0, 1) }
 * const model = findThemes({ sentences: ['tea', 'leaf', 'lens', 'light'], vectors }, { count: 2 })
 * assignThemes({ count: 1, dims: 2, data: Float32Array.of(0, 1) }, model).theme // => Int32Array.of(1)
 */
export function assignThemes(vectors: Vectors, model: ThemeModel): Assignment {
  const { mean, threshold, themes } = model
  if (vectors.dims !== mean.length) {
    throw new Error(
      `vectors have ${vectors.dims} dimensions, the themes ${mean.length}; ` +
        'expected vectors of the encoder that the themes were found with'
    )
  }
  checkRows('vectors', vectors)
  const centroids = matrixOf(
    themes.map(({ centroid }) => centroid),
    mean.length
  )
  const { index, similarity } = nearestCentres(vectors, centroids, mean)
  return { theme: index.map((c, i) => (similarity[i] < threshold ? -1 : c)), similarity }
}

/** A model with the weights of its centres, so that it can learn more. */
export interface FittedThemes extends ThemeModel {
  /** The weight is the sum of the cosines of the rows to the centre. */
  readonly themes: readonly { readonly centroid: Float32Array; readonly weight: number }[]
  /** The number of first themes whose centres are seeds, and stay. */
  readonly seeded: number
  readonly chosen?: ThemeCount
}

/**
 * Clusters rows and sets the threshold for belonging to a theme. Blend rows that have passages first. Of `options` it
 * uses `count`, `most`, `seed`, `seeds`, `restarts`, `swaps`, `from`, `minSize` and `belonging`.
 * @throws Error for a row whose length is neither 1 nor 0, or an option out of its range.
 */
export function fitThemes(rows: Vectors, options: ThemesOptions = {}): FittedThemes {
  const settings: Settings = { ...THEMES_DEFAULTS, ...options }
  checkSettings(settings)
  checkRows('rows', rows)
  const { count, most, seed, seeds = [], restarts, swaps, from, minSize, belonging } = settings
  const mean = meanVector(rows)
  const centered = centerRows(rows, mean)
  const prefer = from === undefined ? {} : { prefer: from.length }
  const chosen = count === undefined ? chooseThemeCount(centered, { seed, most, ...prefer }) : undefined
  const k = count ?? chosen!.count
  // A single theme is the subject of the whole text, so its rows are not centred.
  const single = k === 1 || nonzeroRows(centered).length < 2
  const clustered = single ? rows : centered
  const start = from === undefined || single ? {} : { from: matrixOf(from, rows.dims) }
  const { assignment, centroids } = sphericalKMeans(clustered, { k, seed, restarts, swaps, ...start })
  const found = largeEnough(centroids, assignment, minSize)
  const starts = seeds.map((seed) => {
    const start = new Float32Array(rows.dims)
    centerRow(seed, single ? start.slice() : mean, start)
    return start
  })
  const kept = starts.length === 0 ? found : seedThemes(clustered, matrixOf(starts, rows.dims), found, minSize)
  const { index, similarity } = nearestCentres(clustered, kept)
  const weights = new Float64Array(kept.count)
  for (const [i, c] of index.entries()) if (c >= 0) weights[c] += Math.max(0, similarity[i])
  return {
    mean: single ? new Float32Array(rows.dims) : mean,
    threshold: belonging * medianKnown(index, similarity),
    themes: Array.from({ length: kept.count }, (_, c) => ({ centroid: row(kept, c).slice(), weight: weights[c] })),
    seeded: seeds.length,
    ...(chosen === undefined ? {} : { chosen })
  }
}

/** Cosine from which a cluster is the seeded theme itself, and the number of rounds in which centres move. */
const [SAME, ROUNDS] = [0.9, 5]

/**
 * Returns the centres after seeded ones have taken their rows: the seeded ones first, then the others that keep `minSize`
 * rows. Seeded centres stay, because they would drift into a larger cluster.
 */
function seedThemes(rows: Vectors, starts: Vectors, found: Vectors, minSize: number): Vectors {
  const { dims } = rows
  const isNew = nearestCentres(found, starts).similarity.map((similarity) => (similarity < SAME ? 1 : 0))
  const others = selectRows(
    found,
    Array.from(isNew.keys()).filter((c) => isNew[c] === 1)
  )
  const centres = zeroVectors(starts.count + others.count, dims)
  centres.data.set(starts.data)
  centres.data.set(others.data, starts.data.length)
  for (let round = 0; round < ROUNDS; round++) {
    const { index } = nearestCentres(rows, centres)
    const sums = zeroVectors(centres.count, dims)
    for (const [i, c] of index.entries()) {
      if (c < 0) continue
      const [to, from] = [row(sums, c), row(rows, i)]
      for (let d = 0; d < dims; d++) to[d] += from[d]
    }
    for (let c = starts.count; c < centres.count; c++) {
      const sum = row(sums, c)
      if (normalize(sum) > 0) row(centres, c).set(sum)
    }
  }
  const members = listMembers(nearestCentres(rows, centres).index, centres.count)
  return selectRows(
    centres,
    members.flatMap((list, c) => (c < starts.count || list.length >= minSize ? [c] : []))
  )
}

/**
 * Rows that themes of a large collection learn from: this many per theme on average, drawn in blocks of contiguous
 * rows. On 206,000 rows, learning from all hardly improves themes; blocks of thousands on one subject mislead them.
 */
export const LEARNING = { each: 2_500, block: 256 } as const

/**
 * Continues to learn from further rows, any number, by mini-batch k-means from the result of `fitThemes`. `finish`
 * returns the model and the number of rows each theme learned from; it sets the threshold from `rows`.
 */
export function refineThemes(fitted: FittedThemes): {
  readonly learn: (rows: Vectors) => void
  readonly finish: (rows: Vectors, belonging: number) => { readonly model: ThemeModel; readonly sizes: Int32Array }
} {
  const { mean, themes, seeded } = fitted
  const centroids = themes.map(({ centroid }) => centroid)
  const weights = themes.map(({ weight }) => weight)
  const learner = createMiniBatch(matrixOf(centroids, mean.length), weights, seeded)
  return {
    learn(rows) {
      checkRows('rows', rows)
      learner.learn(centerRows(rows, mean))
    },
    finish(rows, belonging) {
      const { centres, sizes } = learner.finish()
      const { index, similarity } = nearestCentres(rows, centres, mean)
      const threshold = belonging * medianKnown(index, similarity)
      return { model: { mean, threshold, themes: themes.map((_, c) => ({ centroid: row(centres, c) })) }, sizes }
    }
  }
}

type Settings = Required<Omit<ThemesOptions, 'count' | 'from' | 'seeds'>> &
  Pick<ThemesOptions, 'count' | 'from' | 'seeds'>

function checkInput({ sentences, vectors, documents, headings }: ThemesInput, settings: Settings): void {
  checkTexts('sentences', sentences)
  checkEach('documents', documents, sentences.length)
  checkEach('headings', headings, sentences.length)
  checkTexts('ignore', settings.ignore)
  if (sentences.length !== vectors.count) {
    throw new Error(
      `${sentences.length} sentences have ${vectors.count} vectors; expected one vector for each sentence`
    )
  }
  checkRows('vectors', vectors)
  checkSettings(settings)
}

function checkSettings(settings: Settings): void {
  const least = { most: 1, restarts: 1, sample: 1, minSize: 1, exemplars: 0, terms: 1 }
  for (const [name, lowest] of Object.entries(least)) {
    checkWhole(name, settings[name as keyof typeof least], lowest)
  }
  if (settings.count !== undefined) checkWhole('count', settings.count, 1)
  if (!(settings.belonging >= 0 && settings.belonging <= 1)) {
    throw new Error(`belonging is ${settings.belonging}; expected a number from 0 to 1`)
  }
}

/** Returns the centres of clusters with at least `minSize` rows; all centres if no cluster is that large. */
function largeEnough(centroids: Vectors, assignment: Int32Array, minSize: number): Vectors {
  const members = listMembers(assignment, centroids.count)
  const kept = members.flatMap((list, c) => (list.length >= minSize ? [c] : []))
  return kept.length === 0 ? centroids : selectRows(centroids, kept)
}

function matrixOf(rows: readonly Float32Array[], dims: number): Vectors {
  const matrix = zeroVectors(rows.length, dims)
  rows.forEach((values, i) => {
    if (values.length !== dims) throw new Error(`centre ${i} has ${values.length} dimensions; expected ${dims}`)
    row(matrix, i).set(values)
  })
  return matrix
}

/** Returns the median similarity of the rows that have a nearest centre; 0 without any. */
function medianKnown(index: Int32Array, similarity: Float32Array): number {
  const known = similarity.filter((_, i) => index[i] >= 0).sort()
  return known.length === 0 ? 0 : known[Math.floor(known.length / 2)]
}

/** Returns the themes that have a sentence, largest first; of equals, the lower index first. */
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
