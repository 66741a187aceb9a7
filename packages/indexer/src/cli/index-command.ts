import { formatCount } from '../terminal/numbers.js'
import { availableParallelism } from 'node:os'
import { counted, createProgress, EXIT, Failure, missingPath, printJson, wholeNumber } from '@leitmotif/command'
import { REPRESENTATIONS, type Representation } from '@leitmotif/encoder'
import { Command, Option } from 'commander'
import {
  closing,
  collect,
  collectionOption,
  collectionPlace,
  collectionVersion,
  DEFAULT_FOLDER,
  encoderOption,
  jsonOption,
  openCollection,
  openEncoder,
  PLACES
} from '../collection/collection.js'
import { DeadLetterFile } from '../ingest/dead-letters.js'
import { MAX_SENTENCE_LENGTH } from '../ingest/documents.js'
import { FIELD_TYPES, MAX_KEYWORD_LENGTH, parseField, RECORD_FIELDS } from '../store/fields.js'
import type { IngestProgress } from '../ingest/ingest-progress.js'
import { ingest, type IngestReport } from '../ingest/ingest.js'
import { replay } from '../ingest/replay.js'
import { FILE_ENDS, missingPaths, namingFolder, shownPath, sourceBytes } from '../ingest/source-files.js'
import type { SourceProblem } from '../ingest/sources.js'

interface Flags {
  readonly to: string
  readonly collection?: string
  readonly field: readonly string[]
  readonly prune: boolean
  readonly datesFromNames?: boolean
  readonly deadLetters: string
  readonly replay?: string
  readonly encoder: string
  readonly representation?: Representation
  readonly threads: number
  readonly json: boolean
}

/** Items that are named one by one; the rest are counted, and listed by --json. */
const MAX_NAMED = 20

/** Where dead letters go unless a command is told otherwise. */
const DEAD_LETTERS = '.leitmotif/dead-letters.jsonl'

/** Most threads that encode by default, where there are as many processors: each holds the networks anew. */
export const MOST_THREADS = 4

/** `leitmotif index`: makes a collection hold what is under some paths now. */
export function indexCommand(): Command {
  return new Command('index')
    .description(
      'Makes a collection hold what is under the paths now: new and changed documents are encoded, documents that are ' +
        'gone leave, even all that lay under a path which is gone itself. Interrupted, it goes on where it stopped when it is run again.'
    )
    .argument(
      '[path...]',
      'files and folders: Markdown, plain text, LaTeX, reStructuredText, AsciiDoc, .jsonl(.gz) of articles {id, title, sections} or of {id, text, …}'
    )
    .addOption(
      new Option('--to <place>', `where the collection lies or is to be made: ${PLACES}`).default(DEFAULT_FOLDER)
    )
    .addOption(collectionOption())
    .option(
      '--field <name:type>',
      `declares a field of the documents, ${FIELD_TYPES.join(', ')}; by default read off the first that come: a date where most of them are; may be repeated`,
      collect,
      []
    )
    .option('--no-prune', 'keep documents whose files are gone')
    .option(
      '--dates-from-names',
      'give documents that name no date the one in their path, or in the id of a line, as in 2021-05-04-title.md or ' +
        '2021/05/title.md; later runs go on with it'
    )
    .option('--no-dates-from-names', 'do so no longer')
    .option(
      '--dead-letters <file>',
      'where documents go that the store refuses for good, whole and with the reason; the next run tries them again anyway',
      DEAD_LETTERS
    )
    .option(
      '--replay <file>',
      'instead of paths: write the documents of a file of dead letters, and leave in it what is refused again'
    )
    .addOption(encoderOption())
    .addOption(
      new Option(
        '--representation <name>',
        'what a new collection is made with, and searched by: static is instant; sentences, titles, or both side by ' +
          'side, are better and slower; default: the first of these that the encoder has'
      ).choices(REPRESENTATIONS)
    )
    .option(
      '--threads <count>',
      'threads that encode, 1 to 64; static needs none',
      wholeNumber(1, 64),
      Math.min(MOST_THREADS, availableParallelism())
    )
    .addOption(jsonOption())
    .action(async (paths: string[], flags: Flags) => {
      if ((paths.length === 0) === (flags.replay === undefined))
        throw new Failure('got neither paths nor --replay, or both; expected: leitmotif index PATH, or --replay FILE')
      const encoder = await openEncoder(flags.encoder, { threads: flags.threads })
      const started = Date.now()
      const place = { ...flags, in: flags.to }
      const own = await collectionPlace(place)
      const missing = await missingPaths(paths)
      if (missing.length > 0) {
        const version = await collectionVersion(place)
        if ((await version()) === undefined) throw missingPath(missing[0])
      }
      const total = await sourceBytes(paths.filter((path) => !missing.includes(path)))
      const store = await openCollection(place, {
        access: 'write',
        encoder,
        base: await namingFolder(paths),
        fields: Object.fromEntries(flags.field.map(parseField)),
        ...(flags.representation && { representation: flags.representation })
      })
      const letters = new DeadLetterFile(flags.deadLetters, own)
      const report = await closing(store, async () => {
        const progress = createProgress({ label: 'indexing', total, unit: 'bytes' })
        const target = {
          store,
          encoder,
          onProgress: ({ bytes, read, sentences }: IngestProgress) => {
            progress.update(bytes, `${counted(read, 'document')}, ${counted(sentences, 'sentence')}`)
          }
        }
        const done =
          flags.replay === undefined
            ? await ingest({
                ...{ ...target, paths, prune: flags.prune },
                ...(flags.datesFromNames !== undefined && { datesFromNames: flags.datesFromNames }),
                onDead: (letter) => letters.add(letter)
              })
            : { ...(await replay(flags.replay, own, target)), removed: 0, gone: [] }
        progress.end()
        const { base, representation, sentences, documents } = await store.describe()
        return { ...done, collection: { base, representation, sentences, documents } }
      })
      encoder.dispose()
      for (const line of problemLines(report.problems, report.collection.base)) process.stderr.write(`${line}\n`)
      for (const { path, removed } of report.gone)
        process.stderr.write(`${path} is gone: ${counted(removed, 'document')} removed\n`)
      if (report.dead > 0) process.stderr.write(deadText(flags, letters.left))
      if (flags.json) printJson({ ...report, seconds: (Date.now() - started) / 1000 })
      else process.stdout.write(reportText(report, report.collection.base, flags.to, flags.collection))
      if (report.failed > 0 || report.tooLarge > 0 || report.dead > 0) process.exitCode = EXIT.findings
    })
}

function deadText({ deadLetters, replay }: Flags, left: number): string {
  if (replay !== undefined) return `what the store refused again stays in ${replay}\n`
  const full = left === 0 ? '' : `, but for ${left}, for which it has no room`
  return (
    `what the store refused is in ${deadLetters}${full}; once the reason is mended, run this again, or, where the ` +
    `sources are gone: leitmotif index --replay ${deadLetters}\n`
  )
}

function problemLines(problems: readonly SourceProblem[], base: string): string[] {
  const named = problems.slice(0, MAX_NAMED).map(({ status, source, line, reason }) => {
    return `${status}: ${shownPath(base, source)}${line === undefined ? '' : `:${line}`}: ${reason}`
  })
  const rest = problems.length - named.length
  return rest > 0 ? [...named, `… and ${rest} more; --json lists them all`] : named
}

function reportText(
  report: IngestReport & { collection: { sentences: number; documents: number } },
  base: string,
  place: string,
  name: string | undefined
): string {
  const {
    read,
    indexed,
    unchanged,
    skipped,
    failed,
    dead,
    removed,
    otherKinds,
    sentences,
    leftOut,
    datedByName,
    unreadDates,
    firstUnreadDate,
    passedOver = {},
    datesAsBefore,
    collection
  } = report
  const firstUnread =
    firstUnreadDate === undefined ? '' : `: “${firstUnreadDate.date}” in ${shownPath(base, firstUnreadDate.source)}`
  return (
    (read > 0 || removed > 0
      ? ''
      : `Nothing to index was found; expected files that end in ${FILE_ENDS.join(', ')}\n`) +
    `${counted(read, 'document')} read = ${formatCount(indexed)} indexed (${counted(sentences, 'sentence')}) + ${formatCount(unchanged)} unchanged` +
    ` + ${formatCount(skipped)} skipped + ${formatCount(failed)} failed${dead === 0 ? '' : ` + ${formatCount(dead)} refused by the store`}; ${formatCount(removed)} removed\n` +
    (leftOut === 0
      ? ''
      : `${counted(leftOut, 'sentence')} left out (no word, or more than ${formatCount(MAX_SENTENCE_LENGTH)} characters)\n`) +
    (datedByName === 0 ? '' : `${counted(datedByName, 'document')} dated by the name of the file\n`) +
    (unreadDates === 0
      ? ''
      : `${counted(unreadDates, 'document')} without the date that it states, which is none of ISO 8601, as 2021-03-12${firstUnread}\n`) +
    passedOverText(passedOver) +
    (datesAsBefore === undefined
      ? ''
      : 'Names of files date documents, as an earlier run was told; to end this: --no-dates-from-names\n') +
    (otherKinds === 0 ? '' : `${counted(otherKinds, 'file')} of other kinds passed over\n`) +
    `${name === undefined ? place : `${name} in ${place}`} holds ${counted(collection.sentences, 'sentence')} of ${counted(collection.documents, 'document')}\n`
  )
}

function passedOverText(passedOver: Readonly<Record<string, number>>): string {
  const all = Object.entries(passedOver)
  if (all.length === 0) return ''
  const named = all
    .slice(0, MAX_NAMED)
    .map(([name, documents]) => `${JSON.stringify(name.slice(0, 80))} of ${counted(documents, 'document')}`)
  const more = all.length > named.length ? ', …' : ''
  return (
    `members that cannot be filtered by: ${named.join(', ')}${more}; expected text of up to ` +
    `${formatCount(MAX_KEYWORD_LENGTH)} characters, a number or a truth value, under a name without dots that is ` +
    `none of ${RECORD_FIELDS.filter((own) => own !== 'themePath').join(', ')}\n`
  )
}
