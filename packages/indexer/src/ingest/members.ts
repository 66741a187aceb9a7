import { isFieldName, MAX_FIELDS } from '../store/fields.js'
import type { Fields } from '../store/store.js'
import { isKeywordText, listOf } from './field-values.js'

/** Members or columns that hold what a document consists of; dots lead into objects: `author.name`. */
export interface MemberNames {
  /** Default: `id`, or `_id` in a dump of Elasticsearch. */
  readonly id?: string | undefined
  /** Default: `text`. */
  readonly text?: string | undefined
  /** Default: `title`. */
  readonly title?: string | undefined
  /** Becomes the field `date`. */
  readonly date?: string | undefined
  /** Fields by name, each with its member. */
  readonly from?: Readonly<Record<string, string>> | undefined
  /** Fields that are read from the member of the same name. JSON and tables have all of these without being asked. */
  readonly declared?: readonly string[] | undefined
  /** Whether two files may state the same id: a document is then named by its file and its id. Default: false. */
  readonly idsPerFile?: boolean | undefined
}

/** Keys of front matter that are named for the title and fields. */
export type FrontMatterNames = Pick<MemberNames, 'title' | 'date' | 'from' | 'declared'>

/** Most members that are listed where one is missing. */
const MAX_LISTED = 20

/** Fields that formats without members give, such as mail and PDF: no member needs to have them. */
const FIELDS_OF_FORMATS = ['author', 'date', 'from', 'language', 'page', 'subject']

/** Finds out which members named for titles, dates and fields no record or front matter of a run has. */
export class SoughtMembers {
  /** Those not met yet: the title or field that each is for, and its path. */
  private readonly missing: Map<string, string>
  private readonly met = new Set<string>()
  /** Names that are of no use without records. */
  unused: readonly ('id' | 'text')[]

  constructor({ id, text, title, date, from = {}, declared = [] }: MemberNames) {
    this.unused = [...(id === undefined ? [] : ['id' as const]), ...(text === undefined ? [] : ['text' as const])]
    const own = declared.filter((name) => !FIELDS_OF_FORMATS.includes(name)).map((name) => [name, name] as const)
    const named = Object.entries({ ...Object.fromEntries(own), title, date, ...from })
    this.missing = new Map(named.filter((entry): entry is [string, string] => entry[1] !== undefined))
  }

  /** Whether a member was not met yet. */
  get isOpen(): boolean {
    return this.missing.size > 0
  }

  /** Learns that the run has lines of JSON, lists or tables: they tell themselves what they lack. */
  seeRecords(): void {
    this.unused = []
  }

  see(value: Readonly<Record<string, unknown>>): void {
    for (const [name, path] of this.missing) if (memberAt(value, path) !== undefined) this.missing.delete(name)
    if (this.missing.size > 0 && this.met.size < MAX_LISTED) for (const name of Object.keys(value)) this.met.add(name)
  }

  /** Members that no record has, by what they are named for, and members that records have; undefined if none is missing. */
  found(): AbsentMembers | undefined {
    if (this.missing.size === 0 || this.met.size === 0) return undefined
    return { named: Object.fromEntries(this.missing), members: [...this.met].slice(0, MAX_LISTED) }
  }
}

export interface AbsentMembers {
  /** Paths of members that no record has, by the title or field that they are named for. */
  readonly named: Readonly<Record<string, string>>
  /** Members that records have, at most MAX_LISTED. */
  readonly members: readonly string[]
}

/** Returns the member at a path; a name with dots comes before a path. */
export function memberAt(value: Readonly<Record<string, unknown>>, path: string): unknown {
  if (Object.hasOwn(value, path)) return value[path]
  let at: unknown = value
  for (const name of path.split('.')) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return undefined
    at = (at as Record<string, unknown>)[name]
  }
  return at
}

/**
 * Returns the members that can be fields (text that is not too long, numbers, booleans, and lists of these), and the names of the others.
 * Ignores empty members.
 */
export function memberFields(members: readonly (readonly [string, unknown])[]): {
  fields: Fields
  passedOver: string[]
} {
  const fields: [string, Fields[string]][] = []
  const passedOver: string[] = []
  for (const [name, value] of members) {
    if (value === null || value === undefined || value === '') continue
    if (!isFieldName(name) || fields.length >= MAX_FIELDS) passedOver.push(name)
    else if (typeof value === 'number') fields.push([name, value])
    else if (typeof value === 'boolean') fields.push([name, String(value)])
    else if (typeof value === 'string' && isKeywordText(value)) fields.push([name, value])
    else if (Array.isArray(value)) {
      const { values, whole } = listOf(value)
      if (values !== undefined) fields.push([name, values])
      if (!whole) passedOver.push(name)
    } else passedOver.push(name)
  }
  return { fields: Object.fromEntries(fields), passedOver }
}
