import { createBody, proseOf, type ParsedText } from '../body.js'
import { SKIPPED } from './commands.js'
import { afterArguments, latexReplacements, pairBraces, type LatexText } from './latex-inline.js'
import { createEnvironmentEnds, createLatexEnvironments } from './environments.js'
import { createLatexParagraphs, type LatexParagraphs } from './paragraphs.js'
import { createPatternFinder, matchAt } from '../pattern-finder.js'
import type { Span } from '../span.js'
import type { Mark } from '../unit.js'

/** The commands of headings, by level from 1; `subparagraph` has the level of the last. */
const HEADINGS = ['part', 'chapter', 'section', 'subsection', 'subsubsection', 'paragraph']

const LINE_END = String.raw`(?:\r\n|\r(?!\n)|\n)`
/** Not `^` with the flag `m`, which takes U+2028 for the end of a line, and TeX does not. */
const LINE_BEGINNING = String.raw`(?<![^\r\n])`
const PREAMBLE_END = new RegExp(String.raw`${LINE_BEGINNING}[^%\r\n]*?\\begin[ \t]*\{document\}`)

/** What ends a paragraph, and what must not be taken for that: words in verbatim, other commands, comments. */
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
/** A line with text right below it. */
const LINE_ABOVE = new RegExp(String.raw`[^\r\n]*${LINE_END}[ \t]*(?=[^ \t\r\n])`, 'y')
/** Commands that act on all that follows. */
const TURNS = /\\(?:appendix|(?:front|main|back)matter)(?![A-Za-z@])/y
const BLANK_LINE = new RegExp(String.raw`${LINE_END}(?=[ \t]*[\r\n])`, 'g')
const DISPLAY_END: Readonly<Record<string, RegExp>> = { '\\[': /\\\]/g, $$: /\$\$/g }
const LABELS = /(?:[ \t]*(?:\r\n|\r|\n)?[ \t]*\\label[ \t]*\{[^{}\r\n]{0,200}\}){0,20}/y
const REST_OF_LINE = /[ \t]*(?:%[^\r\n]*)?(?:\r\n|\r|\n|$)|[ \t]*/y
const LINE = /[^\r\n]*/y
/** An environment's own, such as a column's width. */
const MAX_ARGUMENTS = 3
/** Environments that are no part of the text around them. */
const APART = /^(?:comment|thebibliography|filecontents|CCSXML)$/

/**
 * The prose and units of a LaTeX document, or of a part of one. Kept out: the preamble, mathematics, code, tables, figures with their
 * captions, comments, citations, references. What an environment that is not known holds is taken for prose. A heading's level
 * is its command's place among HEADINGS. Where text follows a heading on its line, its unit begins there.
 */
export function parseLatex(text: string): ParsedText {
  const latex = { text, findNext: createPatternFinder(text), braces: pairBraces(text) }
  const body = createBody(text)
  const preamble = PREAMBLE_END.exec(text)
  const start = preamble === null ? Number(text.startsWith('\uFEFF')) : preamble.index + preamble[0].length
  if (preamble !== null) body.begin({ kind: 'fixed', start: 0 })
  readBody(latex, createLatexParagraphs(latex, body, start), start)
  const title = statedIn(latex, 'title')
  const fields = ['author', 'date'].flatMap((name): [string, string][] => {
    const value = statedIn(latex, name)
    return value === '' ? [] : [[name, value]]
  })
  return { ...body.parsed(), fields: Object.fromEntries(fields), ...(title === '' ? {} : { title }) }
}

function readBody(latex: LatexText, paragraphs: LatexParagraphs, start: number): void {
  const { text, findNext, braces } = latex
  const paired = new Set([...braces].flat())
  const environments = createLatexEnvironments()
  const endOf = createEnvironmentEnds(text)
  const paragraphEnd = (at: number): number => findNext(BLANK_LINE, at)?.start ?? text.length
  /** Where the mark of an item stands whose words have not come yet. */
  let item: number | undefined
  let from = start
  /** Whether nothing but comments has come yet. */
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
    if (blank !== undefined) close(at)
    else if (comment !== undefined) {
      // It is about what stands on the line below it, but for one that opens the text.
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
      paragraphs.skip({ start: at, end: next }, last === undefined || APART.test(name) ? 'fixed' : 'body')
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

/** A brace that nothing in its paragraph closes or opens, or a command that stands for one: it may hold several paragraphs. */
function groupMark(group: string): Mark {
  const name = /(?:begin|end)group/.test(group) ? 'group' : '{'
  return { name, opens: /^(?:\{|\\b)/.test(group), mayStandAlone: true }
}

/** The first place from `start` on, before `end`, that is no white space to TeX. */
function skipSpace(text: string, start: number, end: number): number {
  let at = start
  while (at < end && ' \t\r\n'.includes(text[at])) at++
  return at
}

/** @returns where what follows the heading begins */
function readHeading(latex: LatexText, paragraphs: LatexParagraphs, name: string, command: Span): number {
  const { text, braces } = latex
  const options = afterArguments(latex, command.end, 0)
  const brace = options + matchAt(/[ \t]*/y, text, options)![0].length
  const closing = braces.get(brace)
  // Without braces that close, its words are the rest of the line.
  const inner =
    closing === undefined
      ? { start: options, end: options + matchAt(LINE, text, options)![0].length }
      : { start: brace + 1, end: closing }
  const last = closing === undefined ? inner.end : closing + 1
  const end = last + matchAt(LABELS, text, last)![0].length
  const next = end + matchAt(REST_OF_LINE, text, end)![0].length
  const level = name === 'subparagraph' ? HEADINGS.length : HEADINGS.indexOf(name) + 1
  paragraphs.heading(level, { start: command.start, end }, inner, next)
  return next
}

/** The words that a command such as `\title` states; empty where there is none. A comment's are not looked at. */
function statedIn({ text, braces }: LatexText, name: string): string {
  const command = new RegExp(String.raw`${LINE_BEGINNING}[^%\r\n]*?\\${name}(?![A-Za-z@])`).exec(text)
  if (command === null) return ''
  const latex = { text, braces, findNext: createPatternFinder(text) }
  const options = afterArguments(latex, command.index + command[0].length, 0)
  const brace = options + matchAt(/\s*/y, text, options)![0].length
  const inner = { start: brace + 1, end: braces.get(brace) ?? 0 }
  return inner.end === 0 ? '' : proseOf(text, inner, latexReplacements(latex, inner, [])).text.replace(/ +,/g, ',')
}
