import { centerRows, type Vectors } from '@leitmotif/encoder'
import { shareContext, type Article } from '@leitmotif/encoder/stages'
import { openSections } from '../mining/openers.js'

/**
 * The context of an article's vectors. `none`: compared unchanged. `mean`: minus the mean of the compared sentences
 * (`centerRows`). `article`: in the encoder's shared context of all the article's sentences and words (`shareContext`).
 */
export const CONTEXTS = ['none', 'mean', 'article'] as const
export type Context = (typeof CONTEXTS)[number]

/** Returns the unit rows of sentences in a context. */
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
 * Returns the other sentences of an article's context besides `compared`: sentences of 5 to 50 tokens in sections that
 * pass mining's filters.
 */
export function restOfArticle(article: Article, compared: readonly string[]): string[] {
  const known = new Set(compared)
  const all = openSections(article, { sentencesPerParagraph: Infinity }).flatMap(({ openers }) => openers)
  return all.map(({ text }) => text).filter((text) => !known.has(text))
}
