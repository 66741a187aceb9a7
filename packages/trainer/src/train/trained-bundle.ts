import {
  createEncoder,
  packBundle,
  readBundle,
  type Article,
  type Bundle,
  type BundleOrigin,
  type Encoder,
  type Measurement,
  type MoreValues,
  type WordPieces,
  type WordTable
} from '@leitmotif/encoder'
import { basename } from 'node:path'
import type { Context } from '../evaluation/context.js'
import { measureHeadings, type Headings } from '../evaluation/headings.js'
import { readPart } from '../evaluation/part.js'
import { measureTdc, type Tdc } from '../evaluation/tdc.js'
import type { CorpusShare, Examples } from './examples.js'
import { MINING_DEFAULTS } from '../mining/options.js'
import { bilstmAttentionOnnx } from '../onnx/bilstm-attention.js'
import { transformerOnnx } from '../onnx/transformer.js'
import { learnedAfter } from '../output/learned-parts.js'
import type { Teacher } from '../batches/teacher.js'
import type { Trained, TrainedWeights } from './training.js'
import { bearing, dimsOf, networkName, type NetworkName, type TrainingOptions } from './training-options.js'

type Origin = Pick<Teacher, 'name' | 'license' | 'fingerprint'>

/** Where a trained network goes. */
export interface BundlePlan {
  readonly words: readonly string[]
  readonly table: WordTable
  /** What the network reads of words behind the vectors of the table. */
  readonly more?: MoreValues | undefined
  /** What it reads of words that the vocabulary lacks. */
  readonly pieces?: WordPieces | undefined
  /** What that is called in the records, the fingerprint of the network that it was begun from, or another model that was. */
  readonly details?: {
    readonly moreVectors?: string
    readonly pieces?: string
    readonly startedFrom?: string
    readonly begunFrom?: Origin
  }
  /** What the word vectors are called in the records. */
  readonly vectors: string
  /** A bundle of the same words and vectors; its other networks are kept, and its name where `about` has none. */
  readonly base?: Bundle | undefined
  readonly about: Partial<Pick<BundleOrigin, 'name' | 'language' | 'license'>>
  readonly examples: Examples
  readonly options: TrainingOptions
  /** The build of TensorFlow.js that trained it. */
  readonly backend: string
}

/** A trained network on the test part of a corpus: TDC of sentences and, where it was trained on titles, their retrieval. */
export interface Tested {
  readonly corpus: string
  readonly context: Context
  readonly tdc: Tdc
  readonly headings?: Headings | undefined
}

/** What a bundle records of a network's training, beside the options that bear on it. */
interface TrainedRecord {
  readonly corpora: readonly CorpusShare[]
  readonly [detail: string]: unknown
}

/** A corpus that any network of a bundle was trained on. */
interface BundleCorpus {
  readonly corpus: string
  readonly licenses: readonly string[]
}

/** Known words of a sentence that inference reads; training sees `maxTrainTokens` at most. */
const MAX_TOKENS = 256

/** The files of a bundle with the trained network in it, by name. */
export async function packTrained(
  plan: BundlePlan,
  { result, weights }: Trained,
  tested: readonly Tested[]
): Promise<Map<string, Uint8Array<ArrayBuffer>>> {
  const { words, table, more, pieces, base, about, examples, options, backend, vectors, details } = plan
  const { steps, best } = result
  const name = networkName(options)
  const trained =
    weights.network === 'static'
      ? weights.weights
      : { model: modelOf(weights), dims: dimsOf(options), ...(more && { more }), ...(pieces && { pieces }) }
  const networks: Bundle['networks'] = { ...base?.networks, [name]: trained }
  const others = base?.manifest.measured.filter(
    ({ representation }) => representation !== name && representation !== 'both'
  )
  const record: TrainedRecord = {
    ...{ ...bearing(options), words: words.length, vectors, backend, corpora: examples.corpora },
    ...details,
    ...(examples.teacher && { teacher: originOf(examples.teacher) }),
    outcome: { steps, best }
  }
  const records = { ...recordsOf(base), [name]: record }
  const corpora = corporaOf(Object.values(records))
  const origin: BundleOrigin = {
    name: about.name ?? base?.manifest.name ?? 'leitmotif-en',
    language: about.language ?? base?.manifest.language ?? 'en',
    license: about.license ?? licensesOf(corpora),
    mined: { ...MINING_DEFAULTS },
    trained: records,
    corpora,
    seed: options.seed,
    measured: [...(others ?? []), ...tested.flatMap((of) => measurementsOf(of, name))]
  }
  const learnedFiles = base === undefined ? {} : learnedAfter(name, base)
  return packBundle(origin, { words, vectors: table, networks, learnedFiles }, base?.manifest.maxTokens ?? MAX_TOKENS)
}

/** What is recorded of another model that a network learned from. */
export function originOf({ name, license, fingerprint }: Origin): Origin {
  return { name, license, fingerprint }
}

function modelOf(trained: Exclude<TrainedWeights, { network: 'static' }>): Uint8Array<ArrayBuffer> {
  return trained.network === 'transformer' ? transformerOnnx(trained.weights) : bilstmAttentionOnnx(trained.weights)
}

/** The encoder of a bundle's files. */
export async function openPacked(files: ReadonlyMap<string, Uint8Array<ArrayBuffer>>): Promise<Encoder> {
  return createEncoder(await readBundle((name) => Promise.resolve(files.get(name)!)))
}

/** The test part of each corpus that has triplets there, without and with context; damaged parts are passed over. */
export async function testOn(
  corpora: readonly string[],
  encoder: Encoder,
  representation: NetworkName
): Promise<Tested[]> {
  const tested: Tested[] = []
  for (const corpus of corpora) {
    for (const context of ['none', 'article'] satisfies Context[]) {
      const part = (): AsyncGenerator<Article> => readPart([corpus], 'test', { onDamage: () => undefined })
      const options = { context, representation }
      const tdc = await measureTdc(encoder, part(), options)
      const headings = representation === 'titles' ? await measureHeadings(encoder, part(), options) : undefined
      if (tdc !== undefined) tested.push({ corpus: basename(corpus), context, tdc, headings })
    }
  }
  return tested
}

function measurementsOf({ corpus, context, tdc, headings }: Tested, representation: NetworkName): Measurement[] {
  const { accuracy, interval, triplets, articles: count } = tdc
  const of = { articles: corpus, representation, context }
  const measured: Measurement[] = [{ task: 'tdc', ...of, accuracy, interval, triplets, count }]
  if (headings !== undefined) {
    const { top1, mrr, intervals, sections, articles } = headings
    measured.push({ task: 'headings', ...of, accuracy: top1, interval: intervals.top1, mrr, sections, count: articles })
  }
  return measured
}

/** The records of a bundle's networks. Bundles of before there were any of corpora name those of all networks alone. */
function recordsOf(base: Bundle | undefined): Record<string, TrainedRecord> {
  if (base === undefined) return {}
  const { trained, corpora } = base.manifest
  return Object.fromEntries(
    Object.entries(trained).map(([name, record]) => [name, { corpora, ...(record as object) } as TrainedRecord])
  )
}

/** The corpora that networks were trained on, each once, with the licences that any of them met in it. */
function corporaOf(records: readonly TrainedRecord[]): BundleCorpus[] {
  const licenses = new Map<string, Set<string>>()
  for (const { corpus, licenses: counts } of records.flatMap(({ corpora }) => corpora)) {
    licenses.set(corpus, new Set([...(licenses.get(corpus) ?? []), ...Object.keys(counts)]))
  }
  return [...licenses].map(([corpus, met]) => ({ corpus, licenses: [...met].sort() }))
}

/** All their licences, in the order of the alphabet. */
function licensesOf(corpora: readonly BundleCorpus[]): string {
  return [...new Set(corpora.flatMap(({ licenses }) => licenses))].sort().join('; ')
}
