import { beginningWithSpace, type Replacement } from '../replacements.js'
import { matchAt, type PatternFinder } from '../pattern-finder.js'
import type { Span } from '../span.js'

/**
 * Possible starts of inline markup: escapes, roles, quoted words, substitutions, notes, and the mark after a link's
 * words.
 */
const MARK =
  /\\(?:\r\n|[^]|$)|:[A-Za-z][\w:+.-]{0,60}:`|``|\*\*?|_?`|\||\[(?:#[\w-]{0,60}|\*|[\w.-]{1,60})\]_|(?<=[\p{L}\p{N}])__?(?![\p{L}\p{N}_])/gu
const CLOSE: Readonly<Record<string, RegExp>> = {
  '``': /(?<=\S)``(?![\p{L}\p{N}])/gu,
  '*': /(?<=[^\s\\])\*(?![\p{L}\p{N}])/gu,
  '**': /(?<=[^\s\\])\*\*(?![\p{L}\p{N}])/gu,
  '`': /(?<=[^\s\\])`(?![\p{L}\p{N}])/gu,
  '|': /(?<=[^\s\\])\|(?![\p{L}\p{N}])/gu
}
/** Characters allowed before markup inside a paragraph. */
const BEFORE = /[\s'"([{<\-/:«“‘„]/
const SUFFIX = /__?(?![\p{L}\p{N}_])|:[A-Za-z][\w:+.-]{0,60}:/uy
/** Roles whose words are not prose. */
const NO_PROSE = /^:(?:(?:foot)?cite|math|raw|eq|index)(?::\w+)?:$/
/** Roles that name a place. It is shown by its title, which its name resembles: `/guide/first-steps`. */
const PLACE = /^:(?:[\w.]+:)?(?:ref|numref|doc):$/
/** A numbered document, which is shown with its kind: `RFC 2822`. */
const NUMBERED = /^:(pep|rfc):$/

/** Returns the inline markup of a reStructuredText paragraph. */
export function rstReplacements(text: string, span: Span, findNext: PatternFinder): Replacement[] {
  const replacements: Replacement[] = []
  let at = span.start
  const replace = (start: number, end: number): void => {
    if (end > start) replacements.push({ start, end, text: '' })
    at = Math.max(at, end)
  }
  /** Removes non-prose and the space before it. */
  const drop = (start: number, end: number): void => {
    replace(beginningWithSpace(text, { start, end }, Math.max(span.start, replacements.at(-1)?.end ?? 0)), end)
  }
  const replaceInterpreted = (start: number, open: number, close: Span): void => {
    const suffix = matchAt(SUFFIX, text, close.end)?.[0] ?? ''
    const end = close.end + suffix.length
    const role = text[start] === ':' ? text.slice(start, open - 1) : suffix
    const words = text.slice(open, close.start)
    const target = words.endsWith('>') ? words.lastIndexOf('<') : -1
    const numbered = target < 0 ? NUMBERED.exec(role) : null
    if (numbered !== null) {
      replacements.push({ start, end, text: `${numbered[1].toUpperCase()} ${words.replace(/#.*/s, '')}` })
      at = end
    } else if (NO_PROSE.test(role)) drop(start, end)
    else if (PLACE.test(role) && target < 0) {
      const name = words.slice(words.lastIndexOf('/') + 1).replace(/[-_:]+/g, ' ')
      replacements.push({ start, end, text: name.trim() })
      at = end
    } else {
      replace(start, open + (role !== '' && '~!'.includes(words[0]) ? 1 : 0))
      replace(target > 0 ? open + words.slice(0, target).trimEnd().length : close.start, end)
    }
  }
  while (at < span.end) {
    const found = findNext(MARK, at)
    if (found === undefined || found.end > span.end) break
    const { start, end } = found
    const mark = text.slice(start, end)
    at = end
    if (mark.startsWith('\\')) replace(start, /^\\\s/.test(mark) ? end : start + 1)
    else if (mark.endsWith(']_')) drop(start, end)
    else if (/^__?$/.test(mark)) replace(start, end)
    else if ((start === span.start || BEFORE.test(text[start - 1])) && /\S/.test(text.charAt(end))) {
      const close = findNext(CLOSE[mark] ?? CLOSE['`'], end + 1)
      if (close === undefined || close.end > span.end) continue
      if (mark === '|') {
        // The name of a substitution is nearer to what is shown than nothing.
        replace(start, end)
        replace(close.start, close.end + (matchAt(SUFFIX, text, close.end)?.[0].length ?? 0))
      } else if (mark.endsWith('`') && mark !== '``') replaceInterpreted(start, end, close)
      else {
        replace(start, end)
        replace(close.start, close.end)
      }
    }
    at = Math.max(at, end)
  }
  return replacements
}
