import { prepareLearned, writeLearned } from '../output/learned-parts.js'
import { counted, createProgress, EXIT, Failure, wholeNumber } from '@leitmotif/command'
import { createEncoder, type Encoder, type Representation, type Vectors } from '@leitmotif/encoder'
import { paragraphVectors } from '@leitmotif/encoder/stages'
import {
  divideByCost,
  packMetric,
  SENTENCE_DIMS,
  sentenceCost,
  sentenceEvidence,
  sentenceViews,
  packSentenceWeights,
  type SentenceWeights
} from '@leitmotif/encoder/training'
import { createRandom } from '@leitmotif/encoder/vectors'
import { Command } from 'commander'
import { loadBackend } from '../backend/backend.js'
import { CORPUS_KINDS, corporaSize } from '../corpora/corpus.js'
import { createDamageLog } from '../corpora/damage-log.js'
import { compareSegmentations } from '../evaluation/segmentation-agreement.js'
import { readPart, type Split } from '../mining/split.js'
import type { SegmentedDocument } from '../evaluation/segmentation-documents.js'
import { fitDivisionWeights, type DividedText } from '../suggestions/division-weights.js'
import { makeDocument, readBeginnings, type Beginnings } from '../suggestions/sentence-documents.js'
import { sumScatter } from '../suggestions/sentence-metric.js'

/** Number of directions of the metric. */
const WIDTH = 64

const SEED = 1
/** Number of documents to fit the weights on, and to measure on. */
const DOCUMENTS = { train: 1200, validation: 200 } as const
/** Size of the cache of sentence vectors: many documents have the same sentences. */
const CACHE = 100_000
/** Maximum number of sentences of a section when documents are divided. */
const LONGEST = 100

interface Flags {
  readonly model: string
  readonly articles: number
}

/** `leitmotif-train sentence-boundaries CORPUS… --model DIR` learns the costs that divide sentences into sections. */
export function sentenceBoundariesCommand(): Command {
  return new Command('sentence-boundaries')
    .description(
      'Learns how sentences of one section are alike, and what its length and first words tell. It learns from documents\n' +
        'made of the beginnings of training articles, and writes sentence-boundaries.bin into the bundle.\n\nExample: leitmotif-train sentence-boundaries articles.jsonl.gz --model my-encoder'
    )
    .argument('<corpus...>', CORPUS_KINDS)
    .requiredOption('--model <dir>', 'encoder bundle with the networks static and sentences, which gets the boundaries')
    .option('--articles <n>', 'training articles at most; 0: all', wholeNumber(0), 0)
    .action(run)
}

async function run(corpora: string[], { model, articles }: Flags): Promise<void> {
  const bundle = await prepareLearned(model, 'sentenceBoundaries', corpora)
  const encoder = createEncoder(bundle, { cache: CACHE })
  const [fingerprint, dims] = [encoder.fingerprints.static, encoder.dims.static]
  if (fingerprint === undefined || dims !== SENTENCE_DIMS) {
    throw new Failure(
      `${model}: ${dims === undefined ? 'has no representation static' : `static has ${dims} dimensions`}; expected static of ` +
        `${SENTENCE_DIMS} dimensions, the encoder's SENTENCE_DIMS: name another bundle, or change that first`
    )
  }
  if (encoder.dims.sentences === undefined)
    throw new Failure(`${model}: has no representation sentences: name another bundle`)
  const { tf } = await loadBackend()
  const damage = createDamageLog()
  const scatter = sumScatter(tf, dims)
  const read = async (part: Split, most: number): Promise<Beginnings[]> => {
    const progress = createProgress({ label: `reading ${part}`, total: await corporaSize(corpora), unit: 'bytes' })
    const onBytes = (bytes: number): void => {
      progress.update(bytes)
    }
    const found: Beginnings[] = []
    for await (const article of readPart(corpora, part, { onBytes, onDamage: damage.onDamage })) {
      const { own, rows } = await readBeginnings(article, encoder)
      if (own.sections.length === 0) continue
      found.push(own)
      if (part === 'train') for (const section of rows) scatter.add(section)
      if (found.length === most) break
    }
    progress.end(`${counted(found.length, 'article')} of the ${part} part`)
    return found
  }
  const beginnings = { train: await read('train', articles), validation: await read('validation', 0) }
  if (beginnings.train.length === 0 || beginnings.validation.length === 0)
    throw new Failure('the corpora have no article with a section of three sentences')
  const packed = packMetric(scatter.metric(WIDTH))
  const metric = { count: dims, dims: WIDTH, data: Float32Array.from(packed) }
  const rank = (word: string): number => bundle.vocabulary.rows.get(word) ?? Infinity
  const textsOf = async (part: 'train' | 'validation'): Promise<BothWays[]> => {
    const random = createRandom(SEED).fork(part)
    const progress = createProgress({ label: `documents of ${part}`, total: DOCUMENTS[part], unit: 'documents' })
    const texts: BothWays[] = []
    for (let number = 0; number < DOCUMENTS[part]; number++) {
      const document = makeDocument(beginnings[part], rank, number, random.fork(String(number)))
      texts.push(await readText(document, encoder, metric))
      progress.update(number + 1)
    }
    progress.end(`${counted(texts.length, 'document')} of the ${part} part`)
    return texts
  }
  const [training, validation] = [await textsOf('train'), await textsOf('validation')]
  const learn = (way: keyof BothWays): number[] => {
    const weights = fitDivisionWeights(
      training.map((text) => text[way]),
      (pass, loss) => {
        process.stderr.write(`${way}, pass ${pass + 1}: loss ${loss.toFixed(4)}\n`)
      }
    )
    const pk = pkOf(
      validation.map((text) => text[way]),
      weights
    )
    process.stdout.write(
      `Pk of ${counted(validation.length, 'document')} made of validation articles, ${way}: ${(100 * pk).toFixed(2)}\n`
    )
    return weights.map((weight) => Number(weight.toFixed(3)))
  }
  const weights = { alone: learn('alone'), withSentences: learn('withSentences') }
  await writeLearned(model, 'sentenceBoundaries', packSentenceWeights(weights, packed), fingerprint)
  encoder.dispose()
  process.exitCode = damage.end() > 0 ? EXIT.findings : EXIT.done
}

/** A text with the features of its sections' costs, by `static` alone and with `sentences`. */
type BothWays = Readonly<Record<Exclude<keyof SentenceWeights, 'metric'>, DividedText>>

async function readText(
  { units, boundaries }: SegmentedDocument,
  encoder: Encoder,
  metric: Vectors
): Promise<BothWays> {
  const sentences = units.map((text, paragraph) => ({ text, paragraph }))
  const rowsBy = async (representation: Representation): Promise<Vectors> => {
    const vectors = await encoder.encode(units, { representation })
    return paragraphVectors({ paragraphs: units.map((text) => ({ text, path: [] })), sentences, vectors })
  }
  const views = sentenceViews(await rowsBy('static'), units, metric, await rowsBy('sentences'))
  const divided = (some: readonly Vectors[]): DividedText => ({
    count: units.length,
    evidence: sentenceEvidence(some, units, Math.min(LONGEST, units.length)),
    boundaries
  })
  return { alone: divided(views.slice(0, -1)), withSentences: divided(views) }
}

function pkOf(texts: readonly DividedText[], weights: readonly number[]): number {
  const sum = texts.reduce((total, { count, evidence, boundaries }) => {
    const found = divideByCost(
      count,
      { minLength: 1, longest: Math.min(LONGEST, count) },
      sentenceCost(evidence, weights)
    )
    return total + compareSegmentations(boundaries, found, count).pk
  }, 0)
  return sum / texts.length
}
