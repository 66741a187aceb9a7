import { dot, normalize, row, splitSentences, type Encoder, type Vectors } from '@leitmotif/encoder'
import type { Article } from '@leitmotif/encoder/stages'
import { meanVector, zeroVectors, type Random } from '@leitmotif/encoder/vectors'
import type { SegmentedDocument } from '../evaluation/segmentation-documents.js'
import { remainingSections } from '../mining/section-filters.js'
import { MINING_DEFAULTS } from '../mining/options.js'

/** An article's sections, of each the sentences that it begins with. */
export interface Beginnings {
  readonly sections: readonly (readonly string[])[]
  /** What the article is about. */
  readonly mean: Float32Array
}

/** Sentences of a section that documents are made of, at most: as many as Choi's longest segments have. */
const MOST = 11

/** The beginnings of an article's top-level sections of three sentences up. */
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

/** Segments of a document, as in Choi's. */
const SEGMENTS = 10

/** How many sentences a segment has: those of Choi's four sets. */
const LENGTHS = [
  [3, 11],
  [3, 11],
  [3, 5],
  [6, 8],
  [9, 11]
] as const

/** Of articles that are near to one another, so many are drawn from. */
const NEAR = 25

/** In every other document words beyond the so many most frequent are left out, each with this chance: text without names. */
const PLAIN = { frequent: 1500, chance: 0.75 }

/**
 * A document made as Choi's (2000) are, of ten sections' beginnings each of another article: of any articles, or of
 * some that are near to one another; with all words, or mostly frequent ones.
 * @param rank how frequent a word is, from 0
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
