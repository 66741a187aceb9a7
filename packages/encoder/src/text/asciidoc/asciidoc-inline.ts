import { beginningWithSpace, type Replacement } from '../replacements.js'
import { matchAt, type PatternFinder } from '../pattern-finder.js'
import type { Span } from '../span.js'

const LINK = String.raw`(?:https?|ftps?|irc):\/\/[^\s[\]<>]{1,500}\[|(?:link|mailto|xref):[^\s[\]]{0,500}\[`
const MACRO = String.raw`(?:image|icon|anchor|indexterm2?|stem|latexmath|asciimath|pass|kbd|btn|menu):[^\s[\]]{0,200}\[`
/** A footnote macro, which follows a word without a space. */
const FOOTNOTE = String.raw`footnote(?:ref:|:[\w-]{0,60})\[`

/** Possible starts and ends of inline markup, comment lines, and the mark of a hard line break. */
const MARK = new RegExp(
  [
    String.raw`(?<=[\r\n])\/\/(?!\/)[^\r\n]*`,
    String.raw`(?<![\p{L}\p{N}:\\])(?:${LINK}|${MACRO})`,
    String.raw`(?<!\\)${FOOTNOTE}`,
    String.raw`\\(?=[^\p{L}\p{N}\s])`,
    String.raw`<<[^<>\r\n]{1,500}>>`,
    String.raw`\[\[[^[\]\r\n]{1,200}\]\]|\[[.#%][^[\]\r\n]{0,200}\](?=[#*_${'`'}])`,
    String.raw`\(\({1,2}|\){2,3}|\{[\w-]{1,60}\}`,
    '["\']`|`["\']',
    String.raw`(?<=[ \t])\+(?=[ \t]*(?:[\r\n]|$))|(?<=\s)--(?=\s)`,
    String.raw`:{2,4}(?=\s|$)|;;(?=\s|$)`,
    String.raw`\*\*?|__?|##?|\+{1,3}|[\]^~]|` + '``?'
  ].join('|'),
  'gu'
)
const BRACKET = /(?<!\\)\]/g
const CONCEALED = /\){3}/g
/** Ends of constrained marks (at word edges) and unconstrained marks (within words). */
const CLOSE: Readonly<Partial<Record<string, RegExp>>> = {
  '*': /(?<=[^\s\\])\*(?![\p{L}\p{N}_])/gu,
  _: /(?<=[^\s\\])_(?![\p{L}\p{N}_])/gu,
  '`': /(?<=[^\s\\])`(?![\p{L}\p{N}_])/gu,
  '#': /(?<=[^\s\\])#(?![\p{L}\p{N}_])/gu,
  '+': /(?<=[^\s\\])\+(?![\p{L}\p{N}_])/gu,
  '**': /(?<=[^\\])\*\*/g,
  __: /(?<=[^\\])__/g,
  '``': /(?<=[^\\])``/g,
  '##': /(?<=[^\\])##/g,
  '++': /\+\+/g,
  '+++': /\+\+\+/g,
  '^': /(?<=[^\s\\])\^/g,
  '~': /(?<=[^\s\\])~/g
}
const READ: Readonly<Partial<Record<string, string>>> = {
  '"`': '“',
  '`"': '”',
  "'`": '‘',
  "`'": '’',
  '--': '—',
  '((': '',
  '))': '',
  '::': ':',
  ':::': ':',
  '::::': ':',
  ';;': ':'
}
/** Attributes that represent a character. */
const CHARACTERS: Readonly<Partial<Record<string, string>>> = {
  nbsp: ' ',
  sp: ' ',
  apos: "'",
  quot: '"',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  deg: '°',
  plus: '+',
  amp: '&',
  lt: '<',
  gt: '>',
  vbar: '|',
  asterisk: '*',
  startsb: '[',
  endsb: ']',
  backslash: '\\',
  backtick: '`',
  'two-colons': '::',
  'two-semicolons': ';;',
  cpp: 'C++'
}
const NO_PROSE = /^(?:image|icon|anchor|indexterm|stem|latexmath|asciimath):/
const LINK_OPTIONS = /(?:\^|,[ \t]*\w+=[^\r\n]{0,200})$/

/**
 * Returns the inline markup of an AsciiDoc paragraph. Footnotes stay, in parentheses; attributes become the values set
 * in the document, or nothing.
 */
export function asciiDocReplacements(
  text: string,
  span: Span,
  findNext: PatternFinder,
  attributes: ReadonlyMap<string, string>
): Replacement[] {
  const replacements: Replacement[] = []
  /** Where open markup ends. */
  const closers = new Map<number, Replacement>()
  let at = span.start
  const replace = (start: number, end: number, read = ''): void => {
    replacements.push({ start, end, text: read })
    at = end
  }
  /** Removes non-prose and the space before it. */
  const drop = (start: number, end: number): void => {
    replace(beginningWithSpace(text, { start, end }, Math.max(span.start, replacements.at(-1)?.end ?? 0)), end)
  }
  const within = (close: Span | undefined): close is Span => close !== undefined && close.end <= span.end
  const replaceMacro = (start: number, end: number, mark: string): void => {
    const close = findNext(BRACKET, end)
    if (!within(close)) return
    const footnote = mark.startsWith('footnote')
    const name = mark.startsWith('footnoteref') ? (matchAt(NOTE_NAME, text, end)?.[0] ?? '') : ''
    const link = mark.includes('://')
    if (NO_PROSE.test(mark)) drop(start, close.end)
    else if (close.start === end && link) replace(end - 1, close.end)
    else if (close.start === end + name.length) drop(start, close.end)
    else {
      const options =
        LINK_OPTIONS.exec(text.slice(Math.max(end, close.start - MAX_OPTIONS), close.start))?.[0].length ?? 0
      closers.set(close.start, { start: close.start - options, end: close.end, text: footnote ? ')' : '' })
      replace(start, end + name.length, footnote ? ' (' : '')
    }
  }
  const replacePair = (start: number, end: number, mark: string): void => {
    const pattern = CLOSE[mark]
    const constrained = mark.length === 1 && !'^~'.includes(mark)
    const before = start === span.start || !constrained || !WORD.test(text[start - 1])
    if (pattern === undefined || !before || (mark.length === 1 && /\s/.test(text.charAt(end)))) return
    const close = findNext(pattern, end + 1)
    if (!within(close)) return
    // Raised and lowered text has no spaces.
    if (!constrained && mark.length === 1 && /\s/.test(text.slice(end, Math.min(close.start, end + MAX_RAISED)))) return
    closers.set(close.start, { ...close, text: '' })
    replace(start, end)
  }
  while (at < span.end) {
    const found = findNext(MARK, at)
    if (!within(found)) break
    const { start, end } = found
    const mark = text.slice(start, end)
    const closer = closers.get(start)
    at = end
    if (closer !== undefined) replace(Math.max(closer.start, replacements.at(-1)?.end ?? 0), closer.end, closer.text)
    else if (
      mark.startsWith('//') ||
      (mark === '+' && /[ \t]/.test(text[start - 1]) && /^[ \t]*[\r\n]/.test(text.slice(end, end + 20)))
    )
      replace(start, end)
    else if (mark === '\\') {
      replace(start, end)
      at = end + 1
    } else if (mark.startsWith('<<')) {
      const comma = mark.indexOf(',')
      if (comma < 0) drop(start, end)
      else {
        replace(start, start + comma + 1)
        replace(end - 2, end)
      }
    } else if (mark.startsWith('[[')) drop(start, end)
    else if (mark.startsWith('[')) replace(start, end)
    else if (mark === '(((') {
      const close = findNext(CONCEALED, end)
      if (within(close)) drop(start, close.end)
    } else if (mark.startsWith('{')) {
      const name = mark.slice(1, -1).toLowerCase()
      replace(start, end, CHARACTERS[name] ?? attributes.get(name) ?? '')
    } else if (mark.endsWith('[')) replaceMacro(start, end, mark)
    else if (READ[mark] !== undefined) replace(start, end, READ[mark])
    else replacePair(start, end, mark)
  }
  return replacements
}

const WORD = /[\p{L}\p{N}_]/u
/** The name by which other references call a footnote. */
const NOTE_NAME = /[\w-]{1,60}(?:,[ \t]*|(?=\]))/y
const MAX_OPTIONS = 200
const MAX_RAISED = 40
