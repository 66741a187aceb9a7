import { counted, createProgress, EXIT, wholeNumber } from '@leitmotif/command'
import { Command } from 'commander'
import { CORPUS_KINDS, corporaSize } from '../corpora/corpus.js'
import { createDamageLog } from '../corpora/damage-log.js'
import { prepareFiles, writeOutput } from '../output/bundle-files.js'
import { readPart } from '../mining/split.js'
import { findNames } from '../vectors/name-finder.js'

const LEAST = 20

/** `leitmotif-train names CORPUS… --out FILE` writes the names of several words in articles. */
export function namesCommand(): Command {
  return new Command('names')
    .description(
      'Finds names of two to five words in the training part of articles: runs of words with capitals within sentences.\n' +
        'Writes them one a line, the most frequent first, for vectors --names, which reads each as one word.\n\n' +
        'Example: leitmotif-train names articles.jsonl.gz --out names.txt'
    )
    .argument('<corpus...>', CORPUS_KINDS)
    .requiredOption('-o, --out <file>', 'file of the names')
    .option('--least <n>', 'how often a name occurs at least, 1 or more', wholeNumber(1), LEAST)
    .option('--no-split', 'also read the validation and test parts of the articles')
    .action(async (corpora: string[], { out, least, split }: { out: string; least: number; split: boolean }) => {
      await prepareFiles([out], { inputs: corpora })
      const progress = createProgress({ label: 'reading', total: await corporaSize(corpora), unit: 'bytes' })
      const damage = createDamageLog()
      const onBytes = (read: number): void => {
        progress.update(read)
      }
      const names = await findNames(
        readPart(corpora, split ? 'train' : 'all', { onBytes, onDamage: damage.onDamage }),
        least
      )
      progress.end(counted(names.length, 'name'))
      await writeOutput(out, names.map(({ text }) => `${text}\n`).join(''))
      process.stdout.write(`${out}: ${counted(names.length, 'name')}\n`)
      process.exitCode = damage.end() > 0 || names.length === 0 ? EXIT.findings : EXIT.done
    })
}
