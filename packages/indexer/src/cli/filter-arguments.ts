import { Failure, printable } from '@leitmotif/command'
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
    if (/^[^<>=]*!=/.test(arg))
      throw new Failure(`${arg}: “is not” cannot be filtered; expected ${FORMS}; name the values to keep instead`)
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

/** Maximum number of values listed when no similar value exists. */
const MAX_LISTED = 10

/** Suggests values similar to an unknown one, or else the most frequent ones. */
export function otherValues(field: string, value: string, values: readonly string[]): string {
  const wanted = folded(value)
  const like = values
    .map((own) => ({ own, score: likeness(wanted, folded(own)) }))
    .filter(({ score }) => score >= 0.5)
    .sort((a, b) => b.score - a.score)
    .slice(0, 3)
    .map(({ own }) => own)
  const quoted = (some: readonly string[], between: string): string => some.map((own) => `“${own}”`).join(between)
  const others = values.length > MAX_LISTED ? `, and ${values.length - MAX_LISTED} more` : ''
  const hint =
    values.length === 0
      ? 'it has no value'
      : like.length > 0
        ? `did you mean ${quoted(like, ' or ')}?`
        : `it has ${quoted(values.slice(0, MAX_LISTED), ', ')}${others}`
  return printable(`no sentence has ${field} “${value}”; ${hint}`)
}

/** A text without case and accents. */
function folded(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()
}

/** How alike two texts are, from 0 to 1: by containment, or else by common pairs of letters. */
function likeness(a: string, b: string): number {
  if (a === b) return 1
  if (a.length > 2 && b.length > 2 && (a.includes(b) || b.includes(a))) return 0.9
  const pairs = (text: string): Set<string> =>
    new Set(Array.from({ length: Math.max(0, text.length - 1) }, (_, at) => text.slice(at, at + 2)))
  const [ofA, ofB] = [pairs(a), pairs(b)]
  const common = [...ofA].filter((pair) => ofB.has(pair)).length
  return (2 * common) / Math.max(1, ofA.size + ofB.size)
}

/** Warns about filter values that no sentence has. */
async function warnAboutMissingValues(
  store: ThemeStore,
  filter: Filter,
  fields: Readonly<Record<string, FieldType>>
): Promise<void> {
  for (const [field, condition] of Object.entries(filter)) {
    if (filterType(field, fields) !== 'keyword' || field.includes('.')) continue
    const values = typeof condition !== 'object' ? [condition] : 'in' in condition ? condition.in : []
    for (const value of values) {
      if ((await store.count([field], { [field]: value })).length > 0) continue
      const all = (await store.count([field])).flatMap(({ key: [own] }) => (own === undefined ? [] : [String(own)]))
      process.stderr.write(`${otherValues(field, String(value), all)}\n`)
    }
  }
}

/** Parses conditions on a collection's fields. Themes are named by id, number or label, groups by id or label. */
export async function namedFilter(store: ThemeStore, args: readonly string[]): Promise<Filter> {
  const names = args.filter((arg) => arg.startsWith('theme=')).map((arg) => arg.slice('theme='.length))
  const others = args.filter((arg) => !arg.startsWith('theme='))
  const { fields } = await store.describe()
  const filter = parseFilter(others, fields)
  await warnAboutMissingValues(store, filter, fields)
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
