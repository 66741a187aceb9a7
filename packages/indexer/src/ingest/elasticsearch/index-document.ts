import type { estypes } from '@elastic/elasticsearch'
import { isDate } from '../../store/dates.js'
import type { FieldValue, Fields } from '../../store/store.js'
import { dataDocument } from '../data-text.js'
import { listOf } from '../field-values.js'
import { isoDate } from '../stated-dates.js'
import { hashOf, MAX_DOCUMENT_SIZE, tooLarge, type SourceDocument, type UnreadDocument } from '../source-document.js'
import type { IndexPlan } from './index-plan.js'

type Values = Readonly<Record<string, readonly unknown[] | undefined>>

/** A document that cannot be indexed. */
export interface UnusableDocument {
  readonly document: string
  readonly reason: string
  readonly tooLarge?: true
}

/** Returns the members of a search that `indexDocument` needs. Dates come as ISO 8601, however they were written. */
export function planRequest({ text, title, fields }: IndexPlan): Pick<estypes.SearchRequest, '_source' | 'fields'> {
  const others = fields.map(({ path, moment }) =>
    moment ? { field: path, format: 'strict_date_optional_time' } : { field: path }
  )
  return { _source: false, fields: [{ field: text }, ...(title === undefined ? [] : [{ field: title }]), ...others] }
}

/** Returns a hit as a document named by its id. Its hash depends on what is indexed of it alone. */
export function indexDocument(
  source: string,
  { _id: id = '', fields: values = {} }: estypes.SearchHit,
  plan: IndexPlan
): SourceDocument | UnreadDocument | UnusableDocument {
  const text = textOf(values as Values, plan.text)
  if (text.trim() === '') return { document: id, reason: `has no text in ${plan.text}` }
  if (text.length > MAX_DOCUMENT_SIZE)
    return { document: id, reason: tooLarge(text.length, 'characters'), tooLarge: true }
  const title =
    plan.title === undefined
      ? ''
      : textOf(values as Values, plan.title)
          .replace(/\s+/g, ' ')
          .trim()
  const { fields, passedOver } = fieldsOf(values as Values, plan)
  const data = {
    ...{ document: id, source, name: id, fields },
    hash: hashOf('', 'index', JSON.stringify([text, title, Object.entries(fields)])),
    ...(title !== '' && { title }),
    ...(passedOver.length > 0 && { passedOver })
  }
  return dataDocument(data, text)
}

/** The texts of a field, as paragraphs. */
function textOf(values: Values, path: string): string {
  // A lone surrogate is no text that a store takes.
  return (values[path] ?? [])
    .filter((value) => ['string', 'number', 'boolean'].includes(typeof value))
    .map((value) => Buffer.from(String(value)).toString())
    .join('\n\n')
}

function fieldsOf(values: Values, plan: IndexPlan): { fields: Fields; passedOver: string[] } {
  const fields: [string, Fields[string]][] = []
  const passedOver: string[] = []
  for (const { name, path, type, moment } of plan.fields) {
    const list = values[path] ?? []
    if (list.length === 0) continue
    if (type === 'keyword') {
      const { values: kept, whole } = listOf(list)
      if (kept !== undefined) fields.push([name, kept])
      if (!whole) passedOver.push(name)
      continue
    }
    // Only a keyword has several values.
    const value = list.length > 1 ? undefined : type === 'number' ? numberOf(list[0]) : dateOf(list[0], moment, plan)
    if (value === undefined) passedOver.push(name)
    else fields.push([name, value])
  }
  return { fields: Object.fromEntries(fields), passedOver }
}

function numberOf(value: unknown): FieldValue | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

/** A date as the shortest that names it: midnight in UTC is most often a day. */
function dateOf(value: unknown, moment: boolean, { dateFormats: formats }: IndexPlan): FieldValue | undefined {
  const stated = typeof value === 'number' ? value : String(value)
  const date = moment ? String(value) : (isoDate(stated, { formats, isDate: true }) ?? '')
  const text = date.replace(/T00:00:00(?:\.0+)?Z$/, '')
  return isDate(text) ? text : undefined
}
