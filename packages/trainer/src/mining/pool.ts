import { createRandom, type Random } from '@leitmotif/encoder/vectors'

// Bounds the pool's memory (some 10 MB) while each draw still has thousands of candidates to fall on.
const MAX_ARTICLES = 1000
const MAX_PER_ARTICLE = 8

/** A bounded sample of what the earlier articles of a corpus hold: where negatives from another article come from. */
export interface Pool<T> {
  /** Offers an article's candidates. The article that is being mined is offered after it was mined, never before. */
  add(candidates: readonly T[]): void
  /** A random candidate of a random article; undefined while the pool is empty. */
  draw(random: Random): T | undefined
}

/** Reservoir sampling (Vitter's algorithm R) over articles: each one seen so far is in the pool with equal chance. */
export function createPool<T>(seed: number): Pool<T> {
  const chance = createRandom(seed).fork('pool')
  const articles: (readonly T[])[] = []
  let seen = 0
  return {
    add(candidates) {
      if (candidates.length === 0) return
      seen++
      const place = articles.length < MAX_ARTICLES ? articles.length : chance.integer(seen)
      if (place < MAX_ARTICLES) articles[place] = chance.shuffle([...candidates]).slice(0, MAX_PER_ARTICLE)
    },
    draw(random) {
      if (articles.length === 0) return undefined
      const candidates = articles[random.integer(articles.length)]
      return candidates[random.integer(candidates.length)]
    }
  }
}
