import { counted, createProgress, EXIT, Failure, printJson, wholeNumber } from '@leitmotif/command'
import { Command, Option } from 'commander'
import { CORPUS_KINDS, corporaSize } from '../corpora/corpus.js'
import { createDamageLog } from '../corpora/damage-log.js'
import { prepareFiles, writeOutput } from '../output/bundle-files.js'
import { mineCorpora } from '../mining/mine.js'
import { MINING_DEFAULTS as DEFAULTS, type MiningOptions } from '../mining/options.js'
import { reportText } from '../mining/report.js'
import type { Split } from '../mining/split.js'

interface Flags extends MiningOptions {
  readonly out: string
  readonly kind: 'sentences' | 'titles'
  readonly split: Split | 'all'
  readonly labelled: boolean
  readonly json: boolean
}

const OUTPUT = /\.(?:jsonl|ndjson)(?:\.gz)?$/

/** `leitmotif-train mine`: triplets from corpora. */
export function mineCommand(): Command {
  const count = (flags: string, description: string, least: number, value: number): Option =>
    new Option(flags, description).argParser(wholeNumber(least)).default(value)
  const choice = (flags: string, description: string, choices: readonly string[], value: string): Option =>
    new Option(flags, description).choices(choices).default(value)
  return new Command('mine')
    .description(
      'Mines triplets from articles with sections: a pivot, a sentence of its section, and one of another section.\n' +
        'Writes one triplet a line with its positions in the articles, and counts of what was kept and dropped to FILE.report.json.\n\nExample: leitmotif-train mine articles.jsonl.gz --out triplets.ndjson.gz'
    )
    .argument('<corpus...>', CORPUS_KINDS)
    .requiredOption('-o, --out <file>', 'file of the triplets: .jsonl or .ndjson, packed with .gz')
    .addOption(
      choice(
        '--kind <kind>',
        'sentences, or titles: candidates are "article title section title"',
        ['sentences', 'titles'],
        'sentences'
      )
    )
    .addOption(
      choice(
        '--split <part>',
        'part of the articles to mine: 80, 10 and 10 %, by a hash of their ids',
        ['train', 'validation', 'test', 'all'],
        'all'
      )
    )
    .option('--labelled', 'write the two candidates in random order with the index of the positive', false)
    .addOption(
      choice(
        '--sections <what>',
        'top: a section includes its subsections; each: every subsection is a section',
        ['top', 'each'],
        DEFAULTS.sections
      )
    )
    .addOption(
      count(
        '--min-sections <n>',
        'minimum number of sections of an article after filtering, 2 or more',
        2,
        DEFAULTS.minSections
      )
    )
    .option('--no-drop-first', "keep an article's first section, usually its lead", DEFAULTS.dropFirst)
    .option('--drop-last', "drop an article's last section", DEFAULTS.dropLast)
    .addOption(
      new Option('--drop-headings <list>', 'headings of sections to drop, separated by semicolons; "" for none')
        .argParser(headingList)
        .default(DEFAULTS.dropHeadings, DEFAULTS.dropHeadings.join('; '))
    )
    .option(
      '--no-drop-letters',
      'keep sections headed by one letter, which are dropped if there are five or more, as in a glossary',
      DEFAULTS.dropLetters
    )
    .addOption(
      count('--min-sentences <n>', 'minimum number of sentences of a section, 1 or more', 1, DEFAULTS.minSentences)
    )
    .option(
      '--no-drop-referring',
      'keep sections that only refer elsewhere ("Main article: …")',
      DEFAULTS.dropReferring
    )
    .option(
      '--strict-referring',
      'drop sections with at least one sentence or remark that refers elsewhere, not just those that only do that',
      DEFAULTS.strictReferring
    )
    .addOption(count('--min-tokens <n>', 'minimum length of a sentence in tokens, 1 or more', 1, DEFAULTS.minTokens))
    .addOption(count('--max-tokens <n>', 'maximum length of a sentence in tokens, 1 or more', 1, DEFAULTS.maxTokens))
    .addOption(
      count(
        '--sentences-per-paragraph <n>',
        'number of first sentences used of each paragraph, 1 or more',
        1,
        DEFAULTS.sentencesPerParagraph
      )
    )
    .addOption(
      count(
        '--paragraph-distance <n>',
        'maximum number of paragraphs from the pivot to its positive, 0 or more',
        0,
        DEFAULTS.paragraphDistance
      )
    )
    .addOption(
      choice(
        '--negative <where>',
        'source of negatives: adjacent sections, any other section of the article, or another article of the corpus',
        ['adjacent', 'article', 'corpus'],
        DEFAULTS.negative
      )
    )
    .addOption(
      new Option(
        '--triplets-per-pair <n>',
        'maximum number of triplets of a pair of pivot and positive: 2, one for each adjacent section, or 1'
      )
        .argParser(wholeNumber(1, 2))
        .default(DEFAULTS.tripletsPerPair)
    )
    .addOption(
      count('--max-per-article <n>', 'maximum number of triplets of an article; 0: no limit', 0, DEFAULTS.maxPerArticle)
    )
    .addOption(
      count('--seed <n>', 'seed of the random numbers, 0 or more; equal seeds give equal bytes', 0, DEFAULTS.seed)
    )
    .option('--json', 'print the report as JSON', false)
    .action(async (corpora: string[], flags: Flags) => {
      process.exitCode = await runMining(corpora, flags)
    })
}

async function runMining(corpora: string[], flags: Flags): Promise<number> {
  const { out, kind, split, labelled, json, ...options } = flags
  if (!OUTPUT.test(out)) {
    throw new Failure(`--out ${out}: expected a name that ends in .jsonl, .ndjson, .jsonl.gz or .ndjson.gz`)
  }
  const reportPath = `${out}.report.json`
  await prepareFiles([out, reportPath], { inputs: corpora })
  if (options.maxTokens < options.minTokens) {
    throw new Failure(
      `--max-tokens ${options.maxTokens} is below --min-tokens ${options.minTokens}; no sentence passes`
    )
  }
  if (options.strictReferring && !options.dropReferring)
    throw new Failure('--strict-referring goes without --no-drop-referring only; leave one of them out')
  const progress = createProgress({ label: 'mining', total: await corporaSize(corpora), unit: 'bytes' })
  const damage = createDamageLog()
  const report = await mineCorpora({
    corpora,
    out,
    kind,
    split,
    labelled,
    options,
    onBytes: (read) => {
      progress.update(read)
    },
    onDamage: damage.onDamage
  })
  const triplets = report.stages.triplets.kept
  progress.end(counted(triplets, 'triplet'))
  damage.end()
  await writeOutput(reportPath, `${JSON.stringify(report, null, 2)}\n`)
  if (json) printJson(report)
  else process.stdout.write(reportText(report))
  return triplets === 0 || report.articles.damaged > 0 ? EXIT.findings : EXIT.done
}

/** Splits `A; B` into two headings. */
function headingList(text: string): string[] {
  return text
    .split(';')
    .map((heading) => heading.trim())
    .filter((heading) => heading !== '')
}
