import { arrow } from '#lancedb'
import { row, type Vectors } from '@leitmotif/encoder'
import { zeroVectors } from '@leitmotif/encoder/vectors'
import { VALUE_SEPARATOR, type DeclaredFields } from '../fields.js'
import { periodOf } from '../dates.js'
import type { DocumentRecord, FieldValue, SentenceRecord } from '../store.js'

/**
 * Columns of the embedded store, which has one row for each sentence. Values of the document (hash, source) are on each
 * of its rows, so that one commit replaces a whole document. `sentences`, the number of them, is only on its first row,
 * so that documents can be counted.
 */
const COLUMNS = [
  'id',
  'document',
  'hash',
  'source',
  'sentences',
  'title',
  'path',
  'position',
  'paragraph',
  'text'
] as const

/** The columns of a record, without its vector. */
const RECORD_COLUMNS = ['id', 'document', 'title', 'path', 'position', 'paragraph', 'text'] as const

/**
 * Returns the column of a declared field. It is numbered, so that users' field names need no quoting and never clash.
 */
export function fieldColumn(index: number): string {
  return `field_${index}`
}

/**
 * Returns the column with the moments of a date field, in milliseconds. Filters and counts use it instead of the text.
 */
function momentColumn(index: number): string {
  return `moment_${index}`
}

/** Returns the column of a field, or of a record's own `document`, `title` or `position`. */
export function columnOf(name: string, fields: DeclaredFields): string {
  const index = fields.findIndex((field) => field.name === name)
  return index < 0 ? name : fieldColumn(index)
}

/** Whether the name is a declared keyword, which may have several values. */
export function isKeyword(name: string, fields: DeclaredFields): boolean {
  return fields.some((field) => field.name === name && field.type === 'keyword')
}

/** Returns the column that filters compare: for dates that of their moments. */
export function comparedColumn(name: string, fields: DeclaredFields): string {
  const index = fields.findIndex((field) => field.name === name)
  return index >= 0 && fields[index].type === 'date' ? momentColumn(index) : columnOf(name, fields)
}

/** Returns the columns of declared fields, each with the SQL that adds it to an existing table. */
export function fieldColumns(fields: DeclaredFields): { name: string; valueSql: string }[] {
  return ownColumns(fields).map(({ name, type }) => ({
    name,
    valueSql: `CAST(NULL AS ${type instanceof arrow.Float64 ? 'DOUBLE' : 'STRING'})`
  }))
}

/** Returns the columns of declared fields, each with a function from a sentence to its value. */
function ownColumns(fields: DeclaredFields): {
  readonly name: string
  readonly type: arrow.DataType
  readonly value: (sentence: SentenceRecord) => FieldValue | null
}[] {
  return fields.flatMap(({ name, type }, index) => {
    const value = ({ fields: own }: SentenceRecord): FieldValue | null => {
      if (!Object.hasOwn(own, name)) return null
      const held = own[name]
      return typeof held === 'object' ? held.join(VALUE_SEPARATOR) : held
    }
    const column = { name: fieldColumn(index), type: type === 'number' ? new arrow.Float64() : new arrow.Utf8(), value }
    if (type !== 'date') return [column]
    const moment = (sentence: SentenceRecord): number | null => periodOf(String(value(sentence)))?.from ?? null
    return [column, { name: momentColumn(index), type: new arrow.Float64(), value: moment }]
  })
}

const pathType = new arrow.List(new arrow.Field('item', new arrow.Utf8(), true))

function vectorType(dims: number): arrow.FixedSizeList<arrow.Float32> {
  return new arrow.FixedSizeList(dims, new arrow.Field('item', new arrow.Float32(), true))
}

export function sentenceSchema(dims: number, fields: DeclaredFields): arrow.Schema {
  const types: Record<(typeof COLUMNS)[number], arrow.DataType> = {
    id: new arrow.Utf8(),
    document: new arrow.Utf8(),
    hash: new arrow.Utf8(),
    source: new arrow.Utf8(),
    sentences: new arrow.Int32(),
    title: new arrow.Utf8(),
    path: pathType,
    position: new arrow.Int32(),
    paragraph: new arrow.Int32(),
    text: new arrow.Utf8()
  }
  return new arrow.Schema([
    ...COLUMNS.map((name) => new arrow.Field(name, types[name], name === 'sentences')),
    new arrow.Field('vector', vectorType(dims), false),
    ...ownColumns(fields).map(({ name, type }) => new arrow.Field(name, type, true))
  ])
}

/** Returns the rows of documents, in their order. */
export function rowsOf(documents: readonly DocumentRecord[], dims: number, fields: DeclaredFields): arrow.Table {
  const rows = documents.flatMap((document) =>
    document.sentences.map((sentence, index) => ({ document, sentence, first: index === 0 }))
  )
  const data = new Float32Array(rows.length * dims)
  let offset = 0
  for (const { vectors } of documents) {
    data.set(vectors.data, offset)
    offset += vectors.data.length
  }
  const column = (type: arrow.DataType, value: (row: (typeof rows)[number]) => unknown): arrow.Vector =>
    arrow.vectorFromArray(rows.map(value), type)
  const columns: Record<string, arrow.Vector> = {
    id: column(new arrow.Utf8(), ({ sentence }) => sentence.id),
    document: column(new arrow.Utf8(), ({ sentence }) => sentence.document),
    hash: column(new arrow.Utf8(), ({ document }) => document.hash),
    source: column(new arrow.Utf8(), ({ document }) => document.source),
    sentences: column(new arrow.Int32(), ({ document, first }) => (first ? document.sentences.length : null)),
    title: column(new arrow.Utf8(), ({ sentence }) => sentence.title),
    path: column(pathType, ({ sentence }) => [...sentence.path]),
    position: column(new arrow.Int32(), ({ sentence }) => sentence.position),
    paragraph: column(new arrow.Int32(), ({ sentence }) => sentence.paragraph),
    text: column(new arrow.Utf8(), ({ sentence }) => sentence.text),
    vector: new arrow.Vector([
      arrow.makeData({
        type: vectorType(dims),
        length: rows.length,
        nullCount: 0,
        child: arrow.makeData({ type: new arrow.Float32(), length: data.length, nullCount: 0, data })
      })
    ])
  }
  for (const { name, type, value } of ownColumns(fields))
    columns[name] = column(type, ({ sentence }) => value(sentence))
  return new arrow.Table(sentenceSchema(dims, fields), columns)
}

/** Returns the values of a stored field. Several values of a keyword are stored as one text. */
export function valuesOf(stored: FieldValue): readonly FieldValue[] {
  return typeof stored === 'string' ? stored.split(VALUE_SEPARATOR) : [stored]
}

/** Returns the columns to select for `recordsOf`. */
export function recordColumns(fields: DeclaredFields): string[] {
  return [...RECORD_COLUMNS, ...fields.map((_, index) => fieldColumn(index))]
}

/** Converts rows that were read with `recordColumns` to records, without their themes. */
export function recordsOf(rows: arrow.Table, fields: DeclaredFields): SentenceRecord[] {
  if (rows.numRows === 0) return []
  const text = (name: string): string[] => texts(rows, name)
  const [ids, documents, titles, sentences] = [text('id'), text('document'), text('title'), text('text')]
  const [positions, paragraphs] = [
    column(rows, 'position').toArray(),
    column(rows, 'paragraph').toArray()
  ] as Int32Array[]
  const paths = pathsOf(column(rows, 'path'))
  const values = fields.map((_, index) => fieldValues(rows, fieldColumn(index)))
  // A row that repeats the fields of the one before shares them.
  let own: SentenceRecord['fields'] = {}
  return ids.map((id, row) => {
    if (row === 0 || values.some((column) => column[row] !== column[row - 1])) own = fieldsOf(row)
    return {
      id,
      document: documents[row],
      title: titles[row],
      path: paths[row],
      position: positions[row],
      paragraph: paragraphs[row],
      text: sentences[row],
      fields: own
    }
  })

  function fieldsOf(row: number): SentenceRecord['fields'] {
    return Object.fromEntries(
      fields.flatMap(({ name }, index) => {
        const value = values[index][row] ?? undefined
        if (value === undefined) return []
        const several = valuesOf(value)
        return [[name, several.length > 1 ? (several as string[]) : value]]
      })
    )
  }
}

/** Returns the vectors of rows that were read with the column `vector`, in the order of the row numbers in `order`. */
export function vectorsOf(rows: arrow.Table | arrow.RecordBatch, dims: number, order: readonly number[]): Vectors {
  if (rows.numRows === 0) return zeroVectors(0, dims)
  const chunks = column(rows, 'vector').data.map(({ children, offset, length }) => ({
    values: (children[0].values as Float32Array).subarray(offset * dims, (offset + length) * dims),
    length
  }))
  const places = chunks.flatMap(({ values, length }) => Array.from({ length }, (_, at) => ({ values, at })))
  const vectors = zeroVectors(order.length, dims)
  for (const [index, place] of order.entries()) {
    const { values, at } = places[place]
    row(vectors, index).set(values.subarray(at * dims, (at + 1) * dims))
  }
  return vectors
}

/** Returns a column of text without nulls. */
export function texts(rows: arrow.Table | arrow.RecordBatch, name: string): string[] {
  return textsOf(column(rows, name)) as string[]
}

/** Returns a column of texts or numbers. */
export function fieldValues(rows: arrow.Table | arrow.RecordBatch, name: string): (FieldValue | null)[] {
  const values = column(rows, name)
  return arrow.DataType.isUtf8(values.type) ? textsOf(values) : ([...values] as (FieldValue | null)[])
}

/**
 * Decodes a column of text, a third of the time that Arrow takes. A row that repeats the one before shares its string:
 * most columns are the same for all sentences of a document.
 */
function textsOf({ data }: arrow.Vector): (string | null)[] {
  return data.flatMap((chunk) => {
    const { values, valueOffsets: ends, length, nullCount } = chunk as arrow.Data<arrow.Utf8>
    const bytes = bufferOf(values)
    const found = new Array<string | null>(length)
    for (let row = 0, last = -1; row < length; row++) {
      if (nullCount > 0 && !chunk.getValid(row)) {
        found[row] = null
        continue
      }
      const [from, to] = [ends[row], ends[row + 1]]
      found[row] =
        last >= 0 && isRepeated(bytes, ends[last], ends[last + 1], from, to)
          ? found[last]
          : bytes.toString('utf8', from, to)
      last = row
    }
    return found
  })
}

/** Decodes a column of lists of texts. A row that repeats the one before shares its list. */
function pathsOf({ data }: arrow.Vector): string[][] {
  return data.flatMap((chunk: arrow.Data) => {
    const { length } = chunk
    const rowEnds = chunk.valueOffsets as Int32Array
    const { values, valueOffsets: ends } = chunk.children[0] as Pick<arrow.Data<arrow.Utf8>, 'values' | 'valueOffsets'>
    const bytes = bufferOf(values)
    const found = new Array<string[]>(length)
    for (let row = 0; row < length; row++) {
      const [from, to] = [rowEnds[row], rowEnds[row + 1]]
      const before = row === 0 ? to : rowEnds[row - 1]
      let repeats = row > 0 && from - before === to - from
      for (let part = from; repeats && part < to; part++) {
        const other = part - from + before
        repeats = isRepeated(bytes, ends[other], ends[other + 1], ends[part], ends[part + 1])
      }
      found[row] = repeats
        ? found[row - 1]
        : Array.from({ length: to - from }, (_, part) =>
            bytes.toString('utf8', ends[from + part], ends[from + part + 1])
          )
    }
    return found
  })
}

function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength)
}

/** Whether the bytes from `from` to `to` are those from `start` to `end`. */
function isRepeated(bytes: Buffer, start: number, end: number, from: number, to: number): boolean {
  if (end - start !== to - from) return false
  // Numbered texts differ at their end.
  for (let at = to - 1, other = end - 1; at >= from; at--, other--) if (bytes[at] !== bytes[other]) return false
  return true
}

/** Returns a column. @throws Error if the rows were read without it. */
export function column(rows: arrow.Table | arrow.RecordBatch, name: string): arrow.Vector {
  // LanceDB returns no columns if there are no rows.
  if (rows.numRows === 0) return arrow.vectorFromArray([], new arrow.Utf8())
  const found = rows.getChild(name)
  if (found === null) throw new Error(`rows without column ${name}; they have ${rows.schema.names.join(', ')}`)
  return found
}
