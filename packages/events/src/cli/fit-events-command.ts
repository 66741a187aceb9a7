import { readFile, rm } from 'node:fs/promises'
import { basename } from 'node:path'
import {
  counted,
  createProgress,
  decimal,
  EXIT,
  Failure,
  printJson,
  readFailure,
  wholeNumber
} from '@leitmotif/command'
import { BundleError } from '@leitmotif/encoder'
import { createVocabulary, quantizeRows } from '@leitmotif/encoder/training'
import { EVENT_EXTRACTION } from '../extraction/extract-event.js'
import { packEventBundle, readEventBundle, type EventsOrigin } from '../network/event-bundle.js'
import { readChunker } from '../tagging/chunker-file.js'
import { Command, Option } from 'commander'
import {
  describeBackend,
  loadBackend,
  prepareFiles,
  prepareFolder,
  writeBundle,
  writeOutput,
  type BundleKind,
  SCHEDULES,
  splitOf,
  LEARNING_RATES,
  OPTIMIZERS,
  readWordVectors,
  warnOfZeros
} from '@leitmotif/trainer/training'
import { COMPOSITIONS } from '../training/event-parts.js'
import { countLengths, eventsReport } from '../report/events-report.js'
import { readEvents } from '../corpora/event-file.js'
import { showRanked } from '../evaluation/evaluate-ranking.js'
import { EVENT_LOSSES } from '../training/event-losses.js'
import { networkModel, type EventModel } from '../evaluation/event-model.js'
import { EVENT_DEFAULTS, type EventOptions } from '../training/event-options.js'
import { trainEvents } from '../training/fit-events.js'
import { describeFigures } from '../evaluation/figures-text.js'
import { knownEvents, measureEvents, type EventFigures } from '../evaluation/measure-events.js'

const EVENT_BUNDLE: BundleKind = {
  name: 'a bundle of events',
  manifest: 'events.json',
  files: ['tagger.bin', 'vocabulary.txt', 'vectors.bin', 'network.bin', 'README.md']
}

/** Default number of words in the bundle. */
const WORDS = 30_000

type Flags = EventOptions & {
  readonly vectors: string
  readonly words: number
  readonly tagger?: string
  readonly out?: string
  readonly name: string
  readonly language: string
  readonly license?: string
  readonly checkpoint?: string
  readonly report?: string
  readonly part: 'validation' | 'test'
  readonly json: boolean
}

/** Flags that apply only to some losses or schedules. */
const ONLY: Readonly<Record<string, readonly [choice: 'loss' | 'schedule', ...values: string[]] | undefined>> = {
  margin: ['loss', 'margin', 'triplet'],
  warmUp: ['schedule', 'linear'],
  finalRate: ['schedule', 'linear'],
  lowestRate: ['schedule', 'cyclical'],
  cycleSteps: ['schedule', 'cyclical']
}
/** Flags that apply only if a bundle is written. */
const OF_BUNDLE = ['tagger', 'language', 'license']

/** `leitmotif-train fit events EVENTS --vectors FILE`. */
export function fitEventsCommand(): Command {
  const defaults = EVENT_DEFAULTS
  const share = decimal(0, 0.95)
  return new Command('events')
    .description(
      'Trains the neural tensor network that encodes events, measures it, and writes it to an event bundle.\n\nExample: leitmotif-train fit events events.jsonl --vectors vectors.bin --out my-events --tagger tagger.bin'
    )
    .argument('<events>', 'events that `leitmotif-train events extract` wrote')
    .requiredOption('--vectors <file>', 'word vectors in a format of word2vec or GloVe, most frequent words first')
    .option('--words <n>', 'number of words of --vectors, 1 to 1,000,000', wholeNumber(1, 1_000_000), WORDS)
    .option('--out <dir>', 'folder of the bundle (default: none is written)')
    .option('--tagger <file>', 'tagger and chunker that `leitmotif-train events chunker` wrote; needed with --out')
    .option('--name <text>', 'name of the bundle', 'leitmotif-en-events')
    .option('--language <tag>', 'language of the events as a BCP 47 tag', 'en')
    .option('--license <text>', 'licence of the bundle; needed with --out')
    .addOption(
      new Option(
        '--composition <name>',
        'how the words of a subject, verb or object become one vector; a bundle cannot hold lstm and gru'
      )
        .choices(COMPOSITIONS)
        .default(defaults.composition)
    )
    .addOption(new Option('--loss <name>', 'loss function').choices(EVENT_LOSSES).default(defaults.loss))
    .option('--slices <n>', 'slices of the tensors (k), 1 to 1024', wholeNumber(1, 1024), defaults.slices)
    .option('--dims <n>', "dimensions of an event's vector (l), 1 to 1024", wholeNumber(1, 1024), defaults.dims)
    .option('--layers <n>', 'layers between the tensors and the vector, 1 to 10', wholeNumber(1, 10), defaults.layers)
    .option(
      '--width <n>',
      'initial weights are random numbers between -n and n, 1e-6 to 1',
      decimal(1e-6, 1),
      defaults.width
    )
    .option(
      '--dropout <share>',
      'share of the values between the layers set to 0 in training, 0 to 0.95',
      share,
      defaults.dropout
    )
    .option(
      '--margin <n>',
      'margin of the losses margin and triplet, 0.001 to 100',
      decimal(0.001, 100),
      defaults.margin
    )
    .option(
      '--corruptions <n>',
      'corrupted copies of each event (C), 1 to 100; fewer than --batch',
      wholeNumber(1, 100),
      defaults.corruptions
    )
    .option('--l1 <n>', 'penalty on the sum of absolute weights, 0 to 1', decimal(0, 1), defaults.l1)
    .option('--l2 <n>', 'penalty on the sum of squared weights, 0 to 1', decimal(0, 1), defaults.l2)
    .option('--batch <n>', 'events of a training step, 2 to 10,000', wholeNumber(2, 10_000), defaults.batch)
    .option(
      '--steps <n>',
      'maximum number of training steps, 1 to 10,000,000',
      wholeNumber(1, 10_000_000),
      defaults.steps
    )
    .addOption(
      new Option('--optimizer <name>', 'optimizer; sgd is gradient descent without momentum')
        .choices(OPTIMIZERS)
        .default(defaults.optimizer)
    )
    .option(
      '--learning-rate <n>',
      `learning rate, 1e-9 to 10; with adadelta the default is ${LEARNING_RATES.adadelta}`,
      decimal(1e-9, 10),
      defaults.learningRate
    )
    .addOption(
      new Option('--schedule <name>', 'linear: the learning rate rises and falls once; cyclical: repeatedly')
        .choices(SCHEDULES)
        .default(defaults.schedule)
    )
    .option(
      '--warm-up <n>',
      'linear: steps over which the learning rate rises, 0 or more',
      wholeNumber(0),
      defaults.warmUp
    )
    .option(
      '--final-rate <share>',
      'linear: share of the learning rate at the last step, 0 to 1',
      decimal(0, 1),
      defaults.finalRate
    )
    .option(
      '--lowest-rate <share>',
      'cyclical: share of the learning rate at the ends of a cycle, 0 to 1',
      decimal(0, 1),
      defaults.lowestRate
    )
    .option('--cycle-steps <n>', 'cyclical: steps of a cycle, 2 or more', wholeNumber(2), defaults.cycleSteps)
    .option(
      '--clip <norm>',
      'maximum norm of all gradients together, 0 to 1e6; 0: no limit',
      decimal(0, 1e6),
      defaults.clip
    )
    .option(
      '--average <share>',
      'share that each step keeps of the running mean of the weights, which is then saved, 0 to 0.999999; 0: no mean',
      decimal(0, 0.999999),
      defaults.average
    )
    .option('--validate-every <n>', 'steps between measurements, 1 or more', wholeNumber(1), defaults.validateEvery)
    .option(
      '--patience <n>',
      'measurements without improvement after which training ends, 1 or more',
      wholeNumber(1),
      defaults.patience
    )
    .option(
      '--stop-loss <n>',
      'mean loss below which training ends, 0 to 1e6; 0: never',
      decimal(0, 1e6),
      defaults.stopLoss
    )
    .option('--seed <n>', 'seed of the random numbers, 0 or more', wholeNumber(0), defaults.seed)
    .addOption(
      new Option('--part <name>', 'part of the events to measure on')
        .choices(['validation', 'test'])
        .default('validation')
    )
    .option('--checkpoint <file>', 'save the training state here; if the file exists, resume from it')
    .option('--report <file>', 'write an HTML page: curves, figures, examples of right and wrong validation events')
    .option('--json', 'print the figures as JSON', false)
    .action(run)
}

async function run(path: string, given: Flags, command: Command): Promise<void> {
  const ownRate = command.getOptionValueSource('learningRate') === 'default'
  const flags = ownRate ? { ...given, learningRate: LEARNING_RATES[given.optimizer] } : given
  const { out, tagger, license, composition, checkpoint, report, part, json } = flags
  holdTogether(flags, command)
  if (out !== undefined && (composition === 'lstm' || composition === 'gru')) {
    throw new Failure(
      `--composition ${composition}: a bundle cannot hold it; leave --out out to measure it, or choose mean, sif or trained`
    )
  }
  if (out !== undefined && (tagger === undefined || license === undefined)) {
    throw new Failure('--out needs --tagger FILE, which leitmotif-train events chunker writes, and --license TEXT')
  }
  if (flags.batch <= flags.corruptions) {
    throw new Failure(
      `--batch ${flags.batch}: an event of a step is corrupted by the others, of which ${flags.corruptions} are needed; ` +
        `name ${flags.corruptions + 1} or more, or fewer --corruptions`
    )
  }
  await prepareFiles([checkpoint, report], { inputs: [path, flags.vectors, tagger], bundle: out })
  if (out !== undefined) await prepareFolder(out, EVENT_BUNDLE)
  const taggerBytes = tagger === undefined ? undefined : await readTagger(tagger)
  const options = optionsOf(flags)
  const events = await readEvents(path)
  const read = await readWordVectors(flags.vectors, { limit: flags.words })
  warnOfZeros(flags.vectors, read)
  const { terms, vectors } = read
  const vocabulary = createVocabulary(terms)
  const known = (split: string) =>
    knownEvents(
      events.filter(({ text }) => splitOf(text) === split),
      vocabulary
    )
  const [training, validation, held] = [known('train'), known('validation'), known(part)]
  const least = options.corruptions + 1
  if (training.length < least || validation.length < least) {
    throw new Failure(
      `${path}: gives ${counted(training.length, 'event')} to train on and ${validation.length} to validate on; expected ${least} ` +
        'of each at least, more than there are corruptions'
    )
  }
  const backend = await loadBackend()
  process.stderr.write(
    `${counted(training.length, 'event')} to train on, ${validation.length} to validate on; ${describeBackend(backend)}\n`
  )
  const progress = createProgress({ label: 'training', total: options.steps, unit: 'steps' })
  const trained = await trainEvents({
    backend,
    table: quantizeRows(vectors),
    training,
    validation,
    options,
    checkpoint,
    onStep: (done, loss, best) => {
      progress.update(
        done,
        `loss ${loss.toFixed(3)}${best > -Infinity ? ` · best validation loss ${(-best).toFixed(3)}` : ''}`
      )
    }
  })
  const { result, stored } = trained
  const [accuracy] = result.best.figures
  progress.end(
    `best validation loss ${(-result.best.score).toFixed(3)}, with accuracy ${accuracy.toFixed(4)}, at step ${result.best.step}`
  )
  const measure = (model: EventModel): EventFigures => measureEvents(model, held, vocabulary, options.seed)
  let model: EventModel = trained
  let figures: EventFigures
  if (out !== undefined && stored !== undefined && taggerBytes !== undefined && license !== undefined) {
    const origin: Omit<EventsOrigin, 'measured'> = {
      ...{ name: flags.name, language: flags.language, license },
      trained: {
        ...options,
        ...{
          words: terms.length,
          vectors: basename(flags.vectors),
          backend: backend.name,
          extraction: EVENT_EXTRACTION
        },
        corpora: [{ corpus: basename(path), training: training.length, validation: validation.length }],
        outcome: { steps: result.steps, best: result.best }
      }
    }
    const parts = { words: terms, vectors: stored.table, network: stored.network, tagger: taggerBytes }
    // Measures the written bundle, whose tensors are rounded to eight bits.
    const unmeasured = await packEventBundle({ ...origin, measured: [] }, parts)
    const { network, vectors: table } = await readEventBundle((name) => Promise.resolve(unmeasured.get(name)!))
    model = networkModel(network, table)
    figures = measure(model)
    const measured = [{ task: 'events', events: basename(path), part, ...figures }]
    await writeBundle(out, await packEventBundle({ ...origin, measured }, parts), EVENT_BUNDLE)
  } else figures = measure(model)
  print(json, { ...result, part, figures }) // before the report, in case the disk is full
  if (report !== undefined) {
    const page = eventsReport({
      ...{ name: flags.name, options, backend: backend.name, result, part, figures },
      ...{ events: basename(path), training: training.length, validation: validation.length },
      ...{ vectors: basename(flags.vectors), words: terms, packed: model !== trained },
      seen: showRanked(model, validation, options.seed),
      lengths: countLengths(training)
    })
    await writeOutput(report, page)
  }
  trained.dispose()
  if (checkpoint !== undefined) await rm(checkpoint, { force: true })
}

/** Checks the flags. @throws Failure for flags that would have no effect. */
function holdTogether(flags: Flags, command: Command): void {
  for (const option of command.options) {
    const name = option.attributeName()
    if (command.getOptionValueSource(name) !== 'cli') continue
    const refuse = (other: string): never => {
      throw new Failure(`${option.long} goes with ${other} only; leave it out, or change that`)
    }
    const [choice, ...values] = ONLY[name] ?? []
    if (choice !== undefined && !values.includes(flags[choice])) refuse(`--${choice} ${values.join('|')}`)
    if (flags.out !== undefined) continue
    if (OF_BUNDLE.includes(name)) refuse('--out')
    if (name === 'name' && flags.report === undefined) refuse('--out or --report')
  }
}

function print(json: boolean, result: { readonly figures: EventFigures; readonly part: string }): void {
  if (json) printJson(result)
  else process.stdout.write(describeFigures([{ name: `network, ${result.part}`, figures: result.figures }]))
  process.exitCode = EXIT.done
}

/** Returns the bytes of tagger and chunker, after checking that they can be read. */
async function readTagger(path: string): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = Uint8Array.from(
    await readFile(path).catch((error: unknown) => {
      throw readFailure(path, error)
    })
  )
  try {
    readChunker(bytes, path)
  } catch (error) {
    throw error instanceof BundleError ? new Failure(error.message) : error
  }
  return bytes
}

/** Returns the flags that are training options. */
function optionsOf(flags: Flags): EventOptions {
  const names = Object.keys(EVENT_DEFAULTS).filter((name) => name in flags) as (keyof EventOptions)[]
  return { ...EVENT_DEFAULTS, ...Object.fromEntries(names.map((name) => [name, flags[name]])) }
}
