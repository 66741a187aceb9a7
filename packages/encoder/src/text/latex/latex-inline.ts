import { proseOf } from '../body.js'
import { beginningWithSpace, type Replacement } from '../replacements.js'
import { ACCENTS, DROPPED, LAST_KEPT, MARKS, SYMBOLS } from './latex-commands.js'
import { createPatternFinder, matchAt, type PatternFinder } from '../pattern-finder.js'
import { definitionAt, type Definition } from './definitions.js'
import type { Span } from '../span.js'

/** A LaTeX text with its pairs of braces. */
export interface LatexText {
  readonly text: string
  readonly findNext: PatternFinder
  /** The closing brace of each opening brace, within one paragraph. */
  readonly braces: ReadonlyMap<number, number>
  /** The words of commands that the document defines. */
  readonly words: ReadonlyMap<string, string>
}

/** Longest words of a command that are read, in UTF-16 units, so that a text grows by a bounded factor. */
const MAX_WORDS = 100

/** Ends bodies whose commands keep the space after them. */
const KEEPS_SPACE = /\\xspace\s*$/

/**
 * Returns the words that defined commands print, by name; with a space at the end if the command keeps the space after
 * it. Commands within a body have their words if they are defined earlier.
 */
export function printedWords(definitions: ReadonlyMap<string, Definition>): ReadonlyMap<string, string> {
  const words = new Map<string, string>()
  for (const { name, body } of definitions.values()) {
    if (body === undefined) continue
    const latex = { text: body, findNext: createPatternFinder(body), braces: pairBraces(body), words }
    const span = { start: 0, end: body.length }
    const { text } = proseOf(body, span, latexReplacements(latex, span, []))
    if (/[\p{L}\p{N}]/u.test(text) && text.length <= MAX_WORDS)
      words.set(name, KEEPS_SPACE.test(body) ? `${text} ` : text)
  }
  return words
}

const BRACE = /\\[^]|%[^\r\n]*|[{}]|(?:\r\n|\r(?!\n)|\n)[ \t]*(?=[\r\n])/g

/** Pairs braces. No pair spans a blank line, so that a forgotten brace affects only its own paragraph. */
export function pairBraces(text: string): Map<number, number> {
  const pairs = new Map<number, number>()
  const open: number[] = []
  for (const { index, 0: found } of text.matchAll(BRACE)) {
    if (found === '{') open.push(index)
    else if (found === '}') {
      const opening = open.pop()
      if (opening !== undefined) pairs.set(opening, index)
    } else if (/^[\r\n]/.test(found)) open.length = 0
  }
  return pairs
}

const OPTION = /[ \t]*\[[^[\]\r\n]{0,400}\]/y
const SPACES = /[ \t]*(?:(?:\r\n|\r|\n)[ \t]*)?/y

/** Returns the end of a command's arguments: any number in brackets, and `count` in braces. */
export function afterArguments({ text, braces }: LatexText, from: number, count: number): number {
  let end = from
  for (let left = count; ;) {
    const option = matchAt(OPTION, text, end)
    const brace = left > 0 ? end + matchAt(SPACES, text, end)![0].length : -1
    if (option !== null) end += option[0].length
    else if (braces.has(brace)) {
      end = braces.get(brace)! + 1
      left--
    } else return end
  }
}

const SPECIAL = /[\\%{}$~&]|``?|''|-{2,3}/g
const COMMENT = /%[^\r\n]*(?:(?:\r\n|\r|\n)[ \t]*)?/y
const DOLLAR = /(?<!\\)\$/g
const CLOSING_MATH = /\\\)/g
/** Commands of footnotes, endnotes and side notes. */
const NOTE = /^(?:footnote|endnote|sidenote)/
/** Mathematics that can be read as words. */
const WORDS = /^[\w.,+=<>() -]{1,20}$/

/**
 * Returns the markup of a paragraph: commands, comments, non-prose, and mathematics except single letters and numbers.
 * Footnotes stay, in parentheses.
 * @param skips known spans to replace: environments, displayed mathematics, an item's label
 */
export function latexReplacements(latex: LatexText, span: Span, skips: readonly Replacement[]): Replacement[] {
  const { text, findNext, braces, words } = latex
  const replacements: Replacement[] = []
  const footnotes = new Set<number>()
  let skip = 0
  let at = span.start
  const replace = (start: number, end: number, read = ''): void => {
    at = Math.min(end, span.end)
    replacements.push({ start, end: at, text: read })
  }
  /** Removes non-prose and the space before it. */
  const drop = (start: number, end: number): void => {
    const last = replacements.at(-1)
    if (last?.end === start && last.text === ' ') replace(replacements.pop()!.start, end)
    else replace(beginningWithSpace(text, { start, end }, Math.max(span.start, last?.end ?? 0)), end)
  }
  const replaceMath = (start: number, inner: number, close: Span | undefined): void => {
    if (close === undefined || close.end > span.end) replace(start, inner)
    else if (WORDS.test(text.slice(inner, Math.min(close.start, inner + 40)))) {
      replace(start, inner)
      replace(close.start, close.end)
    } else replace(start, close.end)
  }
  const replaceCommand = (start: number): void => {
    const definition = definitionAt(text, braces, start)
    if (definition !== undefined) {
      drop(start, definition.end)
      return
    }
    const { end, name, mark, read = words.get(name), verbatim } = readCommand(text, start)
    const dropped = DROPPED.get(name)
    if (verbatim !== undefined) {
      replace(start, verbatim.start)
      if (verbatim.end < span.end) replace(verbatim.end, end) // a heading may end within
    } else if (mark === '(') replaceMath(start, end, findNext(CLOSING_MATH, end))
    else if (mark !== '') replace(start, mark === '\\' ? afterArguments(latex, end, 0) : end, read)
    else if (dropped !== undefined) drop(start, afterArguments(latex, end, dropped))
    else if (LAST_KEPT.has(name)) replace(start, afterArguments(latex, end, LAST_KEPT.get(name)!))
    else if (words.get(name)?.endsWith(' ') === true)
      replace(start, end + matchAt(/(?:\{\})?/y, text, end)![0].length, read?.trimEnd())
    else if (read !== undefined) replace(start, end + matchAt(/\{\}|[ \t]*/y, text, end)![0].length, read)
    else {
      const argument = afterArguments(latex, end, 0)
      if (NOTE.test(name) && braces.has(argument)) {
        footnotes.add(braces.get(argument)!)
        replace(start, argument + 1, ' (')
        return
      }
      // TeX skips the space after a command's name.
      replace(start, argument === end ? end + matchAt(SPACES, text, end)![0].length : argument)
    }
  }
  while (at < span.end) {
    const found = findNext(SPECIAL, at)
    const next = Math.min(found?.start ?? span.end, span.end)
    while (skip < skips.length && skips[skip].start < at) skip++
    if (skip < skips.length && skips[skip].start <= next) {
      replace(skips[skip].start, skips[skip].end, skips[skip].text)
      continue
    }
    if (found === undefined || next === span.end) break
    const mark = text.slice(found.start, found.end)
    if (mark === '\\') replaceCommand(next)
    else if (mark === '%') replace(next, next + matchAt(COMMENT, text, next)![0].length)
    else if (mark === '$') replaceMath(next, next + 1, findNext(DOLLAR, next + 1))
    else replace(next, found.end, footnotes.has(next) ? ')' : (READ[mark] ?? ''))
  }
  return replacements
}

const READ: Readonly<Partial<Record<string, string>>> = {
  '~': ' ',
  '&': ' ',
  '--': '–',
  '---': '—',
  '``': '“',
  "''": '”',
  '`': '‘'
}

const COMMAND = /\\(?:([A-Za-z@]+)\*?|([^]?))/y
const ACCENT = /\\(?:([`'^"~=.])|([uvHckrdb])(?![A-Za-z]))[ \t]*(?:\{\\?([A-Za-z]?)\}|\\([ij])(?![A-Za-z])|([A-Za-z]))/y
const VERBATIM = /\\(?:verb|lstinline)\*?([^A-Za-z\s*{[])([^\r\n]{0,400}?)\1/y

interface Command {
  readonly end: number
  /** The command's letters; otherwise `mark` is one character. */
  readonly name: string
  readonly mark: string
  /** The text it prints, if known. */
  readonly read?: string
  /** Verbatim text. */
  readonly verbatim?: Span
}

function readCommand(text: string, start: number): Command {
  const accent = matchAt(ACCENT, text, start)
  if (accent !== null) {
    const letter = accent[3] || accent[4] || accent[5] || ''
    const mark = accent[1] || accent[2]
    const read = letter === '' ? mark : (letter + ACCENTS.get(mark)!).normalize('NFC')
    return { end: start + accent[0].length, name: '', mark, read }
  }
  const verb = matchAt(VERBATIM, text, start)
  if (verb !== null) {
    const end = start + verb[0].length
    return { end, name: 'verb', mark: '', verbatim: { start: end - verb[2].length - 1, end: end - 1 } }
  }
  const [whole, name = '', mark = ''] = matchAt(COMMAND, text, start)!
  const read = name === '' ? (MARKS.get(mark) ?? mark) : SYMBOLS.get(name)
  return { end: start + whole.length, name, mark, ...(read === undefined ? {} : { read }) }
}
