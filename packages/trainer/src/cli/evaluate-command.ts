import { createProgress, EXIT, Failure, printJson, wholeNumber } from '@leitmotif/command'
import type { Vectors } from '@leitmotif/encoder'
import { REPRESENTATIONS, type Article } from '@leitmotif/encoder/stages'
import { MAX_DIVISION_PAIRS } from '@leitmotif/encoder/training'
import { Command, Option } from 'commander'
import { CORPUS_KINDS, corporaSize } from '../corpora/corpus.js'
import { createDamageLog } from '../corpora/damage-log.js'
import type { EvaluationTask, TaskModel } from './extensions.js'
import { CONTEXTS } from '../evaluation/article-context.js'
import { DRAFT_PARTS, readDrafts, type DraftPart } from '../evaluation/draft-files.js'
import { measureDrafts } from '../evaluation/drafts.js'
import { figuresText, type Figures } from '../evaluation/task-figures.js'
import { measureHeadingSuggestions } from '../evaluation/heading-suggestions.js'
import { measureHeadings } from '../evaluation/heading-retrieval.js'
import { BASELINES, BM25, openModel, TERM_VECTORS, type ModelChoice } from '../evaluation/evaluated-model.js'
import { measureMoves } from '../evaluation/measure-moves.js'
import { readPart, type Split } from '../mining/split.js'
import { drawCorpus, measureCorpus } from '../evaluation/corpus-clusters.js'
import { drawFindCollection, measureFind } from '../evaluation/find.js'
import { drawScb, measureScb, SCB_DEFAULTS, type ScbOptions } from '../evaluation/scb.js'
import {
  readSegmentedDocuments,
  SEGMENT_FILES,
  segmentArticle,
  UNITS,
  type SegmentationUnit,
  type SegmentedDocument
} from '../evaluation/segmentation-documents.js'
import { measureSectionChanges } from '../evaluation/section-changes.js'
import { measureSegmentation, SEGMENTATION_DEFAULTS } from '../evaluation/segmentation.js'
import { measureTdc, measureTriplets, TDC_DEFAULTS, type TdcOptions } from '../evaluation/tdc.js'
import { readTripletGroups, TRIPLET_FILES } from '../mining/triplet-file.js'
import { drawNamesCollection, measureNames } from '../evaluation/measure-theme-names.js'

const TASKS = [
  'tdc',
  'scb',
  'headings',
  'segmentation',
  'moves',
  'sections',
  'heading-suggestions',
  'find',
  'corpus',
  'names',
  'drafts'
] as const
type Task = (typeof TASKS)[number]

/** The tasks that an option applies to. Options that are not listed apply to all. */
const APPLIES_TO = {
  context: ['tdc', 'scb', 'headings', 'segmentation'],
  negative: ['tdc'],
  maxArticles: ['scb', 'find', 'names'],
  judge: ['names'],
  sentences: ['scb'],
  distance: ['scb'],
  units: ['segmentation'],
  segments: ['segmentation'],
  triplets: ['tdc'],
  drafts: ['drafts'],
  part: ['drafts']
} as const satisfies Partial<Record<keyof Flags, readonly Task[]>>

interface Flags
  extends
    ModelChoice,
    Pick<TdcOptions, 'context' | 'negative'>,
    Pick<ScbOptions, 'maxArticles' | 'sentences' | 'distance'> {
  readonly articles: string[]
  readonly judge?: string
  readonly segments?: string[]
  readonly triplets?: string
  readonly drafts?: string
  readonly part: DraftPart
  readonly show?: number
  readonly units: SegmentationUnit
  readonly task: readonly string[]
  readonly split: boolean
  readonly json: boolean
}

/** `leitmotif-train evaluate --model DIR --articles FILE… --task NAMES`. `added`: the tasks of optional packages. */
export function evaluateCommand(added: readonly EvaluationTask[] = []): Command {
  const command = new Command('evaluate')
    .description('Measure an encoder or a baseline on articles with sections, or on judged pairs of sentences.')
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
      [
        'tasks, separated by commas:',
        'tdc: is a sentence nearer to one of its section than to one of the next section?',
        'scb: do clusters of sentences match the sections?',
        'headings: is the nearest title that of the section?',
        'segmentation: are the boundaries of sections found?',
        'moves: are moved paragraphs sent back?',
        'sections: are split and joined sections detected?',
        'heading-suggestions: are the headings of the authors suggested, and exchanged headings reported?',
        'find: does a search across articles find the section of a heading or sentence?',
        'corpus: do clusters of sentences of many articles match the articles?',
        'names: do the names of themes tell them apart?',
        'drafts: how many planted errors does the editor find, and how many false alarms does it raise?',
        ...added.map(({ name, question }) => `${name}: ${question}`)
      ].join('\n'),
      (text) => taskList(text, [...TASKS, ...added.map(({ name }) => name)]),
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
    .option('--vectors <file>', 'word vectors for mean-vectors (default: those of @leitmotif/model-en)')
    .option('--entry <name>', 'file to read within a .zip of several vector files')
    .option('--json', 'print the figures as JSON', false)
    .action((flags: Flags) => evaluate(flags, command, added))
}

async function evaluate(flags: Flags, command: Command, added: readonly EvaluationTask[]): Promise<void> {
  const { model, context, negative, maxArticles, sentences } = flags
  refuseContradictions(flags, command, added)
  if (negative === 'corpus' && context !== 'none') {
    // The mean that a context subtracts is exactly what distinguishes articles.
    throw new Failure(
      '--negative corpus goes with --context none only: sentences of other articles are outside of this context'
    )
  }
  for (const task of added) {
    const special = await task.openModel(model)
    if (special !== undefined) return evaluateSpecial(special, task, flags, command)
  }
  const { encoder, bundle, representation, dispose } = await openModel(flags)
  const size = await corporaSize(flags.articles)
  const damage = createDamageLog()
  const missing: string[] = []
  const part = flags.split ? 'test' : 'all'
  const measured: Figures = {}
  const measuredToo: Record<string, object> = {}
  const texts: string[] = []
  for (const [index, task] of (flags.task as Task[]).entries()) {
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
    // Each task reads the articles; damage is logged once.
    const articles = read(part, index === 0 ? damage.onDamage : () => undefined)
    switch (task) {
      case 'tdc':
        measured.tdc =
          flags.triplets === undefined
            ? await measureTdc(encoder, articles, { context, representation, negative })
            : await measureTriplets(encoder, readTripletGroups(flags.triplets), { representation })
        break
      case 'headings':
        measured.headings = await measureHeadings(encoder, articles, { context, representation })
        break
      case 'heading-suggestions':
        measured[task] = await measureHeadingSuggestions(encoder, articles, { representation })
        break
      case 'segmentation':
        measured.segmentation = await measureSegmentation(
          encoder,
          flags.segments === undefined ? segmented(articles, flags.units) : await readSegments(flags.segments),
          { context, representation, units: flags.units }
        )
        break
      case 'moves': {
        // Articles of another part set the threshold, if the split is used.
        const others = flags.split ? read('validation', () => undefined) : undefined
        measured.moves = await measureMoves(encoder, articles, others, { representation })
        break
      }
      case 'sections': {
        const others = flags.split ? read('validation', () => undefined) : undefined
        measured.sections = await measureSectionChanges(encoder, articles, others, { representation })
        break
      }
      case 'find': {
        const most = command.getOptionValueSource('maxArticles') === 'cli' ? { maxArticles } : {}
        const collection = await drawFindCollection(articles, most)
        if (collection !== undefined)
          measured.find = await measureFind(model === BM25 ? undefined : encoder, collection, { representation })
        break
      }
      case 'corpus': {
        const collections = await drawCorpus(articles)
        measured.corpus = await measureCorpus(encoder, withProgress('corpus: clustering', collections, 'collections'), {
          representation
        })
        break
      }
      case 'names': {
        const most = command.getOptionValueSource('maxArticles') === 'cli' ? { maxArticles } : {}
        const collection = await drawNamesCollection(articles, most)
        if (collection === undefined) break
        const judge = await openModel({ model: flags.judge! })
        const judged = (texts: readonly string[]): Promise<Vectors> =>
          judge.encoder.encode(texts, { representation: judge.representation })
        measured.names = await measureNames(encoder, judged, collection, { representation })
        judge.dispose()
        break
      }
      case 'drafts': {
        if (bundle === undefined) throw new Failure(`--task drafts needs an encoder bundle; ${model} has no networks`)
        const drafts = await readDrafts(flags.drafts!, flags.part)
        measured.drafts = await measureDrafts(bundle, drafts, {
          inTurn: (all) => withProgress('drafts: damaging', all, 'drafts')
        })
        break
      }
      case 'scb': {
        const drawn = await drawScb(articles, { maxArticles, sentences })
        if (drawn.length > 0)
          measured.scb = await measureScb(encoder, withProgress('scb: clustering', drawn, 'articles'), {
            context,
            distance: flags.distance,
            representation
          })
      }
    }
    if (measured[task] === undefined) missing.push(nothingToMeasure(task, flags.split))
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
  { model, task: names, representation, show, json }: Flags,
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

/** Returns the name of the option of a task's flag, as `pairs`. */
function dataName({ flag }: EvaluationTask): string {
  return new Option(flag).attributeName()
}

function dataOf(task: EvaluationTask, command: Command): string | undefined {
  return command.getOptionValue(dataName(task)) as string | undefined
}

/** Returns the arguments of added tasks' options, by option name. */
function dataNamed(added: readonly EvaluationTask[], command: Command): object {
  const named = added.map((task) => [dataName(task), dataOf(task, command)] as const)
  return Object.fromEntries(named.filter(([, data]) => data !== undefined))
}

function applies(name: keyof typeof APPLIES_TO, { task }: Pick<Flags, 'task'>): boolean {
  return APPLIES_TO[name].some((of) => task.includes(of))
}

/** True if a task reads articles rather than other data. */
function readsArticles({ task, segments, triplets }: Flags): boolean {
  return task.some((name) => {
    if (name === 'segmentation') return segments === undefined
    if (name === 'tdc') return triplets === undefined
    return TASKS.includes(name as Task) && name !== 'drafts'
  })
}

/** Checks the options. @throws Failure for data or options without their task, and for a task without its data. */
function refuseContradictions(flags: Flags, command: Command, added: readonly EvaluationTask[]): void {
  const { model, articles, segments, task } = flags
  const given = (name: string): boolean => command.getOptionValueSource(name) === 'cli'
  for (const option of command.options) {
    const name = option.attributeName() as keyof typeof APPLIES_TO
    if (name in APPLIES_TO && given(name) && !applies(name, flags)) {
      throw new Failure(
        `${option.long} goes with --task ${APPLIES_TO[name].join('|')} only; leave it out, or change that`
      )
    }
  }
  if (model === BM25 && task.some((name) => name !== 'find')) {
    throw new Failure(`--model ${BM25} has no vectors; use it with --task find alone`)
  }
  const ofBundles = task.find((name) => ['heading-suggestions', 'find', 'corpus', 'names'].includes(name))
  if (ofBundles !== undefined && Object.hasOwn(TERM_VECTORS, model)) {
    throw new Failure(
      `--task ${ofBundles} can't be measured with --model ${model}, whose vectors are comparable only within one call; ` +
        'use mean-vectors or a bundle'
    )
  }
  if (task.includes('names')) {
    if (flags.judge === undefined)
      throw new Failure('--judge is missing; expected the folder of an independent encoder')
    if (BASELINES.includes(flags.judge)) {
      throw new Failure(`--judge ${flags.judge} is a baseline; expected the folder of an independent encoder`)
    }
  }
  if (segments !== undefined && given('units')) {
    throw new Failure('--units goes with --articles only; the documents of --segments have fixed units')
  }
  if (flags.triplets !== undefined && (given('context') || given('negative'))) {
    throw new Failure(
      '--context and --negative go with --articles only; triplets of a file have their negatives and no context'
    )
  }
  if (task.includes('drafts') && flags.drafts === undefined) {
    throw new Failure('--drafts is missing; expected a folder of drafts')
  }
  if (flags.show !== undefined && !task.includes('relatedness'))
    throw new Failure('--show goes with --task relatedness only; leave it out, or change that')
  for (const { name, flag, data } of added) {
    const [long] = flag.split(' ')
    const named = given(new Option(flag).attributeName())
    if (named && !task.includes(name)) {
      throw new Failure(`${long} goes with --task ${name} only; leave it out, or change that`)
    }
    if (!named && task.includes(name)) throw new Failure(`${long} is missing; expected ${data}`)
  }
  const reads = readsArticles(flags)
  if (articles.length === 0 && reads) {
    throw new Failure(
      '--articles is missing; expected articles to measure (segmentation needs none with --segments, tdc none with --triplets)'
    )
  }
  if (!reads && (articles.length > 0 || given('split'))) {
    throw new Failure(
      '--articles and --no-split go with tasks that read articles only; leave them out, or change --task'
    )
  }
}

/** Returns the options that applied to the measured tasks. */
function appliedOf(
  flags: Flags
): Partial<Omit<Flags, 'part'>> & { readonly part?: string; readonly draftPart?: DraftPart } {
  const {
    articles,
    segments,
    split,
    units,
    context,
    negative,
    maxArticles,
    sentences,
    distance,
    judge,
    drafts,
    part: draftPart
  } = flags
  return {
    ...(readsArticles(flags) && { articles, part: split ? 'test' : 'all' }),
    ...(segments === undefined ? applies('units', flags) && { units } : { segments }),
    ...(flags.triplets !== undefined && { triplets: flags.triplets }),
    ...(applies('drafts', flags) && { drafts, draftPart }),
    ...(applies('context', flags) && flags.triplets === undefined && { context }),
    ...(applies('negative', flags) && flags.triplets === undefined && { negative }),
    ...(judge !== undefined && { judge }),
    ...(applies('sentences', flags) && { maxArticles, sentences, distance })
  }
}

/** Reads the articles of a part with a progress bar. */
async function* readWithProgress(
  task: Task,
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

function* withProgress<T>(label: string, items: readonly T[], unit: string): Generator<T> {
  const progress = createProgress({ label, total: items.length, unit })
  for (const [done, item] of items.entries()) {
    yield item
    progress.update(done + 1)
  }
  progress.end()
}

async function* segmented(
  articles: AsyncIterable<Article>,
  units: SegmentationUnit
): AsyncGenerator<SegmentedDocument> {
  for await (const article of articles) {
    const document = segmentArticle(article, units)
    if (document !== undefined) yield document
  }
}

async function readSegments(folders: readonly string[]): Promise<Iterable<SegmentedDocument>> {
  const documents: SegmentedDocument[] = []
  for (const folder of folders) documents.push(...(await readSegmentedDocuments(folder)))
  return withProgress('segmentation: segmenting', documents, 'documents')
}

const WANTED: Readonly<Record<Task, string>> = {
  tdc: 'gives a triplet; expected articles of five or more sections with prose',
  find: 'has sections to find; expected articles with headings and sentences of 5 to 50 words',
  corpus: 'can be clustered with others; expected articles of three or more sentences',
  names: 'has sentences; expected articles with prose',
  scb: 'can be clustered; expected articles of 5 to 12 sections of three or more sentences',
  headings: 'has titles to choose from; expected articles of five or more sections with prose and different headings',
  'heading-suggestions': 'has headings to judge; expected articles of four or more sections with headings',
  segmentation:
    'can be segmented; expected articles of three or more sections with prose, whose number times that of ' +
    `paragraphs or sentences is at most ${MAX_DIVISION_PAIRS.toLocaleString('en')}`,
  drafts: 'can be read; expected drafts',
  moves: 'has paragraphs to move; expected articles of 6 to 8 sections of three or more paragraphs',
  sections: 'has sections to change; expected articles of five or more sections with prose'
}

function nothingToMeasure(task: keyof typeof WANTED, split: boolean): string {
  return `${task}: no article${split ? ' of the test part (--no-split reads all)' : ''} ${WANTED[task]}`
}

function taskList(text: string, known: readonly string[]): string[] {
  return text.split(',').map((word) => {
    const name = word.trim()
    if (!known.includes(name)) throw new Failure(`--task ${name}: unknown; expected ${known.join(', ')}`)
    return name
  })
}
