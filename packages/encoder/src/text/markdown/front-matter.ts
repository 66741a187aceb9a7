/** Fields of the front matter, and the start of the text. */
export interface FrontMatter {
  /** Top-level fields whose value is one scalar or a list of scalars (joined by ", "), without quotes. */
  readonly fields: Readonly<Partial<Record<string, string>>>
  /** Offset of the first unit after the front matter; 0 without any. */
  readonly end: number
}

/** Longer front matter, in lines, is text that happens to start with a rule. */
const MAX_LINES = 2_000

const YAML_FIELD = /^([A-Za-z][\w-]*):(?:[ \t]+(.*))?$/
const TOML_FIELD = /^([A-Za-z][\w-]*)[ \t]*=[ \t]*(.*)$/

/**
 * Reads YAML between `---` lines or TOML between `+++` lines at the very start. Only `key: scalar` and plain lists are
 * parsed and other lines skipped: a title, a date and tags need no full YAML parser.
 */
export function readFrontMatter(text: string): FrontMatter {
  const none = { fields: {}, end: 0 }
  const opening = /^\uFEFF?(---|\+\+\+)[ \t]*(?:\r\n|\r|\n)/.exec(text)
  if (opening === null) return none
  const toml = opening[1] === '+++'
  const lines: string[] = []
  const lineEnd = /\r\n|\r|\n|$/g
  let start = opening[0].length
  while (start < text.length && lines.length < MAX_LINES) {
    lineEnd.lastIndex = start
    const end = lineEnd.exec(text)!
    const line = text.slice(start, end.index).trimEnd()
    start = end.index + end[0].length
    if (toml ? line === '+++' : line === '---' || line === '...') {
      const field = toml ? TOML_FIELD : YAML_FIELD
      // Two rules with text between them are not front matter.
      if (lines[0] === '' || (lines.length > 0 && !lines.some((candidate) => field.test(candidate)))) return none
      return { fields: Object.fromEntries(toml ? tomlFields(lines) : yamlFields(lines)), end: start }
    }
    lines.push(line)
  }
  return none
}

function yamlFields(lines: readonly string[]): Map<string, string> {
  const fields = new Map<string, string>()
  for (let index = 0; index < lines.length;) {
    const [, key = '', value = ''] = YAML_FIELD.exec(lines[index]) ?? []
    const below: string[] = []
    for (index++; index < lines.length && /^(?:[ \t]|-[ \t]|$)/.test(lines[index]); index++) {
      if (lines[index] !== '') below.push(lines[index].trim())
    }
    const text = key === '' ? '' : yamlValue(value, below)
    if (text !== '') fields.set(key, text)
  }
  return fields
}

/** @param below the indented lines under the field */
function yamlValue(value: string, below: readonly string[]): string {
  if (/^[>|][-+\d]*$/.test(value)) return below.join(' ')
  if (value !== '') return scalar([value, ...below].join(' '))
  // Without a value, the lines below are a list of scalars, a mapping or a list of mappings.
  const isList = below.every((line) => line.startsWith('- ') && !/^- [^"']*:(?:[ \t]|$)/.test(line))
  return isList ? joinItems(below.map((line) => line.slice(2))) : ''
}

function tomlFields(lines: readonly string[]): Map<string, string> {
  const fields = new Map<string, string>()
  for (let index = 0; index < lines.length && !lines[index].startsWith('['); index++) {
    const [, key = '', first = ''] = TOML_FIELD.exec(lines[index]) ?? []
    if (key === '') continue
    const value = [first]
    // A list may go on for several lines.
    while (first.startsWith('[') && !lines[index].endsWith(']') && index + 1 < lines.length)
      value.push(lines[++index].trim())
    const text = scalar(value.join(' '))
    if (text !== '') fields.set(key, text)
  }
  return fields
}

/** Returns a scalar without quotes, or a list in brackets joined by ", "; empty for anything else. */
function scalar(value: string): string {
  const text = value.trim()
  const double = /^"((?:[^"\\]|\\.)*)"/.exec(text)
  if (double !== null) return double[1].replace(/\\(["\\/])/g, '$1').trim()
  const single = /^'((?:[^']|'')*)'/.exec(text)
  if (single !== null) return single[1].replace(/''/g, "'").trim()
  const list = /^\[([^[\]{}]*)\]/.exec(text)
  if (list !== null) return joinItems(list[1].split(','))
  if (/^[[\]{}|>&*!%@`"']/.test(text)) return ''
  return text.replace(/(^|[ \t])#.*$/s, '').trim()
}

function joinItems(items: readonly string[]): string {
  return items
    .map(scalar)
    .filter((item) => item !== '')
    .join(', ')
}
