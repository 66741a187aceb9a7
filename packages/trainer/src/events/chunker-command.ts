import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { createProgress, EXIT, printJson, wholeNumber } from '@leitmotif/command'
import { packChunker } from '@leitmotif/encoder'
import { Command, Option } from 'commander'
import { readConll } from './conll.js'
import { CHUNKER_DEFAULTS as DEFAULTS, measureChunker, trainChunker, type ChunkerFigures } from './train-chunker.js'

interface Flags {
  readonly out: string
  readonly test?: string
  readonly epochs: number
  readonly leastCount: number
  readonly headlines: boolean
  readonly seed: number
  readonly json: boolean
}

/** `leitmotif-train events chunker`: the tagger and chunker that find who did what. */
export function chunkerCommand(): Command {
  const count = (flags: string, description: string, least: number, value: number): Option =>
    new Option(flags, description).argParser(wholeNumber(least)).default(value)
  return new Command('chunker')
    .description(
      'Trains the tagger and chunker that find the verb phrases of headlines, by sentences of the CoNLL-2000 shared task:\n' +
        'averaged perceptrons over each sentence as it is, in title case, and as a headline would have it.'
    )
    .argument('<sentences>', 'words, tags and chunks, one word a line')
    .requiredOption('-o, --out <file>', 'where tagger and chunker go: one file, as tagger.bin')
    .option('--test <sentences>', 'sentences of the same kind to measure with')
    .addOption(count('--epochs <n>', 'passes over the sentences, 1 or more', 1, DEFAULTS.epochs))
    .addOption(count('--least-count <n>', 'leave out features seen less often', 1, DEFAULTS.leastCount))
    .option('--no-headlines', 'learn from the sentences alone, without copies as headlines')
    .addOption(count('--seed <n>', 'seeds every choice; equal seeds give equal bytes', 0, DEFAULTS.seed))
    .option('--json', 'print the figures as JSON', false)
    .action(async (sentences: string, flags: Flags) => {
      await runChunker(sentences, flags)
      process.exitCode = EXIT.done
    })
}

async function runChunker(path: string, { out, test, json, ...options }: Flags): Promise<void> {
  const sentences = await readConll(path)
  const unseen = test === undefined ? undefined : await readConll(test)
  await mkdir(dirname(out), { recursive: true })
  let stage = ''
  let progress: ReturnType<typeof createProgress> | undefined
  const chunker = trainChunker(sentences, options, (name, done, total) => {
    if (name !== stage) {
      progress?.end()
      progress = createProgress({ label: name, total, unit: 'sentences' })
      stage = name
    }
    progress?.update(done)
  })
  const bytes = packChunker(chunker)
  await writeFile(out, bytes)
  progress?.end(`${(bytes.length / 1e6).toFixed(1)} MB`)
  const figures = unseen === undefined ? undefined : measureChunker(chunker, unseen)
  if (json) printJson({ bytes: bytes.length, sentences: sentences.length, test: figures })
  else process.stdout.write(figures === undefined ? `${out}\n` : figuresText(figures))
}

function figuresText(figures: ChunkerFigures): string {
  const percent = (share: number): string => (100 * share).toFixed(2).padStart(6)
  const rows = [
    ['own tags', figures.ownTags] as const,
    ...Object.entries(figures.kinds).map(([kind, agreement]) => [`  ${kind}`, agreement] as const),
    ['given tags', figures.givenTags] as const
  ]
  return [
    `${figures.sentences} sentences, ${figures.words} words; tags right: ${percent(figures.tagAccuracy).trim()} %`,
    `${'chunks'.padEnd(12)} precision recall     F1`,
    ...rows.map(
      ([name, { precision, recall, f1 }]) =>
        `${name.padEnd(12)}    ${percent(precision)} ${percent(recall)} ${percent(f1)}`
    ),
    ''
  ].join('\n')
}
