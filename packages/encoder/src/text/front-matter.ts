/** What stands before a document's text: simple fields, and where the text begins. */
export interface FrontMatter {
  /** Top-level fields whose value is one scalar or a list of scalars (joined by ", "), without quotes. */
  readonly fields: Readonly<Partial<Record<string, string>>>
  /** The offset of the first unit after the front matter; 0 where there is none. */
  readonly end: number
}

const YAML_FIELD = /^([A-Za-z][\w-]*):(?:[ \t]+(.*))?$/
const TOML_FIELD = /^([A-Za-z][\w-]*)[ \t]*=[ \t]*(.*)$/

/** Longer front matter than this is taken for text that happens to start with a rule. */
const MAX_LINES = 2_000

/**
 * Reads YAML between `---` lines or TOML between `+++` lines at the very start. Only `key: scalar` and plain lists are
 * understood; every other line is passed over, which is why no YAML parser (with its aliases and types) is needed.
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
      const isField = (candidate: string): boolean => (toml ? TOML_FIELD : YAML_FIELD).test(candidate)
      // Two rules with text between them are not front matter.
      if (lines[0] === '' || !(lines.length === 0 || lines.some(isField))) return none
      return { fields: Object.fromEntries(toml ? tomlFields(lines) : yamlFields(lines)), end: start }
    }
    lines.push(line)
  }
  return none
}

function yamlFields(lines: readonly string[]): Map<string, string> {
  const fields = new Map<string, string>()
  for (const [index, line] of lines.entries()) {
    const [, key = '', value = ''] = YAML_FIELD.exec(line) ?? []
    if (key === '') continue
    const text = value === '' ? blockList(lines, index + 1) : scalar(value)
    if (text !== '') fields.set(key, text)
  }
  return fields
}

/** The items of a YAML list whose dashes stand on lines of their own. */
function blockList(lines: readonly string[], from: number): string {
  const items: string[] = []
  for (let index = from; index < lines.length; index++) {
    const item = /^[ \t]*-[ \t]+(.*)$/.exec(lines[index])?.[1]
    if (item === undefined) break
    if (!/^[A-Za-z][\w-]*:[ \t]/.test(item)) items.push(scalar(item))
  }
  return items.filter((item) => item !== '').join(', ')
}

function tomlFields(lines: readonly string[]): Map<string, string> {
  const fields = new Map<string, string>()
  for (const line of lines) {
    if (line.startsWith('[')) break // Below a table's header the keys are the table's.
    const [, key = '', value = ''] = TOML_FIELD.exec(line) ?? []
    const text = key === '' ? '' : scalar(value)
    if (text !== '') fields.set(key, text)
  }
  return fields
}

/** A scalar without its quotes, or a one-line list joined by ", ". Empty for what is neither. */
function scalar(value: string): string {
  const text = value.trim()
  const quoted = /^"((?:[^"\\]|\\.)*)"/.exec(text)
  if (quoted !== null) return quoted[1].replace(/\\(["\\/])/g, '$1').trim()
  const single = /^'((?:[^']|'')*)'/.exec(text)
  if (single !== null) return single[1].replace(/''/g, "'").trim()
  const list = /^\[([^[\]{}]*)\]/.exec(text)
  if (list !== null)
    return list[1]
      .split(',')
      .map(scalar)
      .filter((item) => item !== '')
      .join(', ')
  if (/^[[\]{}|>&*!%@`"']/.test(text)) return ''
  return text.replace(/(^|[ \t])#.*$/, '').trim()
}
