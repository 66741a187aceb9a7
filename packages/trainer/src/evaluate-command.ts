import { createProgress, EXIT, Failure, printJson, wholeNumber } from '@leitmotif/command'
import { BundleError, createVocabulary, loadEncoder, quantizeRows, readBundle, readFrom } from '@leitmotif/encoder'
import type { Encoder, Representation } from '@leitmotif/encoder'
import { Command, Option } from 'commander'
import { fileURLToPath } from 'node:url'
import { CORPUS_KINDS, corporaSize } from './corpora/corpus.js'
import { createDamageLog } from './corpora/damage.js'
import { createMeanVectors } from './evaluation/mean-vectors.js'
import { readPart } from './evaluation/part.js'
import { drawScb, measureScb, SCB_DEFAULTS, type Scb, type ScbArticle, type ScbOptions } from './evaluation/scb.js'
import { measureTdc, type Context, type Tdc } from './evaluation/tdc.js'
import { readWordVectors } from './vectors/word-vector-reader.js'

const TASKS = ['tdc', 'scb'] as const
type Task = (typeof TASKS)[number]
const MEAN_VECTORS = 'mean-vectors'
/** The bundle that everything uses by default. Right from both src and dist. */
const SHIPPED = fileURLToPath(new URL('../../../models/leitmotif-en', import.meta.url))

interface Flags {
  readonly model: string
  readonly articles: string[]
  readonly task: Task[]
  readonly split: boolean
  readonly context: Context
  readonly representation?: Representation
  readonly maxArticles: number
  readonly sentences: ScbOptions['sentences']
  readonly vectors?: string
  readonly entry?: string
  readonly json: boolean
}

/** `leitmotif-train evaluate --model DIR --articles FILE… --task tdc,scb`. */
export function evaluateCommand(): Command {
  return new Command('evaluate')
    .description('Measure an encoder, or a baseline, on sectioned articles.')
    .requiredOption('--model <dir>', `folder of an encoder bundle, or ${MEAN_VECTORS}`)
    .requiredOption('--articles <file...>', `measured together: ${CORPUS_KINDS}`)
    .option(
      '--task <names>',
      'what to measure, parted by commas: tdc (is a sentence nearer to one of its section than to one of the next), ' +
        'scb (do sentences fall into the clusters that their sections are)',
      taskList,
      ['tdc']
    )
    .option('--no-split', 'measure on all articles, not only on the test part (a tenth of them, by a hash of the id)')
    .addOption(
      new Option('--context <what>', "compare vectors as they are, or less the mean of their article's sentences")
        .choices(['none', 'article'])
        .default('none')
    )
    .addOption(
      new Option(
        '--representation <name>',
        "which of the bundle's representations (default: static where the bundle has it, else sentences)"
      ).choices(['static', 'sentences', 'titles', 'both'])
    )
    .option(
      '--max-articles <count>',
      'scb: articles at most, drawn at random; 0: all',
      wholeNumber(0),
      SCB_DEFAULTS.maxArticles
    )
    .addOption(
      new Option(
        '--sentences <which>',
        'scb: what is clustered, the first sentence of each paragraph or every sentence'
      )
        .choices(['openers', 'all'])
        .default(SCB_DEFAULTS.sentences)
    )
    .option('--vectors <file>', `the word vectors of ${MEAN_VECTORS} (default: those of models/leitmotif-en)`)
    .option('--entry <name>', 'which file of vectors of a .zip that holds several')
    .option('--json', 'print the figures as JSON', false)
    .action(evaluate)
}

async function evaluate(flags: Flags): Promise<void> {
  const encoder = await openModel(flags)
  const { model, context, representation = encoder.representation } = flags
  if (encoder.dims[representation] === undefined) {
    const present = Object.keys(encoder.dims).join(', ')
    throw new Failure(`${encoder.name} has no representation '${representation}'; expected ${present}`)
  }
  const size = await corporaSize(flags.articles)
  const damage = createDamageLog()
  const missing: string[] = []
  const part = flags.split ? 'test' : 'all'
  const measured: { tdc?: Tdc | undefined; scb?: Scb | undefined } = {}
  for (const [index, task] of flags.task.entries()) {
    const progress = createProgress({ label: `${task}: reading`, total: size, unit: 'bytes' })
    const articles = readPart(flags.articles, part, {
      onBytes: (read) => {
        progress.update(read)
      },
      // Each task reads the articles; what is wrong with them is said once.
      onDamage: index === 0 ? damage.onDamage : () => undefined
    })
    if (task === 'tdc') {
      measured.tdc = await measureTdc(encoder, articles, { context, representation })
      progress.end()
    } else {
      const drawn = await drawScb(articles, { maxArticles: flags.maxArticles, sentences: flags.sentences })
      progress.end()
      if (drawn.length > 0) measured.scb = await measureScb(encoder, withProgress(drawn), { context, representation })
    }
    if (measured[task] === undefined) missing.push(nothingToMeasure(task, flags.split))
  }
  const damaged = damage.end()
  if (missing.length === flags.task.length) throw new Failure(missing.join('\n'))
  for (const message of missing) process.stderr.write(`${message}\n`)
  if (flags.json) printJson({ model, articles: flags.articles, part, context, representation, damaged, ...measured })
  else process.stdout.write(figures(measured))
  encoder.dispose()
  if (damaged + missing.length > 0) process.exitCode = EXIT.findings
}

function* withProgress(articles: readonly ScbArticle[]): Generator<ScbArticle> {
  const progress = createProgress({ label: 'scb: clustering', total: articles.length, unit: 'articles' })
  for (const [done, article] of articles.entries()) {
    yield article
    progress.update(done + 1)
  }
  progress.end()
}

function nothingToMeasure(task: Task, split: boolean): string {
  const part = split ? ' of the test part (--no-split takes all)' : ''
  return task === 'tdc'
    ? `tdc: no article${part} gives a triplet; expected articles of five or more sections with prose`
    : `scb: no article${part} can be clustered; expected articles of 5 to 12 sections of three or more sentences`
}

function figures({ tdc, scb }: { readonly tdc?: Tdc | undefined; readonly scb?: Scb | undefined }): string {
  const lines: string[] = []
  const within = ([low, high]: readonly [number, number]): string => `${low.toFixed(3)} to ${high.toFixed(3)}`
  if (tdc !== undefined) {
    const { accuracy, interval, triplets, articles } = tdc
    lines.push(`tdc ${accuracy.toFixed(4)} (${within(interval)}; ${triplets} triplets of ${articles} articles)`)
  }
  if (scb !== undefined) {
    for (const method of ['kmeans', 'iclust'] as const) {
      const measures = (['mi', 'ami', 'ri', 'ari'] as const).map(
        (measure) => `${measure} ${scb[method][measure].toFixed(4)} (${within(scb.intervals[method][measure])})`
      )
      lines.push(`scb ${method}: ${measures.join(', ')}; ${scb.sentences} sentences of ${scb.articles} articles`)
    }
  }
  return lines.map((line) => `${line}\n`).join('')
}

async function openModel({ model, vectors, entry }: Flags): Promise<Encoder> {
  if (model !== MEAN_VECTORS && vectors !== undefined) {
    throw new Failure(`--vectors goes with --model ${MEAN_VECTORS} only; a bundle brings its own`)
  }
  if (vectors === undefined && entry !== undefined) throw new Failure('--entry goes with --vectors FILE.zip only')
  try {
    if (model !== MEAN_VECTORS) return await loadEncoder(model)
    if (vectors === undefined) {
      const bundle = await readBundle(readFrom(SHIPPED))
      return createMeanVectors(bundle.vocabulary, bundle.vectors)
    }
  } catch (error) {
    throw error instanceof BundleError ? new Failure(error.message) : error
  }
  const words = await readWordVectors(vectors, { ...(entry !== undefined && { entry }) })
  return createMeanVectors(createVocabulary(words.terms), quantizeRows(words.vectors))
}

function taskList(text: string): Task[] {
  return text.split(',').map((name) => {
    const task = TASKS.find((known) => known === name.trim())
    if (task === undefined) throw new Failure(`--task ${name.trim()}: unknown; expected ${TASKS.join(', ')}`)
    return task
  })
}
