import { counted, createProgress, EXIT, Failure, printJson, wholeNumber } from '@leitmotif/command'
import { createVocabulary, joinTables, widenTable, type Vocabulary } from '@leitmotif/encoder'
import { Command, InvalidArgumentError } from 'commander'
import { rm } from 'node:fs/promises'
import { basename } from 'node:path'
import { describeBackend, loadBackend } from '../backend/backend.js'
import { CORPUS_KINDS, corporaSize } from '../corpora/corpus.js'
import { PAIR_FILES } from '../corpora/pairs.js'
import { createDamageLog } from '../corpora/damage.js'
import { readExamples, type Examples } from '../train/examples.js'
import { prepareFiles, prepareFolder, writeBundle, writeOutput } from '../output/export.js'
import { tellLacking } from '../output/learned-parts.js'
import { COLLAPSED } from '../train/judge.js'
import type { Measured } from '../train/measured.js'
import { trainingReport } from '../report/training-report.js'
import { fitMalstm, type MalstmFlags } from '../pairs/fit-malstm.js'
import { readSafetensors } from '../train/safetensors.js'
import { readStart } from '../train/starting-weights.js'
import { transformerShapes } from '../networks/transformer.js'
import { moreOf, readBase, readMore, readPieces, readWords, WORDS } from '../train/starting-words.js'
import { openPacked, originOf, packTrained, testOn, type BundlePlan, type Tested } from '../train/trained-bundle.js'
import { readTeacher, type Teacher } from '../batches/teacher.js'
import { train } from '../train/training.js'
import { addTrainingFlags, inFlags, trainingOptions } from './training-flags.js'
import { networkName, type TrainingOptions } from '../train/training-options.js'

interface Flags extends MalstmFlags {
  readonly teacher?: string
  readonly moreVectors?: string
  readonly pieces?: string
  readonly fineTune: boolean
  readonly begin?: string
}

/** Flags that go with malstm alone. */
const MALSTM_FLAGS = ['encoder', 'trial', 'test', 'pretrain', 'wordnet'] as const

/** `leitmotif-train fit CORPUS… --network KIND --out DIR`. Of malstm the corpora are pairs of sentences. */
export function fitCommand(): Command {
  const command = new Command('fit')
    .description(
      'Train a network on the training part of sectioned articles, and put it into an encoder bundle; or MaLSTM on pairs ' +
        'of sentences that people scored, as a pair scorer.'
    )
    .argument('<corpus...>', `${CORPUS_KINDS}; of malstm: ${PAIR_FILES}`)
    .requiredOption('--out <dir>', 'folder of the bundle; networks of the same words that are there are kept')
    .option(
      '--vectors <file>',
      'word vectors in a format of word2vec or GloVe, most frequent words first (default: those of the bundle in --out)'
    )
    .option('--entry <name>', 'which file of vectors of a .zip that holds several')
    .option('--words <n>', `words of the bundle, 1 to 1,000,000 (default: ${WORDS})`, wholeNumber(1, 1_000_000))
    .option(
      '--more-vectors <file>',
      'bilstm-attention, transformer: word vectors that it alone reads, behind the others and what it reads already, in 11 steps a value'
    )
    .option(
      '--pieces <file>',
      'bilstm-attention, transformer: vectors of pieces of words, as ##ing, to read where the bundle lacks a word (bench/word-pieces.py writes them)'
    )
    .option(
      '--fine-tune',
      'begin from the network of the bundle in --out, in place of chance; malstm: from each of its networks in turn',
      false
    )
    .option(
      '--begin <file>',
      "transformer: begin from another model's layers, in safetensors (bench/first-layers.py writes them), in place of chance"
    )
    .option(
      '--teacher <file>',
      'what another model says of the sentences (bench/teacher.py writes it); see --teacher-share'
    )
    .option(
      '--encoder <dir>',
      'malstm: encoder bundle beside --out whose words and vectors it has, in place of its own'
    )
    .option(
      '--more-values',
      'LSTMs, transformer: read what `sentences` of the bundle in --out (malstm: of --encoder) reads of words behind their vectors, too'
    )
    .option('--trial <pairs>', 'malstm: pairs on which it is kept where it does best')
    .option('--test <pairs>', 'malstm: pairs that it is measured on once, at the end')
    .option('--pretrain <pairs...>', 'malstm: pairs, of whatever scale, that it is trained on before')
    .option('--wordnet <dir>', "malstm: folder of WordNet's database, for pairs with synonyms")
    .option(
      '--name <text>',
      'what the bundle is called (default: as it was, or leitmotif-en; malstm: or as --out is)',
      someText
    )
    .option('--language <tag>', 'language of what it learns from, BCP 47 (default: as it was, or en)', languageTag)
    .option(
      '--license <text>',
      'licence of the bundle (default: those of the articles that its networks are trained on; malstm: as it was)',
      someText
    )
  addTrainingFlags(command)
  return command
    .option('--checkpoint <file>', "keep the training's state here, and go on from it where it is there")
    .option(
      '--report <file>',
      'an HTML page of the training: curves, figures, triplets judged rightly and wrongly; malstm: trial pairs judged ' +
        'nearest to people and farthest from them'
    )
    .option('--json', 'print the figures as JSON', false)
    .action((corpora: string[], flags: Flags) => run(corpora, flags, trainingOptions(command)))
}

async function run(corpora: string[], flags: Flags, options: TrainingOptions): Promise<void> {
  const given = MALSTM_FLAGS.filter((name) => flags[name] !== undefined)
  if (options.network === 'malstm') {
    for (const flag of ['teacher', 'moreVectors', 'pieces', 'begin'] as const) {
      if (flags[flag] === undefined) continue
      throw new Failure(`--${inFlags(flag)} goes with trainings on articles only; leave it out`)
    }
    return fitMalstm(corpora, flags, options)
  }
  if (given.length > 0)
    throw new Failure(`--${inFlags(given[0])} goes with --network malstm only; leave it out, or change that`)
  const { out, checkpoint, report, json } = flags
  if ((flags.teacher === undefined) !== (options.teacherShare === 0)) {
    throw new Failure('--teacher and --teacher-share (above 0) go together; give both, or neither')
  }
  const going = {
    moreVectors: ['bilstm-attention', 'transformer'],
    moreValues: ['bilstm-attention', 'transformer', 'malstm'],
    pieces: ['bilstm-attention', 'transformer'],
    begin: ['transformer']
  } as const
  for (const [flag, networks] of Object.entries(going) as [keyof typeof going, readonly string[]][]) {
    if (flags[flag] === undefined || networks.includes(options.network)) continue
    throw new Failure(`--${inFlags(flag)} goes with --network ${networks.join('|')} only; leave it out, or change that`)
  }
  if (flags.fineTune && flags.begin !== undefined) {
    throw new Failure('--fine-tune and --begin both say what to begin from; leave one out')
  }
  if (flags.fineTune && flags.vectors !== undefined) {
    throw new Failure('--fine-tune takes the words of the bundle in --out; leave --vectors out')
  }
  const inputs = [...corpora, flags.vectors, flags.moreVectors, flags.pieces, flags.teacher, flags.begin]
  await prepareFiles([checkpoint, report], { inputs, bundle: out })
  const name = networkName(options)
  const words = await readWords(flags)
  const there = await readBase(out, words, name) // refuses now what can't be done then
  const start = flags.fineTune ? readStart(there!, options, out) : undefined
  const read = start?.more ?? (flags.moreValues === true ? moreOf(words) : undefined)
  await prepareFolder(out)
  const more = await readMore(flags.moreVectors, words.words, read)
  const ofWords = more === undefined ? words.table : widenTable(words.table, more)
  const pieces = flags.pieces === undefined ? start?.pieces : await readPieces(flags.pieces, ofWords.dims)
  if (pieces !== undefined && pieces.vectors.dims !== ofWords.dims) {
    throw new Failure(
      `${out}: its network has ${pieces.vectors.dims} values of a piece of a word, where it is to read ${ofWords.dims} of a word; ` +
        'give --pieces of as many, or leave out --more-vectors'
    )
  }
  const table = pieces === undefined ? ofWords : joinTables(ofWords, pieces.vectors)
  const others =
    flags.begin === undefined ? undefined : await readSafetensors(flags.begin, transformerShapes(table.dims, options))
  const teacher = flags.teacher === undefined ? undefined : await readTeacher(flags.teacher)
  if (teacher !== undefined && teacher.zeros > 0) {
    process.stderr.write(
      `${flags.teacher}: has rows of zeros for ${teacher.zeros.toLocaleString('en-US')} of ${counted(teacher.sentences, 'sentence')}: ` +
        'it teaches that they are like no other; make it again if it should say more of them\n'
    )
  }
  const { examples, damaged } = await readAll(corpora, words.words, pieces?.pieces, options, teacher)
  const backend = await loadBackend()
  process.stderr.write(`training on ${describeBackend(backend)}\n`)
  const progress = createProgress({ label: 'training', total: options.steps, unit: 'steps' })
  let told = false
  const trained = await train({
    backend,
    table,
    start: start?.weights ?? others?.weights,
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
        `\nafter ${counted(step, 'step')} all sentences have nearly the same vector (mean cosine ${alike.toFixed(3)}); ` +
          'if TDC stays near .5, start anew with a lower learning rate, a higher temperature or --loss contrast\n'
      )
    }
  })
  const { best } = trained.result
  const [none, article] = best.figures
  progress.end(`best validation TDC ${none.toFixed(4)}, with context ${article.toFixed(4)}, at step ${best.step}`)
  const details = {
    ...(flags.moreVectors !== undefined && { moreVectors: basename(flags.moreVectors) }),
    ...(flags.pieces !== undefined && { pieces: basename(flags.pieces) }),
    ...(start && { startedFrom: start.fingerprint }),
    ...(others && { begunFrom: originOf(others) })
  }
  const plan: BundlePlan = {
    ...words,
    more,
    pieces,
    details,
    about: aboutOf(flags),
    examples,
    options,
    backend: backend.name
  }
  // Another training may have put its network there in the meantime.
  const pack = async (tested: readonly Tested[]): ReturnType<typeof packTrained> =>
    packTrained({ ...plan, base: await readBase(out, words, name) }, trained, tested)
  const encoder = await openPacked(await pack([]))
  const tested = await testOn(corpora, encoder, name)
  encoder.dispose()
  // Only at the end: till then a training that goes on from its checkpoint finds the network that it began from.
  await writeBundle(out, await pack(tested))
  process.stderr.write(tellLacking(out, encoder))
  if (report !== undefined) {
    const { vectors, words: list } = words
    const about = { name: encoder.name, network: name, options, backend: backend.name, vectors, words: list.length }
    await writeOutput(report, trainingReport({ ...about, corpora: examples.corpora, tested, ...trained }))
  }
  if (checkpoint !== undefined) await rm(checkpoint, { force: true })
  if (json) {
    const fingerprint = encoder.fingerprints[name]
    printJson({ out, network: name, fingerprint, backend: backend.name, damaged, ...trained.result, tested })
  } else {
    for (const { corpus, context, tdc } of tested) {
      process.stdout.write(`tdc ${corpus} (context ${context}): ${tdc.accuracy.toFixed(4)}\n`)
    }
  }
  if (damaged > 0) process.exitCode = EXIT.findings
}

function aboutOf({ name, language, license }: Flags): BundlePlan['about'] {
  return {
    ...(name !== undefined && { name }),
    ...(language !== undefined && { language }),
    ...(license !== undefined && { license })
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
  pieces: Vocabulary | undefined,
  options: TrainingOptions,
  teacher: Teacher | undefined
): Promise<{ examples: Examples; damaged: number }> {
  const progress = createProgress({ label: 'reading', total: await corporaSize(corpora), unit: 'bytes' })
  const damage = createDamageLog()
  const onBytes = (bytes: number): void => {
    progress.update(bytes)
  }
  const reading = { onBytes, onDamage: damage.onDamage }
  const examples = await readExamples(corpora, createVocabulary(words), options, reading, teacher, pieces)
  progress.end(`${counted(examples.training.length, 'article')} to train on`)
  if (examples.training.length === 0 || examples.validation.length === 0) {
    const { training, validation } = examples
    throw new Failure(
      `the corpora give ${counted(training.length, 'article')} to train and ${validation.length} to validate on; expected one of ` +
        `each at least: articles of ${options.minSections} or more sections with prose (five or more to validate on)`
    )
  }
  return { examples, damaged: damage.end() }
}
