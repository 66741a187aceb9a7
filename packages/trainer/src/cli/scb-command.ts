import { counted, createProgress, EXIT, Failure, printJson, wholeNumber } from '@leitmotif/command'
import type { Article } from '@leitmotif/encoder/stages'
import { REPRESENTATIONS } from '@leitmotif/encoder/stages'
import { Command, Option } from 'commander'
import { CORPUS_KINDS } from '../corpora/corpus.js'
import { createDamageLog } from '../corpora/damage-log.js'
import { CONTEXTS } from '../evaluation/article-context.js'
import { BASELINES, openModel, type ModelChoice } from '../evaluation/evaluated-model.js'
import { drawScb, measureScb, SCB_DEFAULTS, type ScbOptions } from '../evaluation/scb.js'
import { readScb, SCB_FILES, scbLines } from '../evaluation/scb-file.js'
import { figuresText } from '../evaluation/task-figures.js'
import { readPart, type Split } from '../mining/split.js'
import { prepareFiles, writeOutput } from '../output/bundle-files.js'

/** `leitmotif-train scb write|evaluate`: the sentence clustering benchmark as a file. */
export function scbCommand(): Command {
  const command = new Command('scb')
    .description(
      'Writes the sentence clustering benchmark of articles as a file, or measures an encoder on such a file.'
    )
    .usage('write|evaluate [options]')
    .action(() => {
      command.help({ error: true })
    })
  command
    .command('write')
    .description(
      'Writes articles of 5 to 12 sections as lines of article, section and sentence.\n\nExample: leitmotif-train scb write articles.jsonl.gz --out scb.tsv'
    )
    .argument('<corpus...>', CORPUS_KINDS)
    .requiredOption('-o, --out <file>', 'file to write: .tsv')
    .addOption(
      new Option('--split <part>', 'part of the articles: 80, 10 and 10 %, by a hash of their ids')
        .choices(['train', 'validation', 'test', 'all'])
        .default('test')
    )
    .option(
      '--max-articles <count>',
      'maximum number of articles, drawn at random; 0: all',
      wholeNumber(0),
      SCB_DEFAULTS.maxArticles
    )
    .addOption(
      new Option('--sentences <which>', 'the first sentence of each paragraph, or every sentence')
        .choices(['openers', 'all'])
        .default(SCB_DEFAULTS.sentences)
    )
    .action(write)
  command
    .command('evaluate')
    .description(
      'Measures whether clusters of the sentences of each article match its sections.\n\nExample: leitmotif-train scb evaluate scb.tsv --model my-encoder'
    )
    .argument('<file>', SCB_FILES)
    .requiredOption(
      '--model <dir>',
      `folder of an encoder bundle or ONNX sentence encoder, or a baseline: ${BASELINES.slice(0, -1).join(', ')}`
    )
    .addOption(
      new Option('--representation <name>', 'representation of the bundle (default: its own)').choices(REPRESENTATIONS)
    )
    .addOption(
      new Option('--context <what>', 'compare vectors unchanged, minus their mean, or in the context of the sentences')
        .choices(CONTEXTS)
        .default(SCB_DEFAULTS.context)
    )
    .addOption(
      new Option('--distance <which>', 'distance of k-means').choices(['cosine', 'l1']).default(SCB_DEFAULTS.distance)
    )
    .option('--vectors <file>', 'word vectors for mean-vectors, in a format of word2vec or GloVe')
    .option('--entry <name>', 'file to read within a .zip of several vector files')
    .option('--json', 'print the figures as JSON', false)
    .action(evaluate)
  return command
}

async function write(
  corpora: string[],
  { out, split, ...options }: Pick<ScbOptions, 'maxArticles' | 'sentences'> & { out: string; split: Split | 'all' }
): Promise<void> {
  if (!out.endsWith('.tsv')) throw new Failure(`--out ${out}: expected a name that ends in .tsv`)
  await prepareFiles([out], { inputs: corpora })
  const damage = createDamageLog()
  const articles: AsyncIterable<Article> = readPart(corpora, split, { onDamage: damage.onDamage })
  const drawn = await drawScb(articles, options)
  const damaged = damage.end()
  if (drawn.length === 0)
    throw new Failure('no article has 5 to 12 sections of three or more sentences; give more articles, or --split all')
  await writeOutput(out, [...scbLines(drawn)].join(''))
  const sentences = drawn.reduce((sum, article) => sum + article.sentences.length, 0)
  process.stdout.write(`${counted(drawn.length, 'article')}, ${counted(sentences, 'sentence')}: ${out}\n`)
  if (damaged > 0) process.exitCode = EXIT.findings
}

async function evaluate(
  file: string,
  { context, distance, json, ...choice }: ModelChoice & Pick<ScbOptions, 'context' | 'distance'> & { json: boolean }
): Promise<void> {
  const articles = await readScb(file)
  const { encoder, representation, dispose } = await openModel(choice)
  const progress = createProgress({ label: 'scb: clustering', total: articles.length, unit: 'articles' })
  function* counting(): Generator<(typeof articles)[number]> {
    for (const [done, article] of articles.entries()) {
      yield article
      progress.update(done + 1)
    }
  }
  const scb = await measureScb(encoder, counting(), { context, distance, representation })
  progress.end()
  dispose()
  if (scb === undefined) throw new Failure(`${file}: holds no article; expected ${SCB_FILES}`)
  if (json) printJson({ model: choice.model, representation, file, context, distance, scb })
  else process.stdout.write(figuresText({ scb }))
}
