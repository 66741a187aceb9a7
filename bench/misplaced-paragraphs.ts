/**
 * Fits the weights that find paragraphs of another subject (`findMisplaced`), and measures the suggestions: articles as Markdown drafts,
 * unchanged and with one paragraph, or two adjacent ones, of another article.
 *
 *     node bench/dist/misplaced-paragraphs.js REPRESENTATION PART MOST CORPUS …
 *
 * MOST: maximum number of articles, with 10 to 150 paragraphs and at least four sections. PART: validation or test. Prints the weights
 * fitted on PART; the suggestions use the weights in the source.
 */
import { loadEncoder, splitSentences, type Representation } from '@leitmotif/encoder'
import {
  findSections,
  OUTLINE_DEFAULTS,
  paragraphDirections,
  paragraphVectors,
  type Article
} from '@leitmotif/encoder/stages'
import { findMisplaced, subjectWords, suggestMisplaced, type MisplacedInput } from '@leitmotif/encoder/training'
import { createRandom } from '@leitmotif/encoder/vectors'
import { readPart } from '@leitmotif/trainer'
import { readDraftText, type DraftText } from '@leitmotif/encoder/draft'
import { fileURLToPath } from 'node:url'
import { fitLogistic, type Sample } from './logistic-regression.js'

const MODEL = fileURLToPath(new URL('../../models/leitmotif-en', import.meta.url))
const PARAGRAPHS = [10, 150] as const
const SECTIONS = 4
/** Numbers of adjacent paragraphs to insert into each article: three cases. */
const PLANTED = [1, 1, 2]
/** Minimum sentences of an inserted paragraph, and of an untouched one that counts. */
const SENTENCES = 2
/** Share of cases assumed by the precision and by the fit. */
const CASE_SHARE = 0.05
const SCORES = [0.3, 0.5, 0.7, 0.9]

const [representation = '', part = '', most = '', ...corpora] = process.argv.slice(2)
if (!(part === 'validation' || part === 'test') || !(Number(most) > 0) || corpora.length === 0) {
  process.stderr.write('node bench/dist/misplaced-paragraphs.js REPRESENTATION validation|test MOST CORPUS …\n')
  process.exit(2)
}
const encoder = await loadEncoder(MODEL)
const { minWords } = OUTLINE_DEFAULTS

function draftOf({ title, sections }: Pick<Article, 'title' | 'sections'>): DraftText {
  const lines = sections.flatMap(({ heading, level, paragraphs }) => [
    ...(level > 0 ? [`${'#'.repeat(Math.min(6, level + 1))} ${heading}`] : []),
    ...paragraphs
  ])
  return readDraftText([`# ${title}`, ...lines].join('\n\n'), 'markdown')
}

async function inputOf(draft: DraftText): Promise<MisplacedInput> {
  const paragraphs = draft.paragraphs.map(({ text, section }) => ({ text, path: draft.sections[section].path }))
  const texts = draft.sentences.map(({ text }) => text)
  const vectors = await encoder.encode(texts, { representation: representation as Representation })
  const input = { paragraphs, sentences: draft.sentences, vectors }
  return {
    paragraphs,
    rows: paragraphVectors(input),
    directions: paragraphDirections(input),
    words: paragraphs.map(({ text }) => subjectWords(text)),
    sections: findSections(paragraphs),
    sentences: sentencesIn(draft)
  }
}

function sentencesIn({ paragraphs, sentences }: DraftText): number[] {
  const counts = paragraphs.map(() => 0)
  for (const { paragraph } of sentences) counts[paragraph]++
  return counts
}

const random = createRandom(1).fork('strays')
const pick = <T>(items: readonly T[]): T => items[random.integer(items.length)]

/** Inserts adjacent paragraphs of `from` into a random section of `into`; returns undefined if either has no suitable place. */
function plant(into: Article, from: Article, size: number): { draft: DraftText; start: number } | undefined {
  const runs = from.sections.flatMap(({ level, paragraphs }) =>
    level === 0
      ? []
      : [...paragraphs.keys()].map((at) => paragraphs.slice(at, at + size)).filter((run) => run.length === size)
  )
  const long = runs.filter((run) => run.every((text) => splitSentences(text).length >= SENTENCES))
  const homes = into.sections.filter(({ level, paragraphs }) => level > 0 && paragraphs.length > SENTENCES)
  if (long.length === 0 || homes.length === 0) return undefined
  const [planted, home] = [pick(long), pick(homes)]
  const at = random.integer(home.paragraphs.length + 1)
  const changed = { ...home, paragraphs: home.paragraphs.toSpliced(at, 0, ...planted) }
  const draft = draftOf({ ...into, sections: into.sections.map((section) => (section === home ? changed : section)) })
  const [first] = readDraftText(planted[0], 'markdown').paragraphs
  const start = draft.paragraphs.findIndex(({ text }) => text === first.text)
  return start < 0 ? undefined : { draft, start }
}

const samples: (Sample & { readonly size: number })[] = []
/** Scores of suggestions: of untouched paragraphs by article, and of inserted ones by size; 0 without a suggestion. */
const untouched: number[][] = []
const cases: [number[], number[]] = [[], []]
let paragraphs = 0
let before: Article | undefined
for await (const article of readPart(corpora, part)) {
  const draft = draftOf(article)
  const [least, greatest] = PARAGRAPHS
  const { length } = draft.paragraphs
  if (length < least || length > greatest || draft.sections.length < SECTIONS) continue
  const input = await inputOf(draft)
  for (const { start, end, features } of findMisplaced(input, { minWords })) {
    samples.push({ features: [1, ...features], right: 0, weight: 1, size: end - start })
  }
  paragraphs += sentencesIn(draft).filter((count) => count >= SENTENCES).length
  const wrong = suggestMisplaced(input, { minScore: SCORES[0], minWords })
  untouched.push(wrong.flatMap(({ start, end, score }) => Array.from({ length: end - start }, () => score)))
  for (const size of before === undefined ? [] : PLANTED) {
    const planted = plant(article, before!, size)
    if (planted === undefined) continue
    const changed = await inputOf(planted.draft)
    const isIt = ({ start, end }: { start: number; end: number }): boolean =>
      start === planted.start && end === planted.start + size
    for (const { features } of findMisplaced(changed, { minWords }).filter(isIt)) {
      samples.push({ features: [1, ...features], right: 1, weight: 1, size })
    }
    cases[size - 1].push(suggestMisplaced(changed, { minScore: SCORES[0], minWords }).find(isIt)?.score ?? 0)
  }
  before = article
  if (untouched.length === Number(most)) break
}

const single = samples.filter(({ right, size }) => right === 0 && size === 1).length
const weight = ((CASE_SHARE / (1 - CASE_SHARE)) * single) / samples.filter(({ right }) => right === 1).length
const weights = fitLogistic(samples.map((one) => ({ ...one, weight: one.right === 1 ? weight : 1 })))
process.stdout.write(`weights, the constant first: ${weights.map((one) => one.toFixed(2)).join(', ')}\n`)
const [one, two] = cases
process.stdout.write(`${untouched.length} articles, ${paragraphs} paragraphs; ${one.length} and ${two.length} cases\n`)
process.stdout.write(
  '| score | found: one | two | untouched | articles with one | right |\n|---|---|---|---|---|---|\n'
)
for (const score of SCORES) {
  const over = (scores: readonly number[]): number => scores.filter((each) => each > score).length
  const found = over(one) / one.length
  const wrong = over(untouched.flat()) / paragraphs
  const right = CASE_SHARE * found
  const torn = untouched.filter((scores) => over(scores) > 0).length / untouched.length
  const cells = [found.toFixed(3), (over(two) / two.length).toFixed(3), wrong.toFixed(4), torn.toFixed(3)]
  process.stdout.write(
    `| ${[score, ...cells, (right / (right + (1 - CASE_SHARE) * wrong)).toFixed(2)].join(' | ')} |\n`
  )
}
