import { STANDARD_INPUT } from '../ingest/decoded-lines.js'
import { resolve } from 'node:path'
import { createProgress, EXIT, Failure, missingPath, printJson, shellWord, counted } from '@leitmotif/command'
import { runtimeKind, type Encoder, type Representation } from '@leitmotif/encoder'
import { Command, InvalidArgumentError, Option } from 'commander'
import {
  closing,
  collectionPlace,
  collectionVersion,
  DEFAULT_FOLDER,
  openCollection,
  openEncoder,
  placeArguments,
  type PlaceFlags,
  RuntimeMissing
} from '../store/collection.js'
import { encodingOption } from './text-encoding-option.js'
import { indexSource, type IndexUpdate, noThemesToWrite, openIndex, updateFromIndex } from './index-source.js'
import { enrichText } from './enrich-text.js'
import { deadText, indexText, partText, problemsText } from './index-text.js'
import { DeadLetterFile } from '../ingest/dead-letters.js'
import { FIELD_TYPES, parseField } from '../store/fields.js'
import type { FieldType } from '../store/store.js'
import { isComplete } from '../ingest/ingest-account.js'
import type { MemberNames } from '../ingest/members.js'
import { isDateFormat } from '../ingest/stated-dates.js'
import type { IngestProgress } from '../ingest/ingest-progress.js'
import type { IngestTarget } from '../ingest/ingest-items.js'
import { ingest, type IngestReport } from '../ingest/ingest.js'
import type { Part } from '../ingest/run-parts.js'
import { isServer } from '../store/elasticsearch/elasticsearch-access.js'
import { MAX_PARTS } from '../store/elasticsearch/names.js'
import { replay } from '../ingest/replay.js'
import { missingPaths, namingFolder, surveyFiles } from '../ingest/source-files.js'
import { watchPaths } from './watch-paths.js'
import {
  collect,
  collectionOption,
  encoderOption,
  FAST,
  fastOption,
  jsonOption,
  PLACES,
  threadsOption
} from './shared-options.js'

interface Flags {
  readonly to: string
  readonly collection?: string
  readonly field: readonly string[]
  readonly prune: boolean
  readonly datesFromNames?: boolean
  readonly watch?: boolean
  readonly text?: string
  readonly from?: string
  readonly query?: string
  readonly changed?: string
  readonly enrich: boolean
  readonly id?: string
  readonly title?: string
  readonly date?: string
  readonly idsPerFile?: boolean
  readonly dateFormat: readonly string[]
  readonly encoding?: string
  readonly allLanguages?: boolean
  readonly include: readonly string[]
  readonly exclude: readonly string[]
  readonly ignoreFiles: boolean
  readonly part?: Part
  readonly deadLetters: string
  readonly replay?: string
  readonly encoder: string
  readonly fast: boolean
  readonly threads: number
  readonly json: boolean
}

/** Default file for documents that the store rejects. */
const DEAD_LETTERS = '.leitmotif/dead-letters.jsonl'

/** `leitmotif index`: updates a collection to the current files of some paths. */
export function indexCommand(): Command {
  return new Command('index')
    .description(
      'Updates a collection to the current files of the paths: encodes new and changed documents, and removes documents ' +
        'whose files no longer exist. A path that no longer exists removes all its documents. After an interruption, run ' +
        'the same command again to continue. Ctrl+C ends a run once what is encoded is stored, a second Ctrl+C at once.\n\n' +
        'Example: leitmotif index docs/ --to shelf'
    )
    .argument(
      '[path...]',
      'files and folders: Markdown, plain text, LaTeX, reStructuredText, AsciiDoc, HTML, Word, OpenDocument, RTF, PDF, EPUB, ' +
        'Org, Jupyter notebooks, subtitles (.srt, .vtt), mail (.eml, .mbox), tables (.csv, .tsv, .parquet), JSON lines (.jsonl, .ndjson, also .gz) or lists (.json) of articles ' +
        '{id, title, sections} or documents {id, text, …}; - reads JSON lines from standard input; or one ' +
        'elasticsearch:INDEX, an index of Elasticsearch'
    )
    .addOption(new Option('--to <place>', `collection to update or create: ${PLACES}`).default(DEFAULT_FOLDER))
    .addOption(collectionOption())
    .option(
      '--field <name:type>',
      `declare a field as ${FIELD_TYPES.join(', ')}, for example year:number; "city=address.city:keyword" reads the field city from the member address.city; repeatable (default: every member is a field, its type guessed from the first batch; of front matter author, category, date, language and tags); of elasticsearch:INDEX, take only these fields, with or without a type`,
      collect,
      []
    )
    .option(
      '--text <member>',
      'member of JSON, column of tables, or field of elasticsearch:INDEX that holds the text (default: text); dots lead into objects, as in doc.body; a text in HTML is read as such'
    )
    .option(
      '--from <server>',
      'URL of the server of elasticsearch:INDEX (default: the server of --to, or else of ELASTICSEARCH_URL)'
    )
    .option(
      '--query <query>',
      'read only documents of elasticsearch:INDEX that match, for example lang:en or {"term": {"lang": "en"}}. Documents that no longer match are removed from the collection'
    )
    .option(
      '--changed <field>',
      'date or number of elasticsearch:INDEX that grows with each change, to read only what is new (default: _seq_no)'
    )
    .option(
      '--enrich',
      'then write the themes of the documents into elasticsearch:INDEX, as leitmotif enrich does',
      false
    )
    .option(
      '--id <member>',
      'member or column that holds the id of a document (default: id, or _id in a dump of Elasticsearch)'
    )
    .option(
      '--ids-per-file',
      'name documents of JSON and tables by file and id, as in spring.csv:1; for several files whose ids repeat'
    )
    .option(
      '--title <member>',
      'member, column, key of front matter, or field of elasticsearch:INDEX that holds the title (default: title, if there is one)'
    )
    .option(
      '--date <member>',
      'member, column, key of front matter, or field of elasticsearch:INDEX that holds the date (default: date)'
    )
    .option(
      '--date-format <format>',
      'format of dates, for example dd/MM/yyyy or "d.M.yyyy HH:mm"; repeatable; applies to later runs too, until one names others (default: ISO 8601, 2024-05-02 10:00, 2024/05/02, May 2, 2024, mail dates; 20240502 and seconds since 1970 in fields declared as date)',
      collect,
      []
    )
    .option(
      '--all-languages',
      'encode also documents in languages that the encoder does not read; applies to later runs too. By default they are found by words alone, and have no themes'
    )
    .option('--no-all-languages', 'stop encoding them; leitmotif reindex applies either to all documents')
    .addOption(encodingOption())
    .option(
      '--include <pattern>',
      'index only files of folders that match, for example "*.md" or "notes/**"; repeatable; documents of other files stay',
      collect,
      []
    )
    .option(
      '--exclude <pattern>',
      'leave out files and folders that match, as a line of .gitignore would; repeatable; their documents stay',
      collect,
      []
    )
    .option('--no-ignore-files', 'index also what .gitignore and .leitmotifignore leave out')
    .option('--no-prune', 'keep documents whose files no longer exist')
    .option(
      '--dates-from-names',
      'date documents without a date by their path or JSON id, for example 2021-05-04-title.md or 2021/05/title.md; ' +
        'applies to later runs too'
    )
    .option('--no-dates-from-names', 'stop dating documents by their path')
    .option(
      '--part <number/count>',
      'index only this share of the documents, for example 2/8, beside other processes that index the others into the same collection in Elasticsearch; 64 parts at most',
      parsePart
    )
    .option(
      '--dead-letters <file>',
      'file for documents that the store rejects, each with the reason; the next run tries them again',
      DEAD_LETTERS
    )
    .option(
      '--replay <file>',
      'index the rejected documents in this --dead-letters file instead of paths; documents rejected again stay in it'
    )
    .option('--watch', 'keep running, and index again whenever files at the paths change; Ctrl+C ends it')
    .addOption(encoderOption('the encoder of a new collection; later runs must use the same'))
    .addOption(fastOption())
    .addOption(threadsOption())
    .addOption(jsonOption())
    .action(async (paths: string[], flags: Flags) => {
      if ((paths.length === 0) === (flags.replay === undefined))
        throw new Failure('expected either paths or --replay: leitmotif index PATH, or leitmotif index --replay FILE')
      const index = indexSource(paths, flags)
      if (flags.watch === true && (flags.replay !== undefined || index !== undefined || paths.includes(STANDARD_INPUT)))
        throw new Failure('--watch: expected files or folders, not --replay, standard input or an index')
      checkPart(flags)
      // What an index holds is named by openIndex.
      const named = index === undefined ? namedMembers(flags) : { fields: {}, members: {} }
      checkDateFormats(flags)
      const encoder = await openEncoder(flags.encoder, { threads: flags.threads })
      const signal = stopSignal()
      const updateAll = (): Promise<void> => update({ paths, index, named, encoder, signal }, flags)
      try {
        if (flags.watch === true) await keepCurrent(paths, flags, updateAll, signal)
        else await updateAll()
      } catch (error) {
        if (!(error instanceof Interrupted)) throw error
        process.stderr.write(`${error.message}\n`)
        process.exitCode = error.status
      }
      encoder.dispose()
    })
}

/** Reads `2/8`. */
function parsePart(text: string): Part {
  const [, number, of] = (/^(\d+)\/(\d+)$/.exec(text) ?? []).map(Number)
  if (number >= 1 && number <= of && of <= MAX_PARTS) return { number, of }
  throw new InvalidArgumentError(`Expected a number and a count, for example 2/8, of at most ${MAX_PARTS} parts.`)
}

function checkPart({ part, to, replay, enrich, watch }: Flags): void {
  if (part === undefined) return
  if (!isServer(to))
    throw new Failure(`--part needs a collection in Elasticsearch, got --to ${to}; name a server, or leave --part out`)
  if (replay !== undefined) throw new Failure('--part does not go with --replay; leave it out')
  if (watch === true) throw new Failure('--part does not go with --watch; leave one of them out')
  if (enrich) throw new Failure('--part does not go with --enrich; when all parts are done: leitmotif enrich')
}

/** Exit status of a process that a signal ends: 128 and the number of the signal. */
const STATUS_OF = { SIGINT: 130, SIGTERM: 143 } as const

/** A run that a signal ended. */
class Interrupted extends Error {
  constructor(readonly status: number) {
    super('interrupted; run the same command again to go on')
  }
}

/** npx passes on the Ctrl+C that the terminal sends to both: signals within so many milliseconds are one. */
const ONE_SIGNAL_MS = 500

/** Returns a signal that SIGINT or SIGTERM aborts. A second one ends the process at once. */
function stopSignal(): AbortSignal {
  const stopped = new AbortController()
  const names = ['SIGINT', 'SIGTERM'] as const
  let first: number | undefined
  const stop = (name: NodeJS.Signals): void => {
    if (first === undefined) {
      first = Date.now()
      stopped.abort(new Interrupted(STATUS_OF[name as (typeof names)[number]]))
    } else if (Date.now() - first > ONE_SIGNAL_MS) {
      for (const each of names) process.removeListener(each, stop)
      process.kill(process.pid, name)
    }
  }
  for (const name of names) process.on(name, stop)
  return stopped.signal
}

/** Updates the collection now and whenever files change, until the user ends it. */
async function keepCurrent(
  paths: readonly string[],
  flags: Flags,
  updateAll: () => Promise<void>,
  signal: AbortSignal
): Promise<void> {
  const ignored = [flags.to, flags.deadLetters].map((path) => resolve(path))
  let isFirst = true
  await watchPaths(
    paths,
    ignored,
    async () => {
      await updateAll().catch((error: unknown) => {
        // Perhaps another process writes: the next change tries again.
        if (isFirst || !(error instanceof Failure)) throw error
        process.stderr.write(`${error.message}\n`)
      })
      if (isFirst) process.stderr.write('watching; Ctrl+C ends it\n')
      isFirst = false
    },
    signal
  )
}

/** What a run of the command works on. */
interface Work {
  readonly paths: readonly string[]
  /** The index of Elasticsearch that is read instead of files. */
  readonly index: string | undefined
  readonly named: ReturnType<typeof namedMembers>
  readonly encoder: Encoder
  /** Ends the update. */
  readonly signal: AbortSignal
}

/** Updates the collection once, and prints what was done. */
async function update({ paths, index, named, encoder, signal }: Work, flags: Flags): Promise<void> {
  const started = Date.now()
  const place = { ...flags, in: flags.to }
  const own = await collectionPlace(place)
  const files = index === undefined ? paths.filter((path) => path !== STANDARD_INPUT) : []
  const missing = await missingPaths(files)
  const version = await collectionVersion(place)
  const isNew = (await version()) === undefined
  if (isNew && missing.length > 0) throw missingPath(missing[0])
  if (isNew && flags.enrich) throw noThemesToWrite()
  const { include, exclude, ignoreFiles, prune, part } = flags
  const selection = { include, exclude, ignoreFiles }
  const opened = index === undefined ? undefined : await openIndex(index, flags.to, flags)
  const survey = await surveyFiles(
    files.filter((path) => !missing.includes(path)),
    selection
  )
  for (const pattern of files.length > 0 ? survey.unmatched : [])
    process.stderr.write(
      `no file matches --include ${shellWord(pattern)}; expected a pattern of .gitignore, relative to each folder that you name\n`
    )
  const total = opened?.documents ?? survey.bytes
  const store = await openCollection(place, {
    access: 'write',
    encoder,
    base: await namingFolder(files),
    ...(part && { part: part.number }),
    fields: named.fields,
    ...(flags.fast ? { representation: FAST } : isNew && { representation: await usable(encoder, place) })
  })
  const letters = new DeadLetterFile(flags.deadLetters, own)
  const onDead: IngestTarget['onDead'] = (letter) => letters.add(letter)
  const languages = flags.allLanguages !== undefined && { allLanguages: flags.allLanguages }
  const updateFrom = async (target: IngestTarget): Promise<IngestReport & Partial<IndexUpdate>> => {
    const none = { removed: 0, gone: [], left: [] }
    if (flags.replay !== undefined) return { ...none, ...(await replay(flags.replay, own, target)) }
    if (opened !== undefined) {
      const options = { ...target, ...opened, prune, onDead, part, ...languages }
      return { ...none, ...(await updateFromIndex(options, flags.enrich)) }
    }
    return ingest({
      ...{ ...target, paths, prune, members: named.members, encoding: flags.encoding, selection, onDead, part },
      ...languages,
      ...(flags.datesFromNames !== undefined && { datesFromNames: flags.datesFromNames })
    })
  }
  const report = await closing(store, async () => {
    if (flags.enrich && (await store.themes()) === undefined) throw noThemesToWrite()
    const progress = createProgress({
      label: 'indexing',
      total,
      unit: opened === undefined ? 'bytes' : 'documents'
    })
    const target = {
      store,
      encoder,
      signal,
      dateFormats: flags.dateFormat,
      onProgress: ({ bytes, read, sentences }: IngestProgress) => {
        const documents = opened === undefined ? `${counted(read, 'document')}, ` : ''
        progress.update(bytes, `${documents}${counted(sentences, 'sentence')}`)
      }
    }
    const done = await updateFrom(target).finally(() => {
      progress.end()
    })
    const { base, representation, sentences, documents } = await store.describe()
    return { ...done, collection: { base, representation, sentences, documents } }
  })
  await opened?.reader.client.close()
  process.stderr.write(problemsText(report, flags))
  if (report.dead > 0) process.stderr.write(deadText(flags, letters.left))
  const { enriched, part: finished } = report
  if (flags.json) printJson({ ...report, seconds: (Date.now() - started) / 1000 })
  else {
    process.stdout.write(indexText(report, flags))
    if (part !== undefined && finished !== undefined) process.stdout.write(partText(part, finished))
    if (enriched !== undefined)
      process.stdout.write(enrichText(enriched, { dryRun: false, remove: false }, placeArguments(place, '--to')))
  }
  const left = enriched === undefined ? 0 : enriched.changed + enriched.missed + enriched.refused
  const nothing =
    report.indexed + report.unchanged + report.removed === 0 && report.incremental !== true && part === undefined
  process.exitCode = isComplete(report) && left === 0 && !nothing ? EXIT.done : EXIT.findings
}

/** The fields that are declared, and the members that the options name. @throws Failure for an option that names no field. */
function namedMembers({ field, id, text, title, date, idsPerFile }: Flags): {
  readonly fields: Readonly<Record<string, FieldType>>
  readonly members: MemberNames
} {
  const fields: Record<string, FieldType> = date === undefined ? {} : { date: 'date' }
  const from: Record<string, string> = {}
  const declared: string[] = []
  for (const option of field) {
    const named = /^([^=]+)=([^:]+)(:.*)?$/s.exec(option)
    const type = named?.at(3)
    if (named !== null) from[named[1]] = named[2]
    if (named !== null && type === undefined) continue
    const [name, as] = parseField(named === null ? option : `${named[1]}${type}`)
    fields[name] = as
    if (named === null) declared.push(name)
  }
  return { fields, members: { id, text, title, date, from, declared, idsPerFile } }
}

/** @throws Failure for a format of dates that cannot be read. */
function checkDateFormats({ dateFormat }: Flags): void {
  const format = dateFormat.find((each) => !isDateFormat(each))
  if (format !== undefined)
    throw new Failure(
      `--date-format ${format}: expected a format with a year, of yyyy, MM or MMM, dd, HH, mm, ss and ZZZ, for example dd/MM/yyyy`
    )
}

/**
 * Returns the representation of a new collection: the encoder's default. If this machine cannot compute it, warns and
 * returns the fast one.
 */
async function usable(encoder: Encoder, place: PlaceFlags): Promise<Representation> {
  const { representation, dims } = encoder
  if (representation === FAST || dims[FAST] === undefined) return representation
  try {
    await encoder.encode(['a'], { representation })
    if ((await runtimeKind()) === 'WebAssembly') {
      process.stderr.write(
        'note: ONNX Runtime runs as WebAssembly, which takes four times as long as native code. There is native code for Linux with ' +
          'glibc, Windows and Macs with Apple silicon; if npm left it out, run npm install leitmotif again. Faster without it: --fast\n'
      )
    }
    return representation
  } catch (error) {
    if (!(error instanceof RuntimeMissing)) throw error
    process.stderr.write(
      `warning: ${error.cause.message}. This collection gets the vectors of '${FAST}', as with --fast, and searches find ` +
        `less. To replace them once ONNX Runtime works: leitmotif reindex${placeArguments(place)}\n`
    )
    return FAST
  }
}
