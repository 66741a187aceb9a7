import { learnedAfter } from '../output/learned-parts.js'
import { createEncoder, readBundle, type Encoder } from '@leitmotif/encoder'
import type { Article } from '@leitmotif/encoder/stages'
import {
  packBundle,
  type Bundle,
  type BundleOrigin,
  type Measurement,
  type OnnxNetwork,
  type StaticNetwork,
  type WordTable
} from '@leitmotif/encoder/training'
import { basename } from 'node:path'
import type { Context } from '../evaluation/article-context.js'
import { measureHeadings, type Headings } from '../evaluation/heading-retrieval.js'
import { readPart } from '../mining/split.js'
import { measureTdc, measureTriplets, type Tdc } from '../evaluation/tdc.js'
import { readTripletGroups, type TripletGroup } from '../mining/triplet-file.js'
import { partOfGroup, type CorpusShare, type Examples } from './examples.js'
import { MINING_DEFAULTS } from '../mining/options.js'
import { bilstmAttentionOnnx } from '../onnx/bilstm-attention-onnx.js'
import type { Trained } from './network-training.js'
import { applicableOptions, dimsOf, networkName, type NetworkName, type TrainingOptions } from './training-options.js'

/** The parts of a bundle with a trained network. */
export interface BundlePlan {
  readonly words: readonly string[]
  readonly table: WordTable
  /** Fingerprint of the network that training continued. */
  readonly startedFrom?: string | undefined
  /** The name of the word vectors in the record. */
  readonly vectors: string
  /** A bundle of the same words and vectors. Its other networks are kept; its name too unless `about` has one. */
  readonly base?: Bundle | undefined
  readonly about: Partial<Pick<BundleOrigin, 'name' | 'language' | 'license'>>
  readonly examples: Examples
  readonly options: TrainingOptions
  /** The build of TensorFlow.js that trained it. */
  readonly backend: string
}

/** Figures of a network on the test part of a corpus: TDC and, for `titles`, retrieval of section titles. */
export interface Tested {
  readonly corpus: string
  readonly context: Context
  readonly tdc: Tdc
  readonly headings?: Headings | undefined
}

/** A bundle's record of a network's training, besides the options that apply to it. */
interface TrainedRecord {
  readonly corpora: readonly CorpusShare[]
  readonly [detail: string]: unknown
}

/** A corpus that at least one network of a bundle was trained on. */
interface BundleCorpus {
  readonly corpus: string
  readonly licenses: readonly string[]
}

/** Maximum number of known words of a sentence at inference; in training it is `maxTrainTokens`. */
const MAX_TOKENS = 256

/** Returns the files of a bundle with the trained network, by name. */
export async function packTrained(
  plan: BundlePlan,
  { result, weights }: Trained,
  tested: readonly Tested[]
): Promise<Map<string, Uint8Array<ArrayBuffer>>> {
  const { words, table, base, about, examples, options, backend, vectors, startedFrom } = plan
  const { steps, best } = result
  const name = networkName(options)
  const trained =
    weights.network === 'static'
      ? weights.weights
      : { model: bilstmAttentionOnnx(weights.weights), dims: dimsOf(options) }
  const networks: Bundle['networks'] = { ...base?.networks, [name]: trained }
  const others = base?.manifest.measured.filter(
    ({ representation }) => representation !== name && representation !== 'both'
  )
  const record: TrainedRecord = {
    ...{ ...applicableOptions(options), words: words.length, vectors, backend, corpora: examples.corpora },
    ...(startedFrom !== undefined && { startedFrom }),
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

/**
 * Returns the files of a bundle of which a network is replaced by a distilled one. `record` is its entry in the
 * manifest. `table`: the word vectors that it was trained with; those of the bundle if left out.
 */
export function addDistilled(
  base: Bundle,
  network: { readonly sentences: OnnxNetwork } | { readonly static: StaticNetwork; readonly table: WordTable },
  record: TrainedRecord,
  tested: readonly Tested[]
): Promise<Map<string, Uint8Array<ArrayBuffer>>> {
  const { manifest, vocabulary } = base
  const { table = base.vectors, ...networks } = { table: undefined, ...network }
  const { name, language, license, mined, seed } = manifest
  const role = 'sentences' in network ? 'sentences' : 'static'
  const trained = { ...recordsOf(base), [role]: record }
  const others = manifest.measured.filter(({ representation }) => representation !== role && representation !== 'both')
  return packBundle(
    {
      ...{ name, language, license, mined, seed, trained },
      corpora: corporaOf(Object.values(trained)),
      measured: [...others, ...tested.flatMap((of) => measurementsOf(of, role))]
    },
    {
      words: vocabulary.words,
      vectors: table,
      networks: { ...base.networks, ...networks },
      learnedFiles: learnedAfter(role, base)
    },
    manifest.maxTokens
  )
}

/** Returns an encoder from a bundle's files. */
export async function openPacked(files: ReadonlyMap<string, Uint8Array<ArrayBuffer>>): Promise<Encoder> {
  return createEncoder(await readBundle((name) => Promise.resolve(files.get(name)!)))
}

/** Measures an encoder on the test part of each corpus with triplets, without and with context. Skips damaged articles. */
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

/** Measures an encoder on the test part of a file of triplets. */
export async function testOnTriplets(path: string, encoder: Encoder, representation: NetworkName): Promise<Tested[]> {
  async function* testPart(): AsyncGenerator<TripletGroup> {
    for await (const group of readTripletGroups(path)) if (partOfGroup(group) === 'test') yield group
  }
  const tdc = await measureTriplets(encoder, testPart(), { representation })
  return tdc === undefined ? [] : [{ corpus: basename(path), context: 'none', tdc }]
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

/** Returns the records of a bundle's networks. Older bundles list corpora for all networks together, not for each. */
function recordsOf(base: Bundle | undefined): Record<string, TrainedRecord> {
  if (base === undefined) return {}
  const { trained, corpora } = base.manifest
  return Object.fromEntries(
    Object.entries(trained).map(([name, record]) => [name, { corpora, ...(record as object) } as TrainedRecord])
  )
}

/** Returns each corpus that networks were trained on once, with all licences of its training articles. */
function corporaOf(records: readonly TrainedRecord[]): BundleCorpus[] {
  const licenses = new Map<string, Set<string>>()
  for (const { corpus, licenses: counts } of records.flatMap(({ corpora }) => corpora)) {
    licenses.set(corpus, new Set([...(licenses.get(corpus) ?? []), ...Object.keys(counts)]))
  }
  return [...licenses].map(([corpus, met]) => ({ corpus, licenses: [...met].sort() }))
}

/** Returns all their licences in alphabetical order. */
function licensesOf(corpora: readonly BundleCorpus[]): string {
  return [...new Set(corpora.flatMap(({ licenses }) => licenses))].sort().join('; ')
}
