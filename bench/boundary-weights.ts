/**
 * Fits the weights by which boundaries between paragraphs are found (PARAGRAPH_BOUNDARY), and those by which missing
 * headings are scored (MISSING_HEADING), on the validation articles of corpora; or measures the latter on the test part.
 *
 *     node bench/dist/boundary-weights.js boundaries|headings|precision REPRESENTATION MOST CORPUS…
 *
 * MOST is how many articles are read at most; 0: all.
 */
import {
  boundaryFeatures,
  createRandom,
  findSections,
  findSplits,
  loadEncoder,
  paragraphVectors,
  splitSentences,
  type Article,
  type Encoder,
  type Representation,
  type Vectors
} from '@leitmotif/encoder'
import { readPart, segmentArticle } from '@leitmotif/trainer'
import { fileURLToPath } from 'node:url'
import { fitLogistic } from './logistic.js'

/** What was seen in an article: features, and whether it is what is looked for. */
interface Sample {
  readonly features: readonly number[]
  readonly right: boolean
  /** Of a section's split. */
  readonly score?: number
  /** Whether the section is of two that were joined. */
  readonly joined?: boolean
}

const MODEL = fileURLToPath(new URL('../../models/leitmotif-en', import.meta.url))
const MIN_WORDS = 25

async function rowsOf(encoder: Encoder, representation: Representation, texts: readonly string[]): Promise<Vectors> {
  const sentences = texts.flatMap((text, paragraph) =>
    splitSentences(text).map(({ start, end }) => ({ text: text.slice(start, end).trim(), paragraph }))
  )
  const vectors = await encoder.encode(
    sentences.map(({ text }) => text),
    { representation }
  )
  return paragraphVectors({ paragraphs: texts.map((text) => ({ text, path: [] })), sentences, vectors })
}

async function ofBoundaries(article: Article, encoder: Encoder, representation: Representation): Promise<Sample[]> {
  const document = segmentArticle(article, 'paragraphs')
  if (document === undefined) return []
  const rows = await rowsOf(encoder, representation, document.units)
  const known = new Set(document.boundaries)
  return boundaryFeatures(rows, document.units).map((features, i) => ({ features, right: known.has(i + 1) }))
}

/** The splits of an article's sections, after two next to one another, of two paragraphs each, were joined. */
async function ofHeadings(article: Article, encoder: Encoder, representation: Representation): Promise<Sample[]> {
  const paragraphs = article.sections.flatMap(({ paragraphs: own }, s) =>
    own.filter((text) => /\S/.test(text)).map((text) => ({ text, path: s === 0 ? [] : [String(s)] }))
  )
  const sections = findSections(paragraphs)
  const long = sections.flatMap((section, s) =>
    s > 1 && [sections[s - 1], section].every(({ start, end }) => end - start >= 2) ? [s] : []
  )
  if (long.length === 0) return []
  const joined = long[createRandom(article.id).fork('joined').integer(long.length)]
  const joint = sections[joined].start
  const { start } = sections[joined - 1]
  const spans = sections.flatMap((section, s) =>
    s === joined - 1 ? [] : s === joined ? [{ ...section, start }] : [section]
  )
  const texts = paragraphs.map(({ text }) => text)
  const rows = await rowsOf(encoder, representation, texts)
  return findSplits(rows, texts, spans, MIN_WORDS).map(({ features, score, paragraph, section }) => ({
    features,
    score,
    right: paragraph === joint,
    joined: spans[section].start === start
  }))
}

const [task, representation, most, ...corpora] = process.argv.slice(2)
const encoder = await loadEncoder(MODEL)
const samples: Sample[] = []
let articles = 0
for await (const article of readPart(corpora, task === 'precision' ? 'test' : 'validation')) {
  const own = await (task === 'boundaries' ? ofBoundaries : ofHeadings)(
    article,
    encoder,
    representation as Representation
  )
  samples.push(...own)
  articles += own.length > 0 ? 1 : 0
  if (articles === Number(most)) break
}
process.stdout.write(`${samples.length} places of ${articles} articles\n`)
if (task === 'precision') {
  for (const least of [0.2, 0.3, 0.4, 0.5, 0.6]) {
    const found = samples.filter(({ score }) => score! >= least)
    const right = found.filter((sample) => sample.right).length
    const untouched = found.filter(({ joined }) => !joined).length
    const sections = samples.filter(({ joined }) => !joined).length
    process.stdout.write(
      `score ${least}: ${found.length} found, ${((100 * right) / found.length).toFixed(1)} % right, ` +
        `${((100 * right) / articles).toFixed(1)} % of joints, ` +
        `${((100 * untouched) / sections).toFixed(1)} % of untouched sections that can be divided\n`
    )
  }
} else {
  const fitted = fitLogistic(
    samples.map(({ features, right }) => ({ features: [...features, 1], right: Number(right), weight: 1 }))
  )
  const weights = fitted.map((weight) => weight.toFixed(3))
  process.stdout.write(`weights ${weights.slice(0, -1).join(', ')}\nconstant ${weights.at(-1)!}\n`)
}
encoder.dispose()
