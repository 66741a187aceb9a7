import { counted, createProgress, Failure, printJson, readFailure } from '@leitmotif/command'
import { BundleError } from '@leitmotif/encoder'
import { createVocabulary, readFrom, widenTable, type MoreValues, type WordTable } from '@leitmotif/encoder/training'
import { readPairBundle, readScorersMoreValues, type PairBundle } from '../scorer/pair-bundle.js'
import type { PairOrigin } from '../scorer/pair-manifest.js'
import { existsSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import {
  describeBackend,
  loadBackend,
  readPairs,
  type PairSet,
  prepareFiles,
  prepareFolder,
  writeBundle,
  writeOutput,
  type BundleKind,
  equalBytes,
  readWords,
  type WordFlags
} from '@leitmotif/trainer/training'
import { analyseUnits } from '../evaluation/hidden-units.js'
import { malstmReport } from '../report/malstm-report.js'
import { judgePairs, measurePairs, packScorer, type MeasuredPairs } from '../training/malstm-bundle.js'
import { recordedOptions, type PairFitOptions } from '../training/pair-options.js'
import { checkpointsOf, trainMalstm } from '../training/malstm-training.js'
import { readSynonyms } from '../training/synonyms.js'

const PAIR_BUNDLE: BundleKind = {
  name: 'a pair scorer',
  manifest: 'pairs.json',
  files: ['vocabulary.txt', 'vectors.bin', 'more-values.bin', 'malstm.bin', 'README.md']
}

/** Number of hidden units that the report tells of. */
const REPORTED_UNITS = 8

/** Flags of `fit` that apply to MaLSTM. */
export interface MalstmFlags extends WordFlags {
  readonly encoder?: string
  readonly fineTune: boolean
  readonly moreValues?: string
  readonly trial?: string
  readonly test?: string
  readonly pretrain?: readonly string[]
  readonly wordnet?: string
  readonly name?: string
  readonly language?: string
  readonly license?: string
  readonly checkpoint?: string
  readonly report?: string
  readonly json: boolean
}

/** Trains a pair scorer and writes it: `leitmotif-train fit PAIRS… --network malstm --trial PAIRS --out DIR`. */
export async function fitMalstm(paths: readonly string[], flags: MalstmFlags, options: PairFitOptions): Promise<void> {
  const { out, encoder, trial: trialPath, test: testPath, pretrain = [], wordnet, checkpoint, report, json } = flags
  if (trialPath === undefined)
    throw new Failure('MaLSTM is kept where it does best on trial pairs: name them with --trial FILE')
  if (encoder === undefined && flags.vectors === undefined) {
    throw new Failure('no words: name an encoder bundle with --encoder DIR, or word vectors with --vectors FILE')
  }
  if (encoder !== undefined) standBeside(encoder, flags)
  const states = checkpoint === undefined ? [] : checkpointsOf(checkpoint, options.networks)
  const inputs = [...paths, trialPath, testPath, ...pretrain, flags.vectors]
  await prepareFiles([...states, report], { inputs, bundle: out })
  const { words, vectors, ...given } = await readWords({ ...flags, out: encoder ?? out })
  const more = flags.moreValues === undefined ? undefined : await readValues(flags.moreValues)
  const table = more === undefined ? given.table : widenTable(given.table, more)
  const start = flags.fineTune ? await readStart(out, encoder, table, options) : undefined
  const before = await readOrigin(out)
  await prepareFolder(out, PAIR_BUNDLE)
  const training = joinSets(await Promise.all(paths.map(readPairs)))
  const trial = await readPairs(trialPath)
  const test = testPath === undefined ? undefined : await readPairs(testPath)
  const pretraining = await Promise.all(pretrain.map(readPairs))
  const synonyms = wordnet === undefined ? undefined : await readSynonyms(wordnet)
  if (synonyms === undefined && options.synonymPairs > 0) {
    process.stderr.write("no synonyms: name the folder of WordNet's database with --wordnet DIR to have them\n")
  }
  const settled = {
    ...options,
    synonymPairs: synonyms === undefined ? 0 : options.synonymPairs,
    pretrainingSteps: pretraining.length === 0 ? 0 : options.pretrainingSteps
  }
  const backend = await loadBackend()
  process.stderr.write(`training on ${describeBackend(backend)}\n`)
  const each = settled.pretrainingSteps + settled.steps
  const progress = createProgress({ label: 'training', total: settled.networks * each, unit: 'steps' })
  const trained = await trainMalstm({
    ...{ backend, table, checkpoint, synonyms, options: settled },
    vocabulary: createVocabulary(words),
    training: training.pairs,
    trial: trial.pairs,
    pretraining: pretraining.flatMap(({ pairs }) => pairs),
    start: start?.networks,
    scale: training.scale,
    onStep: ({ network, part }, done, loss, best) => {
      const before = network * each + (part === 'training' ? settled.pretrainingSteps : 0)
      const note = `${part} ${network + 1} of ${settled.networks} · loss ${loss.toFixed(4)}`
      progress.update(before + done, best > 0 ? `${note} · best trial r ${best.toFixed(4)}` : note)
    }
  })
  progress.end(`bandwidth ${trained.bandwidth.toFixed(3)}`)
  const parts = {
    ...{ words, vectors: given.table, more, scale: training.scale, maxTokens: settled.maxTrainTokens },
    networks: trained.networks,
    distance: settled.distance,
    calibration: trained.calibration,
    bundle: encoder === undefined ? undefined : basename(resolve(encoder))
  }
  const origin = (measured: readonly MeasuredPairs[]): PairOrigin => ({
    name: flags.name ?? before.name ?? basename(resolve(out)),
    language: flags.language ?? before.language ?? 'en',
    license: flags.license ?? before.license ?? 'that of the pairs it was trained on',
    trained: {
      ...recordedOptions(settled),
      ...{
        vectors,
        moreValues: more?.dims ?? 0,
        pretraining: pretraining.map(describeSet),
        training: describeSet(training)
      },
      ...{ bandwidth: trained.bandwidth, backend: backend.name },
      ...(start && { begunFrom: { fingerprint: start.manifest.fingerprint, trained: start.manifest.trained } }),
      steps: trained.stages.map(({ network, part, result: { best } }) => ({ network, part, best: best.step }))
    },
    measured
  })
  const { scorer } = await packScorer(origin([]), parts, encoder)
  const judged = judgePairs(scorer, trial.pairs)
  const measured = [
    measurePairs(trial.name, judged),
    ...(test ? [measurePairs(test.name, judgePairs(scorer, test.pairs))] : [])
  ]
  const { files } = await packScorer(origin(measured), parts, encoder)
  await writeBundle(out, files, PAIR_BUNDLE)
  if (report !== undefined) {
    const { stages, bandwidth } = trained
    const page = malstmReport({
      ...{ name: scorer.name, options: settled, backend: backend.name, vectors, words: words.length },
      ...{ scale: training.scale, stages, bandwidth, trial: measured[0], test: measured[1] },
      sets: [
        ...pretraining.map((set) => ({ use: 'pretraining' as const, ...describeSet(set) })),
        { use: 'training', ...describeSet(training) }
      ],
      judged,
      units: analyseUnits(
        scorer,
        trial.pairs.flatMap(({ a, b }) => [a, b]),
        REPORTED_UNITS
      )
    })
    await writeOutput(report, page)
  }
  for (const path of states) await rm(path, { force: true })
  if (json) {
    const { stages, bandwidth } = trained
    printJson({ out, fingerprint: scorer.fingerprint, backend: backend.name, bandwidth, stages, measured })
    return
  }
  for (const { set, pairs, ...figures } of measured) {
    const [r, rho, mse] = [figures.pearson, figures.spearman, figures.mse].map((value) => value.toFixed(4))
    process.stdout.write(`${set} (${counted(pairs, 'pair')}): r ${r}, rho ${rho}, MSE ${mse}\n`)
  }
}

/**
 * Checks the flags for words. @throws Failure if the scorer would not find the words of its encoder bundle, or is also
 * given other words
 */
function standBeside(encoder: string, { out, vectors }: MalstmFlags): void {
  if (vectors !== undefined) {
    throw new Failure('--encoder brings words and vectors of its own; leave --vectors out, or --encoder')
  }
  if (dirname(resolve(encoder)) === dirname(resolve(out))) return
  throw new Failure(
    `--encoder ${encoder}: a pair scorer finds its words in the folder beside it; expected it in ` +
      `${dirname(resolve(out))}, where --out is`
  )
}

async function readValues(scorer: string): Promise<MoreValues> {
  const more = await readScorersMoreValues(readFrom(scorer)).catch((error: unknown) => {
    throw error instanceof BundleError ? new Failure(error.message) : error
  })
  if (more !== undefined) return more
  throw new Failure(
    `--more-values ${scorer}: has no additional values of words; name another pair scorer, or leave it out`
  )
}

/** Returns the name of the pair scorer in a folder, if there is one: its replacement keeps it. */
async function readOrigin(out: string): Promise<Partial<Pick<PairOrigin, 'name' | 'language' | 'license'>>> {
  const path = join(out, PAIR_BUNDLE.manifest)
  if (!existsSync(path)) return {}
  try {
    const { name, language, license } = (JSON.parse(await readFile(path, 'utf8')) ?? {}) as Partial<PairOrigin>
    return Object.fromEntries(
      Object.entries({ name, language, license }).filter(([, value]) => typeof value === 'string')
    )
  } catch (error) {
    throw error instanceof SyntaxError
      ? new Failure(`${path}: is no JSON; name another folder, or remove it`)
      : readFailure(path, error)
  }
}

/**
 * Reads the pair scorer in `out` to continue training it. @throws Failure if there is none, or this training cannot
 * continue it
 */
async function readStart(
  out: string,
  encoder: string | undefined,
  table: WordTable,
  { hidden, distance }: PairFitOptions
): Promise<PairBundle> {
  const bundle = await readPairBundle(readFrom(out), (name) => readFrom(encoder ?? name)).catch((error: unknown) => {
    throw error instanceof BundleError ? new Failure(error.message) : readFailure(out, error)
  })
  if (bundle.manifest.network.hidden !== hidden) {
    throw new Failure(
      `${out}: has ${bundle.manifest.network.hidden} units; begin from it with as many, or leave out --fine-tune`
    )
  }
  const own = bundle.manifest.network.distance ?? 'l1'
  if (own !== distance)
    throw new Failure(`${out}: was trained by the distance ${own}; add --distance ${own}, or leave out --fine-tune`)
  const { rows, scales } = bundle.vectors
  if (!equalBytes(rows, table.rows) || !equalBytes(scales, table.scales)) {
    throw new Failure(`${out}: was trained on other words; begin from it with the same, or leave out --fine-tune`)
  }
  return bundle
}

/** Joins sets of the same scale. @throws Failure when the scales differ */
function joinSets(sets: readonly PairSet[]): PairSet {
  const [first] = sets
  const other = sets.find(({ scale }) => scale.join() !== first.scale.join())
  if (other !== undefined) {
    throw new Failure(
      `${first.name} scores ${first.scale.join(' to ')}, ${other.name} ${other.scale.join(' to ')}; ` +
        'train on pairs of one scale, others may go before with --pretrain'
    )
  }
  return { ...first, name: sets.map(({ name }) => name).join(', '), pairs: sets.flatMap(({ pairs }) => pairs) }
}

function describeSet({ name, pairs }: PairSet): { readonly set: string; readonly pairs: number } {
  return { set: name, pairs: pairs.length }
}
