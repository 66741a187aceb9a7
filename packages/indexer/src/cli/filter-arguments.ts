import { Failure } from '@leitmotif/command'
import { Option } from 'commander'
import { filterType } from '../store/filter-checks.js'
import type { Condition, FieldType, FieldValue, Filter, ThemeStore } from '../store/store.js'
import { findTheme, listThemes } from '../themes/list.js'

const FORMS = 'field=value, field>=value or field<value'

/** Returns an option for repeatable conditions, such as `--filter CONDITION`. */
export function filterOption(flag: string, what: string): Option {
  return new Option(
    `${flag} <condition>`,
    `${what} ${FORMS}, for example author="Mei Farrow" or "year>=2020"; also by document, title, position or theme ` +
      '(id, number or label). Repeatable: all conditions must match; of several values for one field, any'
  ).argParser<string[] | undefined>((value, before) => [...(before ?? []), value])
}

/**
 * Parses conditions into a filter. Values of number fields become numbers.
 * @throws Failure for another form, or a field with both a value and a range.
 */
export function parseFilter(args: readonly string[], fields: Readonly<Record<string, FieldType>>): Filter {
  const conditions = new Map<string, { in: FieldValue[]; from?: FieldValue; until?: FieldValue }>()
  for (const arg of args) {
    const found = /^(.+?)(>=|<=|=|<|>)(.*)$/s.exec(arg)
    const [, field, operator, text] = found ?? []
    if (found === null || operator === '<=' || operator === '>') {
      throw new Failure(`${arg}: expected ${FORMS}, for example author="Mei Farrow" or "year>=2020"`)
    }
    const value = filterType(field, fields) === 'number' ? numberOf(arg, field, text) : text
    const condition = conditions.get(field) ?? { in: [] }
    const bound = operator === '<' ? 'until' : 'from'
    if (operator === '=') condition.in.push(value)
    else if (condition[bound] === undefined) condition[bound] = value
    else throw new Failure(`${arg}: ${field}${operator}${condition[bound]} is given too; expected only one of them`)
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
    throw new Failure(`${field} has both the value ${values[0]} and a range; expected only one of them`)
  if (isRange) return range
  return values.length === 1 ? values[0] : { in: values }
}

function numberOf(arg: string, field: string, text: string): number {
  if (text.trim() !== '' && Number.isFinite(Number(text))) return Number(text)
  throw new Failure(`${arg}: expected a number for ${field}; got “${text}”`)
}

/** Parses conditions on a collection's fields. Themes are named by id, number or label, groups by id or label. */
export async function namedFilter(store: ThemeStore, args: readonly string[]): Promise<Filter> {
  const names = args.filter((arg) => arg.startsWith('theme=')).map((arg) => arg.slice('theme='.length))
  const others = args.filter((arg) => !arg.startsWith('theme='))
  const filter = parseFilter(others, (await store.describe()).fields)
  if (names.length === 0) return filter
  const { themes: found, groups, boilerplate } = await listThemes(store)
  const themes = [...found, ...(boilerplate === undefined ? [] : [boilerplate])]
  const ids = names.map((name) => {
    const words = name.toLowerCase()
    const isNamed = ({ id, label }: { id: string; label: string }): boolean =>
      id === name || label.toLowerCase() === words
    const group = themes.some(isNamed) ? undefined : groups.find(isNamed)
    return (group ?? findTheme(themes, name)).id
  })
  return { ...filter, [groups.some(({ id }) => ids.includes(id)) ? 'themePath' : 'theme']: { in: ids } }
}
