import { z } from 'zod'
import { counted } from '@leitmotif/command/counted'

/** What the types of schemas are called in a request. */
const TYPES: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object'
}

/** Maximum characters that are quoted of a value. */
const MOST_QUOTED = 40

/**
 * Returns the function that words the errors of a request. A schema with its own message keeps it.
 * @param given the whole value that is checked: of a parameter, the issue has only the number that it was read as
 */
export function requestFault(given: unknown): z.core.$ZodErrorMap {
  return (issue) => {
    const got = `got ${shown(valueAt(given, issue.path ?? []))}`
    switch (issue.code) {
      case 'invalid_type':
        return `expected ${TYPES[issue.expected] ?? issue.expected}, ${got}`
      case 'invalid_value':
        return `expected ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.map((value) => JSON.stringify(value)).join(', ')}, ${got}`
      case 'too_small':
        return `expected ${sized(issue.origin, issue.inclusive === false ? 'more than' : 'at least', issue.minimum)}, ${measured(issue, got)}`
      case 'too_big':
        return `expected ${sized(issue.origin, issue.inclusive === false ? 'less than' : 'at most', issue.maximum)}, ${measured(issue, got)}`
      case 'unrecognized_keys': {
        const names = issue.inst instanceof z.ZodObject ? Object.keys(issue.inst.shape).join(', ') : ''
        const unknown = issue.keys.slice(0, MOST_NAMED).map(quoted)
        if (issue.keys.length > MOST_NAMED) unknown.push('…')
        return `${unknown.join(', ')}: not known here; expected ${names === '' ? 'none' : `only ${names}`}`
      }
      case 'invalid_union': {
        const types = issue.errors.flatMap(([one]) => (one.code === 'invalid_type' ? [TYPES[one.expected]] : []))
        return `expected ${types.length === 0 ? 'another value' : types.join(' or ')}, ${got}`
      }
      default:
        return undefined
    }
  }
}

/** Maximum number of unknown members that are named. */
const MOST_NAMED = 5

/** A limit of a number, of a text in characters, or of a list in entries. */
function sized(origin: string, limit: string, size: number | bigint): string {
  if (origin === 'string') return `${limit} ${counted(Number(size), 'character')}`
  if (origin === 'array') return `${limit} ${counted(Number(size), 'item')}`
  return `${limit} ${String(size)}`
}

/** What was got: the length of a text or list, or the value. */
function measured({ origin, input }: { readonly origin: string; readonly input?: unknown }, got: string): string {
  return origin === 'string' || origin === 'array' ? `got ${(input as string | readonly unknown[]).length}` : got
}

function valueAt(given: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null ? (value as Record<PropertyKey, unknown>)[key] : value,
    given
  )
}

function shown(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object' && value !== null) return 'an object'
  return typeof value === 'string' ? quoted(value) : JSON.stringify(value)
}

function quoted(text: string): string {
  return JSON.stringify(text.length > MOST_QUOTED ? `${text.slice(0, MOST_QUOTED)}…` : text)
}
