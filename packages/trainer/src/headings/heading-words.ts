import { STOP_WORDS, terms, type Article } from '@leitmotif/encoder/stages'
import { createWordUses, type WordUses } from './word-uses.js'

interface CommonHeading {
  /** In small letters but for the first. */
  readonly heading: string
  /** Articles that have it. */
  readonly articles: number
  /** Whether it fits any subject, as "Overview" does. */
  readonly generic: boolean
}

/** What is learned of English headings, and of the words that may stand in one. */
export interface HeadingWords {
  /** The most frequent first. */
  readonly common: readonly CommonHeading[]
  readonly leading: readonly string[]
  readonly verbs: readonly string[]
}

/**
 * A heading is common if so many sources have it, or so many articles of an encyclopaedia, a source so large: one
 * project's template ("Unresolved questions") is not. It is generic if more sources have it.
 */
const COMMON = { sources: 3, articles: 20, encyclopaedia: 5000, words: 4 } as const
const GENERIC_SOURCES = 4

/** Articles in which a heading counts for what its words are: beyond them it would stand for itself alone. */
const COUNTED = 3

/** A word with a capital inside sentences more than this part of the time is a name. */
const NAME_SHARE = 0.5

/** Learns from articles which headings are common, and which words end none. Memory grows with unlike words and headings. */
export async function learnHeadingWords(articles: AsyncIterable<Article> | Iterable<Article>): Promise<HeadingWords> {
  const words = createWordUses()
  /** Articles that have a heading, by source. */
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
  common.sort((a, b) => b.articles - a.articles || (a.heading < b.heading ? -1 : 1))
  const notYet = (list: string[]): string[] => list.filter((word) => !STOP_WORDS.has(word))
  return { common, leading: notYet(words.leading()), verbs: notYet(words.verbs()) }
}

/** A few words of letters, none of them a name: places and people are for the draft itself to name. */
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

const WIDTH = 118

/** The module of the encoder that holds them. */
export function headingWordsModule({ common, leading, verbs }: HeadingWords): string {
  const list = (found: readonly CommonHeading[]): string =>
    fill(found.map(({ heading, articles }) => `${heading} ${articles};`))
  return `// Made by \`leitmotif-train heading-words\` from the training part of the articles; made again, not edited.

/** Headings that fit any subject, and in how many articles each stands, the most frequent first. */
export const GENERIC_HEADINGS = \`
${list(common.filter(({ generic }) => generic))}
\`

/** Headings of a subject that many articles have. */
export const COMMON_HEADINGS = \`
${list(common.filter(({ generic }) => !generic))}
\`

/** Words that lead a noun phrase and seldom end one, as adjectives do. */
export const LEADING_WORDS = \`
${fill(leading)}
\`

/** Words that neither begin nor end a noun phrase, as verbs do. */
export const VERBS = \`
${fill(verbs)}
\`
`
}

function fill(items: readonly string[]): string {
  const lines: string[] = []
  for (const item of items) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + item.length <= WIDTH) lines[lines.length - 1] = `${last} ${item}`
    else lines.push(item)
  }
  return lines.join('\n')
}
