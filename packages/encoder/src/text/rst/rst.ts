import type { Block } from '../block.js'
import { createBody, type ParsedText } from '../body.js'
import { linesOf } from '../line-spans.js'
import { createPatternFinder } from '../pattern-finder.js'
import { createNoteNames } from './footnotes.js'
import { actsOnFollowing, directiveKind, isOfNext } from './directives.js'
import { rstReplacements } from './rst-inline.js'
import type { UnitStart } from '../unit.js'

/** Deeper nesting is ignored, which bounds the stack. */
const MAX_NESTING = 100

/** A shorter line of marks is text, unless it is as long as the title above it. */
const MIN_ADORNMENT = 4
const MAX_ADORNMENT = 200

const TAB = 8

/** The longest line start that is examined, in UTF-16 code units. */
const MAX_MARK = 200

const ADORNMENT = /^([!-/:-@[-`{-~])\1+$/
const BULLET = /^[*+•‣⁃-](?:[ \t]+|$)/
const ENUMERATOR = /^\(?(?:\d{1,9}|#|[A-Za-z]|[ivxlcdm]{1,12}|[IVXLCDM]{1,12})[.)](?:[ \t]+|$)/
const FIELD = /^:(?![: ])((?:\\.|[^:\\]|:(?!\s|$|`))*):(?:[ \t]+|$)/
const OPTION = /^(?:--?|\/)[A-Za-z][\w-]{0,40}(?:[ =]\S{1,40})?(?: {2,}\S|$)/
const LINE_BLOCK = /^\|(?:[ \t]+|$)/
const GRID_TABLE = /^\+[-=][-=+]*\+$/
const SIMPLE_TABLE = /^=+(?: +=+)+$/
const EXPLICIT = /^\.\.(?:[ \t]+|$)/
const FOOTNOTE = /^\[(\d+|#[\w.-]*|\*|[\w.-]+)\](?:[ \t]+|$)/
const DIRECTIVE = /^([A-Za-z][\w:.+-]*?)[ \t]?::(?:[ \t]+|$)/
/** All that a note on versions says on its first line, if its text is below. */
const VERSION = /^v?\d[\w.]*$/
const QUOTING = /^[!-/:-@[-`{-~]$/

/** A line, whose start may be a container's mark. */
interface Line {
  readonly start: number
  /** Without white space at the end. */
  readonly end: number
  /** Position of its content, in columns and in the text. */
  column: number
  from: number
}

/**
 * Parses the prose and units of a reStructuredText document, as Docutils and Sphinx do: adornments get heading levels
 * in order of appearance. Excluded are literal blocks, tables, fields, comments, substitutions, and directives except
 * notes and descriptions of objects.
 */
export function parseReStructuredText(text: string): ParsedText {
  const body = createBody(text)
  const findNext = createPatternFinder(text)
  const lines = linesOf(text, Number(text.startsWith('\uFEFF'))).map(({ start, end }) => measureLine(text, start, end))
  const fields = new Map<string, string>()
  const styles: string[] = []
  let at = 0
  /** The kind of the open top-level list. */
  let list = ''
  let paragraphs = 0
  const notes = createNoteNames(text)
  /** The footnote being read. */
  let note: string | undefined
  let tableEnds = true

  const isBlank = (index: number): boolean => index >= lines.length || lines[index].from === lines[index].end
  const columnAt = (index: number): number => (isBlank(index) ? -1 : lines[index].column)
  const startOf = ({ from, end }: Line): string => text.slice(from, Math.min(end, from + MAX_MARK))
  const isAdornment = (index: number): boolean =>
    columnAt(index) === 0 &&
    lines[index].end - lines[index].from <= MAX_ADORNMENT &&
    ADORNMENT.test(startOf(lines[index]))

  const begin = (kind: UnitStart['kind'], depth: number, kindOfList = '', turns = false): void => {
    if (depth > 0) return
    if (kindOfList === '' || kindOfList !== list) body.begin({ kind, start: lines[at].start, turns })
    list = kindOfList
  }
  const add = (first: number, last: number, container: Block['container'], level = 0, end = lines[last].end): void => {
    const span = { start: lines[first].start, end: lines[last].end }
    const prose = { start: lines[first].from, end }
    const replacements = rstReplacements(text, prose, findNext)
    const refersTo = notes.referredTo(replacements)
    body.add({
      container,
      level,
      span,
      prose,
      replacements,
      ...(note === undefined ? {} : { note }),
      ...(refersTo.length === 0 ? {} : { refersTo })
    })
    if (level === 0) paragraphs++
  }
  /** Skips a line and the indented lines below it. */
  const skipBelow = (column: number): void => {
    for (at++; at < lines.length && (isBlank(at) || lines[at].column > column);) at++
  }
  const skipLines = (goesOn: () => boolean): void => {
    for (at++; !isBlank(at) && goesOn();) at++
  }
  const skipBlank = (): void => {
    while (at < lines.length && isBlank(at)) at++
  }

  const readBody = (column: number, container: Block['container'], depth: number): void => {
    for (;;) {
      skipBlank()
      if (columnAt(at) < column) return
      const line = lines[at]
      if (depth > MAX_NESTING) at++
      else if (line.column === column) readElement(line, container, depth)
      else {
        begin('body', depth)
        readBody(line.column, 'quote', depth + 1)
      }
    }
  }
  /** Reads the content after a mark on a line and its indented continuation, `column` wide if given. */
  const readInside = (
    line: Line,
    mark: number,
    container: Block['container'],
    depth: number,
    column?: number
  ): void => {
    const outer = line.column
    line.from += mark
    if (line.from < line.end) {
      line.column = column ?? Math.max(columnAt(at + 1), outer + 1)
      readBody(line.column, container, depth + 1)
    } else {
      at++
      skipBlank()
      if (columnAt(at) > outer) readBody(lines[at].column, container, depth + 1)
    }
  }
  const readElement = (line: Line, container: Block['container'], depth: number): void => {
    const start = startOf(line)
    const item = BULLET.exec(start) ?? readEnumerator(line, start)
    const field = FIELD.exec(start)
    const explicit = EXPLICIT.exec(start)
    if (explicit !== null) readExplicit(line, explicit[0].length, start.slice(explicit[0].length), depth)
    else if (depth === 0 && isAdornment(at)) readAdornment(line)
    else if (item !== null) {
      begin('body', depth, /\w/.test(item[0]) ? '1' : item[0].trim())
      readInside(line, item[0].length, 'list', depth, line.column + item[0].length)
    } else if (field !== null) {
      // Fields before any text describe the document.
      begin(paragraphs === 0 ? 'fixed' : 'body', depth, ':')
      if (paragraphs === 0 && depth === 0) {
        fields.set(field[1].toLowerCase(), text.slice(line.from + field[0].length, line.end))
      }
      skipBelow(line.column)
    } else if (OPTION.test(start)) {
      begin('body', depth, '-')
      skipBelow(line.column)
    } else if (LINE_BLOCK.test(start)) {
      begin('body', depth, '|')
      line.from += LINE_BLOCK.exec(start)![0].length
      add(at, at, container)
      at++
    } else if (start.startsWith('>>> ')) {
      begin('body', depth)
      skipLines(() => true)
    } else if (GRID_TABLE.test(start)) {
      begin('body', depth)
      skipLines(() => '+|'.includes(text[lines[at].from]))
    } else if (SIMPLE_TABLE.test(start)) {
      begin('body', depth)
      skipSimpleTable()
    } else if (start.startsWith('__ ')) {
      notes.leads(text.slice(line.from + 3, line.end).trim())
      begin('fixed', depth)
      at++
    } else readParagraph(line, container, depth)
  }

  /** Matches a numbered item's mark, unless the next line shows that it is a paragraph. */
  const readEnumerator = (line: Line, start: string): RegExpExecArray | null => {
    const found = ENUMERATOR.exec(start)
    if (found === null || isBlank(at + 1)) return found
    const below = lines[at + 1]
    const goesOn = below.column >= line.column + found[0].length || ENUMERATOR.test(startOf(below))
    return goesOn || below.column < line.column ? found : null
  }
  const readExplicit = (line: Line, mark: number, rest: string, depth: number): void => {
    const footnote = FOOTNOTE.exec(rest)
    const directive = DIRECTIVE.exec(rest)
    if (footnote !== null) {
      begin('fixed', depth)
      const outer = note
      note = notes.defined(footnote[1])
      readInside(line, mark + footnote[0].length, 'footnote', depth)
      note = outer
    } else if (directive !== null) readDirective(line, mark + directive[0].length, directive[1], depth)
    else {
      if (rest.startsWith('__:')) notes.leads(text.slice(line.from + mark + 3, line.end).trim())
      // A target without an address belongs to the heading below it.
      const isPlace = rest.startsWith('_') && text[line.end - 1] === ':'
      begin(isPlace ? 'anchor' : 'fixed', depth)
      if (rest === '' && isBlank(at + 1)) at++
      else skipBelow(line.column)
    }
  }
  /** Returns whether the next text line is indented. */
  const holdsLines = (column: number): boolean => {
    let next = at + 1
    while (next < lines.length && isBlank(next)) next++
    return columnAt(next) > column
  }
  const readDirective = (line: Line, mark: number, name: string, depth: number): void => {
    const outer = line.column
    const kind = isOfNext(name) && !holdsLines(outer) ? 'anchor' : directiveKind(name)
    begin(kind === 'fixed' || kind === 'anchor' ? kind : 'body', depth, '', actsOnFollowing(name))
    if (kind !== 'words' && kind !== 'body') {
      skipBelow(outer)
      return
    }
    const isOption = (index: number): boolean => columnAt(index) > outer && FIELD.test(startOf(lines[index]))
    const isBare = line.from + mark >= line.end || VERSION.test(text.slice(line.from + mark, line.end))
    if (kind === 'words' && !isBare) {
      if (!isOption(at + 1)) {
        readInside(line, mark, 'none', depth)
        return
      }
      line.from += mark
      add(at, at, 'none')
    }
    // What an object is called may go on in the next lines.
    for (at++; isOption(at) || (kind === 'body' && !isBare && columnAt(at) > outer);) at++
    skipBlank()
    if (columnAt(at) > outer) readBody(lines[at].column, 'none', depth + 1)
  }
  /** Reads a heading with lines above and below it, or a rule. */
  const readAdornment = (line: Line): void => {
    const same = isAdornment(at + 2) && text[lines[at + 2].from] === text[line.from]
    if (same && !isBlank(at + 1)) addHeading(at, at + 1, at + 2, `${text[line.from]} over`)
    else if (line.end - line.from < MIN_ADORNMENT) readParagraph(line, 'none', 0)
    else {
      begin('fixed', 0)
      at++
    }
  }
  const addHeading = (first: number, title: number, last: number, style: string): void => {
    if (!styles.includes(style)) styles.push(style)
    const level = Math.min(styles.indexOf(style) + 1, 6)
    body.begin({ kind: 'heading', level, start: lines[first].start })
    const prose = { start: lines[title].from, end: lines[title].end }
    const span = { start: lines[first].start, end: lines[last].end }
    const replacements = rstReplacements(text, prose, findNext)
    const refersTo = notes.referredTo(replacements)
    body.add({ container: 'none', level, span, prose, replacements, ...(refersTo.length === 0 ? {} : { refersTo }) })
    list = ''
    at = last + 1
  }
  const readParagraph = (line: Line, container: Block['container'], depth: number): void => {
    if (depth === 0 && isAdornment(at + 1)) {
      const length = lines[at + 1].end - lines[at + 1].from
      if (length >= Math.min(line.end - line.from, MIN_ADORNMENT)) {
        addHeading(at, at, at + 1, text[lines[at + 1].from])
        return
      }
    }
    const first = at
    let last = at
    while (columnAt(last + 1) === line.column) last++
    const { end } = lines[last]
    const literal = text.slice(Math.max(end - 2, lines[last].from), end) === '::'
    if (first === last && !literal && columnAt(at + 1) > line.column) {
      begin('body', depth, 'definition')
      add(first, first, 'list')
      at++
      readBody(lines[at].column, 'list', depth + 1)
      return
    }
    begin('body', depth)
    add(first, last, container, 0, literal ? end - (/\S/.test(text[end - 3] ?? ' ') ? 1 : 2) : end)
    at = last + 1
    if (literal) skipLiteral(line.column)
  }
  /**
   * Skips literal text: indented, or each line begins with the same mark. It belongs to the paragraph that announces
   * it.
   */
  const skipLiteral = (column: number): void => {
    skipBlank()
    const mark = at < lines.length ? text[lines[at].from] : ''
    if (columnAt(at) > column) skipBelow(column)
    else if (columnAt(at) === column && QUOTING.test(mark)) skipLines(() => text[lines[at].from] === mark)
  }
  /** Skips a table with columns under `=`, which ends with a border and a blank line. */
  const skipSimpleTable = (): void => {
    let end = at + 1
    while (tableEnds && end < lines.length && !(SIMPLE_TABLE.test(startOf(lines[end])) && isBlank(end + 1))) end++
    tableEnds &&= end < lines.length
    if (tableEnds) at = end + 1
    else skipLines(() => true)
  }

  readBody(0, 'none', 0)
  const title = fields.get('title')?.trim()
  const parsed = { ...body.parsed(), fields: Object.fromEntries(fields), links: notes.links }
  return title === undefined || title === '' ? parsed : { ...parsed, title }
}

function measureLine(text: string, start: number, end: number): Line {
  let [from, column] = [start, 0]
  for (; from < end && (text[from] === ' ' || text[from] === '\t'); from++) {
    column = text[from] === ' ' ? column + 1 : column - (column % TAB) + TAB
  }
  let last = end
  while (last > from && (text[last - 1] === ' ' || text[last - 1] === '\t')) last--
  return { start, end: last, column, from }
}
