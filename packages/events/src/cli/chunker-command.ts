import { counted, createProgress, EXIT, printJson, wholeNumber } from '@leitmotif/command'
import { headlineWords } from '../extraction/headline-words.js'
import { packChunker } from '../tagging/chunker-file.js'
import type { WordClasses } from '../tagging/tagger.js'
import { Command, Option } from 'commander'
import { prepareFiles, writeOutput } from '@leitmotif/trainer/training'
import { readConll } from '../corpora/conll.js'
import { HEADLINE_KINDS, readHeadlines } from '../corpora/headline-source.js'
import {
  CHUNKER_DEFAULTS as DEFAULTS,
  measureChunker,
  trainChunker,
  type ChunkerFigures
} from '../training/train-chunker.js'
import { createWordClassCounter, MAX_CLASSES, WORD_CLASS_DEFAULTS } from '../training/word-class-counter.js'

interface Flags {
  readonly out: string
  readonly test?: string
  readonly text: readonly string[]
  readonly textWords: number
  readonly classes: number
  readonly epochs: number
  readonly leastCount: number
  readonly headlines: boolean
  readonly seed: number
  readonly json: boolean
}

const TEXT_WORDS = 20_000_000

/** `leitmotif-train events chunker`: trains the tagger and chunker that find who did what. */
export function chunkerCommand(): Command {
  const count = (flags: string, description: string, least: number, value: number): Option =>
    new Option(flags, description).argParser(wholeNumber(least)).default(value)
  return new Command('chunker')
    .description(
      'Trains the tagger and chunker that find the verb phrases of headlines: averaged perceptrons. Each sentence is ' +
        'used four times: unchanged, in title case, and rewritten as two headlines, of the whole and of its first clause.\n\nExample: leitmotif-train events chunker train.txt --test test.txt --out tagger.bin'
    )
    .argument(
      '<sentences>',
      'sentences in the format of the CoNLL-2000 shared task: a line for each word, with its tag and chunk'
    )
    .requiredOption('-o, --out <file>', 'file of the tagger and chunker')
    .option('--test <sentences>', 'sentences in the same format to measure on')
    .option(
      '--text <files...>',
      `texts whose words are put into classes, for words that <sentences> lacks: ${HEADLINE_KINDS}`,
      []
    )
    .addOption(count('--text-words <n>', 'maximum number of words read from --text, 1 or more', 1, TEXT_WORDS))
    .addOption(
      new Option('--classes <n>', `number of word classes, 2 to ${MAX_CLASSES}`)
        .argParser(wholeNumber(2, MAX_CLASSES))
        .default(WORD_CLASS_DEFAULTS.classes)
    )
    .addOption(count('--epochs <n>', 'passes over the sentences, 1 or more', 1, DEFAULTS.epochs))
    .addOption(
      count('--least-count <n>', 'leave out features that occur less often, 1 or more', 1, DEFAULTS.leastCount)
    )
    .option('--no-headlines', 'train on the unchanged sentences only', DEFAULTS.headlines)
    .addOption(
      count('--seed <n>', 'seed of the random numbers, 0 or more; equal seeds write equal files', 0, DEFAULTS.seed)
    )
    .option('--json', 'print the figures as JSON', false)
    .action(async (sentences: string, flags: Flags) => {
      await runChunker(sentences, flags)
      process.exitCode = EXIT.done
    })
}

async function runChunker(path: string, flags: Flags): Promise<void> {
  const { out, test, json, epochs, leastCount, headlines, seed } = flags
  await prepareFiles([out], { inputs: [path, test, ...flags.text] })
  const sentences = await readConll(path)
  const unseen = test === undefined ? undefined : await readConll(test)
  const classes = await classesOf(flags)
  let stage = ''
  let progress: ReturnType<typeof createProgress> | undefined
  const chunker = trainChunker(sentences, classes, { epochs, leastCount, headlines, seed }, (name, done, total) => {
    if (name !== stage) {
      progress?.end()
      progress = createProgress({ label: name, total, unit: 'sentences' })
      stage = name
    }
    progress?.update(done)
  })
  const bytes = packChunker(chunker)
  await writeOutput(out, bytes)
  progress?.end(`${(bytes.length / 1e6).toFixed(1)} MB`)
  const figures = unseen === undefined ? undefined : measureChunker(chunker, unseen)
  if (json) printJson({ bytes: bytes.length, sentences: sentences.length, test: figures })
  else process.stdout.write(figures === undefined ? `${out}\n` : figuresText(figures))
}

/** Returns the word classes of the texts, up to the number of words to read; none without text. */
async function classesOf({ text, textWords, classes, seed }: Flags): Promise<WordClasses> {
  if (text.length === 0) return new Map()
  const progress = createProgress({ label: 'words', total: textWords, unit: 'words' })
  const counter = createWordClassCounter()
  for await (const sentence of readHeadlines(text)) {
    if (counter.words() >= textWords) break
    counter.add(headlineWords(sentence))
    progress.update(counter.words())
  }
  const found = counter.classes({ ...WORD_CLASS_DEFAULTS, classes, seed: `${seed}/classes` })
  progress.end(`${counted(found.size, 'word')} in classes`)
  return found
}

function figuresText(figures: ChunkerFigures): string {
  const percent = (share: number): string => (100 * share).toFixed(2).padStart(6)
  const rows = [
    ['own tags', figures.ownTags] as const,
    ...Object.entries(figures.kinds).map(([kind, agreement]) => [`  ${kind}`, agreement] as const),
    ['given tags', figures.givenTags] as const
  ]
  return [
    `${counted(figures.sentences, 'sentence')}, ${counted(figures.words, 'word')}; tags right: ${percent(figures.tagAccuracy).trim()} %`,
    `${'chunks'.padEnd(12)} precision recall     F1`,
    ...rows.map(
      ([name, { precision, recall, f1 }]) =>
        `${name.padEnd(12)}    ${percent(precision)} ${percent(recall)} ${percent(f1)}`
    ),
    ''
  ].join('\n')
}
