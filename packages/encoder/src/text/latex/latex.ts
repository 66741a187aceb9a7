import { createBody, proseOf, type ParsedText } from '../body.js'
import { SKIPPED } from './latex-commands.js'
import { afterArguments, latexReplacements, pairBraces, printedWords, type LatexText } from './latex-inline.js'
import { definitionAt, readDefinitions } from './definitions.js'
import { createEnvironmentEnds, createLatexEnvironments } from './environments.js'
import { createLatexParagraphs, type LatexParagraphs } from './paragraphs.js'
import { createPatternFinder, matchAt } from '../pattern-finder.js'
import type { Span } from '../span.js'
import type { Mark } from '../unit.js'

/** Heading commands by level, from 1; `subparagraph` has the last level, too. */
const HEADINGS = ['part', 'chapter', 'section', 'subsection', 'subsubsection', 'paragraph']

const LINE_END = String.raw`(?:\r\n|\r(?!\n)|\n)`
/** A line start. `^` with the flag `m` would also match after U+2028, which TeX does not treat as a line end. */
const LINE_BEGINNING = String.raw`(?<![^\r\n])`
const PREAMBLE_END = new RegExp(String.raw`${LINE_BEGINNING}[^%\r\n]*?\\begin[ \t]*\{document\}`)

/** Ends of paragraphs, and constructs that could be mistaken for them: verbatim text, other commands, comments. */
const STRUCTURE = new RegExp(
  [
    String.raw`\\(?:verb|lstinline)\*?(?<mark>[^A-Za-z\s*{[])[^\r\n]{0,400}?\k<mark>`,
    String.raw`\\(?<edge>begin|end)[ \t]{0,9}\{(?<name>[^{}\r\n]{1,60})\}`,
    String.raw`\\(?<heading>${HEADINGS.join('|')}|subparagraph)(?![A-Za-z@])\*?`,
    String.raw`\\(?<end>item|par)(?![A-Za-z@])`,
    String.raw`(?<display>\\\[|\$\$)`,
    String.raw`(?<group>[{}]|\\(?:begin|end|b|e)group(?![A-Za-z@]))`,
    String.raw`\\[A-Za-z@]+|\\[^]`,
    String.raw`(?<comment>%[^\r\n]*)`,
    String.raw`(?<blank>${LINE_END}(?=[ \t]*(?:[\r\n]|$)))`
  ].join('|'),
  'g'
)
/** A line with text on the next line. */
const LINE_ABOVE = new RegExp(String.raw`[^\r\n]*${LINE_END}[ \t]*(?=[^ \t\r\n])`, 'y')
/** Commands that affect all that follows. */
const TURNS = /\\(?:appendix|(?:front|main|back)matter)(?![A-Za-z@])/y
const BLANK_LINE = new RegExp(String.raw`${LINE_END}(?=[ \t]*[\r\n])`, 'g')
const DISPLAY_END: Readonly<Record<string, RegExp>> = { '\\[': /\\\]/g, $$: /\$\$/g }
const LABELS = /(?:[ \t]*(?:\r\n|\r|\n)?[ \t]*\\label[ \t]*\{[^{}\r\n]{0,200}\}){0,20}/y
const REST_OF_LINE = /[ \t]*(?:%[^\r\n]*)?(?:\r\n|\r|\n|$)|[ \t]*/y
const LINE = /[^\r\n]*/y
/** Arguments of an environment, such as a column's width. */
const MAX_ARGUMENTS = 3
/** Environments that interrupt the text around them. */
const INTERRUPTING = /^(?:comment|thebibliography|filecontents|CCSXML)$/

/**
 * Parses the prose and units of a LaTeX document, or of a part of one. Excluded are the preamble, mathematics, code,
 * tables, figures with their captions, comments, citations and references. Unknown environments count as prose. A
 * heading's level is its command's index in HEADINGS. If text follows a heading on its line, its unit begins there.
 */
export function parseLatex(text: string): ParsedText {
  const braces = pairBraces(text)
  const definitions = readDefinitions(text, braces)
  const latex = { text, findNext: createPatternFinder(text), braces, words: printedWords(definitions) }
  const body = createBody(text)
  const preamble = PREAMBLE_END.exec(text)
  const start = preamble === null ? Number(text.startsWith('\uFEFF')) : preamble.index + preamble[0].length
  if (preamble !== null) body.begin({ kind: 'fixed', start: 0 })
  readBody(latex, definitions, createLatexParagraphs(latex, body, start), start)
  const title = statedIn(latex, 'title')
  const fields = ['author', 'date'].flatMap((name): [string, string][] => {
    const value = statedIn(latex, name)
    return value === '' ? [] : [[name, value]]
  })
  return { ...body.parsed(), fields: Object.fromEntries(fields), ...(title === '' ? {} : { title }) }
}

function readBody(
  latex: LatexText,
  definitions: ReturnType<typeof readDefinitions>,
  paragraphs: LatexParagraphs,
  start: number
): void {
  const { text, findNext, braces } = latex
  const paired = new Set([...braces].flat())
  const environments = createLatexEnvironments()
  const endOf = createEnvironmentEnds(text)
  const paragraphEnd = (at: number): number => findNext(BLANK_LINE, at)?.start ?? text.length
  /** The position of an item's mark before its first words. */
  let item: number | undefined
  let from = start
  /** Whether only comments have been read. */
  let opens = start <= 1
  const close = (at: number): void => {
    paragraphs.close(at, environments.container())
  }
  STRUCTURE.lastIndex = from
  for (let found = STRUCTURE.exec(text); found !== null; found = STRUCTURE.exec(text)) {
    const { index: at } = found
    const {
      edge,
      name = '',
      heading,
      end,
      display,
      group,
      comment,
      blank
    } = found.groups as Partial<Record<string, string>>
    let next = STRUCTURE.lastIndex
    const words = skipSpace(text, from, at)
    const content = (place: number): void => {
      paragraphs.open(place, item)
      item = undefined
    }
    opens &&= words === at && (comment ?? blank) !== undefined
    if (words < at) content(words)
    const definition = definitionAt(text, braces, at)
    const wrapped = definition === undefined ? definitions.get(found[0].slice(1)) : undefined
    if (definition !== undefined) {
      next = definition.end
      paragraphs.skip({ start: at, end: next }, 'fixed')
    } else if (wrapped?.heading !== undefined && environments.container() === 'none') {
      close(at)
      next = readHeading(latex, paragraphs, wrapped.heading, { start: at, end: next }, wrapped.count)
    } else if (blank !== undefined) close(at)
    else if (comment !== undefined) {
      // A comment belongs to the line below it, except at the start of the text.
      if (!paragraphs.isOpen())
        paragraphs.begin(!opens && matchAt(LINE_ABOVE, text, at) !== null ? 'anchor' : 'fixed', at)
    } else if (end !== undefined) {
      close(at)
      paragraphs.begin('body', at)
      if (end === 'item') item = at
    } else if (heading !== undefined && environments.container() === 'none') {
      close(at)
      next = readHeading(latex, paragraphs, heading, { start: at, end: next })
    } else if (display !== undefined && (findNext(DISPLAY_END[display], next)?.start ?? Infinity) < paragraphEnd(at)) {
      next = findNext(DISPLAY_END[display], next)!.end
      paragraphs.skip({ start: at, end: next }, 'body')
    } else if (edge === 'begin' && SKIPPED.has(name.replace(/\*$/, ''))) {
      const last = endOf(name, next)
      next = last ?? paragraphEnd(at)
      paragraphs.skip({ start: at, end: next }, last === undefined || INTERRUPTING.test(name) ? 'fixed' : 'body')
    } else if (edge === 'end' && name === 'document') {
      close(at)
      paragraphs.begin('fixed', at)
      return
    } else if (edge !== undefined) {
      close(at)
      paragraphs.begin('body', at, [{ name, opens: edge === 'begin' }])
      if (edge === 'end') environments.leave(name)
      else {
        environments.enter(name)
        next = afterArguments(latex, next, MAX_ARGUMENTS)
      }
    } else {
      content(at)
      if (group !== undefined && !paired.has(at)) paragraphs.mark(groupMark(group))
      if (matchAt(TURNS, text, at) !== null) paragraphs.turn()
    }
    if (end !== 'item' && blank === undefined) item = undefined
    from = STRUCTURE.lastIndex = next
  }
  const words = skipSpace(text, from, text.length)
  if (words < text.length) paragraphs.open(words, item)
  close(text.length)
}

/** Returns the mark of an unmatched brace in its paragraph, or of a command for one: the group may span paragraphs. */
function groupMark(group: string): Mark {
  const name = /(?:begin|end)group/.test(group) ? 'group' : '{'
  return { name, opens: /^(?:\{|\\b)/.test(group), mayStandAlone: true }
}

/** Returns the first position from `start`, before `end`, that TeX does not treat as white space. */
function skipSpace(text: string, start: number, end: number): number {
  let at = start
  while (at < end && ' \t\r\n'.includes(text[at])) at++
  return at
}

/**
 * Reads a heading.
 * @param count arguments of its command in braces, of which the first has its words
 * @returns the start of the text after it
 */
function readHeading(latex: LatexText, paragraphs: LatexParagraphs, name: string, command: Span, count = 1): number {
  const { text, braces } = latex
  const options = afterArguments(latex, command.end, 0)
  const brace = options + matchAt(/[ \t]*/y, text, options)![0].length
  const closing = braces.get(brace)
  // Without a closing brace, the heading is the rest of the line.
  const inner =
    closing === undefined
      ? { start: options, end: options + matchAt(LINE, text, options)![0].length }
      : { start: brace + 1, end: closing }
  const last =
    closing === undefined ? inner.end : count > 1 ? afterArguments(latex, closing + 1, count - 1) : closing + 1
  const end = last + matchAt(LABELS, text, last)![0].length
  const next = end + matchAt(REST_OF_LINE, text, end)![0].length
  const level = name === 'subparagraph' ? HEADINGS.length : HEADINGS.indexOf(name) + 1
  paragraphs.heading(level, { start: command.start, end }, inner, next)
  return next
}

/** Returns the argument of a command such as `\title`, outside comments; empty without one. */
function statedIn({ text, braces, words }: LatexText, name: string): string {
  const command = new RegExp(String.raw`${LINE_BEGINNING}[^%\r\n]*?\\${name}(?![A-Za-z@])`).exec(text)
  if (command === null) return ''
  const latex = { text, braces, words, findNext: createPatternFinder(text) }
  const options = afterArguments(latex, command.index + command[0].length, 0)
  const brace = options + matchAt(/\s*/y, text, options)![0].length
  const inner = { start: brace + 1, end: braces.get(brace) ?? 0 }
  return inner.end === 0
    ? ''
    : proseOf(text, inner, latexReplacements(latex, inner, []))
        .text.replace(/ +,/g, ',')
        .replace(/^\s*[:,;–—-]\s*/u, '')
}
