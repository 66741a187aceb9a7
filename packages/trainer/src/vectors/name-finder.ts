import { slice, splitSentences } from '@leitmotif/encoder'
import { joinTerms, NAME_TERMS, terms, type Article } from '@leitmotif/encoder/stages'
import { tokenize } from '@leitmotif/encoder/training'
import { newsParagraphs } from '../corpora/news-body.js'

/** Words in small letters that names have inside: Bank of England, Vasco da Gama. */
const WITHIN = new Set('of the de del della di da do du la le van von der den ten al bin ibn for'.split(' '))
const CAPITAL = /^\p{Lu}/u
const SMALL = /^\p{Ll}/u
/** Most names counted at once. Beyond it, those seen once since the last time are forgotten. */
const MOST_COUNTED = 1_000_000

/** A name of several words. */
export interface Name {
  /** As it is written most often. */
  readonly text: string
  readonly count: number
}

/**
 * Returns names of two to five words that occur `least` times or more within sentences, the most frequent first: runs of
 * words that begin with a capital, with "of" and its like between them. The first word of a sentence and sentences in
 * title case say nothing about names, so both are passed over. Memory is bounded; names near `least` can be missed in
 * very large corpora.
 */
export async function findNames(articles: AsyncIterable<Article>, least: number): Promise<Name[]> {
  const counts = new Map<string, { text: string; count: number; shown: number }>()
  for await (const { sections } of articles) {
    for (const paragraph of newsParagraphs(sections.flatMap(({ paragraphs }) => paragraphs))) {
      for (const span of splitSentences(paragraph)) {
        for (const text of namesIn(slice(paragraph, span))) {
          const joined = joinTerms(terms(text))
          const found = counts.get(joined)
          if (found === undefined) counts.set(joined, { text, count: 1, shown: 1 })
          else {
            found.count++
            // Majority vote (Boyer and Moore 1991) between spellings.
            if (found.text === text) found.shown++
            else if (--found.shown < 0) Object.assign(found, { text, shown: 1 })
          }
        }
      }
    }
    if (counts.size > MOST_COUNTED) for (const [name, { count }] of counts) if (count === 1) counts.delete(name)
  }
  return [...counts.values()]
    .filter(({ count }) => count >= least)
    .map(({ text, count }) => ({ text, count }))
    .sort((a, b) => b.count - a.count || (a.text < b.text ? -1 : 1))
}

/** Returns the names in a sentence, as written. */
export function namesIn(sentence: string): string[] {
  const tokens = tokenize(sentence)
  const words = tokens.map((token) => slice(sentence, token))
  const capitals = words.filter((word) => CAPITAL.test(word)).length
  if (capitals > 2 * words.filter((word) => SMALL.test(word)).length) return []
  const names: string[] = []
  /** Whether only one space is between a word and the one before it. */
  const follows = (at: number): boolean => tokens[at].start === tokens[at - 1].end + 1
  for (let start = 0; start < words.length;) {
    if (!CAPITAL.test(words[start])) {
      start++
      continue
    }
    let end = start + 1
    for (let at = end; at < words.length && follows(at); at++) {
      if (CAPITAL.test(words[at])) end = at + 1
      // "Then the Bank": the first word of a sentence is no part of a name after it.
      else if (start === 0 || !WITHIN.has(words[at])) break
    }
    if (start > 0 && end - start > 1 && end - start <= NAME_TERMS)
      names.push(sentence.slice(tokens[start].start, tokens[end - 1].end))
    start = end
  }
  return names
}
