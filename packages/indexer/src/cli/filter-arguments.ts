import { Failure } from '@leitmotif/command'
import { Option } from 'commander'
import { filterType } from '../store/filter-checks.js'
import type { Condition, FieldType, FieldValue, Filter, ThemeStore } from '../store/store.js'
import { findTheme, listThemes } from '../themes/list.js'

const FORMS = 'field=value, field>=value or field<value'

/** `--filter CONDITION`, and other options of conditions; may be repeated. */
export function filterOption(flag: string, what: string): Option {
  return new Option(
    `${flag} <condition>`,
    `${what} ${FORMS}; a field may also be document, title, position or theme (id, number or words). Repeated, all must ` +
      'hold, but of several field=value with one field any'
  ).argParser<string[] | undefined>((value, before) => [...(before ?? []), value])
}

/**
 * Filter from such arguments, numbers where the collection declares them.
 * @throws Failure for another form, or a field that is to be equal and in a range.
 */
export function parseFilter(args: readonly string[], fields: Readonly<Record<string, FieldType>>): Filter {
  const conditions = new Map<string, { in: FieldValue[]; from?: FieldValue; until?: FieldValue }>()
  for (const arg of args) {
    const found = /^(.+?)(>=|<=|=|<|>)(.*)$/s.exec(arg)
    const [, field, operator, text] = found ?? []
    if (found === null || operator === '<=' || operator === '>') {
      throw new Failure(`${arg}: expected ${FORMS}, as in author="Mei Farrow" or "year>=2020"`)
    }
    const value = filterType(field, fields) === 'number' ? numberOf(arg, field, text) : text
    const condition = conditions.get(field) ?? { in: [] }
    const bound = operator === '<' ? 'until' : 'from'
    if (operator === '=') condition.in.push(value)
    else if (condition[bound] === undefined) condition[bound] = value
    else throw new Failure(`${arg}: ${field}${operator}${condition[bound]} is given, too; give one of the two`)
    conditions.set(field, condition)
  }
  return Object.fromEntries([...conditions].map(([field, condition]) => [field, conditionOf(field, condition)]))
}

function conditionOf(
  field: string,
  {
    in: values,
    ...range
  }: { readonly in: readonly FieldValue[]; readonly from?: FieldValue; readonly until?: FieldValue }
): Condition {
  const isRange = 'from' in range || 'until' in range
  if (isRange && values.length > 0)
    throw new Failure(`${field} is to be ${values[0]} and in a range; give one of the two`)
  if (isRange) return range
  return values.length === 1 ? values[0] : { in: values }
}

function numberOf(arg: string, field: string, text: string): number {
  if (text.trim() !== '' && Number.isFinite(Number(text))) return Number(text)
  throw new Failure(`${arg}: ${field} is a number; got “${text}”`)
}

/** The same of a collection's fields, with themes named by id, number or words, and groups of themes by id or words. */
export async function namedFilter(store: ThemeStore, args: readonly string[]): Promise<Filter> {
  const names = args.filter((arg) => arg.startsWith('theme=')).map((arg) => arg.slice('theme='.length))
  const others = args.filter((arg) => !arg.startsWith('theme='))
  const filter = parseFilter(others, (await store.describe()).fields)
  if (names.length === 0) return filter
  const { themes, groups } = await listThemes(store)
  const ids = names.map((name) => {
    const words = name.toLowerCase()
    const isNamed = ({ id, label }: { id: string; label: string }): boolean =>
      id === name || label.toLowerCase() === words
    const group = themes.some(isNamed) ? undefined : groups.find(isNamed)
    return (group ?? findTheme(themes, name)).id
  })
  return { ...filter, [groups.some(({ id }) => ids.includes(id)) ? 'themePath' : 'theme']: { in: ids } }
}
