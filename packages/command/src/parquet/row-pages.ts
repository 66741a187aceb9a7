import { open, type FileHandle } from 'node:fs/promises'
import * as zlib from 'node:zlib'
import {
  parquetMetadataAsync,
  parquetSchema,
  type AsyncBuffer,
  type ColumnMetaData,
  type Compressors,
  type DecodedArray,
  type FileMetaData,
  type RowGroup,
  type SchemaTree
} from 'hyparquet'
import { assembleNested } from 'hyparquet/src/assemble.js'
import { parquetHeader, readPage } from 'hyparquet/src/column.js'
import { convert, DEFAULT_PARSERS } from 'hyparquet/src/convert.js'
import { getTreePath, isFlatColumn } from 'hyparquet/src/schema.js'
import { Failure } from '../run/failure.js'

/** Maximum size of a page, packed or not, in bytes. Programs write pages of about 1 MB. */
const MAX_PAGE = 128 * 1024 * 1024

/** Maximum number of values of a page. A few bytes can state any number. */
const MAX_PAGE_VALUES = 1 << 24

/** Maximum size of the description of a file's columns and row groups, in bytes. */
const MAX_METADATA = 64 * 1024 * 1024

/** Bytes that are read for the header of a page first, and at most. A header may hold two values as statistics. */
const [HEADER, MAX_HEADER] = [1 << 16, 1 << 24]

/** Rows that are given together. */
const BATCH = 256

/** A row by its columns. A missing value is null; lists and structures are lists and objects. */
export type ParquetRow = Readonly<Record<string, unknown>>

export interface ParquetRows {
  readonly rows: readonly ParquetRow[]
  /** Bytes of pages read so far. */
  readonly bytes: number
}

export interface ParquetPages {
  /** Names of columns, and of members of structures with dots: `author.name`. */
  readonly names: readonly string[]
  /** Number of rows that the file states. */
  readonly count: number
  /**
   * Yields the rows in order. A page of each column is in memory at a time.
   * @param columns names of the columns to read; default: all but vectors, which are lists of floating-point numbers
   * @throws Failure for a damaged file: the reason, without the file's name.
   */
  readonly rows: (columns?: readonly string[]) => AsyncGenerator<ParquetRows>
  readonly close: () => Promise<void>
}

/** Opens a Parquet file. @throws Failure if it is none: the reason, without the file's name. */
export async function openPages(path: string): Promise<ParquetPages> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const metadata = await undamaged(() => readMetadata(file, size))
    const tree = parquetSchema(metadata)
    return {
      names: namesIn(tree),
      count: Number(metadata.num_rows),
      rows: (columns) => readRows({ file, size, tree }, metadata, columns),
      close: () => file.close()
    }
  } catch (error) {
    await file.close()
    throw error
  }
}

async function undamaged<T>(read: () => T | Promise<T>, row?: number): Promise<T> {
  try {
    return await read()
  } catch (error) {
    // Without memory the thread ends.
    if (error instanceof Failure) throw error
    const place = row === undefined ? '' : ` from row ${row} on`
    throw new Failure(`is damaged${place} (${(error as Error).message.slice(0, 200)}); fetch or write it again`)
  }
}

async function readMetadata(file: FileHandle, size: number): Promise<FileMetaData> {
  const end = size < 12 ? Buffer.alloc(8) : await bytesAt(file, size - 8, size)
  const mark = end.toString('latin1', 4)
  if (mark === 'PARE') throw new Failure('is encrypted; write it without encryption')
  if (mark !== 'PAR1') throw new Failure('is cut short, or no Parquet file: it does not end in PAR1; fetch it again')
  const length = end.readUInt32LE(0)
  if (length > Math.min(MAX_METADATA, size - 8))
    throw new Failure(`states ${length} bytes of metadata; expected at most ${Math.min(MAX_METADATA, size - 8)}`)
  const buffer: AsyncBuffer = {
    byteLength: size,
    slice: async (start, until = size) => {
      const { buffer, byteOffset, byteLength } = await bytesAt(file, start, until)
      return buffer.slice(byteOffset, byteOffset + byteLength)
    }
  }
  return parquetMetadataAsync(buffer, { geoparquet: false })
}

/** Reads bytes into memory of their own. @throws Error if the file ends before. */
async function bytesAt(file: FileHandle, start: number, end: number): Promise<Buffer<ArrayBuffer>> {
  const buffer = Buffer.from(new ArrayBuffer(end - start))
  let done = 0
  while (done < buffer.length) {
    const { bytesRead } = await file.read(buffer, done, buffer.length - done, start + done)
    if (bytesRead === 0) throw new Error('it ends too early')
    done += bytesRead
  }
  return buffer
}

function namesIn(tree: SchemaTree): string[] {
  const isList = (node: SchemaTree): boolean =>
    ['LIST', 'MAP'].includes(node.element.converted_type ?? '') || node.element.repetition_type === 'REPEATED'
  return tree.children.flatMap((child) => [
    child.path.join('.'),
    ...(child.children.length === 0 || isList(child) ? [] : namesIn(child))
  ])
}

function isVector(column: SchemaTree): boolean {
  const [inner = column] = column.children.flatMap(({ children }) => children)
  return column.element.converted_type === 'LIST' && ['FLOAT', 'DOUBLE'].includes(inner.element.type ?? '')
}

interface OpenFile {
  readonly file: FileHandle
  readonly size: number
  readonly tree: SchemaTree
}

async function* readRows(
  open: OpenFile,
  metadata: FileMetaData,
  columns: readonly string[] | undefined
): AsyncGenerator<ParquetRows> {
  const chosen = open.tree.children.filter((column) => columns?.includes(column.element.name) ?? !isVector(column))
  let row = 1
  let bytes = 0
  const onPage = (size: number): void => {
    bytes += size
  }
  for (const group of metadata.row_groups) {
    const leaves = await undamaged(() => leavesOf(open, group, chosen, onPage), row)
    for (let left = Number(group.num_rows); left > 0;) {
      const rows = await undamaged(() => takeRows(leaves, chosen, Math.min(left, BATCH)), row)
      yield { rows, bytes }
      left -= rows.length
      row += rows.length
    }
  }
}

/** The values of one column, or of one member of a structure, in one row group. */
interface Leaf {
  readonly path: string
  /** Makes at least one row ready, and returns how many are. @throws Error if there are no more. */
  readonly ready: () => Promise<number>
  /** Removes rows that are ready and returns their values. */
  readonly take: (count: number) => unknown[]
}

function leavesOf(
  open: OpenFile,
  group: RowGroup,
  chosen: readonly SchemaTree[],
  onPage: (size: number) => void
): Leaf[] {
  return group.columns.flatMap(({ meta_data: column, file_path: elsewhere }) => {
    if (elsewhere !== undefined) throw new Failure('has columns in other files; write it as one file')
    if (column === undefined) throw new Failure('has encrypted columns; write it without encryption')
    const isChosen = chosen.some(({ element }) => element.name === column.path_in_schema[0])
    return isChosen ? [createLeaf(open, column, onPage)] : []
  })
}

async function takeRows(leaves: readonly Leaf[], chosen: readonly SchemaTree[], most: number): Promise<ParquetRow[]> {
  let count = most
  for (const leaf of leaves) count = Math.min(count, await leaf.ready())
  const taken = new Map<string, DecodedArray>(leaves.map((leaf) => [leaf.path, leaf.take(count)]))
  const columns = chosen.map((column) => {
    if (column.children.length > 0) assembleNested(taken, column, PARSERS)
    return { name: column.element.name, values: taken.get(column.path.join('.')) ?? [] }
  })
  return Array.from({ length: count }, (_, at) =>
    Object.fromEntries(columns.map(({ name, values }) => [name, plainValue(values[at])]))
  )
}

function createLeaf({ file, size, tree }: OpenFile, column: ColumnMetaData, onPage: (size: number) => void): Leaf {
  const path = column.path_in_schema.join('.')
  const schemaPath = getTreePath(tree, column.path_in_schema)
  const isFlat = isFlatColumn(schemaPath)
  const decoder = {
    ...{ ...column, pathInSchema: column.path_in_schema, element: schemaPath.at(-1)!.element, schemaPath },
    ...{ parsers: PARSERS, compressors: COMPRESSORS }
  }
  const { codec } = column
  if (codec !== 'UNCOMPRESSED' && codec !== 'SNAPPY' && !(codec in COMPRESSORS)) throw otherCodec(codec)
  let at = Number(column.dictionary_page_offset || column.data_page_offset)
  const end = at + Number(column.total_compressed_size)
  if (!(at >= 4 && end >= at && end <= size)) throw new Error(`column ${path} is outside of the file`)
  let dictionary: DecodedArray | undefined
  let values: DecodedArray = []
  let first = 0
  // The last row of a page may go on in the next, if it is a list.
  let open: unknown[] = []

  const readNext = async (): Promise<void> => {
    const { header, start, body } = await pageAt(file, at, end)
    at = start + body.length
    onPage(body.length)
    const reader = { view: new DataView(body.buffer, body.byteOffset, body.length), offset: 0 }
    const { data } = readPage(reader, header, decoder, dictionary, isFlat ? undefined : open, 0)
    if (header.type === 'DICTIONARY_PAGE') {
      dictionary = convert(data ?? [], decoder)
      return
    }
    const read = data ?? []
    if (isFlat) [values, first] = [read, 0]
    else {
      const rows = read === open ? open : [...open, ...read]
      open = at < end ? rows.splice(-1) : []
      ;[values, first] = [rows, 0]
    }
  }

  return {
    path,
    async ready() {
      while (first >= values.length) {
        if (at >= end) throw new Error(`column ${path} has fewer rows than the file states`)
        await readNext()
      }
      return values.length - first
    },
    take(count) {
      first += count
      return Array.prototype.slice.call(values, first - count, first) as unknown[]
    }
  }
}

/** Reads the next page of a column. @throws Error for one that is damaged, Failure for one that is too large. */
async function pageAt(
  file: FileHandle,
  at: number,
  end: number
): Promise<{ header: ReturnType<typeof parquetHeader>; start: number; body: Buffer<ArrayBuffer> }> {
  for (let size = HEADER; ; size *= 16) {
    const window = await bytesAt(file, at, Math.min(at + size, end))
    const reader = { view: new DataView(window.buffer), offset: 0 }
    let header: ReturnType<typeof parquetHeader>
    try {
      header = parquetHeader(reader)
    } catch (error) {
      if (window.length < size || size >= MAX_HEADER) throw error
      continue
    }
    const { compressed_page_size: packed, uncompressed_page_size: unpacked } = header
    const start = at + reader.offset
    if (!(packed >= 0 && unpacked >= 0 && start + packed <= end)) throw new Error('a page is outside of its column')
    if (packed > MAX_PAGE || unpacked > MAX_PAGE)
      throw new Failure(`has a page of ${Math.max(packed, unpacked)} bytes; expected at most ${MAX_PAGE}`)
    const { num_values: values = 0 } =
      header.data_page_header ?? header.data_page_header_v2 ?? header.dictionary_page_header ?? {}
    if (!(values >= 0 && values <= MAX_PAGE_VALUES))
      throw new Failure(`has a page of ${values} values; expected at most ${MAX_PAGE_VALUES}`)
    const body =
      reader.offset + packed <= window.length
        ? window.subarray(reader.offset, reader.offset + packed)
        : await bytesAt(file, start, start + packed)
    if (header.crc !== undefined && zlib.crc32(body) >>> 0 !== header.crc >>> 0)
      throw new Error('the checksum of a page is wrong')
    return { header, start, body }
  }
}

type Unpack = (input: Uint8Array, options: { readonly maxOutputLength: number }) => Buffer

/** Snappy is the library's own. Node has Zstandard since 22.15. */
const COMPRESSORS: Compressors = Object.fromEntries(
  Object.entries<Unpack | undefined>({
    GZIP: zlib.gunzipSync,
    BROTLI: zlib.brotliDecompressSync,
    ZSTD: zlib.zstdDecompressSync
  }).flatMap(([codec, unpack]) =>
    unpack === undefined
      ? []
      : [[codec, (packed: Uint8Array, size: number) => unpack(packed, { maxOutputLength: Math.max(size, 1) })]]
  )
)

function otherCodec(codec: string): Failure {
  const known = ['Snappy', 'gzip', 'Brotli', ...('ZSTD' in COMPRESSORS ? ['Zstandard'] : [])].join(', ')
  return new Failure(`is compressed by ${codec}; expected ${known} or no compression; write it again with one of these`)
}

const PARSERS: typeof DEFAULT_PARSERS = {
  ...DEFAULT_PARSERS,
  jsonFromBytes: (bytes): unknown => DEFAULT_PARSERS.stringFromBytes(bytes)
}

/** Returns a value as JSON would have it: times as ISO 8601, large whole numbers as text, bytes and other things as null. */
function plainValue(value: unknown): unknown {
  if (typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value)
  if (value instanceof Date)
    return Number.isNaN(value.getTime()) ? null : value.toISOString().replace('T00:00:00.000Z', '')
  if (Array.isArray(value)) return value.map(plainValue)
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return null
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, plainValue(member)]))
}
