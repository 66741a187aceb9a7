import { readFile } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import type { DocumentFormat } from '@leitmotif/encoder'
import { STANDARD_INPUT } from './decoded-lines.js'
import {
  BINARY,
  BINARY_OR_WIDE,
  decodeText,
  markedEncoding,
  UNKNOWN_ENCODING,
  UTF8,
  WRONG_ENCODING,
  pageEncoding
} from './encodings.js'
import { fileContent } from './file-document.js'
import type { FileKind } from './file-kinds.js'
import type { FileSelection } from './file-selection.js'
import { MAX_FILE_SIZE } from './formats/conversion.js'
import { FILE_FORMATS, type FileFormat } from './formats/readers.js'
import { namedKeys, opensFrontMatter, parseFrontMatter } from './front-matter-fields.js'
import { readJsonArray } from './json-array.js'
import { readJsonLines } from './json-lines.js'
import { readMailbox } from './mailbox.js'
import { readParquetTable } from './parquet.js'
import { dateInPath } from './path-dates.js'
import type { FrontMatterNames, MemberNames, SoughtMembers } from './members.js'
import {
  hashOf,
  NO_FILE,
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

export interface ReadOptions extends FileSelection, MemberNames {
  /** Whether text files get the date in their path, and records the date in their id, which is often a path. */
  readonly datesFromNames?: boolean
  /** Declared fields of the collection: they decide which columns of a table hold numbers. */
  readonly fields?: Readonly<Record<string, FieldType>>
  /** Of text files. Default: UTF-8, or recognised. */
  readonly encoding?: string | undefined
  /** Learns which members the records have. */
  readonly sought?: SoughtMembers | undefined
  /** Formats of dates: documents are read again if they change. */
  readonly dateFormats?: readonly string[] | undefined
}

/**
 * Yields the documents under `paths` one after another; one is in memory at a time. A file is one document, named by
 * its path relative to `base`. Lines of JSON, rows of a table and messages of a mailbox are documents, too.
 *
 * Unreadable input is yielded too: empty, binary or too large input as skipped, damaged input as failed. Calls
 * `onBytes` with the number of bytes read so far.
 * `-` is JSON lines on standard input, whose documents have no file and stay when they do not come again.
 * @throws Failure for a path that does not exist.
 * @example
 * const sources = []
 * for await (const { source } of readSources(['samples'], 'samples')) sources.push(source)
 * sources.includes('glass-making.md') // => true
 */
export async function* readSources(
  paths: readonly string[],
  base: string,
  onBytes: (read: number) => void = () => {},
  {
    datesFromNames = false,
    id,
    text,
    title,
    date,
    from,
    idsPerFile,
    declared,
    sought,
    fields = {},
    encoding,
    dateFormats,
    ...selection
  }: ReadOptions = {}
): AsyncGenerator<SourceItem> {
  const dateInName = (name: string): string | undefined => (datesFromNames ? dateInPath(name) : undefined)
  const members = { id, text, title, date, from, idsPerFile, sought, ...(dateFormats?.length && { dateFormats }) }
  if (paths.includes(STANDARD_INPUT)) {
    sought?.seeRecords()
    const lines = { path: STANDARD_INPUT, source: NO_FILE, kind: 'lines', bytes: 0 } as const
    yield* readJsonLines(lines, { ...members, dateInName, encoding: encoding ?? UTF8 }, () => undefined)
  }
  const files = paths.filter((path) => path !== STANDARD_INPUT)
  let before = 0
  for await (const file of listFiles(files, base, selection)) {
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
    if (RECORD_KINDS.includes(kind)) sought?.seeRecords()
    if (kind === 'lines') yield* readJsonLines(file, { ...members, dateInName, encoding }, onOwnBytes)
    else if (kind === 'list') yield* readJsonArray(file, { ...members, dateInName, encoding }, onOwnBytes)
    else if (kind === 'table') yield* readTable(file, { ...members, dateInName, fields, encoding }, onOwnBytes)
    else if (kind === 'parquet') yield* readParquetTable(file, { ...members, dateInName }, onOwnBytes)
    else if (kind === 'mailbox') {
      for await (const message of readMailbox(file, onOwnBytes)) {
        if ('status' in message) yield message
        else yield unreadDocument(message, 'mail', message.content, undefined)
      }
    } else if (isFileFormat(kind)) yield await readFileFormat(file, kind, dateInName(file.source), encoding)
    else {
      const names = { title, date, from, declared }
      yield await readText(file, kind, dateInName(file.source), { encoding, dateFormats, sought, ...names })
    }
    before += file.bytes
    onBytes(before)
  }
}

/** Kinds whose documents are records with members. */
const RECORD_KINDS: readonly FileKind[] = ['lines', 'list', 'table', 'parquet']

function isFileFormat(kind: string): kind is FileFormat {
  return FILE_FORMATS.some((format) => format === kind)
}

type TextOptions = Pick<ReadOptions, 'encoding' | 'dateFormats' | 'sought'> & FrontMatterNames

async function readText(
  { path, source, bytes }: ReadableFile,
  kind: DocumentFormat,
  dateInName: string | undefined,
  { encoding: stated, dateFormats, sought, ...named }: TextOptions
): Promise<SourceItem> {
  if (bytes > MAX_DOCUMENT_SIZE) return { source, status: 'skipped', reason: tooLarge(bytes, 'bytes'), tooLarge: true }
  let content: Buffer
  try {
    content = await readFile(path)
  } catch (error) {
    return { source, status: 'failed', reason: reasonOf(path, error) }
  }
  if (stated === undefined && markedEncoding(content) === undefined && content.includes(0))
    return { source, status: 'skipped', reason: BINARY_OR_WIDE }
  const decoded = decodeText(content, stated)
  if (decoded === undefined)
    return { source, status: 'failed', reason: stated === undefined ? UNKNOWN_ENCODING : WRONG_ENCODING }
  const { text, ...other } = decoded
  if (text.trim() === '') return { source, status: 'skipped', reason: 'is empty' }
  if (text.includes('\0')) return { source, status: 'skipped', reason: BINARY }
  const name = basename(source, extname(source))
  const names = namedKeys(named)
  const mayHaveKeys = kind === 'markdown' || (kind === 'plain' && opensFrontMatter(text))
  const parsed = mayHaveKeys && sought?.isOpen === true ? parseFrontMatter(text) : undefined
  if (parsed !== undefined && 'keys' in parsed) sought?.see(parsed.keys)
  const frontMatter = mayHaveKeys && kind === 'plain' ? (names ?? {}) : names
  const read = [kind, dateInName, stated, dateFormats, ...(frontMatter === undefined ? [] : [frontMatter])]
  const hash = hashOf(source, JSON.stringify(read), content)
  const dated = dateInName === undefined ? {} : { dateInName }
  return {
    ...{ document: source, source, hash, body: { kind, text }, name, fields: {}, ...other, ...dated },
    ...(frontMatter !== undefined && { frontMatter })
  }
}

/** Formats that are plain text, and do not state their encoding. */
const TEXT_FORMATS: readonly FileFormat[] = ['org', 'subtitles']

/** Reads the bytes of a file that the conversion thread will convert. */
async function readFileFormat(
  { path, source, bytes }: ReadableFile,
  format: FileFormat,
  dateInName: string | undefined,
  encoding: string | undefined
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
  const isUnstated = TEXT_FORMATS.includes(format) || (format === 'html' && pageEncoding(content) === undefined)
  if (encoding !== undefined && isUnstated) {
    const decoded = decodeText(content, encoding)
    if (decoded === undefined) return { source, status: 'failed', reason: WRONG_ENCODING }
    content = Buffer.from(decoded.text)
  }
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
    const read = await fileContent(format, content, { id: key.document, name })
    const dated = dateInName === undefined ? {} : { dateInName }
    return { ...place, hash, name, ...read, ...dated }
  }
  return { ...place, hash, load }
}
