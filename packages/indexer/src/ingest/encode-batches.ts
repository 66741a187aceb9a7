import { type Encoder, type Representation } from '@leitmotif/encoder'
import type { DocumentRecord, FieldType, Fields } from '../store/store.js'
import type { SplitBatch } from './batch-documents.js'
import { isNumber } from './field-values.js'
import { encodeDocuments, type Languages } from './languages.js'
import { isoDate } from './stated-dates.js'
import type { openStoredVectors } from './stored-vectors.js'
import type { SplitSource } from './split-items.js'
import { fieldFault, inferFields, MAX_FIELDS } from '../store/fields.js'

/** Sentences that are encoded at a time, 1 or more; between them, encoding can end, or what is encoded be written. */
const SLICE = 512

/** How often what is encoded is written, in milliseconds, if a batch takes longer. */
const STORE_EVERY_MS = 15_000

/** Documents to write. */
export interface EncodedBatch {
  readonly records: readonly DocumentRecord[]
  /** The source of each record, by document. */
  readonly sources: ReadonlyMap<string, SplitSource>
  /** Fields that no batch before had. */
  readonly fields: Readonly<Record<string, FieldType>>
  /** Documents in it. */
  readonly read: number
  /** Bytes of the documents up to its end. */
  readonly end: number
}

export interface BatchEncoder {
  readonly encoder: Encoder
  readonly representation: Representation
  /** Fields of the collection before the run. */
  readonly declared: Readonly<Record<string, FieldType>>
  /** Declares fields at once, and returns all there are; whoever writes the batches declares them otherwise. */
  readonly declare?: ((fields: EncodedBatch['fields']) => Promise<EncodedBatch['fields']>) | undefined
  /** Formats of dates, besides those that are read without. */
  readonly dateFormats?: readonly string[] | undefined
  readonly languages: Languages
  /** Ends the work with its reason, after what is encoded was yielded. */
  readonly signal?: AbortSignal | undefined
  /** Default: STORE_EVERY_MS. */
  readonly storeEvery?: number | undefined
  /** Returns the vectors that documents have in the collection already. */
  readonly storedVectors: ReturnType<typeof openStoredVectors>
}

/** Receives what a collection does not take. */
export interface EncodingAccount {
  /** @param reason what is wrong with the value of the field */
  readonly addUnfit: (name: string, reason: string, source: SplitSource['source']) => void
  /** Counts a document in a language that the encoder does not read. */
  readonly addUnread: (language: string, source: SplitSource['source']) => void
}

/**
 * Declares new fields, checks those of each document, and encodes the sentences. A batch that takes long is yielded in pieces. Its fields
 * and slices depend on the documents alone, so that when a piece ends does not change what is written.
 */
export async function* encodeBatches(
  batches: AsyncIterable<SplitBatch>,
  {
    encoder,
    representation,
    declared,
    declare,
    dateFormats,
    languages,
    signal,
    storeEvery = STORE_EVERY_MS,
    storedVectors
  }: BatchEncoder,
  account: EncodingAccount
): AsyncGenerator<EncodedBatch> {
  let known = declared
  let yielded = Date.now()
  let before = 0
  for await (const { documents, end } of batches) {
    const spoken = await Promise.all(
      documents.map(({ split }) => languages.languageOf(split.sentences, split.fields.language))
    )
    const stated = documents.map(({ split }, index) => withLanguage(split.fields, spoken[index], known))
    const dated = stated.map((fields) => withDates(fields, known, dateFormats))
    const fields = newFields(known, dated)
    const isNew = Object.keys(fields).length > 0
    known = isNew && declare !== undefined ? await declare(fields) : { ...known, ...fields }
    const valid = documents.map((document, index) =>
      fitFields(document, { stated: stated[index], dated: dated[index] }, known, account)
    )
    const stored = await storedVectors(
      valid.map(({ source: { document }, split: { sentences } }) => ({ document, sentences }))
    )
    for (const [index, language] of spoken.entries())
      if (!languages.reads(language)) account.addUnread(language!, documents[index].source)
    const encodable = valid.map((document, index) => ({
      ...{ document, sentences: document.split.sentences },
      ...{ isRead: languages.reads(spoken[index]), stored: stored[index] }
    }))
    const total = encodable.reduce((sum, { sentences }) => sum + sentences.length, 0)
    let fresh = declare === undefined ? fields : {}
    let encoded = 0
    let records: DocumentRecord[] = []
    let sources = new Map<string, SplitSource>()
    for (const slice of slicesOf(encodable)) {
      if (signal?.aborted !== true) {
        const vectors = await encodeDocuments(encoder, representation, slice)
        for (const [index, { document, sentences }] of slice.entries()) {
          const { document: id, hash, source } = document.source
          records.push({ document: id, hash, source, sentences, vectors: vectors[index] })
          sources.set(id, document)
          encoded += sentences.length
        }
      }
      const isDue = encoded === total || signal?.aborted === true || Date.now() - yielded >= storeEvery
      if (isDue && records.length > 0) {
        const at = encoded === total ? end : Math.floor(before + ((end - before) * encoded) / total)
        yield { records, sources, fields: fresh, read: records.length, end: at }
        fresh = {}
        records = []
        sources = new Map()
        yielded = Date.now()
      }
      signal?.throwIfAborted()
    }
    before = end
  }
}

/** Divides documents into slices. A slice ends with the document that brings it to at least SLICE sentences. */
function slicesOf<T extends { readonly sentences: readonly unknown[] }>(documents: readonly T[]): T[][] {
  const slices: T[][] = []
  let room = 0
  for (const document of documents) {
    if (room <= 0) {
      slices.push([])
      room = SLICE
    }
    slices.at(-1)!.push(document)
    room -= document.sentences.length
  }
  return slices
}

/** The fields that come for the first time, as far as a collection takes them. */
function newFields(
  declared: Readonly<Record<string, FieldType>>,
  documents: readonly Fields[]
): Readonly<Record<string, FieldType>> {
  const inferred = inferFields(documents, declared)
  return Object.fromEntries(Object.entries(inferred).slice(0, MAX_FIELDS - Object.keys(declared).length))
}

/** Fields with the language that was recognised, if none is stated and the collection takes one more field. */
function withLanguage(
  fields: Fields,
  language: string | undefined,
  declared: Readonly<Record<string, FieldType>>
): Fields {
  if (language === undefined || Object.hasOwn(fields, 'language')) return fields
  const hasRoom = Object.hasOwn(declared, 'language')
    ? declared.language === 'keyword'
    : Object.keys(declared).length < MAX_FIELDS
  return hasRoom ? { ...fields, language } : fields
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
  { source, split }: SplitSource,
  { stated: all, dated }: { readonly stated: Fields; readonly dated: Fields },
  declared: Readonly<Record<string, FieldType>>,
  account: EncodingAccount
): SplitSource {
  const fitting = Object.entries(all).flatMap(([name, stated]): [string, Fields[string]][] => {
    const type = Object.hasOwn(declared, name) ? declared[name] : undefined
    if (type === undefined) {
      account.addUnfit(name, `the collection has ${MAX_FIELDS} other fields, and takes no more`, source)
      return []
    }
    const value = type === 'date' ? dated[name] : asType(stated, type)
    const fault = fieldFault(name, value, type)
    if (fault === undefined) return [[name, value]]
    account.addUnfit(name, fault, source)
    return []
  })
  const fields = Object.fromEntries(fitting)
  const sentences = split.sentences.map((sentence) => {
    const own = sentence.fields.page as Fields[string] | undefined
    const common = fields.page as Fields[string] | undefined
    // The one field that sentences of a document differ in, as those of a PDF are on several pages.
    if (typeof own !== 'number' || common === undefined || declared.page === 'date') return { ...sentence, fields }
    return { ...sentence, fields: { ...fields, page: declared.page === 'keyword' ? String(own) : own } }
  })
  return { source, split: { ...split, fields, sentences } }
}

/** A number as a keyword, and a text that is a number as one; any other value as it is. */
function asType(value: Fields[string], type: FieldType): Fields[string] {
  if (type === 'keyword' && typeof value === 'number') return String(value)
  return type === 'number' && typeof value === 'string' && isNumber(value) ? Number(value) : value
}
