/**
 * Fits or measures the weights of section boundaries, by mode:
 *
 * - boundaries: fits PARAGRAPH_BOUNDARY (boundaries between paragraphs) on validation articles;
 * - headings: fits MISSING_HEADING (scores of missing headings) on validation articles;
 * - precision: measures MISSING_HEADING on test articles;
 * - unheaded: measures how often the network's boundaries are right, by their probability, on validation articles without headings.
 *
 *     node bench/dist/boundary-weights.js boundaries|headings|precision|unheaded REPRESENTATION MOST CORPUS…
 *
 * MOST: maximum number of articles; 0 reads all. `unheaded` always uses `static`.
 */
import {
  loadEncoder,
  splitSentences,
  type Encoder,
  type OutlineInput,
  type Representation,
  type Vectors
} from '@leitmotif/encoder'
import {
  findSections,
  LEAST_PARAGRAPHS,
  paragraphDirections,
  paragraphVectors,
  weighParagraphBoundaries,
  type Article,
  type ParagraphBoundary
} from '@leitmotif/encoder/stages'
import { boundaryFeatures, findSplits } from '@leitmotif/encoder/training'
import { createRandom } from '@leitmotif/encoder/vectors'
import { compareSegmentations, readPart, segmentArticle } from '@leitmotif/trainer'
import { fileURLToPath } from 'node:url'
import { fitLogistic, heldOutLoss, logLoss } from './logistic-regression.js'

/** Samples of an article: features and labels. */
interface Sample {
  readonly features: readonly number[]
  readonly right: boolean
  /** Score of a section's split. */
  readonly score?: number
  /** Whether the section was joined from two. */
  readonly joined?: boolean
}

const MODEL = fileURLToPath(new URL('../../models/leitmotif-en', import.meta.url))
const MIN_WORDS = 25

async function inputOf(
  encoder: Encoder,
  representation: Representation,
  texts: readonly string[]
): Promise<OutlineInput> {
  const sentences = texts.flatMap((text, paragraph) =>
    splitSentences(text).map(({ start, end }) => ({ text: text.slice(start, end).trim(), paragraph }))
  )
  const vectors = await encoder.encode(
    sentences.map(({ text }) => text),
    { representation }
  )
  return { paragraphs: texts.map((text) => ({ text, path: [] })), sentences, vectors }
}

async function rowsOf(...texts: Parameters<typeof inputOf>): Promise<Vectors> {
  return paragraphVectors(await inputOf(...texts))
}

async function ofBoundaries(article: Article, encoder: Encoder, representation: Representation): Promise<Sample[]> {
  const document = segmentArticle(article, 'paragraphs')
  if (document === undefined) return []
  const rows = await rowsOf(encoder, representation, document.units)
  const known = new Set(document.boundaries)
  return boundaryFeatures(rows, document.units).map((features, i) => ({ features, right: known.has(i + 1) }))
}

/** Returns the splits of an article's sections after joining two adjacent ones of at least two paragraphs each. */
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

/** Paragraphs without headings: predicted and true boundaries; a single section has no true ones. */
interface Divided {
  readonly count: number
  readonly truth: readonly number[]
  readonly drawn: readonly ParagraphBoundary[]
}

/** Divides an article without its headings, and each of its sections, as the extension does. */
async function ofUnheaded(article: Article, encoder: Encoder): Promise<Divided[]> {
  const document = segmentArticle(article, 'paragraphs')
  if (document === undefined) return []
  const texts = [{ units: document.units, truth: document.boundaries }]
  for (const { paragraphs } of article.sections) texts.push({ units: paragraphs, truth: [] })
  const found: Divided[] = []
  for (const { units, truth } of texts) {
    if (units.length < LEAST_PARAGRAPHS) continue
    const input = await inputOf(encoder, 'static', units)
    const network = { weights: encoder.learned.boundaries!, directions: paragraphDirections(input) }
    const options = { minLength: 2, maxLength: 40, network }
    found.push({ count: units.length, truth, drawn: weighParagraphBoundaries(paragraphVectors(input), units, options) })
  }
  return found
}

/** Prints the figures of texts of at least `paragraphs`, by minimum probability of a boundary. */
function tellUnheaded(texts: readonly Divided[], paragraphs: number): void {
  const long = texts.filter(({ count }) => count >= paragraphs)
  const divided = long.filter(({ truth }) => truth.length > 0)
  const whole = long.filter(({ truth }) => truth.length === 0)
  process.stdout.write(`${paragraphs} paragraphs or more: ${divided.length} articles, ${whole.length} sections\n`)
  for (let least = 0.2; least < 0.85; least += 0.1) {
    const kept = ({ drawn }: Divided): number[] =>
      drawn.flatMap(({ paragraph, chance }) => (chance >= least ? [paragraph] : []))
    const found = divided.flatMap(kept).length
    const right = divided.flatMap((text) => kept(text).filter((at) => text.truth.includes(at))).length
    const real = divided.flatMap(({ truth }) => truth).length
    const pk = divided.reduce((sum, text) => sum + compareSegmentations(text.truth, kept(text), text.count).pk, 0)
    const torn = whole.filter((text) => kept(text).length > 0).length
    const wrong = whole.flatMap(kept).length
    const per = (part: number, of: number): string => ((100 * part) / of).toFixed(1)
    const row = [found, per(right, found), per(right, real), per(2 * right, found + real), per(pk, divided.length)]
    const pooled = [per(torn, whole.length), per(right, found + wrong)]
    process.stdout.write(`| ${[least.toFixed(1), ...row, ...pooled].join(' | ')} |\n`)
  }
}

const [task, representation, most, ...corpora] = process.argv.slice(2)
const encoder = await loadEncoder(MODEL)
const samples: Sample[] = []
const divided: Divided[] = []
let articles = 0
for await (const article of readPart(corpora, task === 'precision' ? 'test' : 'validation')) {
  if (task === 'unheaded') {
    const own = await ofUnheaded(article, encoder)
    divided.push(...own)
    articles += own.length > 0 ? 1 : 0
    if (articles === Number(most)) break
    continue
  }
  const own = await (task === 'boundaries' ? ofBoundaries : ofHeadings)(
    article,
    encoder,
    representation as Representation
  )
  samples.push(...own)
  articles += own.length > 0 ? 1 : 0
  if (articles === Number(most)) break
}
process.stdout.write(
  `${task === 'unheaded' ? divided.length : samples.length} ${task === 'unheaded' ? 'texts' : 'places'} of ${articles} articles\n`
)
if (task === 'unheaded') for (const paragraphs of [LEAST_PARAGRAPHS, 12, 20]) tellUnheaded(divided, paragraphs)
else if (task === 'precision') {
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
  const fittable = samples.map(({ features, right }) => ({
    features: [...features, 1],
    right: Number(right),
    weight: 1
  }))
  const weights = fitLogistic(fittable).map((weight) => weight.toFixed(3))
  process.stdout.write(`weights ${weights.slice(0, -1).join(', ')}\nconstant ${weights.at(-1)!}\n`)
  if (task === 'headings') {
    const asItIs = logLoss(fittable, (i) => samples[i].score!)
    process.stdout.write(
      `log loss of current weights ${asItIs.toFixed(4)}, refitted ${heldOutLoss(fittable).toFixed(4)}\n`
    )
  }
}
encoder.dispose()
