import {
  createEncoder,
  packBundle,
  prepareStatic,
  readBundle,
  type BundleOrigin,
  type Encoder,
  type Measurement,
  type WordTable
} from '@leitmotif/encoder'
import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import type { Backend } from './backend.js'
import { BATCH_DEFAULTS, createBatches, type BatchOptions } from './batches.js'
import { readPart } from './evaluation/part.js'
import { judgeTriplets, measureTdc, share, type Context } from './evaluation/tdc.js'
import type { Examples } from './examples.js'
import { fit, FIT_DEFAULTS, type FitOptions, type FitResult } from './fit.js'
import { CONTRAST_DEFAULTS, contrastLoss, type ContrastOptions } from './losses.js'
import { MINING_DEFAULTS } from './mining/options.js'
import { createStatic, STATIC_DEFAULTS, type StaticOptions } from './networks/static.js'

/** Every option that the trained weights depend on; the bundle records them. */
export interface TrainingOptions extends FitOptions, BatchOptions, ContrastOptions, StaticOptions {}

export const TRAINING_DEFAULTS: TrainingOptions = {
  ...FIT_DEFAULTS,
  ...BATCH_DEFAULTS,
  ...CONTRAST_DEFAULTS,
  ...STATIC_DEFAULTS
}

/** What a training starts from. */
export interface TrainingJob {
  readonly backend: Backend
  readonly words: readonly string[]
  readonly table: WordTable
  readonly examples: Examples
  readonly options: TrainingOptions
  /** Where the training's state is kept, and found again. */
  readonly checkpoint?: string
  readonly onStep?: (done: number, loss: number, best: number) => void
}

/** A trained bundle, not yet on disk. */
export interface Trained {
  readonly result: FitResult
  readonly encoder: Encoder
  /** The bundle's files, with what is to be said of its making. */
  readonly pack: (
    about: Pick<BundleOrigin, 'name' | 'language' | 'license' | 'measured'> & { readonly vectors: string }
  ) => Promise<ReadonlyMap<string, Uint8Array<ArrayBuffer>>>
}

/** Known words of a sentence that inference reads; training sees `maxTokens` of mining at most. */
const MAX_TOKENS = 256
/** Validation articles that a measurement during training takes: enough to tell .002, in about a second. */
const MEASURED_ARTICLES = 240

/** Trains the network `static` on the examples' training part, and keeps what does best on their validation part. */
export async function trainStatic(job: TrainingJob): Promise<Trained> {
  const { backend, words, table, examples, options, checkpoint, onStep } = job
  const { tf } = backend
  const network = createStatic(tf, table, examples.counts, options)
  const batches = createBatches(examples.training, options)
  const judged = examples.validation.slice(0, MEASURED_ARTICLES)
  const result = await fit(
    tf,
    {
      variables: network.variables,
      loss: (step) => {
        const batch = batches.at(step)
        return contrastLoss(tf, network.encode(batch.sentences), batch, options)
      },
      validate: () => {
        const encode = prepareStatic(network.weights(), table)
        return share(judged.map(({ rows, triplets }) => judgeTriplets(encode(rows), triplets)))
      },
      ...(checkpoint === undefined ? {} : { checkpoint: { path: checkpoint, run: describeRun(job) } }),
      ...(onStep === undefined ? {} : { onStep })
    },
    options
  )
  const parts = { words, vectors: table, networks: { static: network.weights() } }
  network.dispose()
  const pack: Trained['pack'] = ({ vectors, ...about }) =>
    packBundle(
      {
        ...about,
        mined: { ...MINING_DEFAULTS },
        trained: { static: { ...options, words: words.length, vectors, backend: backend.name, outcome: result } },
        corpora: examples.corpora,
        seed: options.seed
      },
      parts,
      MAX_TOKENS
    )
  const files = await pack({ name: 'trained', language: 'und', license: 'none', measured: [], vectors: '' })
  const encoder = createEncoder(await readBundle((name) => Promise.resolve(files.get(name)!)))
  return { result, encoder, pack }
}

/** Names all that the trained weights depend on. */
function describeRun({ table, examples, options }: TrainingJob): string {
  const hash = createHash('sha256').update(JSON.stringify(options)).update(table.scales).update(table.rows)
  for (const article of examples.training) {
    for (const { rows, section, position } of article) hash.update(rows).update(`/${section}/${position}`)
  }
  // They say which weights are the best.
  hash.update(JSON.stringify(examples.validation))
  return hash.digest('hex')
}

/** TDC on the test part of each corpus that has triplets there, without and with context; damaged parts are passed over. */
export async function measureCorpora(encoder: Encoder, corpora: readonly string[]): Promise<Measurement[]> {
  const measured: Measurement[] = []
  for (const corpus of corpora) {
    for (const context of ['none', 'article'] satisfies Context[]) {
      const tdc = await measureTdc(encoder, readPart([corpus], 'test', { onDamage: () => undefined }), {
        context
      })
      if (tdc === undefined) continue
      const { accuracy, interval, triplets, articles } = tdc
      measured.push({ task: 'tdc', articles: basename(corpus), context, accuracy, interval, triplets, count: articles })
    }
  }
  return measured
}
