import { MAX_KEYWORD_LENGTH } from '../store/fields.js'
import type { Fields } from '../store/store.js'
import { LineCounter, parseDocument } from 'yaml'
import { listOf } from './field-values.js'
import { isoDate } from './stated-dates.js'

/** Keys of front matter that become fields; `date` only if it can be read as one. */
const FIELDS = ['author', 'authors', 'category', 'categories', 'date', 'language', 'tags'] as const

/** Front matter as fields. */
export interface FrontMatterFields {
  readonly title?: string
  readonly fields: Fields
  /** The date as written, if it cannot be parsed. */
  readonly unreadDate?: string
  /** Keys whose values cannot be fields. */
  readonly passedOver: readonly string[]
}

/** Maximum length of front matter in characters. If it is longer, the two `---` lines are probably rules in the text. */
const MAX_LENGTH = 100_000

/** Returns the YAML between `---` lines at the very start of a text; undefined if there is none. */
function yamlOf(text: string): string | undefined {
  const opening = /^\uFEFF?---[ \t]*(?:\r\n|\r|\n)/.exec(text)
  if (opening === null) return undefined
  const start = opening[0].length
  const closing = /^(?:---|\.\.\.)[ \t]*$/m.exec(text.slice(start, start + MAX_LENGTH))
  return closing === null ? undefined : text.slice(start, start + closing.index)
}

/**
 * Reads the YAML front matter of a Markdown text. Undefined if there is none: the caller then uses the fields that the
 * format itself states, as it does with a fault. Lists become several values; a mapping in a list counts as its `name`.
 */
export function readFrontMatter(text: string): FrontMatterFields | { readonly fault: string } | undefined {
  const yaml = yamlOf(text)
  if (yaml === undefined) return undefined
  const lineCounter = new LineCounter()
  const document = parseDocument(yaml, { uniqueKeys: false, lineCounter, logLevel: 'silent' })
  const fault = document.errors.at(0)
  if (fault !== undefined) {
    const { line } = lineCounter.linePos(fault.pos[0])
    return { fault: `is not YAML, line ${line + 1}` }
  }
  let value: unknown
  try {
    value = document.toJS()
  } catch {
    return { fault: 'has unknown or too many YAML aliases' }
  }
  return typeof value !== 'object' || value === null || Array.isArray(value)
    ? undefined
    : fieldsOf(value as Record<string, unknown>)
}

/** Converts parsed front matter to fields. */
function fieldsOf({ title, ...members }: Readonly<Record<string, unknown>>): FrontMatterFields {
  const fields: [string, Fields[string]][] = []
  const passedOver: string[] = []
  let unreadDate: string | undefined
  for (const name of FIELDS) {
    const value = members[name] ?? ''
    if (value === '') continue
    const list = (Array.isArray(value) ? value : [value]).map(nameIn)
    if (name === 'date') {
      const text = list.join(', ').trim()
      const date = isoDate(text, { isDate: true })
      if (date === undefined) unreadDate = text
      else fields.push([name, date])
      continue
    }
    const { values, whole } = listOf(list)
    if (values !== undefined) fields.push([name, values])
    if (!whole) passedOver.push(name)
  }
  return {
    ...(isScalar(title) && { title: String(title).replace(/\s+/g, ' ').trim() }),
    fields: Object.fromEntries(fields),
    ...(unreadDate !== undefined && { unreadDate: unreadDate.slice(0, MAX_KEYWORD_LENGTH) }),
    passedOver
  }
}

function isScalar(value: unknown): value is string | number {
  return typeof value === 'number' || (typeof value === 'string' && value.trim() !== '')
}

/** Returns the `name` of a mapping, which `authors` often are; other values unchanged. */
function nameIn(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'name' in value ? value.name : value
}
