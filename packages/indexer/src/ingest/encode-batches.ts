import { rowsBetween } from '@leitmotif/encoder/vectors'
import { type Encoder, type Representation } from '@leitmotif/encoder'
import type { DocumentRecord, FieldType, Fields } from '../store/store.js'
import type { SplitBatch } from './batch-documents.js'
import { isNumber } from './field-values.js'
import { isoDate } from './stated-dates.js'
import type { SplitSource } from './split-items.js'
import { fieldFault, inferFields, MAX_FIELDS } from '../store/fields.js'

/** Documents to write. */
export interface EncodedBatch {
  readonly records: readonly DocumentRecord[]
  /** The source of each record, by document. */
  readonly sources: ReadonlyMap<string, SplitSource>
  /** Fields that no batch before had. */
  readonly fields: Readonly<Record<string, FieldType>>
  /** Documents in the batch. */
  readonly read: number
  /** Bytes read when the batch was complete. */
  readonly end: number
}

export interface BatchEncoder {
  readonly encoder: Encoder
  readonly representation: Representation
  /** Fields of the collection before the run. */
  readonly declared: Readonly<Record<string, FieldType>>
  /** Formats of dates, besides those that are read without. */
  readonly dateFormats?: readonly string[] | undefined
}

/** Reports a value that the collection does not take. */
type ReportUnfit = (name: string, reason: string, source: SplitSource['source']) => void

/** Declares new fields, checks those of each document, and encodes the sentences. */
export async function* encodeBatches(
  batches: AsyncIterable<SplitBatch>,
  { encoder, representation, declared, dateFormats }: BatchEncoder,
  report: ReportUnfit
): AsyncGenerator<EncodedBatch> {
  let known = declared
  for await (const { documents, end } of batches) {
    const dated = documents.map(({ split }) => withDates(split.fields, known, dateFormats))
    const fields = newFields(known, dated)
    known = { ...known, ...fields }
    const valid = documents.map((document, index) => fitFields(document, dated[index], known, report))
    const records = await encodeDocuments(encoder, representation, valid)
    const sources = new Map(valid.map((document) => [document.source.document, document]))
    yield { records, sources, fields, read: documents.length, end }
  }
}

async function encodeDocuments(
  encoder: Encoder,
  representation: Representation,
  documents: readonly SplitSource[]
): Promise<DocumentRecord[]> {
  const texts = documents.flatMap(({ split }) => split.sentences.map(({ text }) => text))
  const all = await encoder.encode(texts, { representation })
  let start = 0
  return documents.map(({ source: { document, hash, source }, split: { sentences } }) => {
    const vectors = rowsBetween(all, start, start + sentences.length)
    start += vectors.count
    return { document, hash, source, sentences, vectors }
  })
}

/** The fields that come for the first time, as far as a collection takes them. */
function newFields(
  declared: Readonly<Record<string, FieldType>>,
  documents: readonly Fields[]
): Readonly<Record<string, FieldType>> {
  const inferred = inferFields(documents, declared)
  return Object.fromEntries(Object.entries(inferred).slice(0, MAX_FIELDS - Object.keys(declared).length))
}

/** Fields with every date in ISO 8601, as far as the type of a field is known to be a date, or not known. */
function withDates(
  fields: Fields,
  declared: Readonly<Record<string, FieldType>>,
  formats: readonly string[] | undefined
): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      const type = Object.hasOwn(declared, name) ? declared[name] : undefined
      if (typeof value === 'object' || (type !== undefined && type !== 'date')) return [name, value]
      return [name, isoDate(value, { formats, isDate: type === 'date' || name === 'date' }) ?? value]
    })
  )
}

/** The document with fields of the declared types, and without the values that are of another. */
function fitFields(
  document: SplitSource,
  dated: Fields,
  declared: Readonly<Record<string, FieldType>>,
  report: ReportUnfit
): SplitSource {
  const { source, split } = document
  const fitting = Object.entries(split.fields).flatMap(([name, stated]): [string, Fields[string]][] => {
    const type = Object.hasOwn(declared, name) ? declared[name] : undefined
    if (type === undefined) {
      report(name, `the collection has ${MAX_FIELDS} other fields, and takes no more`, source)
      return []
    }
    const value = type === 'date' ? dated[name] : asType(stated, type)
    const fault = fieldFault(name, value, type)
    if (fault === undefined) return [[name, value]]
    report(name, fault, source)
    return []
  })
  const fields = Object.fromEntries(fitting)
  const sentences = split.sentences.map((sentence) => ({ ...sentence, fields }))
  return { source, split: { ...split, fields, sentences } }
}

/** A number as a keyword, and a text that is a number as one; any other value as it is. */
function asType(value: Fields[string], type: FieldType): Fields[string] {
  if (type === 'keyword' && typeof value === 'number') return String(value)
  return type === 'number' && typeof value === 'string' && isNumber(value) ? Number(value) : value
}
