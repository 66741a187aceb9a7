import { counted, printable, shellWord } from '@leitmotif/command'
import { placeArguments } from '../store/collection.js'
import { MAX_SENTENCE_LENGTH } from '../ingest/documents.js'
import type { IngestIndexReport } from '../ingest/elasticsearch/ingest-index.js'
import type { IngestReport } from '../ingest/ingest.js'
import type { FinishedPart, Part } from '../ingest/run-parts.js'
import { NO_FILE, type SourceProblem } from '../ingest/source-document.js'
import { FILE_ENDS } from '../ingest/file-kinds.js'
import { shownPath } from '../ingest/source-files.js'
import { isFieldName, MAX_KEYWORD_LENGTH, RECORD_FIELDS } from '../store/fields.js'
import { formatCount } from '../terminal/numbers.js'

/** What an update of a collection did, and what the collection holds now. */
export type IndexReport = IngestReport &
  Partial<IngestIndexReport> & {
    readonly collection: { readonly base: string; readonly sentences: number; readonly documents: number }
  }

/** The collection that was updated. */
interface Place {
  readonly to: string
  readonly collection?: string
}

/** Maximum number of problems printed; --json lists all. */
const MAX_NAMED = 20

/** Returns what an update of a collection did. */
export function indexText(report: IndexReport, { to, collection: name }: Place): string {
  const { read, indexed, unchanged, skipped, failed, dead, removed, sentences } = report
  const { base, ...now } = report.collection
  const sum = [
    `${formatCount(indexed)} indexed (${counted(sentences, 'sentence')})`,
    `${formatCount(unchanged)} unchanged`,
    `${formatCount(skipped)} skipped`,
    `${formatCount(failed)} failed`,
    ...(dead === 0 ? [] : [`${formatCount(dead)} rejected by the store`])
  ].join(' + ')
  const foundNothing = read === 0 && removed === 0 && report.leftOutFields === undefined
  return joined([
    report.incremental === true && 'Read only what changed since the last run',
    foundNothing && `Found nothing to index; expected files that end in ${FILE_ENDS.join(', ')}`,
    `${counted(read, 'document')} read = ${sum}; ${formatCount(removed)} removed`,
    ...notes(report, base),
    `${name === undefined ? to : `${name} in ${to}`} holds ${counted(now.sentences, 'sentence')} of ${counted(now.documents, 'document')}`
  ])
}

/** Returns what was left out of the documents, and what the run assumed to read them. */
function notes(report: IndexReport, base: string): Line[] {
  const { unreadTables = 0, leftOut, datedByName, unreadDates, firstUnreadDate: date, brokenFrontMatter } = report
  const { passedOver = {}, leftOutFields = [], unfit = {}, encodings = {}, encodingFiles = {} } = report
  const { otherKinds, otherEndings = {}, ignored, datesAsBefore, dateFormatsAsBefore } = report
  const firstDate = date === undefined ? '' : `: “${date.date}” in ${shownPath(base, date.source)}`
  return [
    unreadTables > 0 &&
      `${counted(unreadTables, 'table')} skipped: index each with --text and the name of its column of texts, or leave it out with --exclude`,
    leftOut > 0 &&
      `${counted(leftOut, 'sentence')} left out (no word, or more than ${formatCount(MAX_SENTENCE_LENGTH)} characters)`,
    datedByName > 0 && `${counted(datedByName, 'document')} dated by their file name`,
    unreadDates > 0 &&
      `${counted(unreadDates, 'document')} without a date that can be read${firstDate}; name its format with --date-format`,
    brokenFrontMatter !== undefined &&
      `Front matter of ${counted(brokenFrontMatter.documents, 'document')} cannot be read, first in ${shownPath(base, brokenFrontMatter.source)}: ${brokenFrontMatter.reason}`,
    passedOverLine(passedOver, report.leftOutFields !== undefined),
    leftOutKeysLine(report.leftOutKeys),
    leftOutFields.length > 0 &&
      report.incremental !== true &&
      `${counted(leftOutFields.length, 'field')} of the index left out: ${some(leftOutFields, '; ')}`,
    ...unfitLines(unfit, base),
    unreadLine(report, base),
    ...Object.entries(encodings).map(
      ([name, documents]) =>
        `${counted(documents, 'document')} read as ${name}${firstFiles(encodingFiles[name], base)}; if that is wrong, name the --encoding`
    ),
    datesAsBefore === true &&
      'Documents are dated by file names, as in an earlier run; stop this with --no-dates-from-names',
    dateFormatsAsBefore !== undefined &&
      `Dates are read as ${dateFormatsAsBefore.map(shellWord).join(', ')}, as in an earlier run; replace this with --date-format`,
    otherKinds > 0 && `${counted(otherKinds, 'file')} of unsupported formats skipped: ${endings(otherEndings)}`,
    ignored > 0 &&
      `${formatCount(ignored)} ${ignored === 1 ? 'file or folder' : 'files and folders'} left out by ignore files or options`
  ]
}

/** Returns what an update could not do, and what to do about it. */
export function problemsText(report: IndexReport, place: Place): string {
  const { problems, gone, left, absent, unused = [], collection } = report
  const { base } = collection
  return joined([
    ...named(
      problems.map((problem) => `${problem.status}: ${shownPlace(problem, base)}: ${problem.reason}`),
      (unnamed) => `… and ${unnamed} more; --json lists them all`
    ),
    ...gone.map(({ path, removed }) => `${path} no longer exists: ${counted(removed, 'document')} removed`),
    ...named(
      left.map(({ path, documents }) => {
        const shown = shownPath(base, path)
        const command = `leitmotif index ${shellWord(shown)}${placeArguments({ ...place, in: place.to }, '--to')}`
        return `${shown} no longer exists, but the collection still has ${counted(documents, 'document')} from it; if it was moved or deleted, remove them: ${command}`
      }),
      (unnamed) => `… and ${unnamed} more such paths; --json lists them all`
    ),
    ...sameIdLines(report),
    ...absentLines(absent),
    ...unused.map(
      (name) =>
        `--${name} does nothing here: it names a member of JSON or a column of tables, and none were read; other files are named by their paths and read whole`
    )
  ])
}

/** Names documents that are not in the collection because others have their ids, and says what to do. */
function sameIdLines({ problems, replaced = [], collection: { base } }: IndexReport): Line[] {
  const repeating = (where: SourceProblem['repeats']): number =>
    problems.filter(({ repeats }) => repeats === where).length
  const [within, between] = [repeating('same file'), repeating('other file')]
  const remedy = 'if they are different documents, index all these files together with --ids-per-file'
  return [
    ...replaced
      .slice(0, MAX_NAMED)
      .map(
        ({ path, documents }) =>
          `${counted(documents, 'document')} of ${shownPath(base, path)} replaced by documents with the same id in another file; ${remedy}`
      ),
    between > 0 &&
      `${counted(between, 'document')} not indexed: another file has a document with the same id; ${remedy}`,
    within > 0 &&
      `${counted(within, 'document')} not indexed: an earlier one in the file has the same id; name the member or column that tells them apart with --id`
  ]
}

function absentLines(absent: IngestReport['absent']): string[] {
  if (absent === undefined) return []
  const members = absent.members.map(quoted).join(', ')
  return Object.entries(absent.named).map(
    ([name, path]) => `no document has the member ${JSON.stringify(path)} named for ${name}; there are ${members}`
  )
}

/** @param left number of rejected documents that the file of dead letters has no room for */
export function deadText(
  { deadLetters, replay }: { readonly deadLetters: string; readonly replay?: string },
  left: number
): string {
  if (replay !== undefined) return `documents that the store rejected again stay in ${replay}\n`
  const full = left === 0 ? '' : `, except ${left} for which the file has no room`
  return (
    `the rejected documents are in ${deadLetters}${full}; fix the reason and run this command again, or, if the ` +
    `source files no longer exist: leitmotif index --replay ${deadLetters}\n`
  )
}

/** Returns how many parts of a run are done, or what all of them did. */
export function partText({ number, of }: Part, finished: FinishedPart): string {
  if ('done' in finished) return `part ${number}/${of} is done, ${finished.done} of ${finished.of} are\n`
  const { read, indexed, unchanged, skipped, failed, dead, removed, sentences } = finished.counts
  const sum = [
    `${formatCount(indexed)} indexed`,
    `${formatCount(unchanged)} unchanged`,
    `${formatCount(skipped)} skipped`,
    `${formatCount(failed)} failed`,
    `${formatCount(dead)} rejected by the store`
  ].join(' + ')
  return `all ${of} parts are done: ${counted(read, 'document')} read = ${sum}; ${formatCount(removed)} removed; ${counted(sentences, 'sentence')} written\n`
}

/** A line, or none. */
type Line = string | false | undefined

function joined(lines: readonly Line[]): string {
  return lines.flatMap((line) => (line === false || line === undefined ? [] : [`${line}\n`])).join('')
}

/** Returns the first lines, and one that counts the others. */
function named(lines: readonly string[], rest: (unnamed: number) => string): string[] {
  const unnamed = lines.length - MAX_NAMED
  return unnamed > 0 ? [...lines.slice(0, MAX_NAMED), rest(unnamed)] : [...lines]
}

/** Returns the first of some names, joined. */
function some(names: readonly string[], separator = ', '): string {
  return names.slice(0, MAX_NAMED).join(separator) + (names.length > MAX_NAMED ? `${separator}…` : '')
}

/** Returns the start of a name that a file may have made long. */
function quoted(name: string): string {
  return JSON.stringify(name.slice(0, 80))
}

/** A document's place in a message, for example `list.json:1, item 3`. */
function shownPlace(
  { source, document, line, item }: Pick<SourceProblem, 'source' | 'document' | 'line' | 'item'>,
  base: string
): string {
  if (document !== undefined) return `document ${JSON.stringify(document)} of ${source}`
  const file = source === NO_FILE ? 'standard input' : shownPath(base, source)
  return file + (line === undefined ? '' : `:${line}`) + (item === undefined ? '' : `, item ${item}`)
}

/** The first files that a note is about. */
function firstFiles(files: readonly string[] | undefined, base: string): string {
  return files === undefined ? '' : `, first in ${files.map((file) => shownPath(base, file)).join(', ')}`
}

function endings(byEnding: Readonly<Record<string, number>>): string {
  return some(
    Object.entries(byEnding).map(
      ([ending, files]) => `${formatCount(files)} ${ending === '' ? 'without an ending' : printable(ending)}`
    )
  )
}

function unreadLine({ unread = {}, unreadFiles }: IndexReport, base: string): Line {
  const all = Object.entries(unread).sort(([, a], [, b]) => b - a)
  if (all.length === 0) return undefined
  const names = new Intl.DisplayNames(['en'], { type: 'language' })
  const languages = all.map(([language, documents]) => `${formatCount(documents)} ${names.of(language) ?? language}`)
  const sum = all.reduce((total, [, documents]) => total + documents, 0)
  return (
    `${counted(sum, 'document')} in languages that the encoder does not read (${languages.join(', ')})${firstFiles(unreadFiles, base)}: found by words ` +
    `(--mode keyword), without themes; index with a multilingual --encoder, or with --all-languages and then leitmotif reindex`
  )
}

function unfitLines(unfit: NonNullable<IngestReport['unfit']>, base: string): string[] {
  return named(
    Object.entries(unfit).map(
      ([name, first]) =>
        `Field ${JSON.stringify(name)} left out of ${counted(first.documents, 'document')}, first in ${shownPlace(first, base)}: ${first.reason}`
    ),
    (unnamed) => `… and of ${unnamed} more fields; --json lists them all`
  )
}

/** Maximum number of keys of front matter printed; --json lists more. */
const MAX_KEYS = 8

function leftOutKeysLine(leftOutKeys: IngestReport['leftOutKeys'] = {}): Line {
  const all = Object.entries(leftOutKeys)
  if (all.length === 0) return undefined
  const shown = all.slice(0, MAX_KEYS).map(([key, documents]) => `${quoted(key)} of ${counted(documents, 'document')}`)
  const others = all.length > MAX_KEYS ? ` and ${formatCount(all.length - MAX_KEYS)} more` : ''
  const [first] = all.find(([key]) => isFieldName(key)) ?? all[0]
  const option = isFieldName(first) ? `${first}:keyword` : `NAME=${first}:keyword`
  return `Keys of front matter left out: ${shown.join(', ')}${others}; keep one with --field, for example --field ${shellWord(option)}`
}

function passedOverLine(passedOver: Readonly<Record<string, number>>, isIndex: boolean): Line {
  const all = Object.entries(passedOver).map(
    ([name, documents]) => `${quoted(name)} of ${counted(documents, 'document')}`
  )
  if (all.length === 0) return undefined
  if (isIndex)
    return (
      `Values of fields left out: ${some(all)}; expected texts of up to ${formatCount(MAX_KEYWORD_LENGTH)} characters, one number, ` +
      `or one date of the years 1 to 9999`
    )
  return (
    `Members that cannot be fields: ${some(all)}; expected a text of up to ` +
    `${formatCount(MAX_KEYWORD_LENGTH)} characters, a number, a boolean or a list of these, with a name that has no dots and is ` +
    `not one of ${RECORD_FIELDS.filter((own) => own !== 'themePath').join(', ')}; name a member of an object with --field`
  )
}
