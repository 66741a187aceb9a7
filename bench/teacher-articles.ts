/**
 * Writes the input of teacher.py: for each training article a line of JSON with its sentences as [text, section, paragraph], the titles
 * of its sections, and the headings of sections and subsections.
 *
 *     node bench/dist/teacher-articles.js SECTIONS SENTENCES CORPUS… > ARTICLES
 *
 * Selects as `fit --min-sections SECTIONS --sentences-per-paragraph SENTENCES` does.
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
