/**
 * Writes what teacher.py reads: of each training article of CORPUS… a line of JSON, its sentences that may be trained on,
 * each as [text, section, paragraph], and the titles of their sections, and the headings alone, of subsections too.
 *
 *     node bench/dist/teacher-articles.js SECTIONS SENTENCES CORPUS… > ARTICLES
 *
 * Articles of SECTIONS and more, SENTENCES of a paragraph, as `fit --min-sections SECTIONS --sentences-per-paragraph SENTENCES` takes them.
 */
import { openHeadings, openSections, readPart, titleText } from '@leitmotif/trainer'

const [minSections, sentencesPerParagraph] = process.argv.slice(2, 4).map(Number)
const corpora = process.argv.slice(4)
if (!(minSections >= 2) || !(sentencesPerParagraph >= 1) || corpora.length === 0) {
  process.stderr.write('usage: node bench/dist/teacher-articles.js SECTIONS SENTENCES CORPUS… > ARTICLES\n')
  process.exit(2)
}
for await (const article of readPart(corpora, 'train')) {
  const opened = openSections(article, { minSections, sentencesPerParagraph })
  const sections = opened.filter(({ openers }) => openers.length > 0)
  if (sections.length < 2) continue
  const sentences = sections.flatMap(({ openers }, section) =>
    openers.map(({ text, position }) => [text, section, position])
  )
  const headings = sections.flatMap((section) => openHeadings(article, section).map(({ text }) => text))
  const titles = sections.map(({ heading }) => titleText(article, heading)).filter((title) => title !== '')
  if (!process.stdout.write(`${JSON.stringify({ sentences, titles: [...titles, ...headings] })}\n`)) {
    await new Promise((resolve) => process.stdout.once('drain', resolve))
  }
}
