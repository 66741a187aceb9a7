/**
 * Writes what teacher.py reads: of each training article of CORPUS… a line of JSON, its sentences that may be trained on,
 * each as [text, section, paragraph].
 *
 *     node bench/dist/teacher-articles.js CORPUS… > ARTICLES
 *
 * Articles of two sections and more, three sentences of a paragraph, as `fit --preset best` takes them.
 */
import { openSections, readPart } from '@leitmotif/trainer'

const corpora = process.argv.slice(2)
if (corpora.length === 0) {
  process.stderr.write('usage: node bench/dist/teacher-articles.js CORPUS… > ARTICLES\n')
  process.exit(2)
}
for await (const article of readPart(corpora, 'train')) {
  const opened = openSections(article, { minSections: 2, sentencesPerParagraph: 3 })
  const sections = opened.map(({ openers }) => openers).filter(({ length }) => length > 0)
  if (sections.length < 2) continue
  const sentences = sections.flatMap((openers, section) =>
    openers.map(({ text, position }) => [text, section, position])
  )
  if (!process.stdout.write(`${JSON.stringify(sentences)}\n`)) {
    await new Promise((resolve) => process.stdout.once('drain', resolve))
  }
}
