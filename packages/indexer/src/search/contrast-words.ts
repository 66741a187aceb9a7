import { foreignWordsIn, STOP_WORDS, terms } from '@leitmotif/encoder/stages'
import { FEW_DOCUMENTS } from '../analytics/clustered-count.js'
import { believable, farAs } from '../analytics/normal.js'
import { documentOdds, documentsVary, totals, type OddsComparison } from './log-odds.js'
import type { SentenceRecord } from '../store/store.js'

/** A word, and how often each of two lists of sentences has it. */
export interface ContrastWord extends OddsComparison {
  readonly term: string
  readonly a: number
  readonly b: number
}

/** Words told of each side. */
const TOLD_WORDS = 25

/** Documents that a word is in at least, where there are few: what only one has is its own affair. */
const WORD_DOCUMENTS = 2

/**
 * The words that one list of sentences has more of than the other, beyond chance: of all that are told, one in twenty is expected to
 * be chance. Those that differ most come first.
 */
export function contrastWords(a: readonly SentenceRecord[], b: readonly SentenceRecord[]): ContrastWord[] {
  const sizes = new Map<string, [number, number]>()
  const words = new Map<string, Map<string, [number, number]>>()
  for (const [side, records] of [a, b].entries()) {
    for (const { document, text } of records) {
      for (const term of wordsOf(text)) {
        const word = words.get(term) ?? new Map<string, [number, number]>()
        words.set(term, word)
        for (const counts of [sizes, word]) {
          const counted = counts.get(document) ?? [0, 0]
          counted[side]++
          counts.set(document, counted)
        }
      }
    }
  }
  const compare = documentOdds(sizes)
  const least = documentsVary(sizes) ? FEW_DOCUMENTS : WORD_DOCUMENTS
  const compared = [...words].flatMap(([term, held]): ContrastWord[] => {
    if (held.size < least) return []
    const [countA, countB] = totals(held)
    return [{ term, a: countA, b: countB, ...compare(held) }]
  })
  const certain = believable(compared.map(({ z }) => farAs(z)))
  const told = compared.filter((_, index) => certain[index])
  const order = (one: ContrastWord, other: ContrastWord): number =>
    Math.abs(other.z) - Math.abs(one.z) || (one.term < other.term ? -1 : 1)
  const best = (of: ContrastWord[]): ContrastWord[] => of.sort(order).slice(0, TOLD_WORDS)
  return [...best(told.filter(({ z }) => z > 0)), ...best(told.filter(({ z }) => z < 0))].sort(order)
}

/** The words of a sentence that tell of a subject. */
function wordsOf(text: string): string[] {
  const all = terms(text)
  const foreign = foreignWordsIn(all)
  return all.filter((term) => !STOP_WORDS.has(term) && !foreign.has(term) && /^\p{L}{2}/u.test(term))
}
