import { counted, createProgress, EXIT, Failure } from '@leitmotif/command'
import { Command } from 'commander'
import { CORPUS_KINDS, corporaSize } from '../corpora/corpus.js'
import { createDamageLog } from '../corpora/damage-log.js'
import { readPart } from '../mining/split.js'
import { prepareFiles, writeOutput } from '../output/bundle-files.js'
import { headingWordsModule, learnHeadingWords } from '../headings/heading-words.js'

/** `leitmotif-train heading-words CORPUS… --out FILE.ts`: the lists that headings are made with. */
export function headingWordsCommand(): Command {
  return new Command('heading-words')
    .description(
      'Learns common headings, and words that no heading ends with, from the training part of sectioned articles.\n' +
        'Writes the module of the encoder that holds them.'
    )
    .argument('<corpus...>', CORPUS_KINDS)
    .requiredOption('-o, --out <file>', 'where the module goes: packages/encoder/src/themes/heading-words.ts')
    .action(async (corpora: string[], { out }: { out: string }) => {
      if (!out.endsWith('.ts')) throw new Failure(`--out ${out}: expected a name that ends in .ts`)
      await prepareFiles([out], { inputs: corpora })
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
      await writeOutput(out, headingWordsModule(learned))
      process.exitCode = damage.end() > 0 || common.length === 0 ? EXIT.findings : EXIT.done
    })
}
