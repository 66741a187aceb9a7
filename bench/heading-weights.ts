/**
 * Fits weights on validation articles: those that rank suggested headings (heading-candidates.ts), or those that flag headings as not
 * matching (heading-fit.ts).
 *
 *     node bench/dist/heading-weights.js candidates|misfits REPRESENTATION MOST CORPUS…
 *
 * MOST: maximum number of articles of each corpus.
 */
import { loadEncoder, type EncodeTexts, type HeadedText, type Representation } from '@leitmotif/encoder'
import { compareHeadings, findHeadingCandidates, namingKeys, type HeadingCandidate } from '@leitmotif/encoder/training'
import { createRandom, type Random } from '@leitmotif/encoder/vectors'
import { exchangeHeadings, headedArticle, readPart, sharedWords } from '@leitmotif/trainer'
import { fileURLToPath } from 'node:url'
import { fitLogistic, type Sample } from './logistic-regression.js'

const MODEL = fileURLToPath(new URL('../../models/leitmotif-en', import.meta.url))

/** Number of common headings of a section to learn from: the nearest. */
const COMMON = 12
/** Share of articles in which two headings are exchanged. */
const EXCHANGED = 1 / 4

/** Returns a sample for each candidate: the words it shares with the section's heading. */
async function ofCandidates(text: HeadedText, encode: EncodeTexts): Promise<Sample[]> {
  const own = text.sections.map((_, s) => Array.from(text.section).filter((section) => section === s).length)
  const wanted = [...text.sections.keys()].filter((s) => own[s] >= 3 && namingKeys(text.sections[s].heading).length > 0)
  const unnamed = { ...text, sections: text.sections.map(({ parent }) => ({ heading: '', parent })) }
  const found = await findHeadingCandidates(unnamed, encode, wanted, encoder.learned.headings)
  return wanted.flatMap((s, n) => {
    const keys = namingKeys(text.sections[s].heading)
    const phrases = found[n].filter(({ kind }) => kind === 'phrase')
    const near = ({ features: [, , evidence, similarity] }: HeadingCandidate): number => similarity + 0.4 * evidence
    const common = found[n].filter(({ kind }) => kind === 'common').sort((a, b) => near(b) - near(a))
    return [...phrases, ...common.slice(0, COMMON)].map(({ kind, features, keys: candidate }) => ({
      features: kind === 'phrase' ? [1, ...features, 0, 0, 0, 0] : [0, 0, 0, 0, 0, 0, ...features],
      right: sharedWords(keys, candidate),
      weight: 1
    }))
  })
}

/** Returns a sample for each heading: whether it is one of two exchanged ones. */
async function ofMisfits(text: HeadedText, encode: EncodeTexts, random: Random): Promise<Sample[]> {
  const untouched = await compareHeadings(text, encode, encoder.learned.headings)
  const exchanged = exchangeHeadings(
    text.sections,
    untouched.map(({ section }) => section),
    random
  )
  const touched =
    exchanged === undefined
      ? []
      : await compareHeadings({ ...text, sections: exchanged.sections }, encode, encoder.learned.headings)
  return [
    ...untouched.map(({ features }) => ({ features: [...features, 1], right: 0, weight: 1 })),
    ...touched
      .filter(({ section }) => exchanged!.pair.includes(section))
      .map(({ features }) => ({ features: [...features, 1], right: 1, weight: EXCHANGED }))
  ]
}

const [task, representation, most, ...corpora] = process.argv.slice(2)
const encoder = await loadEncoder(MODEL)
const encode: EncodeTexts = (texts) => encoder.encode(texts, { representation: representation as Representation })
const samples: Sample[] = []
for (const corpus of corpora) {
  let articles = 0
  for await (const article of readPart([corpus], 'validation')) {
    if (articles++ === Number(most)) break
    const headed = headedArticle(article)
    const text = { ...headed, vectors: await encode(headed.sentences) }
    const random = createRandom(article.id).fork('exchanged')
    samples.push(...(task === 'misfits' ? await ofMisfits(text, encode, random) : await ofCandidates(text, encode)))
  }
}
const weights = fitLogistic(samples).map((weight) => weight.toFixed(2))
process.stdout.write(`${samples.length} samples\n`)
process.stdout.write(
  task === 'misfits'
    ? `weights ${weights.slice(0, -1).join(', ')}; constant ${weights.at(-1)}\n`
    : `phrases: constant ${weights[0]}, weights ${weights.slice(1, 6).join(', ')}; common: ${weights.slice(6).join(', ')}\n`
)
encoder.dispose()
