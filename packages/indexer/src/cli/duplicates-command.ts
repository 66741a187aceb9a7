import { createProgress, decimal, EXIT, Failure, printJson, wholeNumber, type Progress } from '@leitmotif/command'
import type { PairScorer } from '@leitmotif/encoder'
import { Command, Option } from 'commander'
import { EXPORT_ENDS, exportAnswer, prepareExport } from '../analytics/answer-export.js'
import { flatDuplicates } from '../analytics/flat-table.js'
import { collectionOption, inOption, jsonOption, withCollection, type PlaceFlags } from '../collection/collection.js'
import { duplicatesText } from './text/duplicates-text.js'
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

/** Groups that are shown; `--json` and `--export` have more. */
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

/** `leitmotif duplicates`: what a collection says more than once. */
export function duplicatesCommand(): Command {
  return new Command('duplicates')
    .description(
      'Finds sentences of a collection that say the same: in the same words, nearly the same, or, rated by a pair scorer, ' +
        'in others. Exit status 1: some were found.'
    )
    .addOption(inOption())
    .addOption(collectionOption())
    .addOption(
      new Option(
        '--up-to <kind>',
        'the loosest kind to look for; left out, paraphrases where there is a pair scorer, else near ones'
      ).choices(DUPLICATE_KINDS)
    )
    .option(
      '--threshold <score>',
      'how related any two sentences of a group of paraphrases are, 1 (not at all) to 5 (the same); below 4 most are none',
      decimal(0, 100),
      DUPLICATES_DEFAULTS.threshold
    )
    .option(
      '--shared <share>',
      'part of their words that near ones have in common, 0 to 1; figures count as one word',
      decimal(0, 1),
      DUPLICATES_DEFAULTS.shared
    )
    .option(
      '--least-words <count>',
      'sentences of fewer words are passed over',
      wholeNumber(1, 1000),
      DUPLICATES_DEFAULTS.leastWords
    )
    .option('--across-documents', 'only what two documents or more have in common', false)
    .addOption(filterOption('--filter', 'only sentences with'))
    .option(
      '-n, --groups <count>',
      `groups at most, 1 to ${MAX_HITS} (default: ${SHOWN}, of --json and --export ${DUPLICATES_DEFAULTS.limit})`,
      wholeNumber(1, MAX_HITS)
    )
    .addOption(pairsOption())
    .option('--export <file>', `write them to a file that ends in ${EXPORT_ENDS.join(', ')}`)
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
    process.stderr.write(`${NO_SCORER}; looking for near duplicates alone\n`)
  return scorer
}

function requestOf({ upTo, threshold, shared, leastWords, acrossDocuments, groups }: Flags): DuplicatesRequest {
  return {
    ...{ threshold, shared, leastWords, acrossDocuments },
    ...(upTo !== undefined && { upTo }),
    ...(groups !== undefined && { limit: groups })
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
