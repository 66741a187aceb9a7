import { splitSentences } from '@leitmotif/encoder'
import { terms, type Article } from '@leitmotif/encoder/stages'

/** The sentences of an article's paragraphs in reading order, each as the vocabulary's terms. Headings are left out. */
export function* articleTerms(article: Article): Generator<string[]> {
  for (const section of article.sections) {
    for (const paragraph of section.paragraphs) {
      for (const { start, end } of splitSentences(paragraph)) yield terms(paragraph.slice(start, end))
    }
  }
}
