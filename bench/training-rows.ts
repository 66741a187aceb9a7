/**
 * Writes the input of distilled.py: for each training article a line of JSON with its sentences and headings as
 * [text, section, paragraph, order in its paragraph (-1: a heading), rows that `sentences` of BUNDLE reads].
 *
 *     node bench/dist/training-rows.js BUNDLE SENTENCES CORPUS… > ROWS
 *
 * Takes articles of at least two sections, and the first SENTENCES of each paragraph.
 */
import { readBundle } from '@leitmotif/encoder'
import { terms } from '@leitmotif/encoder/stages'
import { knownRows, readFrom } from '@leitmotif/encoder/training'
import { openHeadings, openSections, readPart } from '@leitmotif/trainer'
import { once } from 'node:events'

const MOST_WORDS = 40

const [bundle, given, ...corpora] = process.argv.slice(2)
const sentencesPerParagraph = Number(given)
if (!(sentencesPerParagraph >= 1) || corpora.length === 0) {
  process.stderr.write('usage: node bench/dist/training-rows.js BUNDLE SENTENCES CORPUS… > ROWS\n')
  process.exit(2)
}
const { vocabulary, networks } = await readBundle(readFrom(bundle))
const pieces = networks.sentences?.pieces?.pieces
for await (const article of readPart(corpora, 'train')) {
  const sections = openSections(article, { minSections: 2, sentencesPerParagraph }).filter(
    ({ openers }) => openers.length > 0
  )
  if (sections.length < 2) continue
  const texts = sections.flatMap((section, s) => [
    ...openHeadings(article, section).map(({ text, position }) => ({ text, s, position, order: -1 })),
    ...section.openers.map(({ text, position, order }) => ({ text, s, position, order }))
  ])
  texts.sort((a, b) => a.s - b.s || a.position - b.position) // stable sort: a heading precedes its sentences
  const line = texts.map(({ text, s, position, order }) => [
    ...[text, s, position, order],
    knownRows(vocabulary, terms(text), MOST_WORDS, pieces)
  ])
  if (!process.stdout.write(`${JSON.stringify(line)}\n`)) await once(process.stdout, 'drain')
}
