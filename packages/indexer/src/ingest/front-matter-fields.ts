import { MAX_KEYWORD_LENGTH } from '../store/fields.js'
import type { Fields } from '../store/store.js'
import { LineCounter, parseDocument } from 'yaml'
import { listOf } from './field-values.js'
import { memberAt, memberFields, type FrontMatterNames } from './members.js'
import { isoDate } from './stated-dates.js'

/** Keys of front matter that become fields without being named; `date` only if it can be read as one. */
const FIELDS = ['author', 'authors', 'category', 'categories', 'date', 'language', 'tags'] as const

/** Returns the names that are given; undefined if none are. */
export function namedKeys({ title, date, from = {}, declared = [] }: FrontMatterNames): FrontMatterNames | undefined {
  const names = {
    ...(title !== undefined && { title }),
    ...(date !== undefined && { date }),
    ...(Object.keys(from).length > 0 && { from }),
    ...(declared.length > 0 && { declared })
  }
  return Object.keys(names).length > 0 ? names : undefined
}

/** Front matter as fields. */
export interface FrontMatterFields {
  readonly title?: string
  readonly fields: Fields
  /** The date as written, if it cannot be parsed. */
  readonly unreadDate?: string
  /** Keys whose values cannot be fields. */
  readonly passedOver: readonly string[]
  /** Keys that could be fields if they were named. */
  readonly leftOut: readonly string[]
}

/** Maximum length of front matter in characters. If it is longer, the two `---` lines are probably rules in the text. */
const MAX_LENGTH = 100_000

/** YAML between `---` lines at the very start of a text. */
interface FrontMatterText {
  readonly yaml: string
  /** Offset of the text after it. */
  readonly end: number
}

const OPENING = /^\uFEFF?---[ \t]*(?:\r\n|\r|\n)/

/** Whether a text begins as one with front matter does. */
export function opensFrontMatter(text: string): boolean {
  return OPENING.test(text)
}

function yamlOf(text: string): FrontMatterText | undefined {
  const opening = OPENING.exec(text)
  if (opening === null) return undefined
  const start = opening[0].length
  const closing = /^(?:---|\.\.\.)[ \t]*$/m.exec(text.slice(start, start + MAX_LENGTH))
  if (closing === null) return undefined
  const yamlEnd = start + closing.index
  return { yaml: text.slice(start, yamlEnd), end: yamlEnd + closing[0].length }
}

/** Front matter as it was parsed: its keys, or why it cannot be read. */
type ParsedFrontMatter =
  { readonly keys: Readonly<Record<string, unknown>>; readonly end: number } | { readonly fault: string }

/** Parses the YAML front matter of a text; undefined if there is none. */
export function parseFrontMatter(text: string): ParsedFrontMatter | undefined {
  const found = yamlOf(text)
  if (found === undefined) return undefined
  const lineCounter = new LineCounter()
  const document = parseDocument(found.yaml, { uniqueKeys: false, lineCounter, logLevel: 'silent' })
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
    : { keys: value as Record<string, unknown>, end: found.end }
}

/**
 * Reads the YAML front matter of a text. Undefined if there is none: the caller then uses the fields that the format
 * itself states, as it does with a fault. Lists become several values; a mapping in a list counts as its `name`.
 */
export function readFrontMatter(
  text: string,
  names: FrontMatterNames = {}
): FrontMatterFields | { readonly fault: string } | undefined {
  const parsed = parseFrontMatter(text)
  return parsed === undefined || 'fault' in parsed ? parsed : fieldsOf(parsed.keys, names)
}

/** Returns the key that each field is read from. Dots lead into mappings. */
export function keysOfFields({ date, from, declared = [] }: FrontMatterNames): Readonly<Record<string, string>> {
  const own = [...FIELDS, ...declared].map((name): [string, string] => [name, name])
  return { ...Object.fromEntries(own), ...(date !== undefined && { date }), ...from }
}

/** Converts parsed front matter to fields. */
function fieldsOf(members: Readonly<Record<string, unknown>>, names: FrontMatterNames): FrontMatterFields {
  const keys = keysOfFields(names)
  const fields: [string, Fields[string]][] = []
  const named: [string, unknown][] = []
  const passedOver: string[] = []
  let unreadDate: string | undefined
  for (const [name, key] of Object.entries(keys)) {
    const value = memberAt(members, key) ?? ''
    if (value === '') continue
    const list = (Array.isArray(value) ? value : [value]).map(nameIn)
    if (name === 'date') {
      const text = list.map(dateText).join(', ').trim()
      const date = isoDate(text, { isDate: true })
      if (date === undefined) unreadDate = text
      else fields.push([name, date])
    } else if (FIELDS.some((own) => own === name) && key === name) {
      const { values, whole } = listOf(list)
      if (values !== undefined) fields.push([name, values])
      if (!whole) passedOver.push(name)
    } else named.push([name, Array.isArray(value) ? list : list[0]])
  }
  const taken = memberFields(named)
  const title = memberAt(members, names.title ?? 'title')
  return {
    ...(isScalar(title) && { title: String(title).replace(/\s+/g, ' ').trim() }),
    fields: { ...Object.fromEntries(fields), ...taken.fields },
    ...(unreadDate !== undefined && { unreadDate: unreadDate.slice(0, MAX_KEYWORD_LENGTH) }),
    passedOver: [...passedOver, ...taken.passedOver],
    leftOut: leftOutKeys(members, names)
  }
}

/** Returns the keys that no field or title is read from, although their texts, numbers or lists could be fields. */
export function leftOutKeys(members: Readonly<Record<string, unknown>>, names: FrontMatterNames = {}): string[] {
  const keys = keysOfFields(names)
  const used = ['title', ...(names.title === undefined ? [] : [names.title]), ...Object.values(keys)]
  return Object.keys(members).filter((key) => {
    if (Object.hasOwn(keys, key) || used.some((path) => path === key || path.startsWith(`${key}.`))) return false
    const value = members[key]
    return listOf(Array.isArray(value) ? value : [value]).values !== undefined
  })
}

function isScalar(value: unknown): value is string | number {
  return typeof value === 'number' || (typeof value === 'string' && value.trim() !== '')
}

/** Returns a date as it is written: that of a mapping is `created`, as blogs of MkDocs have it. */
function dateText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value)
  return 'created' in value ? String(value.created) : JSON.stringify(value)
}

/** Returns the `name` of a mapping, which `authors` often are; other values unchanged. */
function nameIn(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'name' in value ? value.name : value
}
