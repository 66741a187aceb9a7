import { formatCount } from '../terminal/numbers.js'
import { availableParallelism } from 'node:os'
import {
  createProgress,
  EXIT,
  Failure,
  missingPath,
  printJson,
  printable,
  shellWord,
  wholeNumber,
  counted
} from '@leitmotif/command'
import type { Encoder, Representation } from '@leitmotif/encoder'
import { Command, InvalidArgumentError, Option } from 'commander'
import {
  closing,
  collect,
  collectionOption,
  collectionPlace,
  collectionVersion,
  DEFAULT_FOLDER,
  encoderOption,
  FAST,
  fastOption,
  jsonOption,
  openCollection,
  openEncoder,
  placeArguments,
  type PlaceFlags,
  PLACES,
  RuntimeMissing
} from '../collection/collection.js'
import { indexSource, openIndex, updateFromIndex, type IndexUpdate } from './index-source.js'
import { enrichText } from './text/enrich-text.js'
import { DeadLetterFile } from '../ingest/dead-letters.js'
import { MAX_SENTENCE_LENGTH } from '../ingest/documents.js'
import { FIELD_TYPES, MAX_KEYWORD_LENGTH, parseField, RECORD_FIELDS } from '../store/fields.js'
import type { IngestProgress } from '../ingest/ingest-progress.js'
import type { IngestTarget } from '../ingest/ingest-items.js'
import { ingest, type IngestReport } from '../ingest/ingest.js'
import type { FinishedPart, Part } from '../ingest/parts.js'
import { isServer } from '../store/elasticsearch/elasticsearch-access.js'
import { MAX_PARTS } from '../store/elasticsearch/names.js'
import { replay } from '../ingest/replay.js'
import { FILE_ENDS, missingPaths, namingFolder, shownPath, sourceBytes } from '../ingest/source-files.js'
import type { SourceProblem } from '../ingest/source-document.js'

interface Flags {
  readonly to: string
  readonly collection?: string
  readonly field: readonly string[]
  readonly prune: boolean
  readonly datesFromNames?: boolean
  readonly text?: string
  readonly title?: string
  readonly date?: string
  readonly from?: string
  readonly query?: string
  readonly changed?: string
  readonly enrich: boolean
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

/** Problems that are printed; --json lists all. */
const MAX_NAMED = 20

/** Default file for documents that the store rejects. */
const DEAD_LETTERS = '.leitmotif/dead-letters.jsonl'

/** Maximum default number of encoding threads: each loads its own copy of the networks. */
export const MOST_THREADS = 4

/** `leitmotif index`: updates a collection to the current files of some paths. */
export function indexCommand(): Command {
  return new Command('index')
    .description(
      'Updates a collection to the current files of the paths: encodes new and changed documents, and removes documents ' +
        'whose files no longer exist. A path that no longer exists removes all its documents. After an interruption, run ' +
        'the same command again to continue.'
    )
    .argument(
      '[path...]',
      'files and folders: Markdown, plain text, LaTeX, reStructuredText, AsciiDoc, HTML, Word, OpenDocument, PDF, EPUB, ' +
        'Jupyter notebooks, mail (.eml, .mbox), tables (.csv, .tsv), or .jsonl(.gz) with one article ' +
        '{id, title, sections} or document {id, text, …} per line; or one elasticsearch:INDEX, an index of Elasticsearch'
    )
    .addOption(new Option('--to <place>', `collection to update or create: ${PLACES}`).default(DEFAULT_FOLDER))
    .addOption(collectionOption())
    .option(
      '--field <name:type>',
      `declare a field as ${FIELD_TYPES.join(', ')}, for example year:number; repeatable (default: guessed from the first batch, date if most values are ISO 8601 dates); of elasticsearch:INDEX, take only these fields, with or without a type`,
      collect,
      []
    )
    .option(
      '--text <column>',
      'column of tables, or member of JSON lines, that holds the text (default: text); other columns become fields'
    )
    .option('--title <field>', 'field of elasticsearch:INDEX that holds the title (default: title, if there is one)')
    .option('--date <field>', 'field of elasticsearch:INDEX that becomes the field date')
    .option(
      '--from <server>',
      'URL of the server of elasticsearch:INDEX (default: the server of --to, or else of ELASTICSEARCH_URL)'
    )
    .option(
      '--query <query>',
      'read only documents of elasticsearch:INDEX that match, for example lang:en or {"term": {"lang": "en"}}; others leave the collection'
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
    .addOption(encoderOption())
    .addOption(fastOption())
    .option(
      '--threads <count>',
      'encoding threads, 1 to 64; --fast uses none',
      wholeNumber(1, 64),
      Math.min(MOST_THREADS, availableParallelism())
    )
    .addOption(jsonOption())
    .action(async (paths: string[], flags: Flags) => {
      if ((paths.length === 0) === (flags.replay === undefined))
        throw new Failure('expected either paths or --replay: leitmotif index PATH, or leitmotif index --replay FILE')
      const index = indexSource(paths, flags)
      checkPart(flags)
      const encoder = await openEncoder(flags.encoder, { threads: flags.threads })
      const started = Date.now()
      const place = { ...flags, in: flags.to }
      const own = await collectionPlace(place)
      const missing = index === undefined ? await missingPaths(paths) : []
      const version = await collectionVersion(place)
      const isNew = (await version()) === undefined
      if (isNew && missing.length > 0) throw missingPath(missing[0])
      const { include, exclude, ignoreFiles } = flags
      const selection = { include, exclude, ignoreFiles }
      const opened = index === undefined ? undefined : await openIndex(index, flags.to, flags)
      const files = index === undefined ? paths.filter((path) => !missing.includes(path)) : []
      const total = opened?.documents ?? (await sourceBytes(files, selection))
      const store = await openCollection(place, {
        access: 'write',
        encoder,
        base: await namingFolder(index === undefined ? paths : []),
        ...(flags.part && { part: flags.part.number }),
        fields: index === undefined ? Object.fromEntries(flags.field.map(parseField)) : {},
        ...(flags.fast ? { representation: FAST } : isNew && { representation: await usable(encoder, place) })
      })
      const letters = new DeadLetterFile(flags.deadLetters, own)
      const onDead: IngestTarget['onDead'] = (letter) => letters.add(letter)
      const update = async (target: IngestTarget): Promise<IngestReport & Partial<IndexUpdate>> => {
        const none = { removed: 0, gone: [], left: [] }
        if (flags.replay !== undefined) return { ...none, ...(await replay(flags.replay, own, target)) }
        if (opened !== undefined) {
          return {
            ...none,
            ...(await updateFromIndex(
              { ...target, ...opened, prune: flags.prune, onDead, part: flags.part },
              flags.enrich
            ))
          }
        }
        return ingest({
          ...{ ...target, paths, prune: flags.prune, text: flags.text, selection, onDead, part: flags.part },
          ...(flags.datesFromNames !== undefined && { datesFromNames: flags.datesFromNames })
        })
      }
      const report = await closing(store, async () => {
        const progress = createProgress({
          label: 'indexing',
          total,
          unit: opened === undefined ? 'bytes' : 'documents'
        })
        const target = {
          store,
          encoder,
          onProgress: ({ bytes, read, sentences }: IngestProgress) => {
            const documents = opened === undefined ? `${counted(read, 'document')}, ` : ''
            progress.update(bytes, `${documents}${counted(sentences, 'sentence')}`)
          }
        }
        const done = await update(target)
        progress.end()
        const { base, representation, sentences, documents } = await store.describe()
        return { ...done, collection: { base, representation, sentences, documents } }
      })
      encoder.dispose()
      await opened?.reader.client.close()
      for (const line of problemLines(report.problems, report.collection.base)) process.stderr.write(`${line}\n`)
      for (const { path, removed } of report.gone)
        process.stderr.write(`${path} no longer exists: ${counted(removed, 'document')} removed\n`)
      process.stderr.write(leftText(report, flags))
      if (report.dead > 0) process.stderr.write(deadText(flags, letters.left))
      if (flags.json) printJson({ ...report, seconds: (Date.now() - started) / 1000 })
      else process.stdout.write(reportText(report, report.collection.base, flags.to, flags.collection))
      const { enriched, part: finished } = report
      if (flags.part !== undefined && finished !== undefined && !flags.json)
        process.stdout.write(partText(flags.part, finished))
      if (enriched !== undefined && !flags.json)
        process.stdout.write(enrichText(enriched, { dryRun: false, remove: false }, placeArguments(place, '--to')))
      const left = enriched === undefined ? 0 : enriched.changed + enriched.missed + enriched.refused
      const nothing =
        report.indexed + report.unchanged + report.removed === 0 &&
        report.incremental !== true &&
        flags.part === undefined
      if (report.failed > 0 || report.tooLarge > 0 || report.dead > 0 || nothing || left > 0)
        process.exitCode = EXIT.findings
    })
}

/** Reads `2/8`. */
function parsePart(text: string): Part {
  const [, number, of] = (/^(\d+)\/(\d+)$/.exec(text) ?? []).map(Number)
  if (number >= 1 && number <= of && of <= MAX_PARTS) return { number, of }
  throw new InvalidArgumentError(`Expected a number and a count, for example 2/8, of at most ${MAX_PARTS} parts.`)
}

function checkPart({ part, to, replay, enrich }: Flags): void {
  if (part === undefined) return
  if (!isServer(to))
    throw new Failure(`--part needs a collection in Elasticsearch, got --to ${to}; name a server, or leave --part out`)
  if (replay !== undefined) throw new Failure('--part does not go with --replay; leave it out')
  if (enrich) throw new Failure('--part does not go with --enrich; when all parts are done: leitmotif enrich')
}

function partText({ number, of }: Part, finished: FinishedPart): string {
  if ('done' in finished) return `part ${number}/${of} is done, ${finished.done} of ${finished.of} are\n`
  const { read, indexed, unchanged, skipped, failed, dead, removed, sentences } = finished.counts
  const all = [
    indexed,
    'indexed',
    unchanged,
    'unchanged',
    skipped,
    'skipped',
    failed,
    'failed',
    dead,
    'rejected by the store'
  ]
  const sum = all.map((each) => (typeof each === 'number' ? formatCount(each) : each)).join(' ')
  const parts = sum.replace(/([a-z]) (\d)/g, '$1 + $2')
  return `all ${of} parts are done: ${counted(read, 'document')} read = ${parts}; ${formatCount(removed)} removed; ${counted(sentences, 'sentence')} written\n`
}

function leftText(
  { left, collection: { base } }: Pick<IngestReport, 'left'> & { readonly collection: { readonly base: string } },
  { to, collection }: Flags
): string {
  const place = placeArguments({ in: to, ...(collection === undefined ? {} : { collection }) }, '--to')
  const lines = left.slice(0, MAX_NAMED).map(({ path, documents }) => {
    const shown = shownPath(base, path)
    return (
      `${shown} no longer exists, but the collection still has ${counted(documents, 'document')} from it; if it was ` +
      `moved or deleted, remove them: leitmotif index ${shellWord(shown)}${place}\n`
    )
  })
  const more = left.length - lines.length
  return lines.join('') + (more > 0 ? `… and ${more} more such paths; --json lists them all\n` : '')
}

/**
 * Returns the representation of a new collection: the encoder's default, or the fast one, with a warning, if the default
 * can't be computed on this machine.
 */
async function usable(encoder: Encoder, place: PlaceFlags): Promise<Representation> {
  const { representation, dims } = encoder
  if (representation === FAST || dims[FAST] === undefined) return representation
  try {
    await encoder.encode(['a'], { representation })
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

function deadText({ deadLetters, replay }: Flags, left: number): string {
  if (replay !== undefined) return `documents that the store rejected again stay in ${replay}\n`
  const full = left === 0 ? '' : `, except ${left} for which the file has no room`
  return (
    `the rejected documents are in ${deadLetters}${full}; fix the reason and run this command again, or, if the ` +
    `source files no longer exist: leitmotif index --replay ${deadLetters}\n`
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
  report: IngestReport & Partial<IndexUpdate> & { collection: { sentences: number; documents: number } },
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
    otherEndings = {},
    ignored,
    sentences,
    leftOut,
    datedByName,
    unreadDates,
    firstUnreadDate,
    passedOver = {},
    datesAsBefore,
    leftOutFields,
    incremental,
    collection
  } = report
  const firstUnread =
    firstUnreadDate === undefined ? '' : `: “${firstUnreadDate.date}” in ${shownPath(base, firstUnreadDate.source)}`
  return (
    (incremental === true ? 'Read only what changed since the last run\n' : '') +
    (read > 0 || removed > 0 || leftOutFields !== undefined
      ? ''
      : `Found nothing to index; expected files that end in ${FILE_ENDS.join(', ')}\n`) +
    `${counted(read, 'document')} read = ${formatCount(indexed)} indexed (${counted(sentences, 'sentence')}) + ${formatCount(unchanged)} unchanged` +
    ` + ${formatCount(skipped)} skipped + ${formatCount(failed)} failed${dead === 0 ? '' : ` + ${formatCount(dead)} rejected by the store`}; ${formatCount(removed)} removed\n` +
    (leftOut === 0
      ? ''
      : `${counted(leftOut, 'sentence')} left out (no word, or more than ${formatCount(MAX_SENTENCE_LENGTH)} characters)\n`) +
    (datedByName === 0 ? '' : `${counted(datedByName, 'document')} dated by their file name\n`) +
    (unreadDates === 0
      ? ''
      : `${counted(unreadDates, 'document')} without a date: expected an ISO 8601 date, for example 2021-03-12${firstUnread}\n`) +
    passedOverText(passedOver) +
    leftOutText(leftOutFields ?? []) +
    (datesAsBefore === undefined
      ? ''
      : 'Documents are dated by file names, as in an earlier run; stop this with --no-dates-from-names\n') +
    (otherKinds === 0
      ? ''
      : `${counted(otherKinds, 'file')} of unsupported formats skipped: ${endingsText(otherEndings)}\n`) +
    (ignored === 0 ? '' : `${formatCount(ignored)} files and folders left out by ignore files or options\n`) +
    `${name === undefined ? place : `${name} in ${place}`} holds ${counted(collection.sentences, 'sentence')} of ${counted(collection.documents, 'document')}\n`
  )
}

function leftOutText(fields: readonly string[]): string {
  if (fields.length === 0) return ''
  const more = fields.length > MAX_NAMED ? '; …' : ''
  return `${counted(fields.length, 'field')} of the index left out: ${fields.slice(0, MAX_NAMED).join('; ')}${more}\n`
}

function endingsText(endings: Readonly<Record<string, number>>): string {
  const all = Object.entries(endings)
  const named = all
    .slice(0, MAX_NAMED)
    .map(([ending, files]) => `${formatCount(files)} ${ending === '' ? 'without an ending' : printable(ending)}`)
  return named.join(', ') + (all.length > named.length ? ', …' : '')
}

function passedOverText(passedOver: Readonly<Record<string, number>>): string {
  const all = Object.entries(passedOver)
  if (all.length === 0) return ''
  const named = all
    .slice(0, MAX_NAMED)
    .map(([name, documents]) => `${JSON.stringify(name.slice(0, 80))} of ${counted(documents, 'document')}`)
  const more = all.length > named.length ? ', …' : ''
  return (
    `Members that cannot be fields: ${named.join(', ')}${more}; expected a text of up to ` +
    `${formatCount(MAX_KEYWORD_LENGTH)} characters, a number, a boolean or a list of these, with a name that has no dots and is ` +
    `not one of ${RECORD_FIELDS.filter((own) => own !== 'themePath').join(', ')}\n`
  )
}
