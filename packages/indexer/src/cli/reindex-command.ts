import { createProgress, Failure, printJson, counted } from '@leitmotif/command'
import { Command } from 'commander'
import { type PlaceFlags, closing, openCollection, openEncoder, placeArguments } from '../store/collection.js'
import { reindex, type ReindexReport } from '../ingest/reindex.js'
import type { GenerationStore } from '../store/store.js'
import {
  collectionOption,
  encoderOption,
  FAST,
  fastOption,
  inOption,
  jsonOption,
  threadsOption
} from './shared-options.js'

interface Flags extends PlaceFlags {
  readonly encoder: string
  readonly fast: boolean
  readonly threads: number
  readonly rollback: boolean
  readonly dropOld: boolean
  readonly json: boolean
}

/** `leitmotif reindex`: replaces a collection's vectors by those of another encoder. */
export function reindexCommand(): Command {
  return new Command('reindex')
    .description(
      'Replaces the vectors of a collection by those of another encoder. Encodes the indexed sentences into a second ' +
        'index, checks it, then switches to it; the old index is kept for --rollback. After an interruption, run the same ' +
        'command again to continue. Build the themes again afterwards, unless the vectors are the same.\n\nExample: leitmotif reindex --in shelf --encoder my-encoder'
    )
    .addOption(inOption())
    .addOption(collectionOption())
    .addOption(encoderOption('the new encoder'))
    .addOption(fastOption())
    .addOption(threadsOption())
    .option(
      '--rollback',
      'switch back to the index before the last reindex; a second --rollback switches forward again',
      false
    )
    .option('--drop-old', 'delete the index kept from before the last reindex', false)
    .addOption(jsonOption())
    .action(async (flags: Flags) => {
      if (flags.rollback && flags.dropOld)
        throw new Failure('got both --rollback and --drop-old; expected only one of them')
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
            flags.rollback ? `${ROLLED_BACK}${placeArguments(flags, '--to')}\n` : 'Deleted the old index.\n'
          )
      })
    })
}

const ROLLED_BACK =
  'Switched back to the index before the last reindex. To index documents that changed since: leitmotif index PATH'

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
      ...(flags.fast && { representation: FAST }),
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
  carried: 'The themes are unchanged.',
  left: 'Themes and their names, merges and pins belong to the old vectors; build new ones: leitmotif themes build',
  none: ''
}

/** @param place the options that name the collection. */
function reportText(
  { documents, sentences, found, representation, dims, recall, themes }: ReindexReport,
  place: string
): string {
  return (
    `${counted(sentences, 'sentence')} of ${counted(documents, 'document')} have new vectors: ${representation}, ` +
    `${dims} dimensions${found === 0 ? '' : `; ${counted(found, 'document')} of these from an earlier run`}\n` +
    (recall === undefined ? '' : `Recall of the ten nearest sentences: ${(100 * recall).toFixed(1)} %.\n`) +
    (themes === 'none' ? '' : `${THEMES[themes]}${themes === 'left' ? place : ''}\n`) +
    `The old index is kept. Switch back: leitmotif reindex --rollback${place}; delete it: leitmotif reindex --drop-old${place}\n`
  )
}
