import { createProgress, decimal, EXIT, Failure, printJson, wholeNumber } from '@leitmotif/command'
import { BundleError, createEncoder, readBundle } from '@leitmotif/encoder'
import { knownRows, quantizeRows, readFrom, type Bundle } from '@leitmotif/encoder/training'
import { terms } from '@leitmotif/encoder/stages'
import { Command } from 'commander'
import { mkdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { describeBackend, loadBackend } from '../backend/backend.js'
import { CORPUS_KINDS } from '../corpora/corpus.js'
import { STATIC_STUDENT_DEFAULTS, teachStatic, type StaticStudentOptions } from '../distillation/static-student.js'
import { missingPartsText } from '../output/learned-parts.js'
import { prepareFolder, writeBundle } from '../output/bundle-files.js'
import { addDistilled, openPacked, testOn } from '../train/trained-bundle.js'
import { readLessonsOf, rowsOf } from './lesson-files.js'
import { addFlags, givenOptions, type FlagGroup } from './training-flags.js'

interface Flags {
  readonly model: string
  readonly work?: string
  readonly maxArticles: number
  readonly judgedArticles: number
  readonly json: boolean
}

const WEIGHT = decimal(0, 100)
const FLAGS: FlagGroup<keyof StaticStudentOptions> = {
  heading: 'Training:',
  flags: [
    ['steps', 'n', 'number of training steps, 1 to 10,000,000', wholeNumber(1, 10_000_000)],
    ['learningRate', 'n', 'learning rate, 1e-7 to 10', decimal(1e-7, 10)],
    ['saveEvery', 'n', 'steps after which the state is saved, 1 or more', wholeNumber(1)],
    ['maxTokens', 'n', 'words read of a training text, 1 to 512', wholeNumber(1, 512)],
    ['articles', 'n', 'articles of a batch, 1 to 1000', wholeNumber(1, 1000)],
    ['slots', 'n', 'sentences of an article in a batch, 2 to 1000', wholeNumber(2, 1000)],
    ['contrast', 'weight', 'weight of telling sections of an article apart, 0 to 100', WEIGHT],
    ['queries', 'weight', 'weight of finding the sentences of a heading, 0 to 100', WEIGHT],
    ['relations', 'weight', 'weight of the similarities across articles, 0 to 100', WEIGHT],
    ['articleRelations', 'weight', 'weight of the similarities within articles, 0 to 100', WEIGHT],
    ['regression', 'weight', 'weight of the vectors of `sentences`, 0 to 100', WEIGHT],
    ['seed', 'n', 'seed of the random numbers, 0 or more', wholeNumber(0)]
  ]
}

/** `leitmotif-train distill-static CORPUS… --model DIR`. */
export function distillStaticCommand(): Command {
  const command = new Command('distill-static')
    .summary('Train the word vectors of `static` by the network `sentences` of the same bundle')
    .description(
      'Train the word vectors of `static` by the network `sentences` of the same bundle, and replace them in it. It begins with ' +
        'the present `static`. A run that is cut off continues where it stopped.\n\n' +
        'Example: leitmotif-train distill-static articles.jsonl.gz --model my-encoder'
    )
    .argument('<corpus...>', CORPUS_KINDS)
    .requiredOption('--model <dir>', 'folder of a bundle with the networks static and sentences')
    .option(
      '--work <dir>',
      'folder for the vectors of `sentences` and the training state (default: --model with .work)'
    )
    .option('--max-articles <n>', 'training articles of a corpus at most; 0: all', wholeNumber(0), 0)
    .option('--judged-articles <n>', 'validation articles of a corpus at most', wholeNumber(1), 40)
    .option('--json', 'print the figures as JSON', false)
  addFlags(command, FLAGS, STATIC_STUDENT_DEFAULTS)
  return command.action((corpora: string[], flags: Flags) =>
    run(corpora, flags, { ...STATIC_STUDENT_DEFAULTS, ...givenOptions(command, STATIC_STUDENT_DEFAULTS) })
  )
}

async function run(corpora: readonly string[], flags: Flags, options: StaticStudentOptions): Promise<void> {
  const { model, maxArticles, judgedArticles, json } = flags
  const work = flags.work ?? `${resolve(model)}.work`
  await prepareFolder(model)
  const base = await readBundle(readFrom(model)).catch((error: unknown) => {
    throw error instanceof BundleError ? new Failure(error.message) : error
  })
  const network = checkNetworks(base, model)
  await mkdir(work, { recursive: true })
  const { lessons, damage } = await readLessonsOf(corpora, { maxArticles, judgedArticles, seed: options.seed })
  const teacher = createEncoder(base)
  const rows = await rowsOf(teacher, lessons.texts, {
    ...{ path: join(work, 'sentences-rows.bin'), label: 'encoding with sentences', representation: 'sentences' }
  })
  teacher.dispose()

  const backend = await loadBackend()
  process.stderr.write(`training on ${describeBackend(backend)}\n`)
  const checkpoint = join(work, 'distill-static.checkpoint')
  const progress = createProgress({ label: 'training', total: options.steps, unit: 'steps' })
  const { vectors, figures } = await teachStatic({
    ...{ backend, network, table: base.vectors, lessons, rows, checkpoint, options },
    wordsOf: (text, most) => knownRows(base.vocabulary, terms(text), most),
    onStep: (done, loss) => {
      progress.update(done, `loss ${loss.toFixed(3)}`)
    }
  })
  const [none, article, hit10] = figures
  progress.end(`validation TDC ${none.toFixed(4)}, with context ${article.toFixed(4)}, hit@10 ${hit10.toFixed(3)}`)

  const { count, dims } = base.vectors
  const trained = {
    table: quantizeRows({ count, dims, data: vectors }),
    static: {
      weights: new Float32Array(count).fill(1),
      projection: Float32Array.from({ length: dims * dims }, (_, i) => Number(i % (dims + 1) === 0)),
      dims
    }
  }
  const record = {
    ...options,
    corpora: lessons.corpora,
    backend: backend.name,
    teacher: { name: 'sentences', fingerprint: base.fingerprints.sentences },
    outcome: { none, article, hit10 }
  }
  const encoder = await openPacked(await addDistilled(base, trained, record, []))
  const tested = await testOn(corpora, encoder, 'static')
  await writeBundle(model, await addDistilled(base, trained, record, tested))
  process.stderr.write(missingPartsText(model, encoder))
  encoder.dispose()
  await rm(checkpoint, { force: true })
  const damaged = damage.end()
  if (json)
    printJson({ model, network: 'static', backend: backend.name, damaged, figures: { none, article, hit10 }, tested })
  else {
    for (const { corpus, context, tdc } of tested) {
      process.stdout.write(`tdc ${corpus} (context ${context}): ${tdc.accuracy.toFixed(4)}\n`)
    }
  }
  if (damaged > 0) process.exitCode = EXIT.findings
}

/** Returns the network `static`. Throws unless the bundle can be trained: no other network may read its word vectors. */
function checkNetworks({ manifest, networks }: Bundle, folder: string): NonNullable<Bundle['networks']['static']> {
  const { static: own } = networks
  if (own === undefined)
    throw new Failure(`${folder}: has no network static; make it by \`leitmotif-train fit static\``)
  if (manifest.networks.sentences === undefined)
    throw new Failure(`${folder}: has no network sentences, which teaches; make it by \`leitmotif-train distill\``)
  const reading = (['sentences', 'titles'] as const).find((name) => manifest.networks[name]?.kind === 'onnx')
  if (reading !== undefined) {
    throw new Failure(
      `${folder}: its network ${reading} reads the word vectors that this training replaces; expected a bundle whose ` +
        'network sentences was made by `leitmotif-train distill`, without titles'
    )
  }
  return own
}
