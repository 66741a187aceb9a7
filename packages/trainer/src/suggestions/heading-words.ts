import type { CommonHeading } from '@leitmotif/encoder/training'
import { STOP_WORDS, terms, type Article } from '@leitmotif/encoder/stages'
import { createWordUses, type WordUses } from './word-uses.js'

/** Common English headings, and the classes of words used to make other headings. */
export interface HeadingWords {
  /** Generic headings first, then the others; within each kind the most frequent first. */
  readonly common: readonly CommonHeading[]
  readonly leading: readonly string[]
  readonly verbs: readonly string[]
}

/**
 * A heading is common if at least `sources` sources have it, or at least `articles` articles of a single encyclopaedia:
 * a source of at least `encyclopaedia` articles. This excludes a single project's template ("Unresolved questions"). A
 * common heading has at most `words` words. It is generic if at least GENERIC_SOURCES sources have it.
 */
const COMMON = { sources: 3, articles: 20, encyclopaedia: 5000, words: 4 } as const
const GENERIC_SOURCES = 4

/**
 * A heading counts as evidence of word classes in at most this many articles, so that frequent headings do not
 * dominate.
 */
const COUNTED = 3

/** A word is a name if more than this fraction of its uses inside sentences are capitalised. */
const NAME_SHARE = 0.5

/**
 * Learns common headings and word classes from articles. Memory grows with the number of distinct words and headings.
 */
export async function learnHeadingWords(articles: AsyncIterable<Article> | Iterable<Article>): Promise<HeadingWords> {
  const words = createWordUses()
  /** For each heading, the number of articles that have it, by source. */
  const headings = new Map<string, Map<string, number>>()
  const sizes = new Map<string, number>()
  for await (const { source = '', sections } of articles) {
    sizes.set(source, (sizes.get(source) ?? 0) + 1)
    const own = new Set<string>()
    for (const { heading, level, paragraphs } of sections) {
      for (const text of paragraphs) words.countText(text)
      const key = heading.trim().toLowerCase()
      if (level === 0 || key === '' || own.has(key)) continue
      own.add(key)
      const found = headings.get(key) ?? new Map<string, number>()
      headings.set(key, found.set(source, (found.get(source) ?? 0) + 1))
    }
  }
  for (const [key, counts] of headings) words.countHeading(key, Math.min(COUNTED, total(counts)))
  const large = [...sizes].flatMap(([source, size]) => (size >= COMMON.encyclopaedia ? [source] : []))
  const common = [...headings].flatMap(([key, counts]): CommonHeading[] => {
    const spread = counts.size >= COMMON.sources
    const frequent = large.some((source) => (counts.get(source) ?? 0) >= COMMON.articles)
    if (!(spread || frequent) || !isPlain(key, words)) return []
    const generic = counts.size >= GENERIC_SOURCES
    return [{ heading: key.charAt(0).toUpperCase() + key.slice(1), articles: total(counts), generic }]
  })
  common.sort(
    (a, b) => Number(b.generic) - Number(a.generic) || b.articles - a.articles || (a.heading < b.heading ? -1 : 1)
  )
  const notYet = (list: string[]): string[] => list.filter((word) => !STOP_WORDS.has(word))
  return { common, leading: notYet(words.leading()), verbs: notYet(words.verbs()) }
}

/** Returns whether a heading has a few words of letters and no name, because names belong to one text only. */
function isPlain(key: string, words: WordUses): boolean {
  if (!/^[\p{L} ’'-]{3,}$/u.test(key)) return false
  const parts = terms(key)
  return (
    parts.length <= COMMON.words &&
    parts.every((word) => {
      const { small, capital } = words.of(word) ?? { small: 1, capital: 0 }
      return capital <= NAME_SHARE * (small + capital)
    })
  )
}

function total(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0)
}
