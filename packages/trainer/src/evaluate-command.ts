import { createProgress, EXIT, Failure, printJson, wholeNumber } from '@leitmotif/command'
import { REPRESENTATIONS, type Article } from '@leitmotif/encoder'
import { Command, Option } from 'commander'
import { CORPUS_KINDS, corporaSize } from './corpora/corpus.js'
import { createDamageLog } from './corpora/damage.js'
import { figuresText, type Figures } from './evaluation/figures.js'
import { measureHeadings } from './evaluation/headings.js'
import { BASELINES, openModel, type ModelChoice } from './evaluation/model.js'
import { readPart } from './evaluation/part.js'
import { drawScb, measureScb, SCB_DEFAULTS, type ScbArticle, type ScbOptions } from './evaluation/scb.js'
import { measureTdc, TDC_DEFAULTS, type TdcOptions } from './evaluation/tdc.js'

const TASKS = ['tdc', 'scb', 'headings'] as const
type Task = (typeof TASKS)[number]

interface Flags
  extends ModelChoice, Pick<TdcOptions, 'context' | 'negative'>, Pick<ScbOptions, 'maxArticles' | 'sentences'> {
  readonly articles: string[]
  readonly task: Task[]
  readonly split: boolean
  readonly json: boolean
}

/** `leitmotif-train evaluate --model DIR --articles FILE… --task tdc,scb,headings`. */
export function evaluateCommand(): Command {
  return new Command('evaluate')
    .description('Measure an encoder, or a baseline, on sectioned articles.')
    .requiredOption('--model <dir>', `folder of an encoder bundle, or a baseline: ${BASELINES.join(', ')}`)
    .requiredOption('--articles <file...>', `measured together: ${CORPUS_KINDS}`)
    .option(
      '--task <names>',
      'what to measure, parted by commas: tdc (is a sentence nearer to one of its section than to one of the next), ' +
        'scb (do sentences fall into the clusters that their sections are), ' +
        "headings (is a section's title the nearest of its article's to its sentences)",
      taskList,
      ['tdc']
    )
    .option('--no-split', 'measure on all articles, not only on the test part (a tenth of them, by a hash of the id)')
    .addOption(
      new Option('--context <what>', "compare vectors as they are, or less the mean of their article's sentences")
        .choices(['none', 'article'])
        .default(TDC_DEFAULTS.context)
    )
    .addOption(
      new Option(
        '--negative <where>',
        'tdc: the section of the sentence that is not alike: one next to it, any of the article, or of another article'
      )
        .choices(['adjacent', 'article', 'corpus'])
        .default(TDC_DEFAULTS.negative)
    )
    .addOption(
      new Option(
        '--representation <name>',
        "which of the bundle's representations (default: static where the bundle has it, else sentences)"
      ).choices(REPRESENTATIONS)
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
    .option('--vectors <file>', 'the word vectors of mean-vectors (default: those of models/leitmotif-en)')
    .option('--entry <name>', 'which file of vectors of a .zip that holds several')
    .option('--json', 'print the figures as JSON', false)
    .action(evaluate)
}

async function evaluate(flags: Flags): Promise<void> {
  const { model, context, negative, maxArticles, sentences } = flags
  if (negative === 'corpus' && context === 'article') {
    // What the mean takes off is what tells articles apart.
    throw new Failure('--negative corpus goes with --context none only: other articles are not relative to this one')
  }
  const { encoder, representation, dispose } = await openModel(flags)
  const size = await corporaSize(flags.articles)
  const damage = createDamageLog()
  const missing: string[] = []
  const part = flags.split ? 'test' : 'all'
  const measured: Figures = {}
  for (const [index, task] of flags.task.entries()) {
    const articles = readWithProgress(task, flags.articles, part, {
      total: size,
      // Each task reads the articles; what is wrong with them is said once.
      onDamage: index === 0 ? damage.onDamage : () => undefined
    })
    switch (task) {
      case 'tdc':
        measured.tdc = await measureTdc(encoder, articles, { context, representation, negative })
        break
      case 'headings':
        measured.headings = await measureHeadings(encoder, articles, { context, representation })
        break
      case 'scb': {
        const drawn = await drawScb(articles, { maxArticles, sentences })
        if (drawn.length > 0) measured.scb = await measureScb(encoder, withProgress(drawn), { context, representation })
      }
    }
    if (measured[task] === undefined) missing.push(nothingToMeasure(task, flags.split))
  }
  const damaged = damage.end()
  if (missing.length === flags.task.length) throw new Failure(missing.join('\n'))
  for (const message of missing) process.stderr.write(`${message}\n`)
  const settings = { model, articles: flags.articles, part, context, representation, negative }
  if (flags.json) printJson({ ...settings, damaged, ...measured })
  else process.stdout.write(figuresText(measured))
  dispose()
  if (damaged + missing.length > 0) process.exitCode = EXIT.findings
}

/** The articles of a part, their reading shown. */
async function* readWithProgress(
  task: Task,
  files: readonly string[],
  part: 'test' | 'all',
  { total, onDamage }: { readonly total: number; readonly onDamage: (message: string) => void }
): AsyncGenerator<Article> {
  const progress = createProgress({ label: `${task}: reading`, total, unit: 'bytes' })
  yield* readPart(files, part, {
    onBytes: (read) => {
      progress.update(read)
    },
    onDamage
  })
  progress.end()
}

function* withProgress(articles: readonly ScbArticle[]): Generator<ScbArticle> {
  const progress = createProgress({ label: 'scb: clustering', total: articles.length, unit: 'articles' })
  for (const [done, article] of articles.entries()) {
    yield article
    progress.update(done + 1)
  }
  progress.end()
}

const WANTED: Readonly<Record<Task, string>> = {
  tdc: 'gives a triplet; expected articles of five or more sections with prose',
  scb: 'can be clustered; expected articles of 5 to 12 sections of three or more sentences',
  headings: 'has titles to choose from; expected articles of five or more sections with prose, of unlike headings'
}

function nothingToMeasure(task: Task, split: boolean): string {
  return `${task}: no article${split ? ' of the test part (--no-split takes all)' : ''} ${WANTED[task]}`
}

function taskList(text: string): Task[] {
  return text.split(',').map((name) => {
    const task = TASKS.find((known) => known === name.trim())
    if (task === undefined) throw new Failure(`--task ${name.trim()}: unknown; expected ${TASKS.join(', ')}`)
    return task
  })
}
