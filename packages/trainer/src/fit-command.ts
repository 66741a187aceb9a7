import { createProgress, decimal, EXIT, Failure, printJson, wholeNumber } from '@leitmotif/command'
import {
  BundleError,
  createVocabulary,
  quantizeRows,
  readBundle,
  readFrom,
  type Bundle,
  type WordTable
} from '@leitmotif/encoder'
import { Command, InvalidArgumentError, Option } from 'commander'
import { rm } from 'node:fs/promises'
import { basename } from 'node:path'
import { describeBackend, loadBackend } from './backend.js'
import { CORPUS_KINDS, corporaSize } from './corpora/corpus.js'
import { createDamageLog } from './corpora/damage.js'
import { readExamples, type Examples } from './examples.js'
import { prepareFolder, writeBundle } from './export.js'
import { COLLAPSED } from './judge.js'
import type { Measured } from './measured.js'
import { measureCorpora, networkName, openPacked, packTrained } from './trained-bundle.js'
import { train } from './training.js'
import {
  JUDGES,
  LOSSES,
  NETWORK_KINDS,
  ROLES,
  TRAINING_DEFAULTS,
  unmetOf,
  type TrainingOptions
} from './training-options.js'
import { readWordVectors } from './vectors/word-vector-reader.js'

interface Flags extends TrainingOptions {
  readonly vectors?: string
  readonly entry?: string
  readonly words?: number
  readonly out: string
  readonly name?: string
  readonly language?: string
  readonly license?: string
  readonly checkpoint?: string
  readonly json: boolean
}

/** What fills 20 MB with 300 dimensions. */
const WORDS = 60_000

/** `leitmotif-train fit CORPUS… --network KIND --out DIR`. */
export function fitCommand(): Command {
  const defaults = TRAINING_DEFAULTS
  const command = new Command('fit')
    .description('Train a network on the training part of sectioned articles, and put it into an encoder bundle.')
    .argument('<corpus...>', CORPUS_KINDS)
    .requiredOption('--out <dir>', 'folder of the bundle')
  const choose = (flags: string, text: string, values: readonly string[], value: string): Command =>
    command.addOption(new Option(flags, text).choices([...values]).default(value))

  choose('--network <kind>', 'what is trained', NETWORK_KINDS, defaults.network)
  choose(
    '--role <role>',
    'what it learns to bring together: the sentences of a section, or sentences and the title of their section',
    ROLES,
    defaults.role
  )
  choose(
    '--loss <name>',
    "contrast: each positive against all of the article's other sections in the step; paper, hinge-…: single triplets",
    LOSSES,
    defaults.loss
  )
  command
    .option(
      '--vectors <file>',
      'word vectors in a format of word2vec or GloVe, most frequent words first (default: those of the bundle in --out, whose other networks are kept)'
    )
    .option('--entry <name>', 'which file of vectors of a .zip that holds several')
    .option('--words <n>', `words of the bundle, 1 to 1,000,000 (default: ${WORDS})`, wholeNumber(1, 1_000_000))
    .option('--name <text>', 'what the bundle is called (default: as it was, or leitmotif-en)', someText)
    .option('--language <tag>', 'language of the articles, BCP 47 (default: as it was, or en)', languageTag)
    .option(
      '--license <text>',
      'licence of the bundle (default: as it was, or those of the articles it is trained on)',
      someText
    )
  choose(
    '--sections <which>',
    'what one section is: top, with its subsections, or each subsection on its own',
    ['top', 'each'],
    defaults.sections
  )
  command
    .option(
      '--sentences-per-paragraph <n>',
      'sentences from the beginning of each paragraph that are trained on, 1 or more; 1: openers',
      wholeNumber(1),
      defaults.sentencesPerParagraph
    )
    .option(
      '--max-train-tokens <n>',
      'known words of a training sentence at most, 1 or more; fewer train faster',
      wholeNumber(1),
      defaults.maxTrainTokens
    )
    .option('--dims <n>', 'static: dimensions of the vectors it gives, 1 to 4096', wholeNumber(1, 4096), defaults.dims)
    .option(
      '--smoothing <share>',
      'static: first weights are a / (a + share of the word); lower: frequent words count less; 1e-6 to 1',
      decimal(1e-6, 1),
      defaults.smoothing
    )
    .option(
      '--hidden <n>',
      'bilstm-attention: units of each direction, half the dimensions it gives, 1 to 2048',
      wholeNumber(1, 2048),
      defaults.hidden
    )
    .option(
      '--attention <n>',
      'bilstm-attention: units of the attention, 1 to 4096',
      wholeNumber(1, 4096),
      defaults.attention
    )
    .option(
      '--word-dropout <share>',
      'bilstm-attention: share of the words that are left out of a sentence, at least one staying, 0 to .95',
      decimal(0, 0.95),
      defaults.wordDropout
    )
    .option(
      '--input-dropout <share>',
      "bilstm-attention: share of the word vectors' values that are dropped, 0 to .95",
      decimal(0, 0.95),
      defaults.inputDropout
    )
    .option(
      '--output-dropout <share>',
      "bilstm-attention: share of the LSTM's outputs that are dropped, 0 to .95; the paper's 0.8 is .2 if it names what is kept",
      decimal(0, 0.95),
      defaults.outputDropout
    )
    .option('--steps <n>', 'steps at most, 1 to 10,000,000', wholeNumber(1, 10_000_000), defaults.steps)
    .option(
      '--sentences <n>',
      'contrast: sentences of a step, whole articles, 2 to 100,000',
      wholeNumber(2, 100_000),
      defaults.sentences
    )
    .option(
      '--slots <n>',
      'contrast: sentences of an article in a step, 2 to 1000',
      wholeNumber(2, 1000),
      defaults.slots
    )
    .option(
      '--temperature <n>',
      'contrast: cosines are divided by it; lower looks at the hardest negatives; 0.02 to 1',
      decimal(0.02, 1),
      defaults.temperature
    )
    .option(
      '--context-share <share>',
      "contrast of sentences: share of the loss on vectors less their article's mean, 0 to 1",
      decimal(0, 1),
      defaults.contextShare
    )
    .option(
      '--triplets <n>',
      'paper, hinge-…: triplets of a step, 1 to 100,000',
      wholeNumber(1, 100_000),
      defaults.triplets
    )
    .option(
      '--margin <n>',
      'hinge-…: how much farther a negative must be to cost nothing, 1e-6 to 1000',
      decimal(1e-6, 1000),
      defaults.margin
    )
    .option(
      '--paragraph-distance <n>',
      'role sentences: paragraphs from a pivot to its positives at most, 0 to 1000',
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
      '--clip <length>',
      'gradients that are longer, all together, are scaled down to it, 0 to 1e6; 0: never',
      decimal(0, 1e6),
      defaults.clip
    )
    .option(
      '--average <share>',
      "share of the weights' running mean that a step keeps, 0 to .999999; the mean is what is kept; 0: none",
      decimal(0, 0.999999),
      defaults.average
    )
    .option(
      '--validate-every <n>',
      'steps from one measurement to the next, 1 or more',
      wholeNumber(1),
      defaults.validateEvery
    )
  choose(
    '--judge <context>',
    'which TDC on validation articles decides: without context, with it, or their mean',
    JUDGES,
    defaults.judge
  )
  return command
    .option(
      '--judged-articles <n>',
      'validation articles of a measurement, 1 or more',
      wholeNumber(1),
      defaults.judgedArticles
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
    .action((corpora: string[], flags: Flags) => run(corpora, flags, command))
}

async function run(corpora: string[], flags: Flags, command: Command): Promise<void> {
  const options = settle(flags, command)
  const { out, checkpoint, json } = flags
  await prepareFolder(out)
  const words = await readWords(flags)
  const { examples, damaged } = await readAll(corpora, words.words, options)
  const backend = await loadBackend()
  process.stderr.write(`training on ${describeBackend(backend)}\n`)
  const progress = createProgress({ label: 'training', total: options.steps, unit: 'steps' })
  let told = false
  const trained = await train({
    backend,
    table: words.table,
    examples,
    options,
    checkpoint,
    onStep: (done, loss, best) => {
      progress.update(done, `loss ${loss.toFixed(3)}${best > 0 ? ` · best validation TDC ${best.toFixed(4)}` : ''}`)
    },
    onMeasured: ({ step, figures }: Measured) => {
      const [, , alike] = figures
      if (told || alike < COLLAPSED) return
      told = true
      process.stderr.write(
        `\nafter ${step} steps all sentences have nearly the same vector (mean cosine ${alike.toFixed(3)}); ` +
          'if TDC stays near .5, start anew with a lower learning rate, a higher temperature or --loss contrast\n'
      )
    }
  })
  const { best } = trained.result
  const [none, article] = best.figures
  progress.end(`best validation TDC ${none.toFixed(4)}, with context ${article.toFixed(4)}, at step ${best.step}`)
  const name = networkName(options)
  const { language, license } = flags
  const about = {
    ...(flags.name !== undefined && { name: flags.name }),
    ...(language !== undefined && { language }),
    ...(license !== undefined && { license })
  }
  const plan = { ...words, about, examples, options, backend: backend.name }
  const packed = await packTrained(plan, trained, [])
  await writeBundle(out, packed) // measuring takes a while
  const encoder = await openPacked(packed)
  const measured = encoder.dims[name] === undefined ? [] : await measureCorpora(encoder, name, corpora)
  await writeBundle(out, await packTrained(plan, trained, measured))
  if (checkpoint !== undefined) await rm(checkpoint, { force: true })
  if (json) {
    const { fingerprint } = encoder
    printJson({ out, network: name, fingerprint, backend: backend.name, damaged, ...trained.result, measured })
  } else {
    for (const { task, articles, context, accuracy } of measured) {
      process.stdout.write(`${task} ${articles} (context ${String(context)}): ${accuracy.toFixed(4)}\n`)
    }
  }
  if (damaged > 0) process.exitCode = EXIT.findings
}

/** @throws Failure for flags that bear on other networks, roles or losses, and for those that contradict each other. */
function settle(flags: Flags, command: Command): TrainingOptions {
  const given = Object.entries(flags).filter(([name]) => name in TRAINING_DEFAULTS)
  const options: TrainingOptions = { ...TRAINING_DEFAULTS, ...Object.fromEntries(given) }
  for (const option of command.options) {
    const name = option.attributeName()
    if (!(name in TRAINING_DEFAULTS) || command.getOptionValueSource(name) === 'default') continue
    const unmet = unmetOf(name as keyof TrainingOptions, options)
    if (unmet !== undefined) throw new Failure(`${option.long!} goes with ${unmet} only; leave it out, or change that`)
  }
  if (options.network === 'static' && options.role === 'titles') {
    throw new Failure('--role titles goes with --network bilstm-attention only; a bundle has no place for another')
  }
  if (options.loss === 'contrast' && options.slots > options.sentences) {
    throw new Failure(`--slots ${options.slots} is over --sentences ${options.sentences}; a step holds whole articles`)
  }
  return options
}

interface Words {
  readonly words: readonly string[]
  readonly table: WordTable
  readonly vectors: string
  readonly base?: Bundle
}

/** The words and vectors to train with: a file's, or those of the bundle that is there. */
async function readWords({ vectors, entry, words = WORDS, out }: Flags): Promise<Words> {
  if (vectors !== undefined) {
    const read = await readWordVectors(vectors, { limit: words, ...(entry !== undefined && { entry }) })
    return { words: read.terms, table: quantizeRows(read.vectors), vectors: basename(vectors) }
  }
  try {
    const base = await readBundle(readFrom(out))
    return { words: base.vocabulary.words, table: base.vectors, vectors: 'of the bundle', base }
  } catch (error) {
    if (!(error instanceof BundleError)) throw error
    throw new Failure(`${error.message}\nwithout --vectors FILE the words of the bundle in --out are used`)
  }
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

async function readAll(
  corpora: readonly string[],
  words: readonly string[],
  options: TrainingOptions
): Promise<{ examples: Examples; damaged: number }> {
  const progress = createProgress({ label: 'reading', total: await corporaSize(corpora), unit: 'bytes' })
  const damage = createDamageLog()
  const examples = await readExamples(corpora, createVocabulary(words), options, {
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
