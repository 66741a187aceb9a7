/**
 * Measures MaLSTM on SICK's test pairs without each part of its training: one network each, from the same seed, in half the steps of
 * models/leitmotif-en-malstm.
 *
 *     node bench/dist/malstm-ablation.js SICK WORDNET TEACHER STS…
 *
 * SICK: the folder of its three files. WORDNET: the folder of WordNet's database. TEACHER: a file from bench/teacher-pairs.py. STS:
 * files or folders of pairs that people scored, the alternative to TEACHER.
 */
import { readFrom, readWords, type WordTable } from '@leitmotif/encoder/training'
import { readPairBundle } from '@leitmotif/pairs'
import {
  localLinear,
  PAIR_FIT_DEFAULTS,
  PAIR_PRESETS,
  predictPairs,
  readSynonyms,
  rowPairs,
  trainMalstm,
  type MalstmTrainingOptions
} from '@leitmotif/pairs/training'
import { loadBackend, meanSquaredError, pearson, readPairs, spearman, type SentencePair } from '@leitmotif/trainer'
import { fileURLToPath } from 'node:url'

const [sick, wordnet, teacher, ...sts] = process.argv.slice(2)
const read = readFrom(fileURLToPath(new URL('../../models/leitmotif-en-malstm', import.meta.url)))
const { manifest, vocabulary, vectors: all } = await readPairBundle(read, () => read)
const { vectors } = await readWords(read, manifest.words)
const [training, trial, test] = await Promise.all(
  ['SICK_train.txt', 'SICK_trial.txt', 'SICK_test_annotated.txt'].map((name) => readPairs(`${sick}/${name}`))
)
const readAll = async (paths: readonly string[]): Promise<SentencePair[]> =>
  (await Promise.all(paths.map(readPairs))).flatMap(({ pairs }) => pairs)
const [taught, judgedBefore] = [await readAll([teacher]), await readAll(sts)]
const synonyms = await readSynonyms(wordnet)
const backend = await loadBackend()
const { scale } = training
const onScale = (values: ArrayLike<number>): number[] =>
  Array.from(values, (value) => scale[0] + value * (scale[1] - scale[0]))
const judged = onScale(test.pairs.map(({ score }) => score))
const best: MalstmTrainingOptions = {
  ...PAIR_FIT_DEFAULTS,
  ...PAIR_PRESETS.best,
  distance: 'l1',
  networks: 1,
  synonymPairs: 0
}
const whole = { ...best, pretrainingSteps: best.pretrainingSteps / 2, steps: best.steps / 2 }

interface Changes extends Partial<MalstmTrainingOptions> {
  readonly pretraining?: readonly SentencePair[]
  readonly table?: WordTable
}

const VARIANTS: readonly (readonly [name: string, changes: Changes])[] = [
  ['whole', {}],
  ['the words’ vectors alone', { table: vectors }],
  ['no rehearsal', { rehearsalShare: 0 }],
  ['no pre-training', { pretraining: [] }],
  ['pre-training on STS, which people scored', { pretraining: judgedBefore, rehearsalShare: 0 }],
  ['the same and synonyms', { pretraining: judgedBefore, rehearsalShare: 0, synonymPairs: 10_022 }],
  ['synonyms', { synonymPairs: 10_022 }],
  ['L2 for L1', { distance: 'l2' }],
  ['first weights five times as large', { spread: 5 * whole.spread }]
]

console.log('| | r | ρ | MSE |\n|---|---|---|---|')
for (const [name, { pretraining = taught, table = all, ...changes }] of VARIANTS) {
  const options = { ...whole, ...changes }
  const job = { backend, vocabulary, table, scale, synonyms, options, pretraining }
  const { networks, bandwidth } = await trainMalstm({ ...job, training: training.pairs, trial: trial.pairs })
  const similarities = (pairs: typeof test.pairs): Float64Array => {
    const rows = rowPairs(pairs, vocabulary, options.maxTrainTokens)
    return predictPairs(backend.tf, table, networks, rows, options)
  }
  const points = {
    x: similarities(training.pairs),
    y: Float64Array.from(onScale(training.pairs.map(({ score }) => score)))
  }
  const found = similarities(test.pairs)
  const calibrated = found.map((similarity) =>
    Math.min(scale[1], Math.max(scale[0], localLinear(points, bandwidth, similarity)))
  )
  printFigures(name, calibrated)
  if (name === 'whole') printFigures('no calibration', onScale(found))
}

function printFigures(name: string, found: ArrayLike<number>): void {
  const figures = [pearson(found, judged), spearman(found, judged), meanSquaredError(found, judged)]
  console.log(`| ${name} | ${figures.map((value) => value.toFixed(4)).join(' | ')} |`)
}
