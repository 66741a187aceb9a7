import { createProgress, EXIT, Failure, printJson, wholeNumber } from '@leitmotif/command'
import { REPRESENTATIONS, type Article } from '@leitmotif/encoder/stages'
import { Command, Option } from 'commander'
import { CORPUS_KINDS, corporaSize } from '../corpora/corpus.js'
import { createDamageLog } from '../corpora/damage-log.js'
import { CONTEXTS } from '../evaluation/article-context.js'
import { DRAFT_PARTS } from '../evaluation/draft-files.js'
import { BASELINES, openModel } from '../evaluation/evaluated-model.js'
import { SCB_DEFAULTS } from '../evaluation/scb.js'
import { SEGMENT_FILES, UNITS } from '../evaluation/segmentation-documents.js'
import { SEGMENTATION_DEFAULTS } from '../evaluation/segmentation.js'
import { figuresText, type Figures } from '../evaluation/task-figures.js'
import { TDC_DEFAULTS } from '../evaluation/tdc.js'
import { readPart, type Split } from '../mining/split.js'
import { TRIPLET_FILES } from '../mining/triplet-file.js'
import { appliedOf, checkFlags, dataNamed, dataOf } from './evaluation-options.js'
import { TASKS, type EvaluationFlags, type Task } from './evaluation-tasks.js'
import type { EvaluationTask, TaskModel } from './extensions.js'

/** `leitmotif-train evaluate --model DIR --articles FILE… --task NAMES`. `added`: the tasks of optional packages. */
export function evaluateCommand(added: readonly EvaluationTask[] = []): Command {
  const questions = [...Object.entries(TASKS), ...added.map((task) => [task.name, task] as const)]
  const names = questions.map(([name]) => name)
  const command = new Command('evaluate')
    .description(
      'Measures an encoder or a baseline on articles with sections, or on judged pairs of sentences.\n\nExample: leitmotif-train evaluate --model my-encoder --articles articles.jsonl.gz --task tdc,headings'
    )
    .requiredOption(
      '--model <dir>',
      `folder of an encoder bundle, of an ONNX sentence encoder (model.onnx, tokenizer.json), of a pair scorer (relatedness), or a baseline: ${BASELINES.join(', ')}`
    )
    .option('--articles <file...>', `corpora to measure on together: ${CORPUS_KINDS}`, [])
    .option('--segments <folder...>', `segmentation: documents to segment instead of articles: ${SEGMENT_FILES}`)
    .option('--triplets <file>', `tdc: all triplets of a file instead of articles: ${TRIPLET_FILES}`)
    .option(
      '--drafts <folder>',
      'drafts: Markdown, LaTeX, reStructuredText, AsciiDoc or plain text files, as their writers have them'
    )
    .addOption(
      new Option(
        '--part <which>',
        'drafts: all of the folder, or a part by a hash of the file name: two thirds to tune on, one held out'
      )
        .choices(DRAFT_PARTS)
        .default('all')
    )
  for (const { name, flag, data } of added) command.option(flag, `${name}: ${data}`)
  return command
    .option(
      '--task <names>',
      ['tasks, separated by commas:', ...questions.map(([name, { question }]) => `${name}: ${question}`)].join('\n'),
      (text) => taskList(text, names),
      ['tdc']
    )
    .option('--no-split', 'measure on all articles, not only the test part (10 %, by a hash of the id)')
    .addOption(
      new Option(
        '--context <what>',
        "tdc, scb, headings, segmentation: compare vectors unchanged, minus the mean of their article's sentences, or in the " +
          "encoder's context of the article"
      )
        .choices(CONTEXTS)
        .default(TDC_DEFAULTS.context)
    )
    .addOption(
      new Option(
        '--negative <where>',
        'tdc: source of the negative sentence: an adjacent section, any of the article, or another article'
      )
        .choices(['adjacent', 'article', 'corpus'])
        .default(TDC_DEFAULTS.negative)
    )
    .addOption(
      new Option(
        '--representation <name>',
        'representation of the bundle (default: sentences if the bundle has it, else static)'
      ).choices(REPRESENTATIONS)
    )
    .option(
      '--max-articles <count>',
      'scb, find, names: maximum number of articles, drawn at random; 0: all. find takes 200 unless told otherwise, names 150',
      wholeNumber(0),
      SCB_DEFAULTS.maxArticles
    )
    .addOption(
      new Option('--sentences <which>', 'scb: cluster the first sentence of each paragraph, or every sentence')
        .choices(['openers', 'all'])
        .default(SCB_DEFAULTS.sentences)
    )
    .addOption(
      new Option('--distance <which>', 'scb: distance of k-means')
        .choices(['cosine', 'l1'])
        .default(SCB_DEFAULTS.distance)
    )
    .addOption(
      new Option('--units <which>', 'segmentation: units of articles')
        .choices(UNITS)
        .default(SEGMENTATION_DEFAULTS.units)
    )
    .option(
      '--judge <folder>',
      'names: another encoder, which says whether a sentence is nearest to the name of its own theme'
    )
    .option(
      '--show <count>',
      'relatedness: prints so many test pairs, from the least to the most related, with given and predicted score',
      wholeNumber(1, 10_000)
    )
    .option('--vectors <file>', 'word vectors for mean-vectors, in a format of word2vec or GloVe')
    .option('--entry <name>', 'file to read within a .zip of several vector files')
    .option('--json', 'print the figures as JSON', false)
    .action((flags: EvaluationFlags) => evaluate(flags, command, added))
}

async function evaluate(flags: EvaluationFlags, command: Command, added: readonly EvaluationTask[]): Promise<void> {
  const { model } = flags
  checkFlags(flags, command, added)
  for (const task of added) {
    const special = await task.openModel(model)
    if (special !== undefined) return evaluateSpecial(special, task, flags, command)
  }
  const { encoder, bundle, representation, dispose } = await openModel(flags)
  const most = command.getOptionValueSource('maxArticles') === 'cli' ? { maxArticles: flags.maxArticles } : {}
  const size = await corporaSize(flags.articles)
  const damage = createDamageLog()
  const missing: string[] = []
  const measured: Figures = {}
  const measuredToo: Record<string, object> = {}
  const texts: string[] = []
  for (const [index, task] of flags.task.entries()) {
    const other = added.find(({ name }) => name === task)
    if (other !== undefined) {
      const { figures, text } = await other.measure(encoder, dataOf(other, command)!, {
        representation,
        show: flags.show
      })
      measuredToo[task] = figures
      texts.push(text)
      continue
    }
    const read = (some: Split | 'all', onDamage: (message: string) => void): AsyncGenerator<Article> =>
      readWithProgress(task, flags.articles, some, { total: size, onDamage })
    const subject = {
      ...{ encoder, bundle, options: { representation }, flags, most },
      // Each task reads the articles; damage is logged once.
      articles: read(flags.split ? 'test' : 'all', index === 0 ? damage.onDamage : () => undefined),
      others: flags.split ? read('validation', () => undefined) : undefined
    }
    const figures = await TASKS[task as Task].measure(subject)
    if (figures === undefined) missing.push(nothingToMeasure(task as Task, flags.split))
    else Object.assign(measured, { [task]: figures })
  }
  const damaged = damage.end()
  if (missing.length === flags.task.length) throw new Failure(missing.join('\n'))
  for (const message of missing) process.stderr.write(`${message}\n`)
  if (flags.json)
    printJson({
      model,
      representation,
      ...appliedOf(flags),
      ...dataNamed(added, command),
      damaged,
      ...measured,
      ...measuredToo
    })
  else process.stdout.write(figuresText(measured) + texts.join(''))
  dispose()
  if (damaged + missing.length > 0) process.exitCode = EXIT.findings
}

/** Measures a model that is not an encoder bundle on the only task it can do. @throws Failure for other tasks. */
async function evaluateSpecial(
  special: TaskModel,
  task: EvaluationTask,
  { model, task: names, representation, show, json }: EvaluationFlags,
  command: Command
): Promise<void> {
  const data = dataOf(task, command)
  if (data === undefined || names.some((name) => name !== task.name)) {
    throw new Failure(`${model}: ${special.gives}; use --task ${task.name} alone`)
  }
  if (representation !== undefined) throw new Failure(`${model}: has no representations; leave --representation out`)
  const { figures, text } = await special.measure(data, { show })
  if (!json) process.stdout.write(text)
  else printJson({ model, ...dataNamed([task], command), fingerprint: special.fingerprint, [task.name]: figures })
}

/** Reads the articles of a part with a progress bar. */
async function* readWithProgress(
  task: string,
  files: readonly string[],
  part: Split | 'all',
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

function nothingToMeasure(task: Task, split: boolean): string {
  return `${task}: no article${split ? ' of the test part (--no-split reads all)' : ''} ${TASKS[task].wanted}`
}

function taskList(text: string, known: readonly string[]): string[] {
  return text.split(',').map((word) => {
    const name = word.trim()
    if (!known.includes(name)) throw new Failure(`--task ${name}: unknown; expected ${known.join(', ')}`)
    return name
  })
}
