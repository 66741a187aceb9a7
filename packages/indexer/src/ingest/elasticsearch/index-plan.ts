import type { estypes } from '@elastic/elasticsearch'
import { Failure } from '@leitmotif/command'
import { z } from 'zod'
import { FIELD_TYPES, isFieldName, MAX_FIELDS } from '../../store/fields.js'
import type { FieldType } from '../../store/store.js'
import { ENRICHED } from './enriched-fields.js'

/** Types of Elasticsearch as types of a collection's fields. */
const TYPES: Readonly<Record<FieldType, readonly string[]>> = {
  keyword: ['keyword', 'constant_keyword', 'wildcard', 'ip', 'version', 'boolean'],
  number: [
    ...['long', 'integer', 'short', 'byte', 'unsigned_long'],
    ...['double', 'float', 'half_float', 'scaled_float']
  ],
  date: ['date', 'date_nanos']
}

/** Types of whole texts. */
const TEXTS: readonly string[] = ['text', 'match_only_text', 'annotated_text', 'semantic_text', 'search_as_you_type']

const member = z.object({
  /** Name in the collection. */
  name: z.string(),
  /** Path in the source index. */
  path: z.string(),
  type: z.enum(['keyword', 'number', 'date']),
  /** Whether the index holds it as moments, in whatever format they were written. */
  moment: z.boolean()
})

export const planDecoder = z.object({
  text: z.string(),
  title: z.string().optional(),
  fields: z.array(member),
  /** Formats of dates in fields that the index does not hold as dates. */
  dateFormats: z.array(z.string()).optional()
})

/** Which fields of an index become the text, the title and the fields of documents. */
export type IndexPlan = z.infer<typeof planDecoder>
type PlannedField = z.infer<typeof member>

/** The user's choice of fields. */
export interface IndexFields {
  /** The field that holds the text. Default: `text`. */
  readonly text?: string | undefined
  /** The field that holds the title. Default: `title`, if the index has it. */
  readonly title?: string | undefined
  /** The field that becomes the field `date`. */
  readonly date?: string | undefined
  /** Fields to take, by their paths, with the type that they get or `undefined` for their own. Default: all that can be filtered by. */
  readonly fields?: Readonly<Record<string, FieldType | undefined>>
}

export interface PlannedIndex {
  readonly plan: IndexPlan
  /** Fields that cannot be taken, each with the reason. */
  readonly leftOut: readonly string[]
}

type Capabilities = Readonly<Record<string, Readonly<Record<string, estypes.FieldCapsFieldCapability>>>>

/**
 * Plans how the documents of an index become those of a collection. Multi-fields count as the text that they belong to.
 * @param index for messages
 * @param declared fields of the collection, whose types decide
 * @throws Failure for a field that does not exist, or that was named and cannot be taken.
 */
export function planIndex(
  index: string,
  capabilities: Capabilities,
  chosen: IndexFields,
  declared: Readonly<Record<string, FieldType>>
): PlannedIndex {
  const { text = 'text', date, fields } = chosen
  const title = chosen.title ?? (isText(capabilities.title) ? 'title' : undefined)
  for (const [option, path] of Object.entries({ text, title, date })) {
    if (path !== undefined && !Object.hasOwn(capabilities, path)) throw noField(index, option, path, capabilities)
  }
  const used = new Set([text, title, date])
  const named = Object.entries(fields ?? {})
  const leftOut: string[] = []
  const planned: PlannedField[] = []
  const add = (name: string, path: string, asked: FieldType | undefined, wanted: boolean): void => {
    const fault = fieldFault(name, path, capabilities)
    const type = asked ?? (Object.hasOwn(declared, name) ? declared[name] : typeOf(path, capabilities))
    const before = planned.find((other) => other.name === name)
    const problem =
      fault ??
      (before === undefined ? undefined : `has the same name as ${before.path} in a collection`) ??
      (type === undefined ? typeFault(path, capabilities) : undefined)
    if (problem === undefined) planned.push({ name, path, type: type!, moment: isMoment(path, capabilities) })
    else if (wanted) throw new Failure(`${index}: field "${path}" ${problem}`)
    else leftOut.push(`${path} ${problem}`)
  }
  if (date !== undefined) add('date', date, Object.hasOwn(declared, 'date') ? undefined : 'date', true)
  for (const [path, type] of named) {
    if (!Object.hasOwn(capabilities, path)) throw noField(index, 'field', path, capabilities)
    add(nameOf(path), path, type, true)
  }
  if (named.length === 0) {
    const paths = Object.keys(capabilities).sort()
    for (const path of paths) {
      if (used.has(path) || isOurs(path) || parentOf(path, capabilities, isText) || isObject(capabilities[path]))
        continue
      // A text without a keyword beside it is to be read, not to be filtered by.
      if (isText(capabilities[path]) && keywordOf(path, capabilities) === undefined) continue
      if (parentOf(path, capabilities, isNested) === undefined) add(nameOf(path), path, undefined, false)
    }
    for (const path of paths) if (isNested(capabilities[path])) leftOut.push(`${path} is nested`)
  }
  if (planned.length > MAX_FIELDS) {
    throw new Failure(
      `${index}: ${planned.length} of its fields can be filtered by; a collection has at most ${MAX_FIELDS}; name those you ` +
        `need, for example --field ${planned[0].path} --field ${planned[1].path}`
    )
  }
  return { plan: { text, ...(title !== undefined && { title }), fields: planned }, leftOut }
}

/** Reads `path` or `path:type`; the path may have dots. */
export function parseIndexField(text: string): [string, FieldType | undefined] {
  const type = FIELD_TYPES.find((known) => text.endsWith(`:${known}`))
  return type === undefined ? [text, undefined] : [text.slice(0, -type.length - 1), type]
}

/** A collection's names have no dots. */
function nameOf(path: string): string {
  return path.replaceAll('.', '_')
}

function isOurs(path: string): boolean {
  return path === ENRICHED || path.startsWith(`${ENRICHED}.`)
}

function typesOf(path: string, capabilities: Capabilities): string[] {
  return Object.keys(capabilities[path]).filter((type) => type !== 'unmapped')
}

/** The type of a field in a collection; undefined if it has none, or several. */
function typeOf(path: string, capabilities: Capabilities): FieldType | undefined {
  const types = typesOf(path, capabilities)
  return FIELD_TYPES.find((own) =>
    types.every((type) => TYPES[own].includes(type) || (own === 'keyword' && TEXTS.includes(type)))
  )
}

function isMoment(path: string, capabilities: Capabilities): boolean {
  return typesOf(path, capabilities).every((type) => TYPES.date.includes(type))
}

function fieldFault(name: string, path: string, capabilities: Capabilities): string | undefined {
  const nested = parentOf(path, capabilities, isNested)
  if (isNested(capabilities[path]) || nested !== undefined)
    return `is nested${nested === undefined ? '' : ` in ${nested}`}`
  return isFieldName(name) ? undefined : `cannot be a field of a collection under the name "${name.slice(0, 80)}"`
}

function typeFault(path: string, capabilities: Capabilities): string {
  const types = typesOf(path, capabilities)
  if (types.length === 1) return `is of type ${types[0]}; expected one that can be a keyword, a number or a date`
  const places = types.map((type) => {
    const indices = [capabilities[path][type].indices ?? []].flat()
    return `${type} in ${indices.slice(0, 2).join(', ')}${indices.length > 2 ? ', …' : ''}`
  })
  return `is of two types (${places.join('; ')}); choose one, for example --field ${path}:keyword`
}

function isText(types: Capabilities[string] | undefined): boolean {
  return types !== undefined && Object.keys(types).some((type) => TEXTS.includes(type))
}

function isNested(types: Capabilities[string]): boolean {
  return Object.hasOwn(types, 'nested')
}

function isObject(types: Capabilities[string]): boolean {
  return Object.keys(types).every((type) => ['object', 'nested', 'passthrough'].includes(type))
}

/** The field above a path for which `is` holds. */
function parentOf(
  path: string,
  capabilities: Capabilities,
  is: (types: Capabilities[string]) => boolean
): string | undefined {
  for (let end = path.lastIndexOf('.'); end > 0; end = path.lastIndexOf('.', end - 1)) {
    const above = path.slice(0, end)
    if (Object.hasOwn(capabilities, above) && is(capabilities[above])) return above
  }
  return undefined
}

/** The keyword that is a multi-field of a text. */
function keywordOf(path: string, capabilities: Capabilities): string | undefined {
  return Object.keys(capabilities).find(
    (other) => other.startsWith(`${path}.`) && Object.keys(capabilities[other]).includes('keyword')
  )
}

function noField(index: string, option: string, path: string, capabilities: Capabilities): Failure {
  const renamed = /^[\w-]+=(.+)$/.exec(path)?.[1]
  if (renamed !== undefined && Object.hasOwn(capabilities, renamed))
    return new Failure(
      `${index}: fields of an index keep their names; leave out ${path.slice(0, -renamed.length)} of --${option} ${path}`
    )
  const names = Object.keys(capabilities).sort()
  const texts = names.filter((name) => isText(capabilities[name]))
  const fitting =
    option === 'text' || option === 'title' ? texts : names.filter((name) => !isObject(capabilities[name]))
  const listed = fitting.slice(0, 20).join(', ') + (fitting.length > 20 ? ', …' : '')
  const expected = fitting.length === 0 ? 'and no other that fits' : `it has ${listed}`
  return new Failure(`${index}: has no field "${path}"; ${expected}; name one with --${option}`)
}
