import { wordTerms } from '../text/tokens.js'

/** Documents that must have a heading, and the least share of a theme's sentences that are under it. */
const LEAST_DOCUMENTS = 3
const LEAST_SHARE = 0.1
/**
 * A heading belongs to a theme if more than this share of its sentences do. Headings that fit any text belong to none.
 */
const BELONGING = 0.5
/** A longer heading is a sentence. */
const MOST_WORDS = 6

/** Headings above sentences, and what the sentences belong to. */
interface HeadedSentences {
  /** The headings above each sentence, outermost first. */
  readonly headings: readonly (readonly string[])[]
  readonly documents: ArrayLike<number>
  readonly theme: ArrayLike<number>
}

/**
 * Returns for each of `count` themes the heading that its documents agree on, or undefined: three or more documents have
 * it, a tenth of the theme's sentences are under it, and most sentences under it are of the theme. The one with the most
 * sentences of the theme wins. Numbering, case and end punctuation are ignored.
 */
export function agreedHeadings({ headings, documents, theme }: HeadedSentences, count: number): (string | undefined)[] {
  const total = new Map<string, number>()
  const sizes = new Int32Array(count)
  const found = Array.from({ length: count }, () => new Map<string, Agreement>())
  for (const [i, path] of headings.entries()) {
    const c = theme[i]
    if (c >= 0) sizes[c]++
    for (const heading of path) {
      const text = heading.replace(/^[\d.\s)§]+|[\s:.?!]+$/gu, '')
      const key = text.toLowerCase()
      total.set(key, (total.get(key) ?? 0) + 1)
      if (c < 0) continue
      const own = found[c].get(key) ?? { text, times: 0, documents: new Set<number>() }
      own.times++
      own.documents.add(documents[i])
      found[c].set(key, own)
    }
  }
  return found.map((own, c) => {
    let best: Agreement | undefined
    for (const [key, agreement] of own) {
      const { times, text } = agreement
      if (agreement.documents.size < LEAST_DOCUMENTS || times < LEAST_SHARE * sizes[c]) continue
      if (times <= BELONGING * total.get(key)! || times <= (best?.times ?? 0)) continue
      const words = wordTerms(text).length
      if (words > 0 && words <= MOST_WORDS && /\p{L}{2}/u.test(text)) best = agreement
    }
    return best?.text
  })
}

interface Agreement {
  /** As it was written first. */
  readonly text: string
  times: number
  readonly documents: Set<number>
}
