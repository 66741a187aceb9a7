import { createProgress, Failure, printJson } from '@leitmotif/command'
import { BundleError, createVocabulary, loadEncoder, quantizeRows, readBundle, readFrom } from '@leitmotif/encoder'
import type { Encoder, Representation } from '@leitmotif/encoder'
import { Command, Option } from 'commander'
import { fileURLToPath } from 'node:url'
import { corpusSize } from './corpora/corpus.js'
import { readPart } from './evaluation/part.js'
import { createMeanVectors } from './evaluation/mean-vectors.js'
import { measureTdc, type Context, type Tdc } from './evaluation/tdc.js'
import { readWordVectors } from './vectors/word-vector-reader.js'

const TASKS = ['tdc'] as const
const MEAN_VECTORS = 'mean-vectors'
/** The bundle that everything uses by default. Right from both src and dist. */
const SHIPPED = fileURLToPath(new URL('../../../models/leitmotif-en', import.meta.url))

interface Flags {
  readonly model: string
  readonly articles: string[]
  readonly task: string[]
  readonly split: boolean
  readonly context: Context
  readonly representation: Representation
  readonly vectors?: string
  readonly json: boolean
}

/** `leitmotif-train evaluate --model DIR --articles FILE… --task tdc`. */
export function evaluateCommand(): Command {
  return new Command('evaluate')
    .description('Measure an encoder, or a baseline, on sectioned articles.')
    .requiredOption('--model <dir>', `folder of an encoder bundle, or ${MEAN_VECTORS}`)
    .requiredOption('--articles <file...>', 'corpora of articles; measured together')
    .option('--task <names>', `what to measure, parted by commas: ${TASKS.join(', ')}`, taskList, [...TASKS])
    .option('--no-split', 'measure on all articles, not only on the test part (a tenth of them, by a hash of the id)')
    .addOption(
      new Option('--context <what>', "compare vectors as they are, or less the mean of their article's sentences")
        .choices(['none', 'article'])
        .default('none')
    )
    .addOption(
      new Option('--representation <name>', "which of the bundle's representations")
        .choices(['sentences', 'titles', 'both'])
        .default('sentences')
    )
    .option('--vectors <file>', `the word vectors of ${MEAN_VECTORS} (default: those of models/leitmotif-en)`)
    .option('--json', 'print the figures as JSON', false)
    .action(evaluate)
}

async function evaluate(flags: Flags): Promise<void> {
  const encoder = await openModel(flags.model, flags.vectors)
  if (encoder.dims[flags.representation] === undefined) {
    const present = Object.keys(encoder.dims).join(', ')
    throw new Failure(`${encoder.name} has no representation '${flags.representation}'; expected ${present}`)
  }
  let total = 0
  for (const path of flags.articles) total += await corpusSize(path)
  const progress = createProgress({ label: 'measuring', total, unit: 'bytes' })
  const articles = readPart(flags.articles, flags.split ? 'test' : 'all', (read) => {
    progress.update(read)
  })
  const tdc = await measureTdc(encoder, articles, { context: flags.context, representation: flags.representation })
  progress.end()
  if (tdc === undefined) {
    const part = flags.split ? 'of the test part (--no-split takes all)' : ''
    throw new Failure(`no article ${part} gives a triplet; expected articles of five or more sections with prose`)
  }
  if (flags.json) {
    const { model, split, context, representation } = flags
    printJson({ model, articles: flags.articles, part: split ? 'test' : 'all', context, representation, tdc })
  } else process.stdout.write(`tdc ${figures(tdc)}\n`)
  encoder.dispose()
}

function figures({ accuracy, interval, triplets, articles }: Tdc): string {
  const [low, high] = interval.map((value) => value.toFixed(3))
  return `${accuracy.toFixed(4)} (${low} to ${high}; ${triplets} triplets of ${articles} articles)`
}

async function openModel(model: string, vectors: string | undefined): Promise<Encoder> {
  if (model !== MEAN_VECTORS && vectors !== undefined) {
    throw new Failure(`--vectors goes with --model ${MEAN_VECTORS} only; a bundle brings its own`)
  }
  try {
    if (model !== MEAN_VECTORS) return await loadEncoder(model)
    if (vectors === undefined) {
      const bundle = await readBundle(readFrom(SHIPPED))
      return createMeanVectors(bundle.vocabulary, bundle.vectors)
    }
  } catch (error) {
    throw error instanceof BundleError ? new Failure(error.message) : error
  }
  const words = await readWordVectors(vectors)
  return createMeanVectors(createVocabulary(words.terms), quantizeRows(words.vectors))
}

function taskList(text: string): string[] {
  const tasks = text.split(',').map((task) => task.trim())
  for (const task of tasks) {
    if (!(TASKS as readonly string[]).includes(task)) {
      throw new Failure(`--task ${task}: unknown; expected ${TASKS.join(', ')}`)
    }
  }
  return tasks
}
