import { createProgress, decimal, EXIT, Failure, printJson, wholeNumber } from '@leitmotif/command'
import { BundleError, loadEncoder, readBundle } from '@leitmotif/encoder'
import {
  openTokenizer,
  quantizeRows,
  readEncoderFolder,
  readFrom,
  type EncoderFolder
} from '@leitmotif/encoder/training'
import { Command } from 'commander'
import { createHash } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { describeBackend, loadBackend } from '../backend/backend.js'
import { CORPUS_KINDS } from '../corpora/corpus.js'
import { DISTILL_DEFAULTS, distill, type DistillOptions } from '../distillation/distill.js'
import { readBert, type BertWeights } from '../onnx/bert-weights.js'
import { transformerOnnx } from '../onnx/transformer-onnx.js'
import { missingPartsText } from '../output/learned-parts.js'
import { prepareFolder, writeBundle } from '../output/bundle-files.js'
import { addDistilled, openPacked, testOn } from '../train/trained-bundle.js'
import { readLessonsOf, rowsOf } from './lesson-files.js'
import { addFlags, givenOptions, type FlagGroup } from './training-flags.js'

interface Flags {
  readonly teacher: string
  readonly teacherLicense: string
  readonly out: string
  readonly work?: string
  readonly maxArticles: number
  readonly judgedArticles: number
  readonly json: boolean
}

/** Maximum number of tokens read of a text, including special ones. */
const MAX_TOKENS = 256

const WEIGHT = decimal(0, 100)
const FLAGS: FlagGroup<keyof DistillOptions> = {
  heading: 'Training:',
  flags: [
    ['steps', 'n', 'number of training steps, 1 to 10,000,000', wholeNumber(1, 10_000_000)],
    ['learningRate', 'n', 'learning rate, 1e-7 to 10', decimal(1e-7, 10)],
    ['validateEvery', 'n', 'steps between measurements, 1 or more', wholeNumber(1)],
    ['layers', 'n', "first layers of the teacher that the network begins with, 1 to the teacher's", wholeNumber(1)],
    ['inner', 'n', "units of each feed-forward part that it keeps, 1 to the teacher's", wholeNumber(1)],
    ['maxTokens', 'n', 'tokens read of a training text, 3 to 512', wholeNumber(3, 512)],
    ['articles', 'n', 'articles of a batch, 1 to 1000', wholeNumber(1, 1000)],
    ['slots', 'n', 'sentences of an article in a batch, 2 to 1000', wholeNumber(2, 1000)],
    ['contrast', 'weight', 'weight of telling sections of an article apart, 0 to 100', WEIGHT],
    ['queries', 'weight', 'weight of finding the sentences of a heading, 0 to 100', WEIGHT],
    ['relations', 'weight', "weight of the teacher's similarities across articles, 0 to 100", WEIGHT],
    ['articleRelations', 'weight', "weight of the article teacher's similarities, 0 to 100", WEIGHT],
    ['articleTeacherSteps', 'n', 'training steps of the article teacher, 1 or more', wholeNumber(1)],
    ['regression', 'weight', "weight of the teacher's vectors, 0 to 100", WEIGHT],
    ['seed', 'n', 'seed of the random numbers, 0 or more', wholeNumber(0)]
  ]
}

/** `leitmotif-train distill CORPUS… --teacher DIR --out DIR`. */
export function distillCommand(): Command {
  const command = new Command('distill')
    .summary('Train the network `sentences` by another sentence encoder, and add it to a bundle')
    .description(
      'Train the network `sentences` by another sentence encoder, and add it to a bundle. The network begins as the first layers ' +
        "of the teacher. It learns the teacher's similarities across articles. What sets sections of an article apart it learns from the " +
        'articles, and from an article teacher: a small network over the vectors of the teacher and of `static`, trained first. Takes hours; a run that is cut off continues where it stopped.\n\n' +
        'Example: leitmotif-train distill articles.jsonl.gz --teacher all-MiniLM-L6-v2 --out my-encoder'
    )
    .argument('<corpus...>', CORPUS_KINDS)
    .requiredOption(
      '--teacher <dir>',
      'folder of a BERT sentence encoder with model.onnx, exported by PyTorch, and tokenizer.json'
    )
    .requiredOption('--out <dir>', 'folder of a bundle with the network static; keeps its other networks')
    .option('--work <dir>', "folder for the teacher's vectors and the training state (default: --out with .work)")
    .option('--teacher-license <text>', 'licence of the teacher, for the record', 'unknown')
    .option('--max-articles <n>', 'training articles of a corpus at most; 0: all', wholeNumber(0), 0)
    .option('--judged-articles <n>', 'validation articles of a corpus at most', wholeNumber(1), 40)
    .option('--json', 'print the figures as JSON', false)
  addFlags(command, FLAGS, DISTILL_DEFAULTS)
  return command.action((corpora: string[], flags: Flags) =>
    run(corpora, flags, { ...DISTILL_DEFAULTS, ...givenOptions(command, DISTILL_DEFAULTS) })
  )
}

async function run(corpora: readonly string[], flags: Flags, options: DistillOptions): Promise<void> {
  const { out, maxArticles, judgedArticles, json } = flags
  const work = flags.work ?? `${resolve(out)}.work`
  await prepareFolder(out)
  // Fails now rather than after hours of training.
  await readBundle(readFrom(out)).catch((error: unknown) => {
    throw error instanceof BundleError
      ? new Failure(`${error.message}; make it by \`leitmotif-train fit static\``)
      : error
  })
  const folder = await readEncoderFolder(readFrom(flags.teacher))
  if (folder === undefined) throw new Failure(`${flags.teacher}: holds no model.onnx; expected a sentence encoder`)
  const bert = openBert(folder, flags.teacher, options)
  const tokenizer = await openTokenizer(folder.tokenizer, { maxTokens: MAX_TOKENS, file: 'tokenizer.json' })
  await mkdir(work, { recursive: true })

  const { lessons, damage } = await readLessonsOf(corpora, { maxArticles, judgedArticles, seed: options.seed })
  const teacher = await loadEncoder(flags.teacher)
  const rows = await rowsOf(teacher, lessons.texts, {
    path: join(work, 'teacher-rows.bin'),
    label: 'asking the teacher'
  })
  teacher.dispose()
  const bundle = await loadEncoder(out)
  const staticRows = await rowsOf(bundle, lessons.texts, {
    ...{ path: join(work, 'static-rows.bin'), label: 'encoding with static', representation: 'static' }
  })
  bundle.dispose()

  const backend = await loadBackend()
  process.stderr.write(`training on ${describeBackend(backend)}\n`)
  const table = quantizeRows({ count: bert.tokens.length / bert.width, dims: bert.width, data: bert.tokens })
  const checkpoint = join(work, 'distill.checkpoint')
  const teachingArticles = createProgress({
    ...{ label: 'training the article teacher', total: options.articleTeacherSteps, unit: 'steps' }
  })
  const progress = createProgress({ label: 'training', total: options.steps, unit: 'steps' })
  const { result, weights } = await distill({
    ...{ backend, teacher: bert, table, lessons, rows, staticRows, checkpoint, options },
    tokensOf: tokenizer.encode,
    onArticleTeacherStep: (done, loss) => {
      teachingArticles.update(done, `loss ${loss.toFixed(3)}`)
    },
    onStep: (done, loss, best) => {
      progress.update(done, `loss ${loss.toFixed(3)}${best > 0 ? ` · best score ${best.toFixed(4)}` : ''}`)
    }
  })
  const [none, article, hit10] = result.best.figures
  progress.end(
    `best score ${result.best.score.toFixed(4)} (half hit@10 ${hit10.toFixed(3)}, half validation TDC: ${none.toFixed(4)} without ` +
      `and ${article.toFixed(4)} with context), at step ${result.best.step}`
  )

  const model = transformerOnnx(weights, table)
  const record = {
    ...options,
    corpora: lessons.corpora,
    backend: backend.name,
    teacher: {
      name: basename(resolve(flags.teacher)),
      license: flags.teacherLicense,
      fingerprint: createHash('sha256').update(folder.model).digest('hex')
    },
    outcome: { steps: result.steps, best: result.best }
  }
  const sentences = { model, dims: bert.width, tokens: { tokenizer: folder.tokenizer, maxTokens: MAX_TOKENS } }
  const encoder = await openPacked(await addDistilled(await readBundle(readFrom(out)), { sentences }, record, []))
  const tested = await testOn(corpora, encoder, 'sentences')
  encoder.dispose()
  await writeBundle(out, await addDistilled(await readBundle(readFrom(out)), { sentences }, record, tested))
  process.stderr.write(missingPartsText(out, encoder))
  await rm(checkpoint, { force: true })
  const damaged = damage.end()
  if (json) printJson({ out, network: 'sentences', backend: backend.name, damaged, ...result, tested })
  else {
    for (const { corpus, context, tdc } of tested) {
      process.stdout.write(`tdc ${corpus} (context ${context}): ${tdc.accuracy.toFixed(4)}\n`)
    }
  }
  if (damaged > 0) process.exitCode = EXIT.findings
}

function openBert({ model, file }: EncoderFolder, folder: string, { layers, inner }: DistillOptions): BertWeights {
  let bert: BertWeights
  try {
    bert = readBert(model)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new Failure(`${folder}: ${file}: ${error.message}; take all-MiniLM-L6-v2 or another BERT as the teacher`)
  }
  const units = bert.layers[0].innerBias.length
  if (layers > bert.layers.length || inner > units) {
    throw new Failure(
      `${folder}: has ${bert.layers.length} layers of ${units} units; expected --layers and --inner of at most as many`
    )
  }
  return bert
}
