import { dot, normalize, row, splitSentences, type Encoder, type Vectors } from '@leitmotif/encoder'
import type { Article } from '@leitmotif/encoder/stages'
import { meanVector, zeroVectors, type Random } from '@leitmotif/encoder/vectors'
import type { SegmentedDocument } from '../evaluation/segmentation-documents.js'
import { remainingSections } from '../mining/section-filters.js'
import { MINING_DEFAULTS } from '../mining/options.js'

/** The first sentences of an article's sections. */
export interface Beginnings {
  readonly sections: readonly (readonly string[])[]
  /** Unit vector of the article's subject: the direction of the mean of its sections' means. */
  readonly mean: Float32Array
}

/** Maximum number of sentences read of a section: the length of the longest segments in Choi's documents. */
const MOST = 11

/**
 * Returns the first sentences of an article's top-level sections with three sentences or more, and their `static` rows.
 */
export async function readBeginnings(
  article: Article,
  encoder: Encoder
): Promise<{ own: Beginnings; rows: Vectors[] }> {
  const sections = remainingSections(article, MINING_DEFAULTS)
    .map(({ paragraphs }) => firstSentences(paragraphs.map(({ text }) => text)))
    .filter(({ length }) => length >= 3)
  const rows = await Promise.all(sections.map((sentences) => encoder.encode(sentences, { representation: 'static' })))
  const means = zeroVectors(rows.length, rows[0]?.dims ?? 0)
  rows.forEach((own, s) => {
    row(means, s).set(meanVector(own))
  })
  const mean = meanVector(means)
  normalize(mean)
  return { own: { sections, mean }, rows }
}

function firstSentences(paragraphs: readonly string[]): string[] {
  const found: string[] = []
  for (const text of paragraphs) {
    for (const { start, end } of splitSentences(text)) {
      if (found.length === MOST) return found
      found.push(text.slice(start, end).trim())
    }
  }
  return found
}

/** Segments per document, as in Choi's documents. */
const SEGMENTS = 10

/**
 * Minimum and maximum number of sentences of a segment, as in Choi's four sets. The first set is used twice as often.
 */
const LENGTHS = [
  [3, 11],
  [3, 11],
  [3, 5],
  [6, 8],
  [9, 11]
] as const

/** Number of similar articles from which a document with similar subjects is drawn. */
const NEAR = 25

/**
 * In every other document, words that are not among the `frequent` most frequent ones are left out with probability
 * `chance`. The result resembles text without names.
 */
const PLAIN = { frequent: 1500, chance: 0.75 }

/**
 * Returns a document made like those of Choi (2000): the beginnings of up to ten sections, each from a different
 * article. The articles are either random or similar to each other. The text has either all words or mostly frequent
 * ones.
 * @param rank returns a word's rank by frequency, from 0 for the most frequent
 * @param number the document's number, which selects the kind of document
 */
export function makeDocument(
  articles: readonly Beginnings[],
  rank: (word: string) => number,
  number: number,
  random: Random
): SegmentedDocument {
  const [least, most] = LENGTHS[number % LENGTHS.length]
  const pool = number % 4 < 2 ? [...articles] : nearTo(articles[random.integer(articles.length)], articles)
  const units: string[] = []
  const boundaries: number[] = []
  let segments = 0
  for (const { sections } of random.shuffle(pool)) {
    const wanted = least + random.integer(most - least + 1)
    const long = sections.filter(({ length }) => length >= wanted)
    if (long.length === 0) continue
    if (segments++ > 0) boundaries.push(units.length)
    units.push(...long[random.integer(long.length)].slice(0, wanted))
    if (segments === SEGMENTS) break
  }
  return {
    id: String(number),
    unit: 'sentences',
    units: number % 2 === 0 ? units : plain(units, rank, random),
    boundaries
  }
}

function nearTo(article: Beginnings, articles: readonly Beginnings[]): Beginnings[] {
  return articles
    .map((other) => ({ other, nearness: dot(article.mean, other.mean) }))
    .sort((a, b) => b.nearness - a.nearness)
    .slice(0, NEAR)
    .map(({ other }) => other)
}

function plain(units: readonly string[], rank: (word: string) => number, random: Random): string[] {
  const kept = new Map<string, boolean>()
  return units.map((text) =>
    text.replace(/[\p{L}\p{N}]+/gu, (written) => {
      const word = written.toLowerCase()
      if (!kept.has(word)) kept.set(word, rank(word) < PLAIN.frequent || random.next() >= PLAIN.chance)
      return kept.get(word)! ? written : ''
    })
  )
}
