import { globSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { basename, join } from 'node:path'
import {
  counted,
  createProgress,
  decimal,
  duration,
  EXIT,
  Failure,
  printJson,
  readLines,
  wholeNumber
} from '@leitmotif/command'
import { splitSentences } from '@leitmotif/encoder'
import { joinNames, joinTerms, terms } from '@leitmotif/encoder/stages'
import { Command, Option } from 'commander'
import { CORPUS_KINDS, corporaSize, openCorpora, PLAIN_TEXT, type CorpusOptions } from '../corpora/corpus.js'
import { createDamageLog } from '../corpora/damage-log.js'
import { newsParagraphs } from '../corpora/news-body.js'
import { prepareFiles } from '../output/bundle-files.js'
import { assignParts } from '../mining/split.js'
import {
  CHECKPOINT_MINUTES,
  METHODS,
  SKIP_GRAM_DEFAULTS,
  START_RATES,
  trainSkipGram,
  type SkipGramOptions
} from '../vectors/skip-gram.js'
import { readTokenFile, writeTokenFile, type TokenFile } from '../vectors/token-file.js'
import { wordSimilarity, type WordSimilarity } from '../evaluation/word-similarity.js'
import { countsPath, writeWordVectors, type WordVectorFormat } from '../vectors/word-vector-writer.js'
import type { WordVectors } from '../vectors/word-vectors.js'

const MIN_COUNT = 5
const MAX_THREADS = 64

interface VectorsOptions extends SkipGramOptions {
  readonly out: string
  readonly format: WordVectorFormat
  readonly minCount: number
  readonly threads: number
  readonly split: boolean
  readonly names?: string
  readonly work?: string
  readonly checkpointMinutes: number
  readonly resume: boolean
  readonly evaluate?: string
  readonly json: boolean
}

/** `leitmotif-train vectors CORPUS… --out FILE`. */
export function vectorsCommand(): Command {
  const defaults = SKIP_GRAM_DEFAULTS
  return new Command('vectors')
    .description(
      'Trains word vectors by skip-gram or CBOW with negative sampling. Writes a word2vec format, and the words’ counts to ' +
        'FILE.vocab. News articles are read without their datelines and credits.\n\nExample: leitmotif-train vectors articles.jsonl.gz --out vectors.bin'
    )
    .argument('<corpus...>', `${CORPUS_KINDS}, or ${PLAIN_TEXT}`)
    .requiredOption('-o, --out <file>', 'file of the vectors')
    .addOption(new Option('--format <name>', 'word2vec’s format').choices(['text', 'binary']).default('binary'))
    .addOption(
      new Option(
        '--method <name>',
        'skip-gram: each word of a context predicts the word; cbow: the mean of the context does, which is faster'
      )
        .choices(METHODS)
        .default(defaults.method)
    )
    .option(
      '--names <file>',
      'names to read as one word (wall_street), one a line, as leitmotif-train names writes them'
    )
    .option('--dims <n>', 'dimensions of a vector, 1 to 4096', wholeNumber(1, 4096), defaults.dims)
    .option(
      '--epochs <n>',
      'passes over the text, 1 to 1000; small corpora need more',
      wholeNumber(1, 1000),
      defaults.epochs
    )
    .option(
      '--window <n>',
      'maximum number of context words on either side, 1 to 100',
      wholeNumber(1, 100),
      defaults.window
    )
    .option('--negatives <n>', 'random negatives for each word, 1 to 64', wholeNumber(1, 64), defaults.negatives)
    .option(
      '--sample <share>',
      'frequency above which words are subsampled, 0 to 1; 0 keeps all',
      decimal(0, 1),
      defaults.sample
    )
    .option(
      '--min-count <n>',
      'minimum count of a word, 1 or more; rarer words get no vector',
      wholeNumber(1),
      MIN_COUNT
    )
    .option('--alpha <rate>', `learning rate at the start, 0 to 1 (default: ${rates()})`, decimal(0, 1))
    .option('--min-alpha <rate>', 'learning rate at the end, 0 to 1', decimal(0, 1), defaults.minAlpha)
    .option('--seed <n>', 'seed of the random numbers, 0 or more', wholeNumber(0), defaults.seed)
    .option(
      '--threads <n>',
      `worker threads, 1 to ${MAX_THREADS}; only 1 gives equal bits each time`,
      wholeNumber(1, MAX_THREADS),
      Math.min(MAX_THREADS, availableParallelism())
    )
    .option('--no-split', 'also train on the test part of the articles')
    .option(
      '--work <dir>',
      'folder of word ids and checkpoint, kept at the end (default: FILE.work, removed at the end)'
    )
    .option(
      '--checkpoint-minutes <n>',
      'minutes between checkpoints, 0.01 to 1440; each epoch ends with one, too',
      decimal(0.01, 1440),
      CHECKPOINT_MINUTES
    )
    .option('--resume', 'resume from the checkpoint of the same training, if it exists', false)
    .option('--evaluate <dir>', 'measure the vectors on the word similarity files (.txt) of this folder')
    .option('--json', 'print the figures as JSON', false)
    .action(trainVectors)
}

/** Says at which rate each method starts. */
function rates(): string {
  return METHODS.map((method) => `${START_RATES[method]} for ${method}`).join(', ')
}

async function trainVectors(
  corpora: readonly string[],
  given: Omit<VectorsOptions, 'alpha'> & { readonly alpha?: number }
): Promise<void> {
  const options: VectorsOptions = { ...given, alpha: given.alpha ?? START_RATES[given.method] }
  if (options.minAlpha > options.alpha) {
    throw new Failure(`--min-alpha ${options.minAlpha} is above --alpha ${options.alpha}; the rate can only fall`)
  }
  // Fails now rather than after hours of training.
  await prepareFiles([options.out, countsPath(options.out)], { inputs: [...corpora, options.names] })
  const judges = options.evaluate === undefined ? [] : similarityFiles(options.evaluate)
  const work = options.work ?? `${options.out}.work`
  const { tokens, damaged } = await tokensOf(corpora, work, options)
  if (damaged > 0) process.exitCode = EXIT.findings
  process.stderr.write(
    `${counted(tokens.terms.length, 'term')}, ${counted(tokens.words, 'word')} in ${counted(tokens.sentences, 'sentence')}\n`
  )

  const started = performance.now()
  let first: number | undefined
  const total = tokens.words * options.epochs
  const progress = createProgress({ label: 'training', total, unit: 'words' })
  const vectors = await trainSkipGram(tokens, options, {
    threads: options.threads,
    checkpoint: join(work, 'checkpoint'),
    checkpointMinutes: options.checkpointMinutes,
    resume: options.resume,
    onProgress: ({ words, epoch, alpha }) => {
      first ??= words
      const speed = Math.round((words - first) / ((performance.now() - started) / 1000))
      progress.update(words, `epoch ${epoch} of ${options.epochs} · ${speed} words/s · alpha ${alpha.toFixed(4)}`)
    }
  })
  const seconds = (performance.now() - started) / 1000
  const wordsPerSecond = Math.round((total - (first ?? 0)) / seconds)
  progress.end(`${wordsPerSecond} words/s`)

  const words: WordVectors = { terms: tokens.terms, counts: tokens.counts, vectors }
  await writeWordVectors(options.out, words, options.format)
  const similarity: Record<string, WordSimilarity> = {}
  for (const path of judges) similarity[basename(path, '.txt')] = await wordSimilarity(words, path)
  if (options.work === undefined) await rm(work, { recursive: true })

  const { method, dims, epochs, threads, seed, out } = options
  if (options.json) {
    const counts = countsPath(out)
    const { terms, words: corpusWords, sentences } = tokens
    printJson({
      out,
      counts,
      terms: terms.length,
      method,
      dims,
      corpus: { words: corpusWords, sentences, damaged, hash: tokens.hash },
      epochs,
      threads,
      seed,
      seconds,
      wordsPerSecond,
      similarity
    })
    return
  }
  process.stdout.write(
    `${out}: ${counted(tokens.terms.length, 'word')} of ${counted(dims, 'dimension')}, in ${duration(seconds)}\n`
  )
  for (const [name, { spearman, covered, pairs }] of Object.entries(similarity)) {
    process.stdout.write(`${name}: Spearman ${spearman.toFixed(3)} over ${covered} of ${counted(pairs, 'pair')}\n`)
  }
}

/** Returns the corpora as word ids: those of an interrupted run with --resume, else reads the corpora. */
async function tokensOf(
  corpora: readonly string[],
  work: string,
  options: VectorsOptions
): Promise<{ tokens: TokenFile; damaged: number }> {
  const { minCount, split } = options
  const known = options.names === undefined ? undefined : await readNames(options.names)
  const names: { name: string; bytes: number }[] = []
  for (const path of corpora) names.push({ name: basename(path), bytes: await corporaSize([path]) })
  const source = JSON.stringify({ corpora: names, minCount, split, ...(known && { names: [...known] }) })
  const found = options.resume ? await readTokenFile(work, source) : undefined
  if (found !== undefined) return { tokens: found, damaged: 0 }
  const total = names.reduce((sum, { bytes }) => sum + bytes, 0)
  const progress = createProgress({ label: 'reading', total, unit: 'bytes' })
  const damage = createDamageLog()
  const sentences = sentencesOf(corpora, split, known, {
    onBytes: (read) => {
      progress.update(read)
    },
    onDamage: damage.onDamage
  })
  const tokens = await writeTokenFile(work, source, sentences, minCount)
  progress.end()
  return { tokens, damaged: damage.end() }
}

async function* sentencesOf(
  corpora: readonly string[],
  split: boolean,
  names: ReadonlySet<string> | undefined,
  options: CorpusOptions
): AsyncGenerator<string[]> {
  const partOf = split ? await assignParts(corpora) : undefined
  for await (const read of openCorpora(corpora, options)) {
    if (partOf?.(read) === 'test') continue
    const { article } = read
    // Headings are left out, because they are not sentences.
    for (const paragraph of newsParagraphs(article.sections.flatMap(({ paragraphs }) => paragraphs))) {
      for (const { start, end } of splitSentences(paragraph)) {
        const words = terms(paragraph.slice(start, end))
        yield names === undefined ? words : joinNames(words, (joined) => names.has(joined))
      }
    }
  }
}

/** Reads names, one a line, as joined terms. @throws Failure when no line has a name of several words. */
async function readNames(path: string): Promise<ReadonlySet<string>> {
  const names = new Set<string>()
  for await (const { text } of readLines(path)) {
    const words = terms(text)
    if (words.length > 1) names.add(joinTerms(words))
  }
  if (names.size === 0)
    throw new Failure(
      `${path}: has no name of several words; expected one a line, as leitmotif-train names writes them`
    )
  return names
}

function similarityFiles(folder: string): string[] {
  const files = globSync('*.txt', { cwd: folder }).sort()
  if (files.length === 0) throw new Failure(`${folder}: holds no .txt file; expected word similarity files`)
  return files.map((file) => join(folder, file))
}
