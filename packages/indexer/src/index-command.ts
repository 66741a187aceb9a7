import { availableParallelism } from 'node:os'
import { createProgress, EXIT, printJson, wholeNumber } from '@leitmotif/command'
import { REPRESENTATIONS, type Representation } from '@leitmotif/encoder'
import { Command, Option } from 'commander'
import { readCollectionFile } from './collection-file.js'
import { closing, collect, DEFAULT_FOLDER, encoderOption, jsonOption, openEncoder } from './collection.js'
import { MAX_SENTENCE_LENGTH } from './documents.js'
import { FIELD_TYPES, parseField } from './fields.js'
import { ingest, type IngestReport } from './ingest.js'
import { FILE_ENDS, missingPath, missingPaths, shownPath, sourceBytes } from './source-files.js'
import type { SourceProblem } from './sources.js'
import { openEmbeddedStore } from './store-embedded.js'
import { counted } from './text-lines.js'

interface Flags {
  readonly to: string
  readonly collection?: string
  readonly field: readonly string[]
  readonly prune: boolean
  readonly encoder: string
  readonly representation?: Representation
  readonly threads: number
  readonly json: boolean
}

/** Items that are named one by one; the rest are counted, and listed by --json. */
const MAX_NAMED = 20

/** Most threads that encode by default, where there are as many processors: each holds the networks anew. */
const MOST_THREADS = 4

/** `leitmotif index`: makes a collection hold what is under some paths now. */
export function indexCommand(): Command {
  return new Command('index')
    .description(
      'Makes a collection hold what is under the paths now: new and changed documents are encoded, documents that are ' +
        'gone leave, even all that lay under a path which is gone itself. Interrupted, it goes on where it stopped when it is run again.'
    )
    .argument(
      '<path...>',
      'files and folders: Markdown, plain text, .jsonl(.gz) of articles {id, title, sections} or of {id, text, …}'
    )
    .addOption(new Option('--to <folder>', 'the collection, made where there is none').default(DEFAULT_FOLDER))
    .option('--collection <name>', "the collection's name; default: the folder's")
    .option(
      '--field <name:type>',
      `declares a field of the documents, ${FIELD_TYPES.join(', ')}; by default read off the first that have it; may be repeated`,
      collect,
      []
    )
    .option('--no-prune', 'keep documents whose files are gone')
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
      const encoder = await openEncoder(flags.encoder, { threads: flags.threads })
      const started = Date.now()
      const missing = await missingPaths(paths)
      if (missing.length > 0 && (await readCollectionFile(flags.to)) === undefined) throw missingPath(missing[0])
      const total = await sourceBytes(paths.filter((path) => !missing.includes(path)))
      const store = await openEmbeddedStore(flags.to, {
        access: 'write',
        encoder,
        fields: Object.fromEntries(flags.field.map(parseField)),
        ...(flags.representation && { representation: flags.representation }),
        ...(flags.collection === undefined ? {} : { collection: flags.collection })
      })
      const report = await closing(store, async () => {
        const progress = createProgress({ label: 'indexing', total, unit: 'bytes' })
        const done = await ingest({
          paths,
          store,
          encoder,
          prune: flags.prune,
          onProgress: ({ bytes, read, sentences }) => {
            progress.update(bytes, `${read} documents, ${sentences} sentences`)
          }
        })
        progress.end()
        const { base, representation, sentences, documents } = await store.describe()
        return { ...done, collection: { base, representation, sentences, documents } }
      })
      encoder.dispose()
      for (const line of problemLines(report.problems, report.collection.base)) process.stderr.write(`${line}\n`)
      for (const { path, removed } of report.gone)
        process.stderr.write(`${path} is gone: ${counted(removed, 'document')} removed\n`)
      if (flags.json) printJson({ ...report, seconds: (Date.now() - started) / 1000 })
      else process.stdout.write(reportText(report, flags.to))
      if (report.failed > 0 || report.tooLarge > 0) process.exitCode = EXIT.findings
    })
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
  folder: string
): string {
  const { read, indexed, unchanged, skipped, failed, removed, otherKinds, sentences, leftOut, collection } = report
  const amount = (value: number): string => value.toLocaleString('en-US')
  return (
    (read > 0 || removed > 0
      ? ''
      : `Nothing to index was found; expected files that end in ${FILE_ENDS.join(', ')}\n`) +
    `${counted(read, 'document')} read = ${amount(indexed)} indexed (${counted(sentences, 'sentence')}) + ${amount(unchanged)} unchanged` +
    ` + ${amount(skipped)} skipped + ${amount(failed)} failed; ${amount(removed)} removed\n` +
    (leftOut === 0
      ? ''
      : `${counted(leftOut, 'sentence')} left out (no word, or more than ${amount(MAX_SENTENCE_LENGTH)} characters)\n`) +
    (otherKinds === 0 ? '' : `${counted(otherKinds, 'file')} of other kinds passed over\n`) +
    `${folder} holds ${counted(collection.sentences, 'sentence')} of ${counted(collection.documents, 'document')}\n`
  )
}
