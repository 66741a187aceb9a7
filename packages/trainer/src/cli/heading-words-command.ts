import { prepareLearned, writeLearned } from '../output/learned-parts.js'
import { packHeadings } from '@leitmotif/encoder/training'
import { counted, createProgress, EXIT } from '@leitmotif/command'
import { Command } from 'commander'
import { CORPUS_KINDS, corporaSize } from '../corpora/corpus.js'
import { createDamageLog } from '../corpora/damage-log.js'
import { readPart } from '../mining/split.js'
import { learnHeadingWords } from '../suggestions/heading-words.js'

/** `leitmotif-train heading-words CORPUS… --model DIR` learns common headings and prints the lists of word classes. */
export function headingWordsCommand(): Command {
  return new Command('heading-words')
    .description(
      'Learns common headings from the training part of sectioned articles, and writes headings.json into the bundle.\n' +
        'Prints words that lead phrases, and verbs: the lists of packages/encoder/src/labels/word-classes.ts.\n\nExample: leitmotif-train heading-words articles.jsonl.gz --model my-encoder'
    )
    .argument('<corpus...>', CORPUS_KINDS)
    .requiredOption('--model <dir>', 'encoder bundle that gets the headings')
    .action(async (corpora: string[], { model }: { model: string }) => {
      await prepareLearned(model, 'headings', corpora)
      const progress = createProgress({ label: 'reading', total: await corporaSize(corpora), unit: 'bytes' })
      const damage = createDamageLog()
      const learned = await learnHeadingWords(
        readPart(corpora, 'train', {
          onBytes: (read) => {
            progress.update(read)
          },
          onDamage: damage.onDamage
        })
      )
      const { common, leading, verbs } = learned
      progress.end(
        `${counted(common.length, 'common heading')}, ${counted(leading.length, 'leading word')}, ${counted(verbs.length, 'verb')}`
      )
      process.stdout.write(`leading: ${leading.join(' ')}\nverbs: ${verbs.join(' ')}\n`)
      await writeLearned(model, 'headings', packHeadings(common))
      process.exitCode = damage.end() > 0 || common.length === 0 ? EXIT.findings : EXIT.done
    })
}
