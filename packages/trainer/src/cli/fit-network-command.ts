import { counted, createProgress, EXIT, Failure, printJson, wholeNumber } from '@leitmotif/command'
import { createVocabulary } from '@leitmotif/encoder/training'
import { Command, InvalidArgumentError, Option } from 'commander'
import { rm } from 'node:fs/promises'
import { describeBackend, loadBackend } from '../backend/backend.js'
import { CORPUS_KINDS, corporaSize } from '../corpora/corpus.js'
import { createDamageLog } from '../corpora/damage-log.js'
import { readExamples, readTripletExamples, type Examples } from '../train/examples.js'
import { TRIPLET_FILES } from '../mining/triplet-file.js'
import { missingPartsText } from '../output/learned-parts.js'
import { prepareFiles, prepareFolder, writeBundle, writeOutput } from '../output/bundle-files.js'
import { bestText, COLLAPSED } from '../train/validation.js'
import type { Measured } from '../train/fit.js'
import { trainingReport } from '../report/training-report.js'
import { readStart } from '../train/starting-weights.js'
import { readBase, readWords, WORDS, type WordFlags } from '../train/starting-words.js'
import {
  openPacked,
  packTrained,
  testOn,
  testOnTriplets,
  type BundlePlan,
  type Tested
} from '../train/trained-bundle.js'
import { train, type Trained, type TrainingJob } from '../train/network-training.js'
import { PRESETS } from '../train/presets.js'
import { addTrainingFlags, trainingOptions } from './training-flags.js'
import type { NetworkName, TrainingOptions } from '../train/training-options.js'

interface Flags extends WordFlags {
  readonly triplets?: string
  readonly fineTune: boolean
  readonly checkpoint?: string
  readonly report?: string
  readonly json: boolean
  readonly name?: string
  readonly language?: string
  readonly license?: string
}

const DESCRIPTIONS: Readonly<Record<NetworkName, string>> = {
  static:
    'Train the network `static`, a weighted mean of word vectors, on articles with sections. Takes minutes.\n\n' +
    'Example: leitmotif-train fit static articles.jsonl.gz --vectors vectors.bin --out my-encoder',
  sentences:
    "Train the paper's network as `sentences`, which brings the sentences of a section together, and add it to a bundle. " +
    'Takes hours; distill makes a better one.\n\n' +
    'Example: leitmotif-train fit sentences articles.jsonl.gz --preset best --out my-encoder',
  titles:
    'Train the network `titles`, which brings sentences and the titles of their sections together, and add it to a bundle. ' +
    'Takes hours.\n\nExample: leitmotif-train fit titles articles.jsonl.gz --preset best --out my-encoder'
}

/** `leitmotif-train fit static|sentences|titles CORPUS… --out DIR`. */
export function fitNetworkCommand(name: NetworkName): Command {
  const command = new Command(name)
    .summary(DESCRIPTIONS[name].split('. Takes')[0])
    .description(DESCRIPTIONS[name])
    .argument('[corpus...]', CORPUS_KINDS)
    .requiredOption('--out <dir>', 'folder of the bundle; keeps its other networks if they have the same words')
    .option(
      '--triplets <file>',
      `train on triplets instead of a corpus: ${TRIPLET_FILES}; 80 % of its articles train, 10 % select the weights, 10 % test`
    )
    .option(
      '--vectors <file>',
      'word vectors in a format of word2vec or GloVe, most frequent words first (default: those of the bundle in --out)'
    )
  if (name !== 'static') {
    const preset = 'default settings: paper, those of Ein Dor et al.; best, the best found without a teacher'
    command.addOption(new Option('--preset <name>', preset).choices(PRESETS))
  }
  addTrainingFlags(command, name, 'daily')
    .option('--fine-tune', `continue from the network ${name} of the bundle in --out`, false)
    .option('--checkpoint <file>', 'save the training state here; if the file exists, resume from it')
    .option('--report <file>', 'write an HTML page: curves, figures, examples of right and wrong triplets')
    .option('--json', 'print the figures as JSON', false)
    .optionsGroup('Words:')
    .option('--entry <name>', 'file to read within a .zip of several vector files')
    .option(
      '--words <n>',
      `number of words of --vectors, 1 to 1,000,000 (default: ${WORDS})`,
      wholeNumber(1, 1_000_000)
    )
  addTrainingFlags(command, name, 'text', 'network', 'loss', 'optimizer', 'validation')
    .optionsGroup('Bundle:')
    .option('--name <text>', 'name of the bundle (default: its present name, or leitmotif-en)', someText)
    .option('--language <tag>', 'language of the articles as a BCP 47 tag (default: as it was, or en)', languageTag)
    .option('--license <text>', "licence of the bundle (default: the licences of its networks' articles)", someText)
  return command.action((corpora: string[], flags: Flags) => run(corpora, flags, trainingOptions(command, name), name))
}

async function run(
  corpora: readonly string[],
  flags: Flags,
  options: TrainingOptions,
  name: NetworkName
): Promise<void> {
  const { out, checkpoint, report, json, fineTune, triplets } = flags
  if ((corpora.length === 0) === (triplets === undefined))
    throw new Failure('expected one of the two: articles as arguments, or --triplets FILE')
  if (fineTune && flags.vectors !== undefined) {
    throw new Failure('--fine-tune starts from the bundle in --out, its words and network; leave --vectors out')
  }
  const inputs = [...corpora, triplets, flags.vectors]
  await prepareFiles([checkpoint, report], { inputs, bundle: out })
  const words = await readWords(flags)
  const base = await readBase(out, words, name) // fails now rather than after hours of training
  const start = fineTune ? readStart(base!, options, out) : undefined
  await prepareFolder(out)
  const { examples, damaged } =
    triplets === undefined
      ? await readAll(corpora, words.words, options)
      : { examples: await readGiven(triplets, words.words, options), damaged: 0 }
  const backend = await loadBackend()
  process.stderr.write(`training on ${describeBackend(backend)}\n`)
  const trained = await trainWithProgress({
    ...{ backend, table: words.table, examples, options, checkpoint },
    start: start?.weights
  })
  const plan: BundlePlan = {
    ...words,
    startedFrom: start?.fingerprint,
    about: aboutOf(flags),
    examples,
    options,
    backend: backend.name
  }
  // Reads the bundle again: another training may have written its network there in the meantime.
  const pack = async (tested: readonly Tested[]): ReturnType<typeof packTrained> =>
    packTrained({ ...plan, base: await readBase(out, words, name) }, trained, tested)
  const encoder = await openPacked(await pack([]))
  const tested =
    triplets === undefined ? await testOn(corpora, encoder, name) : await testOnTriplets(triplets, encoder, name)
  encoder.dispose()
  // Written last, so that a training that resumes from its checkpoint still finds the network it started from.
  await writeBundle(out, await pack(tested))
  process.stderr.write(missingPartsText(out, encoder))
  if (report !== undefined) {
    const { vectors, words: list } = words
    const about = { name: encoder.name, network: name, options, backend: backend.name, vectors, words: list.length }
    await writeOutput(report, trainingReport({ ...about, corpora: examples.corpora, tested, ...trained }))
  }
  if (checkpoint !== undefined) await rm(checkpoint, { force: true })
  if (json) {
    const fingerprint = encoder.fingerprints[name]
    printJson({ out, network: name, fingerprint, backend: backend.name, damaged, ...trained.result, tested })
  } else {
    for (const { corpus, context, tdc } of tested) {
      process.stdout.write(`tdc ${corpus} (context ${context}): ${tdc.accuracy.toFixed(4)}\n`)
    }
  }
  if (damaged > 0) process.exitCode = EXIT.findings
}

async function trainWithProgress(job: TrainingJob): Promise<Trained> {
  const progress = createProgress({ label: 'training', total: job.options.steps, unit: 'steps' })
  const { judge } = job.options
  let warned = false
  const trained = await train({
    ...job,
    onStep: (done, loss, best) => {
      progress.update(done, `loss ${loss.toFixed(3)}${best > 0 ? ` · ${bestText(judge, best)}` : ''}`)
    },
    onMeasured: ({ step, figures }: Measured) => {
      const [, , meanCosine] = figures
      if (warned || meanCosine < COLLAPSED) return
      warned = true
      process.stderr.write(
        `\nafter ${counted(step, 'step')} all sentences have nearly the same vector (mean cosine ${meanCosine.toFixed(3)}); ` +
          'if TDC stays near .5, restart with a lower learning rate, a higher temperature or --loss contrast\n'
      )
    }
  })
  const { best } = trained.result
  progress.end(`${bestText(judge, best.score, best.figures)}, at step ${best.step}`)
  return trained
}

function aboutOf({ name, language, license }: Flags): BundlePlan['about'] {
  return {
    ...(name !== undefined && { name }),
    ...(language !== undefined && { language }),
    ...(license !== undefined && { license })
  }
}

export function someText(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('Expected text.')
  return text
}

export function languageTag(text: string): string {
  try {
    return Intl.getCanonicalLocales(text)[0]
  } catch {
    throw new InvalidArgumentError('Expected a BCP 47 tag, such as en or pt-BR.')
  }
}

async function readAll(
  corpora: readonly string[],
  words: readonly string[],
  options: TrainingOptions
): Promise<{ examples: Examples; damaged: number }> {
  const progress = createProgress({ label: 'reading', total: await corporaSize(corpora), unit: 'bytes' })
  const damage = createDamageLog()
  const onBytes = (bytes: number): void => {
    progress.update(bytes)
  }
  const reading = { onBytes, onDamage: damage.onDamage }
  const examples = await readExamples(corpora, createVocabulary(words), options, reading)
  progress.end(`${counted(examples.training.length, 'article')} to train on`)
  if (examples.training.length === 0 || examples.validation.length === 0) {
    const { training, validation } = examples
    throw new Failure(
      `the corpora give ${counted(training.length, 'article')} to train and ${validation.length} to validate on; expected at ` +
        `least one of each: articles with ${options.minSections} or more sections of prose (five or more for validation)`
    )
  }
  return { examples, damaged: damage.end() }
}

async function readGiven(path: string, words: readonly string[], options: TrainingOptions): Promise<Examples> {
  const examples = await readTripletExamples(path, createVocabulary(words), options)
  const count = (examples.given?.indices.length ?? 0) / 3
  process.stderr.write(`${counted(count, 'triplet')} to train on\n`)
  if (count > 0 && examples.validation.length > 0) return examples
  throw new Failure(
    `${path}: gives ${counted(count, 'triplet')} to train and ${examples.validation.length} groups to validate on; expected at ` +
      'least one of each: triplets of ten articles or more, or 500 triplets without articles'
  )
}
