import { slice, splitSentences } from '@leitmotif/encoder'
import { isPlainText, newsParagraphs, openCorpora, PLAIN_TEXT, type CorpusOptions } from '@leitmotif/trainer/training'

/** Sources of headlines, for help texts. */
export const HEADLINE_KINDS = `${PLAIN_TEXT}, or articles, whose sentences are taken`

/**
 * Streams the headlines of one corpus after another. Headlines are the lines of plain text, or the sentences of the
 * paragraphs of articles. News articles lose their dateline and credits.
 * @throws Failure as `openCorpora` does.
 */
export async function* readHeadlines(paths: readonly string[], options: CorpusOptions = {}): AsyncGenerator<string> {
  const plain = new Set<string>()
  for (const path of paths) if (await isPlainText(path)) plain.add(path)
  for await (const { article, corpus } of openCorpora(paths, options)) {
    const paragraphs = article.sections.flatMap((section) => section.paragraphs)
    if (plain.has(corpus)) yield* paragraphs
    else {
      for (const text of newsParagraphs(paragraphs)) {
        for (const span of splitSentences(text)) yield slice(text, span).trim()
      }
    }
  }
}
