import { splitSentences, type Representation, type Vectors } from '@leitmotif/encoder'
import type { Article } from '@leitmotif/encoder/stages'
import { tokenize } from '@leitmotif/encoder/training'
import { createMultiply, createRandom } from '@leitmotif/encoder/vectors'
import { MINING_DEFAULTS } from '../mining/options.js'
import { createBm25, type Bm25 } from './bm25.js'
import { bootstrapInterval, type Interval } from './bootstrap.js'
import type { Measurable } from './tdc.js'

export interface FindOptions {
  /** Default: the encoder's own. */
  readonly representation?: Representation | undefined
  /** Number of articles whose sentences are searched, drawn at random; 0 for all. */
  readonly maxArticles: number
  /** Seeds the articles, the query sentences and the intervals' resamples. */
  readonly seed: number
}

const FIND_DEFAULTS: FindOptions = { maxArticles: 200, seed: 1 }

/** A section to be found. */
interface SoughtSection {
  readonly heading: string
  /** Indices of its sentences among all candidates. */
  readonly sentences: readonly number[]
}

/** All sentences that a search may return, and the sections that they belong to, by article. */
export interface FindCollection {
  readonly candidates: readonly string[]
  readonly articles: readonly { readonly title: string; readonly sections: readonly SoughtSection[] }[]
}

/** How well searches find sentences of the wanted section, 0 to 1: means over the queries. */
interface Found<T> {
  /** Share of queries with a sentence of the section among the first ten hits. */
  readonly hit10: T
  /** 1 / rank of the first sentence of the section. */
  readonly mrr: T
  /** Share of the first ten hits that belong to the section. */
  readonly p10: T
}

interface FoundBy extends Found<number> {
  /** 95 % intervals by bootstrap over articles. */
  readonly intervals: Found<Interval>
}

/**
 * Kinds of queries: the article's title with the section's heading, the heading alone, or a sentence that should find
 * the others of its section.
 */
type QueryKind = 'heading' | 'headingAlone' | 'sentence'

/** Search across a collection, by vectors alone and fused with BM25. */
export interface Find extends Record<QueryKind, FoundBy> {
  /** `heading` with reciprocal rank fusion of the vectors and BM25. */
  readonly fused: FoundBy
  readonly fusedSentence: FoundBy
  /** Number of sections searched by their headings. */
  readonly queries: number
  readonly candidates: number
  readonly articles: number
}

/** Scores all candidates for each query, [queries, candidates]. Called with a block of queries at a time. */
type Scorer = (queries: readonly number[]) => Float32Array

/** Number of queries scored at once. */
const BLOCK = 64
/**
 * Parameters of reciprocal rank fusion, the same as the indexer's (Cormack et al. 2009): its constant, the weight of
 * the ranking by words, and the depth of both rankings.
 */
const [FUSION, WORDS_WEIGHT, DEPTH] = [10, 0.7, 100]

/**
 * Draws the articles by reservoir sampling, and collects their sentences of 5 to 50 tokens in sections with headings.
 */
export async function drawFindCollection(
  articles: AsyncIterable<Article> | Iterable<Article>,
  options: Partial<FindOptions> = {}
): Promise<FindCollection | undefined> {
  const { maxArticles, seed } = { ...FIND_DEFAULTS, ...options }
  const random = createRandom(seed).fork('find')
  const drawn: { title: string; sections: { heading: string; texts: string[] }[] }[] = []
  let seen = 0
  for await (const article of articles) {
    const sections = searchableSections(article)
    if (sections.length === 0) continue
    seen++
    const place = maxArticles === 0 || drawn.length < maxArticles ? drawn.length : random.integer(seen)
    if (maxArticles === 0 || place < maxArticles) drawn[place] = { title: article.title, sections }
  }
  if (drawn.length === 0) return undefined
  const candidates: string[] = []
  const numbered = drawn.map(({ title, sections }) => ({
    title,
    sections: sections.map(({ heading, texts }) => ({
      heading,
      sentences: texts.map((text) => candidates.push(text) - 1)
    }))
  }))
  return { candidates, articles: numbered }
}

/** Returns the sections of an article that have a heading and sentences, each without its subsections. */
function searchableSections({ sections }: Article): { heading: string; texts: string[] }[] {
  const dropped = new Set(MINING_DEFAULTS.dropHeadings.map((heading) => heading.toLowerCase()))
  const { minTokens, maxTokens } = MINING_DEFAULTS
  return sections
    .filter(({ heading }) => heading.trim() !== '' && !dropped.has(heading.trim().toLowerCase()))
    .map(({ heading, paragraphs }) => ({
      heading: heading.trim(),
      texts: paragraphs
        .flatMap((text) => splitSentences(text).map(({ start, end }) => text.slice(start, end).trim()))
        .filter((sentence) => {
          const tokens = tokenize(sentence).length
          return tokens >= minTokens && tokens <= maxTokens
        })
    }))
    .filter(({ texts }) => texts.length > 0)
}

/**
 * Measures search across a collection: ranks all candidates by cosine, for the heading of each section, and for one of
 * its sentences. With `encoder` undefined, measures BM25 alone, and the fused figures are the same.
 */
export async function measureFind(
  encoder: Measurable | undefined,
  { candidates, articles }: FindCollection,
  options: Partial<FindOptions> = {}
): Promise<Find> {
  const { representation, seed } = { ...FIND_DEFAULTS, ...options }
  const random = createRandom(seed).fork('query sentences')
  const sought = articles.flatMap(({ title, sections }, article) =>
    sections.map(({ heading, sentences }) => ({
      article,
      sentences,
      heading: `${title} ${heading}`,
      headingAlone: heading,
      sentence: sentences[random.integer(sentences.length)]
    }))
  )
  const texts = sought.flatMap(({ heading, headingAlone }) => [heading, headingAlone])
  const bm25 = createBm25(candidates)
  const vectors =
    encoder &&
    stackRows(
      await encoder.encode(candidates, { representation }),
      await encoder.encode(texts, { representation, as: 'query' })
    )
  const textOf = (row: number): string => (row < candidates.length ? candidates[row] : texts[row - candidates.length])
  const byWords = wordScorer(bm25, textOf, candidates.length)
  const score = vectors === undefined ? byWords : cosineScorer(vectors, candidates.length)

  const rowOf: Record<QueryKind, (index: number) => number> = {
    heading: (index) => candidates.length + 2 * index,
    headingAlone: (index) => candidates.length + 2 * index + 1,
    sentence: (index) => sought[index].sentence
  }
  const measure = (kind: QueryKind, fused: boolean): FoundBy => {
    // A sentence that is alone in its section has nothing to find.
    const asked = [...sought.keys()].filter((i) => kind !== 'sentence' || sought[i].sentences.length > 1)
    const outcomes: (Found<number> & { readonly article: number })[] = []
    for (let from = 0; from < asked.length; from += BLOCK) {
      const block = asked.slice(from, from + BLOCK)
      const rows = block.map((index) => rowOf[kind](index))
      const scores = score(rows)
      const words = fused && score !== byWords ? byWords(rows) : undefined
      for (const [b, index] of block.entries()) {
        const own = kind === 'sentence' ? sought[index].sentence : -1
        const part = (all: Float32Array): Float32Array =>
          all.subarray(b * candidates.length, (b + 1) * candidates.length)
        const ranked = fused && words !== undefined ? fuse(part(scores), part(words), own) : part(scores)
        const right = new Set(sought[index].sentences)
        right.delete(own)
        outcomes.push({ ...judge(ranked, right, own), article: sought[index].article })
      }
    }
    return summarize(outcomes, articles.length, seed)
  }
  return {
    heading: measure('heading', false),
    headingAlone: measure('headingAlone', false),
    sentence: measure('sentence', false),
    fused: measure('heading', true),
    fusedSentence: measure('sentence', true),
    queries: sought.length,
    candidates: candidates.length,
    articles: articles.length
  }
}

/** Returns the rows of `upper`, then those of `lower`. */
function stackRows(upper: Vectors, lower: Vectors): Vectors {
  const data = new Float32Array(upper.data.length + lower.data.length)
  data.set(upper.data)
  data.set(lower.data, upper.data.length)
  return { count: upper.count + lower.count, dims: upper.dims, data }
}

function cosineScorer({ data, dims }: Vectors, candidates: number): Scorer {
  const multiply = createMultiply()
  const all = { values: data.subarray(0, candidates * dims), turned: true }
  return (queries) => {
    const values = new Float32Array(queries.length * dims)
    for (const [q, row] of queries.entries()) values.set(data.subarray(row * dims, (row + 1) * dims), q * dims)
    return multiply({ values, turned: false }, all, queries.length, dims, candidates)
  }
}

function wordScorer(bm25: Bm25, textOf: (row: number) => string, candidates: number): Scorer {
  return (queries) => {
    const scores = new Float32Array(queries.length * candidates)
    for (const [q, row] of queries.entries()) scores.set(bm25(textOf(row)), q * candidates)
    return scores
  }
}

/**
 * Returns the `count` best candidates, best first; of equal ones, the first. Leaves out `own` and candidates with a
 * score of 0 or less.
 */
function best(scores: Float32Array, count: number, own: number): number[] {
  const found: number[] = []
  for (let i = 0; i < scores.length; i++) {
    if (i === own || scores[i] <= 0) continue
    if (found.length === count && scores[i] <= scores[found[count - 1]]) continue
    let at = found.length < count ? found.length : count - 1
    while (at > 0 && scores[found[at - 1]] < scores[i]) {
      found[at] = found[at - 1]
      at--
    }
    found[at] = i
  }
  return found
}

/** Fuses two rankings. Beyond their first hundred, the order by vectors counts. */
function fuse(scores: Float32Array, words: Float32Array, own: number): Float32Array {
  // Items in the first hundred of neither ranking come after all items in one of them.
  const fused = Float32Array.from(scores, (score) => score * 1e-6)
  const add = (ranking: Float32Array, weight: number): void => {
    for (const [place, i] of best(ranking, DEPTH, own).entries()) fused[i] += weight / (FUSION + place + 1)
  }
  add(scores, 1)
  add(words, WORDS_WEIGHT)
  return fused
}

/** Judges a ranking. Of equal scores, the earlier candidate ranks first. */
function judge(scores: Float32Array, right: ReadonlySet<number>, own: number): Found<number> {
  let first = -1
  for (const i of right) {
    if (first < 0 || scores[i] > scores[first] || (scores[i] === scores[first] && i < first)) first = i
  }
  let rank = 1
  for (let i = 0; i < scores.length; i++) {
    if (i !== own && (scores[i] > scores[first] || (scores[i] === scores[first] && i < first))) rank++
  }
  const hits = best(scores, 10, own).filter((i) => right.has(i)).length
  return { hit10: rank <= 10 ? 1 : 0, mrr: 1 / rank, p10: hits / 10 }
}

function summarize(
  outcomes: readonly (Found<number> & { readonly article: number })[],
  articles: number,
  seed: number
): FoundBy {
  const sums = Array.from({ length: articles }, () => ({ hit10: 0, mrr: 0, p10: 0, queries: 0 }))
  for (const { article, hit10, mrr, p10 } of outcomes) {
    const sum = sums[article]
    sum.hit10 += hit10
    sum.mrr += mrr
    sum.p10 += p10
    sum.queries++
  }
  const mean = (measure: keyof Found<number>, drawn: Iterable<number>): number => {
    let [sum, queries] = [0, 0]
    for (const a of drawn) {
      sum += sums[a][measure]
      queries += sums[a].queries
    }
    return sum / queries
  }
  const by = <T>(figure: (measure: keyof Found<number>) => T): Found<T> => ({
    hit10: figure('hit10'),
    mrr: figure('mrr'),
    p10: figure('p10')
  })
  return {
    ...by((measure) => mean(measure, sums.keys())),
    intervals: by((measure) => bootstrapInterval(articles, seed, (drawn) => mean(measure, drawn)))
  }
}
