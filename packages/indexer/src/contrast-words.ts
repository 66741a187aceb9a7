import { foreignWordsIn, STOP_WORDS, terms } from '@leitmotif/encoder'
import { compareOdds, type OddsComparison } from './log-odds.js'
import type { SentenceRecord } from './store.js'

/** A word, and how often each of two lists of sentences has it. */
export interface ContrastWord extends OddsComparison {
  readonly term: string
  readonly a: number
  readonly b: number
}

/** Words told of each side. */
const TOLD_WORDS = 25

/** Documents that a word is in at least: what only one has is its own affair. */
const WORD_DOCUMENTS = 2

/** The words that one list of sentences has much more of than the other, those that differ most beyond chance first. */
export function contrastWords(a: readonly SentenceRecord[], b: readonly SentenceRecord[]): ContrastWord[] {
  const [left, right] = [countWords(a), countWords(b)]
  const words = [...new Set([...left.words.keys(), ...right.words.keys()])].flatMap((term): ContrastWord[] => {
    const [inA, inB] = [left.words.get(term), right.words.get(term)]
    if ((inA?.documents.size ?? 0) + (inB?.documents.size ?? 0) < WORD_DOCUMENTS) return []
    const [countA, countB] = [inA?.count ?? 0, inB?.count ?? 0]
    const odds = compareOdds({ count: countA, of: left.total }, { count: countB, of: right.total })
    return [{ term, a: countA, b: countB, ...odds }]
  })
  const order = (one: ContrastWord, other: ContrastWord): number =>
    Math.abs(other.z) - Math.abs(one.z) || (one.term < other.term ? -1 : 1)
  const best = (of: ContrastWord[]): ContrastWord[] => of.sort(order).slice(0, TOLD_WORDS)
  return [...best(words.filter(({ z }) => z > 0)), ...best(words.filter(({ z }) => z < 0))].sort(order)
}

interface WordCounts {
  readonly total: number
  readonly words: ReadonlyMap<string, { readonly count: number; readonly documents: ReadonlySet<string> }>
}

/** How often each word stands in some sentences that tells of a subject, and in which documents. */
function countWords(records: readonly SentenceRecord[]): WordCounts {
  const words = new Map<string, { count: number; documents: Set<string> }>()
  let total = 0
  for (const { document, text } of records) {
    const all = terms(text)
    const foreign = foreignWordsIn(all)
    for (const term of all) {
      if (STOP_WORDS.has(term) || foreign.has(term) || !/^\p{L}{2}/u.test(term)) continue
      const word = words.get(term) ?? { count: 0, documents: new Set<string>() }
      word.count++
      word.documents.add(document)
      words.set(term, word)
      total++
    }
  }
  return { total, words }
}
