import { createProgress, decimal, EXIT, Failure, printJson, wholeNumber } from '@leitmotif/command'
import { createVocabulary, quantizeRows } from '@leitmotif/encoder'
import { Command, InvalidArgumentError } from 'commander'
import { rm } from 'node:fs/promises'
import { basename } from 'node:path'
import { loadBackend } from './backend.js'
import { CORPUS_KINDS, corporaSize } from './corpora/corpus.js'
import { createDamageLog } from './corpora/damage.js'
import { readExamples, type Examples } from './examples.js'
import { prepareFolder, writeBundle } from './export.js'
import { measureCorpora, TRAINING_DEFAULTS, trainStatic, type TrainingOptions } from './training.js'
import { readWordVectors } from './vectors/word-vector-reader.js'

interface Flags extends TrainingOptions {
  readonly vectors: string
  readonly entry?: string
  readonly words: number
  readonly out: string
  readonly name: string
  readonly language: string
  readonly license?: string
  readonly checkpoint?: string
  readonly json: boolean
}

/** What fills 20 MB with 300 dimensions. */
const WORDS = 60_000

/** `leitmotif-train fit CORPUS… --vectors FILE --out DIR`. */
export function fitCommand(): Command {
  const defaults = TRAINING_DEFAULTS
  return new Command('fit')
    .description('Train the network `static` on the training part of sectioned articles, and write an encoder bundle.')
    .argument('<corpus...>', CORPUS_KINDS)
    .requiredOption('--vectors <file>', 'word vectors in a format of word2vec or GloVe, most frequent words first')
    .requiredOption('--out <dir>', 'folder of the bundle')
    .option('--entry <name>', 'which file of vectors of a .zip that holds several')
    .option('--name <text>', 'what the bundle is called', someText, 'leitmotif-en')
    .option('--language <tag>', 'language of the articles, BCP 47', languageTag, 'en')
    .option('--license <text>', 'licence of the bundle (default: those of the articles it is trained on)', someText)
    .option('--words <n>', 'words of the bundle, 1 to 1,000,000', wholeNumber(1, 1_000_000), WORDS)
    .option('--dims <n>', 'dimensions of the vectors it gives, 1 to 4096', wholeNumber(1, 4096), defaults.dims)
    .option(
      '--smoothing <share>',
      'first weights are a / (a + share of the word); lower: frequent words count less; 1e-6 to 1',
      decimal(1e-6, 1),
      defaults.smoothing
    )
    .option('--steps <n>', 'steps at most, 1 to 10,000,000', wholeNumber(1, 10_000_000), defaults.steps)
    .option(
      '--sentences <n>',
      'sentences of a step, whole articles, 2 to 100,000',
      wholeNumber(2, 100_000),
      defaults.sentences
    )
    .option('--slots <n>', 'sentences of an article in a step, 2 to 1000', wholeNumber(2, 1000), defaults.slots)
    .option(
      '--paragraph-distance <n>',
      'paragraphs from a pivot to its positives at most, 0 to 1000',
      wholeNumber(0, 1000),
      defaults.paragraphDistance
    )
    .option('--learning-rate <n>', 'of Adam, 1e-7 to 1', decimal(1e-7, 1), defaults.learningRate)
    .option(
      '--warm-up <n>',
      'first steps, over which the learning rate rises, 0 or more',
      wholeNumber(0),
      defaults.warmUp
    )
    .option(
      '--final-rate <share>',
      'share of the learning rate at the last step, 0 to 1; 1: it does not fall',
      decimal(0, 1),
      defaults.finalRate
    )
    .option(
      '--temperature <n>',
      'cosines are divided by it; lower looks at the hardest negatives; 0.02 to 1',
      decimal(0.02, 1),
      defaults.temperature
    )
    .option(
      '--context-share <share>',
      "share of the loss on vectors less their article's mean, 0 to 1",
      decimal(0, 1),
      defaults.contextShare
    )
    .option(
      '--validate-every <n>',
      'steps from one measurement to the next, 1 or more',
      wholeNumber(1),
      defaults.validateEvery
    )
    .option(
      '--patience <n>',
      'measurements without a new best that end the training, 1 or more',
      wholeNumber(1),
      defaults.patience
    )
    .option('--seed <n>', 'seed of all chance, a whole number', wholeNumber(0), defaults.seed)
    .option('--checkpoint <file>', "keep the training's state here, and go on from it where it is there")
    .option('--json', 'print the figures as JSON', false)
    .action(train)
}

async function train(corpora: string[], flags: Flags): Promise<void> {
  const given = Object.entries(flags).filter(([name]) => name in TRAINING_DEFAULTS)
  const options: TrainingOptions = { ...TRAINING_DEFAULTS, ...Object.fromEntries(given) }
  if (options.slots > options.sentences) {
    throw new Failure(`--slots ${options.slots} is over --sentences ${options.sentences}; a step holds whole articles`)
  }
  await prepareFolder(flags.out)
  const { terms: words, vectors } = await readWordVectors(flags.vectors, {
    limit: flags.words,
    ...(flags.entry !== undefined && { entry: flags.entry })
  })
  const { examples, damaged } = await readAll(corpora, words)
  const backend = await loadBackend()
  process.stderr.write(
    `training on ${backend.name}${backend.native ? '' : '; npm run native-backend installs a faster one'}\n`
  )
  const progress = createProgress({ label: 'training', total: options.steps, unit: 'steps' })
  const { result, encoder, pack } = await trainStatic({
    backend,
    words,
    table: quantizeRows(vectors),
    examples,
    options,
    ...(flags.checkpoint === undefined ? {} : { checkpoint: flags.checkpoint }),
    onStep: (done, loss, best) => {
      progress.update(done, `loss ${loss.toFixed(3)}${best > 0 ? ` · best validation TDC ${best.toFixed(4)}` : ''}`)
    }
  })
  progress.end(`best validation TDC ${result.best.score.toFixed(4)} at step ${result.best.step}`)
  const measured = await measureCorpora(encoder, corpora)
  const { name, language, license = licensesOf(examples), out } = flags
  await writeBundle(out, await pack({ name, language, license, measured, vectors: basename(flags.vectors) }))
  if (flags.checkpoint !== undefined) await rm(flags.checkpoint, { force: true })
  if (flags.json)
    printJson({ out, fingerprint: encoder.fingerprint, backend: backend.name, damaged, ...result, measured })
  else {
    for (const { task, articles, context, accuracy } of measured) {
      process.stdout.write(`${task} ${articles} (context ${String(context)}): ${accuracy.toFixed(4)}\n`)
    }
  }
  if (damaged > 0) process.exitCode = EXIT.findings
}

function someText(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('Expected text.')
  return text
}

function languageTag(text: string): string {
  try {
    return Intl.getCanonicalLocales(text)[0]
  } catch {
    throw new InvalidArgumentError('Expected a tag of BCP 47, as en or pt-BR.')
  }
}

/** The licences of the articles trained on, in the order of the alphabet. */
function licensesOf({ corpora }: Examples): string {
  return [...new Set(corpora.flatMap(({ licenses }) => Object.keys(licenses)))].sort().join('; ')
}

async function readAll(
  corpora: readonly string[],
  words: readonly string[]
): Promise<{ examples: Examples; damaged: number }> {
  const progress = createProgress({ label: 'reading', total: await corporaSize(corpora), unit: 'bytes' })
  const damage = createDamageLog()
  const examples = await readExamples(corpora, createVocabulary(words), {
    onBytes: (bytes) => {
      progress.update(bytes)
    },
    onDamage: damage.onDamage
  })
  progress.end(`${examples.training.length} articles to train on`)
  if (examples.training.length === 0 || examples.validation.length === 0) {
    throw new Failure('the corpora give nothing to train or validate on; expected articles of five or more sections')
  }
  return { examples, damaged: damage.end() }
}
