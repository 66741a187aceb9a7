import { wordTerms } from '@leitmotif/encoder/stages'

/** Saturation of term counts, and weight of text length: Lucene's defaults. */
const [K1, B] = [1.2, 0.75]

/** Returns the scores of all texts for a query, 0 or more, in the order of the texts. */
export type Bm25 = (query: string) => Float64Array

/**
 * Indexes texts for BM25 (Robertson and Zaragoza 2009, section 3.3). Terms are in lower case, each term of the query
 * counts once, and the weight of a term is ln(1 + (n - df + .5) / (df + .5)), as in Lucene.
 */
export function createBm25(texts: readonly string[]): Bm25 {
  const postings = new Map<string, { readonly texts: number[]; readonly counts: number[] }>()
  const lengths = texts.map((text, t) => {
    const terms = wordTerms(text)
    const counts = new Map<string, number>()
    for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1)
    for (const [term, count] of counts) {
      const posting = postings.get(term) ?? { texts: [], counts: [] }
      postings.set(term, posting)
      posting.texts.push(t)
      posting.counts.push(count)
    }
    return terms.length
  })
  const meanLength = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, texts.length)
  return (query) => {
    const scores = new Float64Array(texts.length)
    for (const term of new Set(wordTerms(query))) {
      const posting = postings.get(term)
      if (posting === undefined) continue
      const having = posting.texts.length
      const weight = Math.log(1 + (texts.length - having + 0.5) / (having + 0.5))
      for (const [i, t] of posting.texts.entries()) {
        const count = posting.counts[i]
        scores[t] += (weight * count * (K1 + 1)) / (count + K1 * (1 - B + (B * lengths[t]) / meanLength))
      }
    }
    return scores
  }
}
