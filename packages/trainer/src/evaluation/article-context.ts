import { centerRows, type Vectors } from '@leitmotif/encoder'
import { shareContext, type Article } from '@leitmotif/encoder/stages'
import { openSections } from '../mining/openers.js'

/**
 * What an article's vectors are compared relative to: nothing; the mean of the sentences that are compared, all of which
 * is taken off (`centerRows`); or the article, as an encoder's shared context has it (`shareContext`) of all its sentences and their words.
 */
export const CONTEXTS = ['none', 'mean', 'article'] as const
export type Context = (typeof CONTEXTS)[number]

/** Unit rows, of these sentences, as they are compared. */
export function inContext(vectors: Vectors, sentences: readonly string[], context: Context): Vectors {
  switch (context) {
    case 'none':
      return vectors
    case 'mean':
      return centerRows(vectors)
    case 'article':
      return shareContext(vectors, sentences)
  }
}

/**
 * What belongs to an article's context beside `compared`: the other sentences of 5 to 50 tokens in the sections that
 * remain after mining's filters.
 */
export function restOfArticle(article: Article, compared: readonly string[]): string[] {
  const known = new Set(compared)
  const all = openSections(article, { sentencesPerParagraph: Infinity }).flatMap(({ openers }) => openers)
  return all.map(({ text }) => text).filter((text) => !known.has(text))
}
