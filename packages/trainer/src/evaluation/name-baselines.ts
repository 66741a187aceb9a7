import { dot, row, type Vectors } from '@leitmotif/encoder'
import { STOP_WORDS } from '@leitmotif/encoder/stages'

/** Number of words of a part from which its name is chosen, as in BERTopic. */
const CANDIDATES = 30

/**
 * Returns the words of each of `count` parts by class-based TF-IDF (Grootendorst 2022, section 3.3), best first: the
 * word's share of the part times log(1 + A / f), where A is the mean number of words in a part and f the word's
 * frequency. Words have two or more characters, in lower case; English function words are left out, which BERTopic's
 * users ask for by `CountVectorizer(stop_words="english")`.
 */
export function classWords(sentences: readonly string[], part: ArrayLike<number>, count: number): string[][] {
  const parts = Array.from({ length: count }, () => new Map<string, number>())
  const total = new Map<string, number>()
  let all = 0
  for (const [i, sentence] of sentences.entries()) {
    const own = parts.at(part[i] < 0 ? count : part[i])
    if (own === undefined) continue
    for (const word of sentence.toLowerCase().match(/[\p{L}\p{N}_]{2,}/gu) ?? []) {
      if (STOP_WORDS.has(word)) continue
      own.set(word, (own.get(word) ?? 0) + 1)
      total.set(word, (total.get(word) ?? 0) + 1)
      all++
    }
  }
  // The number of words in a part would divide all its scores equally, so it is left out.
  return parts.map((own) =>
    [...own]
      .map(([word, times]) => ({ word, score: times * Math.log(1 + all / count / total.get(word)!) }))
      .sort((a, b) => b.score - a.score || (a.word < b.word ? -1 : 1))
      .slice(0, CANDIDATES)
      .map(({ word }) => word)
  )
}

/** Weight of a word's similarity to those already chosen: BERTopic's default. */
const DIVERSITY = 0.1

/**
 * Returns a name for each part: `most` of its words, joined by spaces, chosen by maximal marginal relevance (Carbonell
 * and Goldstein 1998) to all its words.
 */
export async function diverseWords(
  parts: readonly (readonly string[])[],
  embed: (texts: readonly string[]) => Promise<Vectors>,
  most: number
): Promise<string[]> {
  const names: string[] = []
  for (const words of parts) {
    const vectors = await embed([words.join(' '), ...words])
    const of = (word: number): Float32Array => row(vectors, word + 1)
    const chosen: number[] = []
    while (chosen.length < Math.min(most, words.length)) {
      const score = (word: number): number => {
        const alike = Math.max(...chosen.map((other) => dot(of(word), of(other))), 0)
        return (1 - DIVERSITY) * dot(of(word), row(vectors, 0)) - DIVERSITY * alike
      }
      const left = [...words.keys()]
        .filter((word) => !chosen.includes(word))
        .map((word) => [word, score(word)] as const)
      chosen.push(left.reduce((best, other) => (other[1] > best[1] ? other : best))[0])
    }
    names.push(chosen.map((word) => words[word]).join(' '))
  }
  return names
}
