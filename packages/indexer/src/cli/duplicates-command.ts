import { createProgress, decimal, EXIT, Failure, printJson, wholeNumber, type Progress } from '@leitmotif/command'
import type { PairScorer } from '@leitmotif/pairs'
import { Command, Option } from 'commander'
import { EXPORT_ENDS, exportAnswer, prepareExport } from '../analytics/answer-export.js'
import { flatDuplicates } from '../analytics/flat-table.js'
import { withCollection, type PlaceFlags } from '../store/collection.js'
import { duplicatesText } from '../terminal/duplicates-text.js'
import {
  checkDuplicates,
  DUPLICATES_DEFAULTS,
  findDuplicates,
  type Duplicates,
  type DuplicatesRequest
} from '../duplicates/duplicates.js'
import { DUPLICATE_KINDS, type DuplicateKind } from '../duplicates/sentence-similarity.js'
import { NO_SCORER, openPairScorer, pairsOption } from '../duplicates/shipped-scorer.js'
import { filterOption, namedFilter } from './filter-arguments.js'
import { answerPage } from '../report/collection-report.js'
import { duplicatesSection } from '../report/theme-sections.js'
import { MAX_HITS, type ThemeStore } from '../store/store.js'
import { collectionOption, inOption, jsonOption } from './shared-options.js'

/** Default number of groups to print. */
const SHOWN = 20

interface Flags extends PlaceFlags {
  readonly upTo?: DuplicateKind
  readonly threshold: number
  readonly shared: number
  readonly leastWords: number
  readonly acrossDocuments: boolean
  readonly filter?: readonly string[]
  readonly groups?: number
  readonly pairs: string
  readonly export?: string
  readonly json: boolean
}

/** `leitmotif duplicates`: finds sentences with the same meaning. */
export function duplicatesCommand(): Command {
  return new Command('duplicates')
    .description(
      'Finds sentences of a collection that say the same: in the same words, in nearly the same words, or paraphrased ' +
        '(needs a pair scorer). Exit status: 0 none found, 1 some found.\n\nExample: leitmotif duplicates --in shelf --up-to near'
    )
    .addOption(inOption())
    .addOption(collectionOption())
    .addOption(
      new Option(
        '--up-to <kind>',
        'the loosest kind to find (default: paraphrase with a pair scorer, else near)'
      ).choices(DUPLICATE_KINDS)
    )
    .option(
      '--threshold <score>',
      'minimum relatedness of two paraphrases, 1 (unrelated) to 5 (same meaning); below 4, most pairs are not paraphrases',
      decimal(0, 100),
      DUPLICATES_DEFAULTS.threshold
    )
    .option(
      '--shared <share>',
      'minimum share of common words in near duplicates, 0 to 1; all numbers count as the same word',
      decimal(0, 1),
      DUPLICATES_DEFAULTS.shared
    )
    .option(
      '--least-words <count>',
      'skip sentences with fewer words, 1 to 1000',
      wholeNumber(1, 1000),
      DUPLICATES_DEFAULTS.leastWords
    )
    .option('--across-documents', 'only groups with sentences from two or more documents', false)
    .addOption(filterOption('--filter', 'only sentences that match'))
    .option(
      '-n, --groups <count>',
      `maximum number of groups, 1 to ${MAX_HITS} (default: ${SHOWN}, with --json or --export ${DUPLICATES_DEFAULTS.limit})`,
      wholeNumber(1, MAX_HITS)
    )
    .addOption(pairsOption())
    .option('--export <file>', `also write the groups to a file that ends in ${EXPORT_ENDS.join(', ')}`)
    .addOption(jsonOption())
    .action(async (flags: Flags) => {
      const { json, export: file } = flags
      if (file !== undefined) await prepareExport(file)
      const scorer = await scorerFor(flags)
      const request = requestOf(flags)
      checkDuplicates(request, scorer)
      const [duplicates, name] = await withCollection(flags, undefined, 'read', async (store) => [
        await find(store, scorer, request, flags.filter),
        (await store.describe()).collection
      ])
      if (file !== undefined) {
        const page = (): string => answerPage(name, duplicatesSection(duplicates))
        await exportAnswer(file, { value: duplicates, table: flatDuplicates(duplicates), page })
      }
      if (json) printJson(duplicates)
      else process.stdout.write(duplicatesText(duplicates, flags.groups ?? SHOWN))
      if (duplicates.found.length > 0) process.exitCode = EXIT.findings
    })
}

async function scorerFor({ upTo, pairs }: Flags): Promise<PairScorer | undefined> {
  const scorer = upTo === undefined || upTo === 'paraphrase' ? await openPairScorer(pairs) : undefined
  if (scorer === undefined && upTo === 'paraphrase') throw new Failure(NO_SCORER)
  if (scorer === undefined && upTo === undefined)
    process.stderr.write(`${NO_SCORER}; finding only same and near duplicates\n`)
  return scorer
}

function requestOf(flags: Flags): DuplicatesRequest {
  const { upTo, threshold, shared, leastWords, acrossDocuments, groups } = flags
  return {
    ...{ threshold, shared, leastWords, acrossDocuments },
    ...(upTo !== undefined && { upTo }),
    ...(groups !== undefined && { limit: groups }),
    ...((flags.json || flags.export !== undefined) && { members: Infinity })
  }
}

async function find(
  store: ThemeStore,
  scorer: PairScorer | undefined,
  request: DuplicatesRequest,
  filter: readonly string[] | undefined
): Promise<Duplicates> {
  let progress: Progress | undefined
  let last = ''
  const duplicates = await findDuplicates(store, scorer, {
    ...request,
    ...(filter !== undefined && { filter: await namedFilter(store, filter) }),
    onProgress(step, some, of) {
      if (step !== last) progress?.end()
      if (step !== last) progress = createProgress({ label: step, total: of, unit: 'sentences' })
      last = step
      progress!.update(some)
    }
  })
  progress?.end()
  return duplicates
}
