import { createRandom, type Random } from '@leitmotif/encoder/vectors'

// Limits the pool to about 10 MB, with thousands of candidates for each draw.
const MAX_ARTICLES = 1000
const MAX_PER_ARTICLE = 8

/** A bounded sample of candidates of earlier articles: the source of negatives from other articles. */
export interface Pool<T> {
  /** Adds an article's candidates. Call it after the article was mined, never before. */
  add(candidates: readonly T[]): void
  /** Returns a random candidate of a random article; undefined while the pool is empty. */
  draw(random: Random): T | undefined
}

/** Returns a pool by reservoir sampling of articles (Vitter's algorithm R): each has the same probability. */
export function createPool<T>(seed: number): Pool<T> {
  const random = createRandom(seed).fork('pool')
  const articles: (readonly T[])[] = []
  let seen = 0
  return {
    add(candidates) {
      if (candidates.length === 0) return
      seen++
      const place = articles.length < MAX_ARTICLES ? articles.length : random.integer(seen)
      if (place < MAX_ARTICLES) articles[place] = random.shuffle([...candidates]).slice(0, MAX_PER_ARTICLE)
    },
    draw(random) {
      if (articles.length === 0) return undefined
      const candidates = articles[random.integer(articles.length)]
      return candidates[random.integer(candidates.length)]
    }
  }
}
