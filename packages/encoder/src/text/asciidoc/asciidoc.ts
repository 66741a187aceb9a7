import { asciiDocReplacements } from './asciidoc-inline.js'
import type { Block } from '../block.js'
import { createBody, type ParsedText } from '../body.js'
import { linesOf } from '../line-spans.js'
import { createPatternFinder } from '../pattern-finder.js'
import type { Span } from '../span.js'
import type { Mark, UnitStart } from '../unit.js'

/** The longest line start that is examined, in UTF-16 code units. */
const MAX_MARK = 1_000

const HEADING = /^(={1,6}|#{1,6})[ \t]+(?=\S)/
const UNDERLINE = /^(?:={2,200}|-{2,200}|~{2,200}|\^{2,200}|\+{2,200})$/
const UNDERLINES = '=-~^+'
const ATTRIBUTE = /^:!?(\w[\w-]*)!?:(?:[ \t]+|$)/
const BLOCK_ATTRIBUTES = /^\[(?:\[[^[\]]*\]|[\w.#%'"{,][^[\]]*|)\]$/
const BLOCK_TITLE = /^\.[^\s.]/
const BREAK = /^(?:'{3,}|<{3,}|-{3}|\*{3}|- - -|\* \* \*)$/
const MACRO = /^([a-z]\w*)::(?!\s)[^[\]]*\[(.*)\]$/
/** A comment that begins or ends an includable part of the text. */
const TAG = /^\/\/[ \t]?(tag|end)::([\w.-]+)\[\]$/
const PREPROCESSED = /^(?:(?:ifn?def|ifeval|endif|include)::|\/\/[ \t]?(?:tag|end)::)/
const SHOWN_MACRO = /^(?:image|video|audio|plantuml|mermaid|ditaa|graphviz|stem|gist|chart)$/
const ITEM =
  /^[ \t]*(?:[*]{1,5}|-|\.{1,5}|\d{1,9}\.|[A-Za-z]\.|[ivxIVX]{1,8}\)|<(?:\d{1,3}|\.)>)[ \t]+(?:\[[ xX*]\][ \t]+)?(?=\S)/
const TERM = /^[ \t]*(?:\S.*?)?[^\s:;](:{2,4}|;;)(?:[ \t]+|$)/
const ADMONITION = /^(?:NOTE|TIP|IMPORTANT|WARNING|CAUTION):[ \t]+(?=\S)/
const DELIMITER = /^(?:-{4,}|\.{4,}|={4,}|\*{4,}|_{4,}|\+{4,}|\/{4,}|--|`{3,}.*|[|,:!]={3,})$/
/** Verbatim blocks, by their delimiter or the style of a block that could contain others. */
const VERBATIM = /^(?:-{4}|\.{4}|\+{4}|\/{4}|`{3}|[|,:!]=)/
const VERBATIM_STYLE =
  /^(?:source|listing|literal|stem|latexmath|asciimath|pass|comment|plantuml|mermaid|ditaa|graphviz|abstract-code)$/

/** An open block. */
interface OpenBlock {
  readonly delimiter: string
  readonly container: Block['container']
  /** Whether a list contains it. */
  readonly inList: boolean
}

/**
 * Parses the prose and units of an AsciiDoc document. Excluded are header attributes, code, tables, block macros,
 * comments, passthrough text, and block titles. A heading's level is the number of its marks.
 */
export function parseAsciiDoc(text: string): ParsedText {
  const body = createBody(text)
  const findNext = createPatternFinder(text)
  const lines = linesOf(text, Number(text.startsWith('\uFEFF'))).map((line) => trimEnd(text, line))
  const attributes = new Map<string, string>()
  const open: OpenBlock[] = []
  const openDelimiters = new Set<string>()
  let at = 0
  /** The first line of attributes of the next block, and the style they set. */
  let lead: number | undefined
  let style = ''
  let inList = false as boolean
  /** Whether the next block belongs to the last list item. */
  let attached = false
  let started = false as boolean

  const shown = (index: number): string =>
    index < lines.length
      ? text.slice(lines[index].start, Math.min(lines[index].end, lines[index].start + MAX_MARK))
      : ''
  const delimiterAt = (index: number): string =>
    DELIMITER.test(shown(index)) ? shown(index).replace(/^`{3}.*/, '```') : ''
  /** How many later lines are each delimiter. */
  const below = new Map<string, number>()
  const count = (index: number, change: number): void => {
    const delimiter = delimiterAt(index)
    if (delimiter !== '') below.set(delimiter, (below.get(delimiter) ?? 0) + change)
  }
  lines.forEach((_, index) => {
    count(index, 1)
  })

  /** Begins a unit, unless a block or a list contains it. */
  const begin = (kind: UnitStart['kind'], level = 0, marks: Mark[] = [], turns = false): void => {
    if (open.length === 0 && !attached) body.begin({ kind, level, start: lines[lead ?? at].start, marks, turns })
    lead = undefined
    style = ''
    attached = false
  }
  const add = (first: number, last: number, from: number, container: Block['container'], level = 0): void => {
    const prose = { start: from, end: lines[last].end }
    const replacements = asciiDocReplacements(text, prose, findNext, attributes)
    body.add({ container, level, span: { start: lines[first].start, end: prose.end }, prose, replacements })
    started = true
  }
  /** Skips a line between blocks. Directly after a list, it belongs to the list. */
  const passLine = (kind: UnitStart['kind'], marks: Mark[] = [], turns = false): void => {
    if (inList && shown(at - 1) !== '') attached = true
    inList &&= attached
    begin(kind, 0, marks, turns)
    at++
  }
  const endsParagraph = (index: number): boolean => {
    const line = shown(index)
    if (line === '' || delimiterAt(index) !== '' || BLOCK_ATTRIBUTES.test(line) || PREPROCESSED.test(line)) return true
    return inList && (line === '+' || ITEM.test(line) || TERM.test(line))
  }
  const readLines = (from: number, container: Block['container'], isProse = true): void => {
    const first = at
    for (at++; !endsParagraph(at);) at++
    if (isProse) add(first, at - 1, from, container)
  }
  const readHeading = (level: number, from: number, length: number, end = lines[at].end): void => {
    const opens = !started
    inList = attached = false
    begin('heading', level)
    body.add({
      container: 'none',
      level,
      span: { start: lines[at].start, end: lines[at + length - 1].end },
      prose: { start: from, end },
      replacements: asciiDocReplacements(text, { start: from, end }, findNext, attributes)
    })
    started = true
    at += length
    if (opens && level === 1 && shown(at) !== '') readHeader()
  }
  /** Reads the lines after the document's title: author, date and attributes. */
  const readHeader = (): void => {
    begin('fixed')
    for (let stated = 0; shown(at) !== ''; at++) {
      const line = shown(at)
      if (readAttribute(line) || line.startsWith('//')) continue
      if (stated++ === 0) attributes.set('author', line.replace(/[ \t]*<[^<>]*>/g, '').replace(/;[ \t]*/g, ', '))
      else attributes.set('revdate', /\d{4}-\d\d-\d\d/.exec(line)?.[0] ?? '')
    }
  }
  const readAttribute = (line: string): boolean => {
    const [mark, name = ''] = ATTRIBUTE.exec(line) ?? []
    if (mark !== undefined) attributes.set(name.toLowerCase(), line.slice(mark.length))
    return mark !== undefined
  }
  const readDelimiter = (delimiter: string): void => {
    count(at, -1)
    const closed = below.get(delimiter)! > 0
    const verbatim = VERBATIM.test(delimiter) || VERBATIM_STYLE.test(style)
    const container = delimiter.startsWith('_') ? 'quote' : 'none'
    inList &&= attached
    begin(closed && !delimiter.startsWith('////') ? 'body' : 'fixed')
    at++
    if (!verbatim && closed) {
      open.push({ delimiter, container, inList })
      openDelimiters.add(delimiter)
      inList = false
    }
    // An unclosed block extends to the end.
    for (let inside = verbatim; inside && at < lines.length; at++) {
      inside = delimiterAt(at) !== delimiter
      count(at, -1)
    }
  }
  const closeBlock = (delimiter: string): void => {
    count(at, -1)
    for (let closed = ''; closed !== delimiter;) {
      const last = open.pop()!
      ;({ inList, delimiter: closed } = last)
      openDelimiters.delete(closed)
    }
    at++
  }
  const readItem = (from: number): void => {
    if (lead !== undefined && (lead === 0 || shown(lead - 1) === '')) inList = false
    attached = inList
    begin('body')
    inList = true
    readLines(from, 'list')
  }
  const readParagraph = (line: string): void => {
    const { start, end } = lines[at]
    const underline = shown(at + 1)
    const isTitle = UNDERLINE.test(underline) && Math.abs(underline.length - (end - start)) <= 1
    if (isTitle && open.length === 0 && !attached && /[\p{L}\p{N}]/u.test(line)) {
      count(at + 1, -1)
      readHeading(UNDERLINES.indexOf(underline[0]) + 1, start, 2)
      return
    }
    const literal = /^[ \t]/.test(line)
    if (literal && inList) attached = true
    inList &&= attached
    const container = /^(?:quote|verse)$/.test(style) ? 'quote' : inList ? 'list' : (open.at(-1)?.container ?? 'none')
    const isProse = !literal && !VERBATIM_STYLE.test(style)
    begin('body')
    readLines(start + (ADMONITION.exec(line)?.[0].length ?? 0), container, isProse)
  }

  while (at < lines.length) {
    const line = shown(at)
    const { start } = lines[at]
    const delimiter = delimiterAt(at)
    const heading = open.length === 0 && !/^(?:discrete|float)$/.test(style) ? HEADING.exec(line) : null
    const macro = MACRO.exec(line)
    const item = ITEM.exec(line)
    if (line === '') at++
    else if (delimiter !== '') (openDelimiters.has(delimiter) ? closeBlock : readDelimiter)(delimiter)
    else if (heading !== null) {
      const [opening, marks] = heading
      // The same marks may close it.
      const { end } = lines[at]
      const closing = text.endsWith(` ${marks}`, end) ? marks.length : 0
      readHeading(marks.length, start + opening.length, 1, end - closing)
    } else if (BREAK.test(line)) passLine('fixed')
    else if (/^\/\/(?!\/)/.test(line)) {
      // A comment belongs to the line below it, except at the start of the text.
      const isAbove = started && (TAG.test(line) ? HEADING.test(shown(at + 1)) : shown(at + 1) !== '')
      passLine(isAbove ? 'anchor' : 'fixed', tagMarks(line))
    } else if (readAttribute(line)) passLine('fixed', [], true)
    else if (BLOCK_ATTRIBUTES.test(line)) {
      lead ??= at
      style = /^\[([\w-]+)/.exec(line)?.[1] ?? style
      at++
    } else if (BLOCK_TITLE.test(line)) {
      lead ??= at
      at++
    } else if (line === '+' && inList) {
      attached = true
      at++
    } else if (macro !== null)
      passLine(SHOWN_MACRO.test(macro[1]) ? 'body' : 'fixed', conditionMarks(macro[1], macro[2]))
    else if (item !== null) readItem(start + item[0].length)
    else if (TERM.test(line)) readItem(start)
    else readParagraph(line)
  }
  if (lead !== undefined) begin('fixed')
  const fields = [
    ['author', attributes.get('author') ?? ''],
    ['date', attributes.get('revdate') ?? attributes.get('date') ?? ''],
    ['tags', attributes.get('keywords') ?? '']
  ].filter(([, value]) => value !== '')
  return { ...body.parsed(), fields: Object.fromEntries(fields) as Record<string, string> }
}

/** Returns the marks of conditional lines, which form pairs. */
function conditionMarks(name: string, argument: string): Mark[] {
  if (name === 'endif') return [{ name: 'if', opens: false }]
  return name === 'ifeval' || (/^ifn?def$/.test(name) && argument === '') ? [{ name: 'if', opens: true }] : []
}

/** Returns the marks of an includable part around sections. */
function tagMarks(line: string): Mark[] {
  const [, edge = '', name = ''] = TAG.exec(line) ?? []
  if (edge === '') return []
  return [{ name: `tag ${name}`, opens: edge === 'tag', mayStandAlone: true, ofSections: true }]
}

/** Returns a line without white space at its end. */
function trimEnd(text: string, { start, end }: Span): Span {
  let last = end
  while (last > start && ' \t'.includes(text[last - 1])) last--
  return { start, end: last }
}
