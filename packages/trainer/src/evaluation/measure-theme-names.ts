import { dot, findThemes, row, type Representation, type Themes, type Vectors } from '@leitmotif/encoder'
import { groupsOf, labelGroups, wordTerms, type Article } from '@leitmotif/encoder/stages'
import { createRandom } from '@leitmotif/encoder/vectors'
import { bootstrapInterval, shareInterval, shareOf, type Interval, type Part } from './bootstrap.js'
import { headedArticle } from './heading-articles.js'
import { classWords, diverseWords } from './name-baselines.js'
import type { Measurable } from './tdc.js'

interface NamesOptions {
  /** Default: the encoder's own. */
  readonly representation?: Representation | undefined
  /** Number of articles of the collection, drawn at random; 0 for all. */
  readonly maxArticles: number
  /** Maximum number of sentences of an article, in blocks of 20. */
  readonly sentencesPerArticle: number
  /** Number of sentences that the judge reads, drawn at random. */
  readonly judged: number
  /** Seeds the drawing, the clustering and the intervals' resamples. */
  readonly seed: number
}

/** Figures are comparable only with the same collections, and so with the same options. */
const NAMES_DEFAULTS: NamesOptions = {
  maxArticles: 150,
  sentencesPerArticle: 100,
  judged: 2_000,
  seed: 1
}

/** Number of consecutive sentences drawn together, so that each can be read with its neighbours. */
const BLOCK = 20

/** Sentences of many articles, in the form in which an indexer clusters them. */
interface NamesCollection {
  readonly sentences: readonly string[]
  /** Index of each sentence's article, and of its part of a section. */
  readonly documents: Int32Array
  readonly passages: Int32Array
  /** The headings above each sentence, outermost first. */
  readonly headings: readonly (readonly string[])[]
}

/** How well names distinguish the themes of a level. */
export interface NameFigures {
  /** Share of sentences whose nearest name of the level, by the judge, is that of their own theme. */
  readonly accuracy: number
  /** Mean normalised pointwise mutual information of the words of a name, by sentences that contain both, -1 to 1. */
  readonly npmi: number
  /** Share of names with a word that more than a third of the level's names contain. */
  readonly common: number
  /** Mean number of words in a name. */
  readonly words: number
  /** 95 % intervals by bootstrap: over articles for `accuracy`, over names for `npmi`. */
  readonly intervals: { readonly accuracy: Interval; readonly npmi: Interval }
}

interface LevelFigures extends NameFigures {
  /** Number of names in the level. */
  readonly count: number
  /** Share of the level's sentences for each name, largest first. */
  readonly sizes: readonly number[]
  /** Figures of other names for the same clusters, made by published formulas. */
  readonly baselines: Readonly<Record<'cTfIdf' | 'mmr', NameFigures>>
}

export interface ThemeNames {
  readonly leaves: LevelFigures
  /** The top level of the tree; absent if all themes are at the top. */
  readonly groups?: LevelFigures
  readonly articles: number
  readonly sentences: number
  readonly judged: number
}

/** Draws articles by reservoir sampling, and some of each one's sentences. Undefined without a sentence. */
export async function drawNamesCollection(
  articles: AsyncIterable<Article> | Iterable<Article>,
  options: Partial<NamesOptions> = {}
): Promise<NamesCollection | undefined> {
  const { maxArticles, sentencesPerArticle, seed } = { ...NAMES_DEFAULTS, ...options }
  const random = createRandom(seed).fork('names')
  const drawn: ReturnType<typeof headedArticle>[] = []
  let seen = 0
  for await (const article of articles) {
    const headed = headedArticle(article)
    if (headed.sentences.length === 0) continue
    seen++
    const place = maxArticles === 0 || drawn.length < maxArticles ? drawn.length : random.integer(seen)
    if (maxArticles === 0 || place < maxArticles) drawn[place] = headed
  }
  if (drawn.length === 0) return undefined
  const sentences: string[] = []
  const documents: number[] = []
  const passages: number[] = []
  const headings: string[][] = []
  for (const [d, { sentences: own, section, sections }] of drawn.entries()) {
    const pathOf = (s: number): string[] =>
      s < 0 ? [] : [...pathOf(sections[s].parent), ...(sections[s].heading === '' ? [] : [sections[s].heading])]
    const blocks = random.shuffle(Array.from({ length: Math.ceil(own.length / BLOCK) }, (_, b) => b))
    const kept = new Set(blocks.slice(0, Math.ceil(sentencesPerArticle / BLOCK)))
    let last = -1
    for (const [i, sentence] of own.entries()) {
      if (!kept.has(Math.floor(i / BLOCK))) continue
      const joins = last >= 0 && last === i - 1 && section[last] === section[i]
      passages.push((passages.at(-1) ?? 0) + (joins ? 0 : 1))
      last = i
      sentences.push(sentence)
      documents.push(d)
      headings.push(pathOf(section[i]))
    }
  }
  return { sentences, documents: Int32Array.from(documents), passages: Int32Array.from(passages), headings }
}

/**
 * Finds the themes of a collection and their top-level groups, names them, and measures by an independent encoder, the
 * judge, whether the names distinguish them. Names of both baselines are measured on the same clusters.
 */
export async function measureNames(
  encoder: Measurable,
  judge: (texts: readonly string[]) => Promise<Vectors>,
  collection: NamesCollection,
  options: Partial<NamesOptions> = {}
): Promise<ThemeNames> {
  const { representation, judged, seed } = { ...NAMES_DEFAULTS, ...options }
  const { sentences, documents } = collection
  const embed = (texts: readonly string[]): Promise<Vectors> => encoder.encode(texts, { representation })
  const input = { ...collection, vectors: await embed(sentences) }
  const found = findThemes(input, { seed, sample: sentences.length })
  const groups = groupsOf(found.themes)
  const groupLabels = labelGroups(input, found.assignment.theme, groups)
  const leaves: Level = { names: found.themes.map(({ label }) => label), part: found.assignment.theme }
  const levels = groups.length === 0 ? [leaves] : [leaves, topLevel(found, groups, groupLabels)]

  const random = createRandom(seed).fork('judged')
  const order = random.shuffle([...sentences.keys()]).slice(0, judged)
  const read = Int32Array.from(order).sort()
  const rows = await judge(Array.from(read, (i) => sentences[i]))
  const scoreOf = createScorer(collection, { read, rows, judge, seed })
  const [ofLeaves, ofGroups] = await Promise.all(
    levels.map(async (level): Promise<LevelFigures> => {
      const words = classWords(sentences, level.part, level.names.length)
      return {
        ...(await scoreOf(level)),
        count: level.names.length,
        sizes: sharesOf(level),
        baselines: {
          cTfIdf: await scoreOf({ ...level, names: words.map((list) => list.slice(0, NAME_WORDS).join(' ')) }),
          mmr: await scoreOf({ ...level, names: await diverseWords(words, embed, NAME_WORDS) })
        }
      }
    })
  )
  return {
    leaves: ofLeaves,
    ...(levels.length > 1 && { groups: ofGroups }),
    articles: new Set(documents).size,
    sentences: sentences.length,
    judged: read.length
  }
}

/** Number of words in a baseline's name, as in BERTopic. */
const NAME_WORDS = 4

/** The names of a level, and the index of each sentence's name; -1 for none. */
interface Level {
  readonly names: readonly string[]
  readonly part: Int32Array
}

/** Returns the outermost groups, and the themes that are in no group. */
function topLevel(
  { themes, assignment }: Themes,
  groups: readonly ReadonlySet<number>[],
  labels: readonly { readonly label: string }[]
): Level {
  const names: string[] = []
  const numbers = new Map<number, number>()
  const partOf = themes.map(({ label }, t) => {
    // Groups come before those inside them, so the first match is the outermost.
    const group = groups.findIndex((members) => members.has(t))
    const number = numbers.get(group)
    if (group >= 0 && number !== undefined) return number
    if (group >= 0) numbers.set(group, names.length)
    return names.push(group < 0 ? label : labels[group].label) - 1
  })
  return { names, part: assignment.theme.map((t) => (t < 0 ? -1 : partOf[t])) }
}

function sharesOf({ names, part }: Level): number[] {
  const sizes = names.map(() => 0)
  for (const p of part) if (p >= 0) sizes[p]++
  const total = sizes.reduce((sum, size) => sum + size, 0)
  return sizes.map((size) => size / total).sort((a, b) => b - a)
}

/** Returns a function that measures the names of a level. */
function createScorer(
  { sentences, documents }: NamesCollection,
  given: {
    readonly read: Int32Array
    readonly rows: Vectors
    readonly judge: (texts: readonly string[]) => Promise<Vectors>
    readonly seed: number
  }
): (level: Level) => Promise<NameFigures> {
  const { read, rows, judge, seed } = given
  const npmiOf = createNpmi(sentences)
  return async ({ names, part }) => {
    const vectors = await judge(names)
    const parts = new Map<number, Part>()
    for (const [r, i] of read.entries()) {
      if (part[i] < 0) continue
      const cosines = names.map((_, n) => dot(row(rows, r), row(vectors, n)))
      const right = cosines.every((cosine, n) => n === part[i] || cosine < cosines[part[i]])
      const article = parts.get(documents[i]) ?? { sum: 0, count: 0 }
      parts.set(documents[i], { sum: article.sum + Number(right), count: article.count + 1 })
    }
    const articles: Part[] = [...parts.values()]
    const words = names.map(nameWords)
    const coherence = words.map(npmiOf)
    const mean = (drawn: Iterable<number>): number => {
      const values = Array.from(drawn, (n) => coherence[n]).filter((value) => !Number.isNaN(value))
      return values.reduce((sum, value) => sum + value, 0) / values.length
    }
    return {
      accuracy: shareOf(articles),
      npmi: mean(words.keys()),
      common: shareOfCommon(words),
      words: words.reduce((sum, list) => sum + list.length, 0) / words.length,
      intervals: {
        accuracy: shareInterval(articles, seed),
        npmi: bootstrapInterval(names.length, seed, mean)
      }
    }
  }
}

/** Returns the different words of a name, in lower case. */
function nameWords(name: string): string[] {
  return [...new Set(wordTerms(name))]
}

/** A word is common if more than this share of the names contain it. */
const COMMON = 1 / 3

function shareOfCommon(names: readonly (readonly string[])[]): number {
  const having = new Map<string, number>()
  for (const words of names) for (const word of words) having.set(word, (having.get(word) ?? 0) + 1)
  return names.filter((words) => words.some((word) => having.get(word)! > COMMON * names.length)).length / names.length
}

/**
 * Returns a function that gives the mean normalised pointwise mutual information of all pairs of words (Bouma 2009), by
 * the sentences that contain both: -1 for words that never occur together. NaN for fewer than two words.
 */
function createNpmi(sentences: readonly string[]): (words: readonly string[]) => number {
  const having = new Map<string, Set<number>>()
  for (const [s, sentence] of sentences.entries()) {
    for (const word of wordTerms(sentence)) having.set(word, (having.get(word) ?? new Set()).add(s))
  }
  const nothing: ReadonlySet<number> = new Set()
  return (words) => {
    const values: number[] = []
    for (const [i, word] of words.entries()) {
      for (const other of words.slice(i + 1)) {
        const [a, b] = [having.get(word) ?? nothing, having.get(other) ?? nothing]
        let both = 0
        for (const s of a) if (b.has(s)) both++
        const n = sentences.length
        values.push(both === 0 ? -1 : both === n ? 1 : Math.log((both * n) / (a.size * b.size)) / -Math.log(both / n))
      }
    }
    return values.reduce((sum, value) => sum + value, 0) / values.length
  }
}
