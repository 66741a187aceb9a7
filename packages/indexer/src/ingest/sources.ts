import { readFile } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import { Failure } from '@leitmotif/command'
import type { DocumentFormat } from '@leitmotif/encoder'
import { isKeywordText } from './field-values.js'
import type { FileSelection } from './file-selection.js'
import { convert, MAX_FILE_SIZE } from './formats/conversion.js'
import type { FileContent } from './formats/file-content.js'
import { FILE_FORMATS, type FileFormat } from './formats/readers.js'
import { isoDate } from './front-matter.js'
import { readJsonLines } from './json-lines.js'
import { readMailbox } from './mailbox.js'
import { dateInPath } from './path-dates.js'
import {
  hashOf,
  MAX_DOCUMENT_SIZE,
  reasonOf,
  tooLarge,
  type SourceDocument,
  type SourceItem,
  type UnreadDocument
} from './source-document.js'
import { listFiles, type ReadableFile } from './source-files.js'
import { readTable } from './tables.js'
import type { FieldType } from '../store/store.js'

export interface ReadOptions extends FileSelection {
  /**
   * Whether to take missing dates from names: for text files from their path, for records from their id, which is often
   * a path.
   */
  readonly datesFromNames?: boolean
  /** Column of a table, or member of a JSON line, with the text. Default: `text`. */
  readonly text?: string | undefined
  /** Declared fields of the collection. They decide which columns of a table are numbers. */
  readonly fields?: Readonly<Record<string, FieldType>>
}

/**
 * Yields the documents under `paths` one after another; one is in memory at a time. A file is one document, named by
 * its path relative to `base`. Lines of JSON, rows of a table and messages of a mailbox are documents, too.
 *
 * Input that cannot be read is yielded as a problem: `skipped` if it is empty, binary or too large, `failed` if it is
 * damaged. Calls `onBytes` with the number of bytes read so far.
 * @throws Failure for a path that does not exist.
 */
export async function* readSources(
  paths: readonly string[],
  base: string,
  onBytes: (read: number) => void = () => {},
  { datesFromNames = false, text, fields = {}, ...selection }: ReadOptions = {}
): AsyncGenerator<SourceItem> {
  const dateInName = (name: string): string | undefined => (datesFromNames ? dateInPath(name) : undefined)
  let before = 0
  for await (const file of listFiles(paths, base, selection)) {
    if ('status' in file) {
      const { source, status, reason } = file
      yield { source, status, reason }
      continue
    }
    const start = before
    const onOwnBytes = (read: number): void => {
      onBytes(start + read)
    }
    const { kind } = file
    if (kind === 'lines') yield* readJsonLines(file, { text, dateInName }, onOwnBytes)
    else if (kind === 'table') yield* readTable(file, { text, dateInName, fields }, onOwnBytes)
    else if (kind === 'mailbox') {
      for await (const message of readMailbox(file, onOwnBytes)) {
        if ('status' in message) yield message
        else yield unreadDocument(message, 'mail', message.content, undefined)
      }
    } else if (isFileFormat(kind)) yield await readFileFormat(file, kind, dateInName(file.source))
    else yield await readText(file, kind, dateInName(file.source))
    before += file.bytes
    onBytes(before)
  }
}

function isFileFormat(kind: string): kind is FileFormat {
  return FILE_FORMATS.some((format) => format === kind)
}

/** Byte order marks of encodings other than UTF-8, such as what Windows calls “Unicode”. */
const UTF16 = [
  ['utf-16le', 0xff, 0xfe],
  ['utf-16be', 0xfe, 0xff]
] as const

async function readText(
  { path, source, bytes }: ReadableFile,
  kind: DocumentFormat,
  dateInName: string | undefined
): Promise<SourceItem> {
  if (bytes > MAX_DOCUMENT_SIZE) return { source, status: 'skipped', reason: tooLarge(bytes, 'bytes'), tooLarge: true }
  let content: Buffer
  try {
    content = await readFile(path)
  } catch (error) {
    return { source, status: 'failed', reason: reasonOf(path, error) }
  }
  const wide = UTF16.find(([, ...mark]) => mark.every((byte, at) => content[at] === byte))
  if (wide === undefined && content.includes(0))
    return {
      source,
      status: 'skipped',
      reason: 'is binary: it has NUL bytes; expected text in UTF-8, or in UTF-16 with its mark'
    }
  let text: string
  try {
    text = new TextDecoder(wide?.[0] ?? 'utf-8', { fatal: true }).decode(content)
  } catch {
    return { source, status: 'failed', reason: 'is not UTF-8; save it as UTF-8' }
  }
  if (text.trim() === '') return { source, status: 'skipped', reason: 'is empty' }
  const name = basename(source, extname(source))
  const hash = hashOf(source, dateInName === undefined ? kind : `${kind} of ${dateInName}`, content)
  const dated = dateInName === undefined ? {} : { dateInName }
  return { document: source, source, hash, body: { kind, text }, name, fields: {}, ...dated }
}

/** Reads the bytes of a file that the conversion thread will convert. */
async function readFileFormat(
  { path, source, bytes }: ReadableFile,
  format: FileFormat,
  dateInName: string | undefined
): Promise<SourceItem> {
  if (bytes > MAX_FILE_SIZE)
    return { source, status: 'skipped', reason: tooLarge(bytes, 'bytes', MAX_FILE_SIZE), tooLarge: true }
  let content: Uint8Array
  try {
    content = await readFile(path)
  } catch (error) {
    return { source, status: 'failed', reason: reasonOf(path, error) }
  }
  if (content.length === 0) return { source, status: 'skipped', reason: 'is empty' }
  return unreadDocument(
    { document: source, source, name: basename(source, extname(source)) },
    format,
    content,
    dateInName
  )
}

/** Returns a document whose content is converted when it is loaded. */
function unreadDocument(
  key: Pick<SourceDocument, 'document' | 'source' | 'line' | 'name'>,
  format: FileFormat,
  content: Uint8Array,
  dateInName: string | undefined
): UnreadDocument {
  const { name, ...place } = key
  const hash = hashOf(key.source, dateInName === undefined ? format : `${format} of ${dateInName}`, content)
  const load = async (): Promise<SourceDocument> => {
    const read = await convert({ format, content })
    const dated = dateInName === undefined ? {} : { dateInName }
    return { ...place, hash, name, ...documentParts(key.document, name, read), ...dated }
  }
  return { ...place, hash, load }
}

function documentParts(
  id: string,
  name: string,
  { title, date = '', fields: stated, sections }: FileContent
): Pick<SourceDocument, 'body' | 'title' | 'fields' | 'unreadDate'> {
  const length = sections.reduce(
    (sum, { paragraphs }) => sum + paragraphs.reduce((all, { length }) => all + length, 0),
    0
  )
  if (length > MAX_DOCUMENT_SIZE) throw new Failure(tooLarge(length, 'characters of text'))
  const fields = Object.entries(stated).filter(([, value]) => value !== '' && isKeywordText(value))
  const iso = isoDate(date)
  if (iso !== undefined) fields.push(['date', iso])
  return {
    body: { kind: 'article', article: { id, title: title ?? name, sections } },
    ...(title === undefined ? {} : { title }),
    fields: Object.fromEntries(fields),
    ...(date === '' || iso !== undefined ? {} : { unreadDate: date })
  }
}
