import { availableParallelism } from 'node:os'
import { counted, createProgress, Failure, printJson, wholeNumber } from '@leitmotif/command'
import { REPRESENTATIONS, type Representation } from '@leitmotif/encoder'
import { Command, Option } from 'commander'
import {
  type PlaceFlags,
  closing,
  collectionOption,
  encoderOption,
  inOption,
  jsonOption,
  openCollection,
  openEncoder,
  placeArguments
} from '../collection/collection.js'
import { MOST_THREADS } from './index-command.js'
import { reindex, type ReindexReport } from '../ingest/reindex.js'
import type { GenerationStore } from '../store/store.js'

interface Flags extends PlaceFlags {
  readonly encoder: string
  readonly representation?: Representation
  readonly threads: number
  readonly rollback: boolean
  readonly dropOld: boolean
  readonly json: boolean
}

/** `leitmotif reindex`: gives a collection the vectors of another encoder. */
export function reindexCommand(): Command {
  return new Command('reindex')
    .description(
      'Gives a collection the vectors of another encoder, from the sentences that it has: all are encoded beside what is ' +
        'there, checked, and then take its place at once; the old ones are kept. Interrupted, it goes on where it stopped ' +
        'when it is run again. Themes must be built anew, unless the vectors are the same.'
    )
    .addOption(inOption())
    .addOption(collectionOption())
    .addOption(encoderOption())
    .addOption(
      new Option(
        '--representation <name>',
        "what of the encoder's to encode with; default: the first of these that it has"
      ).choices(REPRESENTATIONS)
    )
    .option(
      '--threads <count>',
      'threads that encode, 1 to 64; static needs none',
      wholeNumber(1, 64),
      Math.min(MOST_THREADS, availableParallelism())
    )
    .option(
      '--rollback',
      'go back to what was there before the last reindex, as it was; done twice, forth again',
      false
    )
    .option('--drop-old', 'remove what is kept of the time before the last reindex', false)
    .addOption(jsonOption())
    .action(async (flags: Flags) => {
      if (flags.rollback && flags.dropOld) throw new Failure('got both --rollback and --drop-old; expected one of them')
      const store = await openCollection(flags, { access: 'write' })
      await closing(store, async () => {
        if (flags.rollback) await store.rollBack()
        else if (flags.dropOld) await store.dropPrevious()
        else {
          const report = await fill(store, flags)
          if (flags.json) printJson(report)
          else process.stdout.write(reportText(report, placeArguments(flags)))
          return
        }
        if (flags.json) printJson({ [flags.rollback ? 'rolledBack' : 'dropped']: true })
        else
          process.stdout.write(
            flags.rollback
              ? `${ROLLED_BACK}${placeArguments(flags, '--to')}\n`
              : 'What was kept of the time before is removed.\n'
          )
      })
    })
}

const ROLLED_BACK =
  'The collection is what it was before the last reindex; documents that changed since: leitmotif index PATH'

async function fill(store: GenerationStore, flags: Flags): Promise<ReindexReport & { seconds: number }> {
  const started = Date.now()
  const encoder = await openEncoder(flags.encoder, { threads: flags.threads })
  try {
    const progress = createProgress({
      label: 'encoding',
      total: (await store.describe()).sentences,
      unit: 'sentences'
    })
    const report = await reindex({
      store,
      encoder,
      ...(flags.representation && { representation: flags.representation }),
      onProgress: (done) => {
        progress.update(done)
      },
      onCheck: () => {
        progress.end()
        process.stderr.write('checking …\n')
      }
    })
    return { ...report, seconds: (Date.now() - started) / 1000 }
  } finally {
    encoder.dispose()
  }
}

const THEMES: Readonly<Record<ReindexReport['themes'], string>> = {
  carried: 'Its themes are as before.',
  left: 'Its themes were of the old vectors, and so were names, merges, pins and hiding; build them anew: leitmotif themes build',
  none: ''
}

/** @param place the options that name the collection. */
function reportText(
  { documents, sentences, found, representation, dims, recall, themes }: ReindexReport,
  place: string
): string {
  return (
    `${counted(sentences, 'sentence')} of ${counted(documents, 'document')} have new vectors: ${representation}, ` +
    `${dims} dimensions${found === 0 ? '' : `; ${counted(found, 'document')} of them by an earlier run`}\n` +
    (recall === undefined ? '' : `Of the ten nearest sentences, a search finds ${(100 * recall).toFixed(1)} %.\n`) +
    (themes === 'none' ? '' : `${THEMES[themes]}${themes === 'left' ? place : ''}\n`) +
    `The old ones are kept; go back: leitmotif reindex --rollback${place}; remove them: leitmotif reindex --drop-old${place}\n`
  )
}
