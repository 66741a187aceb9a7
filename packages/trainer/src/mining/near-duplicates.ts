import { createHash } from 'node:crypto'
import type { Article } from '@leitmotif/encoder/stages'

/** Two articles are near-duplicates if one has at least this share of the other's paragraphs. */
const SHARE = 0.1
/** Shorter paragraphs, in characters, are ignored: they are headings or captions, which many texts share. */
const SHORTEST = 40
/** A paragraph that more articles have is a template, and no evidence that two of them are near-duplicates. */
const MOST_ARTICLES = 50

/** Collects the articles of a corpus, and groups those that share paragraphs. */
export interface NearDuplicates {
  readonly add: (article: Article) => void
  /**
   * Returns the index of each article's group, in the order in which articles were added. Two articles are in the same
   * group if they share at least a tenth of the paragraphs of one of them, directly or through other articles. Takes
   * time linear in the text.
   */
  readonly groups: () => Int32Array
}

export function createNearDuplicates(): NearDuplicates {
  const sizes: number[] = []
  const holders = new Map<string, number[]>() // articles by paragraph
  return {
    add({ sections }) {
      const article = sizes.length
      const paragraphs = new Set(sections.flatMap(({ paragraphs }) => paragraphs.flatMap(keyOf)))
      sizes.push(paragraphs.size)
      for (const key of paragraphs) {
        const known = holders.get(key)
        if (known === undefined) holders.set(key, [article])
        else if (known.length <= MOST_ARTICLES) known.push(article)
      }
    },
    groups() {
      const shared = new Map<number, number>() // paragraphs that two articles share
      for (const articles of holders.values()) {
        if (articles.length > MOST_ARTICLES) continue
        for (let b = 1; b < articles.length; b++) {
          for (let a = 0; a < b; a++) {
            const pair = articles[a] * sizes.length + articles[b]
            shared.set(pair, (shared.get(pair) ?? 0) + 1)
          }
        }
      }
      const parents = Int32Array.from(sizes.keys())
      const first = (article: number): number => {
        while (parents[article] !== article) article = parents[article] = parents[parents[article]]
        return article
      }
      for (const [pair, count] of shared) {
        const [a, b] = [Math.floor(pair / sizes.length), pair % sizes.length]
        if (count < SHARE * Math.min(sizes[a], sizes[b])) continue
        const [one, other] = [first(a), first(b)]
        parents[Math.max(one, other)] = Math.min(one, other)
      }
      return parents.map((_, article) => first(article))
    }
  }
}

function keyOf(paragraph: string): string[] {
  const text = paragraph.trim().toLowerCase().replace(/\s+/g, ' ')
  return text.length < SHORTEST ? [] : [createHash('sha256').update(text).digest('base64').slice(0, 12)]
}
