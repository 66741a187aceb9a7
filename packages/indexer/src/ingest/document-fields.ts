import { fieldFault, inferFields, MAX_FIELDS } from '../store/fields.js'
import { problemOf, type SourceProblem } from './sources.js'
import type { SplitSource } from './split-items.js'
import type { Fields, FieldType } from '../store/store.js'

/** The fields that come for the first time, as far as a collection takes them. */
export function newFields(
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
export function fitFields(
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
