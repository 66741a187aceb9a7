import { rowsBetween } from '@leitmotif/encoder/vectors'
import { type Encoder, type Representation } from '@leitmotif/encoder'
import type { DocumentRecord, FieldType, Fields } from '../store/store.js'
import type { SplitBatch } from './batch-documents.js'
import { type SourceProblem, problemOf } from './source-document.js'
import type { SplitSource } from './split-items.js'
import { fieldFault, inferFields, MAX_FIELDS } from '../store/fields.js'

/** Documents to write. */
export interface EncodedBatch {
  readonly records: readonly DocumentRecord[]
  /** The source of each record, by document. */
  readonly sources: ReadonlyMap<string, SplitSource>
  /** Fields that no batch before had. */
  readonly fields: Readonly<Record<string, FieldType>>
  /** Documents in the batch, including those that failed because of their fields. */
  readonly read: number
  /** Bytes read when the batch was complete. */
  readonly end: number
}

export interface BatchEncoder {
  readonly encoder: Encoder
  readonly representation: Representation
  /** Fields of the collection before the run. */
  readonly declared: Readonly<Record<string, FieldType>>
  /** Declares fields at once, and returns all there are; whoever writes the batches declares them otherwise. */
  readonly declare?: ((fields: EncodedBatch['fields']) => Promise<EncodedBatch['fields']>) | undefined
}

/** Declares new fields, checks those of each document, and encodes the sentences. */
export async function* encodeBatches(
  batches: AsyncIterable<SplitBatch>,
  { encoder, representation, declared, declare }: BatchEncoder,
  report: (problem: SourceProblem) => void
): AsyncGenerator<EncodedBatch> {
  let known = declared
  for await (const { documents, end } of batches) {
    const fields = newFields(known, documents)
    const isNew = Object.keys(fields).length > 0
    known = isNew && declare !== undefined ? await declare(fields) : { ...known, ...fields }
    const valid = documents.flatMap((document) => fitFields(document, known, report))
    const records = await encodeDocuments(encoder, representation, valid)
    const sources = new Map(valid.map((document) => [document.source.document, document]))
    yield { records, sources, fields: declare === undefined ? fields : {}, read: documents.length, end }
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
  documents: readonly SplitSource[]
): Readonly<Record<string, FieldType>> {
  const inferred = inferFields(
    documents.map(({ split }) => split.fields),
    declared
  )
  return Object.fromEntries(Object.entries(inferred).slice(0, MAX_FIELDS - Object.keys(declared).length))
}

/**
 * The document with fields of the declared types: a line of data with another has failed, for the data is wrong; a file
 * of prose goes without it, for nobody checks front matter.
 */
function fitFields(
  document: SplitSource,
  declared: Readonly<Record<string, FieldType>>,
  report: (problem: SourceProblem) => void
): SplitSource[] {
  const { source, split } = document
  const typeOf = (name: string): FieldType | undefined => (Object.hasOwn(declared, name) ? declared[name] : undefined)
  const fields = Object.entries(split.fields)
  const extra = fields.filter(([name]) => typeOf(name) === undefined).map(([name]) => name)
  const wrong = fields.flatMap(([name, value]) => {
    const type = typeOf(name)
    return type === undefined ? [] : (fieldFault(name, value, type) ?? [])
  })
  if (extra.length > 0) {
    const named = `${extra.length === 1 ? 'field' : `${extra.length} fields, as`} ${JSON.stringify(extra[0])}`
    wrong.unshift(`${named}: the collection has ${MAX_FIELDS} others, and takes no more`)
  }
  if (wrong.length === 0) return [document]
  if (source.line !== undefined) {
    report(problemOf(source, 'failed', wrong.join('; ')))
    return []
  }
  const fitting: Fields = Object.fromEntries(
    fields.filter(([name, value]) => fieldFault(name, value, typeOf(name)) === undefined)
  )
  const sentences = split.sentences.map((sentence) => ({ ...sentence, fields: fitting }))
  return [{ source, split: { ...split, sentences } }]
}
