import type { Block } from './block.js'
import type { ParsedText } from './body.js'
import { buildProse, type Piece } from './prose.js'
import type { Span } from './span.js'
import { unitsOf, type UnitStart } from './unit.js'

/** Longer lines are not wrapped by hand, so such a line ends its paragraph. */
const MAX_WRAPPED_LINE = 160

/** The longest heading in plain text, in UTF-16 code units. */
const MAX_HEADING = 80

/**
 * Parses plain text into paragraphs and units. Blank lines separate paragraphs, hand-wrapped lines are joined, and a
 * list is split at its bullets. A single line is a heading only if its form is clear (numbered, underlined, in capitals
 * or title case) and text follows. A missed heading is better than a wrong one.
 */
export function parsePlainText(text: string): ParsedText {
  const blocks: Block[] = []
  const starts: UnitStart[] = []
  const groups = groupLines(text)
  for (const [index, group] of groups.entries()) {
    const level = headingLevel(text, group, groups.at(index + 1))
    const lines = group.filter((line) => !RULE.test(text.slice(line.start, line.end)))
    const prose = buildProse(text, wrappedPieces(text, lines))
    const shown = /[\p{L}\p{N}]/u.test(prose.text)
    const kind = !shown ? 'fixed' : level > 0 ? 'heading' : 'body'
    if (index === 0 || !isNextItem(text, groups[index - 1], group)) {
      starts.push({ kind, level: shown ? level : 0, start: group[0].start, block: blocks.length })
    }
    if (!shown) continue
    const span = { start: group[0].start, end: group.at(-1)!.end }
    blocks.push({ kind: level > 0 ? 'heading' : 'paragraph', level, container: 'none', span, prose })
  }
  return { blocks, units: unitsOf(text, starts, blocks.length) }
}

/** Returns whether a group of lines continues the list before it. */
function isNextItem(text: string, before: readonly Span[], group: readonly Span[]): boolean {
  const [last, [first]] = [before.at(-1)!, group]
  const bulleted = [before[0], first].every((line) => BULLET.test(text.slice(line.start, line.end)))
  return bulleted && /^(?:\r\n|\r|\n)$/.test(text.slice(last.end, first.start))
}

const BULLET = /^[ \t]*[-*•‣][ \t]+/
// Limits the number of marks, because each takes space on the regular expression's stack.
const UNDERLINE = /^[ \t]{0,8}(?:={3,1000}|-{3,1000}|~{3,1000})[ \t]*$/
/** A rule between parts, without words. */
const RULE = /^[ \t]*(?:[-=~*_#+][ \t]{0,8}){3,1000}$/

/** Returns the lines of each paragraph, and of each heading with its underline. */
function groupLines(text: string): Span[][] {
  const groups: Span[][] = []
  let group: Span[] = []
  const close = (): void => {
    if (group.length > 0) groups.push(group)
    group = []
  }
  const lineEnd = /\r\n|\r|\n|$/g
  let bulleted = false
  for (let from = text.startsWith('\uFEFF') ? 1 : 0; from < text.length;) {
    lineEnd.lastIndex = from
    const end = lineEnd.exec(text)!
    const line = { start: from, end: end.index }
    const shown = text.slice(line.start, line.end)
    from = end.index + end[0].length
    if (shown.trim() === '') {
      close()
      continue
    }
    const bullet = BULLET.test(shown)
    if (group.length === 0) bulleted = bullet
    else if (bullet && bulleted) close()
    group.push(line)
    const underlines = group.length === 2 && UNDERLINE.test(shown)
    if (underlines || shown.length > MAX_WRAPPED_LINE) close()
  }
  close()
  return groups
}

function* wrappedPieces(text: string, lines: readonly Span[]): Generator<Piece> {
  for (const [index, line] of lines.entries()) {
    const shown = text.slice(line.start, line.end)
    const bullet = index === 0 ? BULLET.exec(shown) : null
    const start = line.start + (bullet?.[0].length ?? shown.length - shown.trimStart().length)
    const end = line.start + shown.trimEnd().length
    yield { start: Math.min(start, end), end }
    if (index + 1 < lines.length) yield { start: end, end: lines[index + 1].start, text: ' ' }
  }
}

const CHAPTER = /^(?:CHAPTER|Chapter|PART|Part)[ \t]+(?:\d{1,3}|[IVXLC]{1,7})(?:$|[.:]?[ \t])/
const NUMBERED = /^(\d{1,3}(?:\.\d{1,3}){0,5})\.?[ \t]+\p{Lu}/u
/** INTRODUCTION or RESULTS; shorter words may be abbreviations, or NOTE or TODO. */
const CAPITALS = /^\p{Lu}{5,}$/u
const SMALL_WORDS = new Set('a an and as at but by for from in into nor of on or over the to up via with'.split(' '))

/** Returns the heading level of a group of lines, by its form and the following text; 0 if it is not a heading. */
function headingLevel(text: string, lines: readonly Span[], next: readonly Span[] | undefined): number {
  const line = lineText(text, lines[0])
  if (next === undefined || line.length > MAX_HEADING || /[.,;!…]["'”’)]?$/.test(line) || BULLET.test(line)) return 0
  if (lines.length === 2) {
    const underline = lineText(text, lines[1])
    return !UNDERLINE.test(underline) ? 0 : underline.startsWith('=') ? 1 : 2
  }
  if (lines.length > 1) return 0
  const depth = NUMBERED.exec(line)?.[1].split('.').length ?? 0
  if (depth > 1) return depth
  // A single number or a title may also be an item, a name or a caption. It is a heading only if text follows.
  const leads = isSentence(text, next) || (depth === 1 && /^\d+\.\d/.test(lineText(text, next[0])))
  return leads && (depth === 1 || CHAPTER.test(line) || isTitle(line)) ? 1 : 0
}

function lineText(text: string, line: Span): string {
  return text.slice(line.start, line.end).trim()
}

/** Returns whether a group of lines is too long for a heading, or ends like a sentence. */
function isSentence(text: string, lines: readonly Span[]): boolean {
  const { end } = lines[lines.length - 1]
  return end - lines[0].start > MAX_HEADING || /[.!?:…]["'”’)]?$/.test(text.slice(lines[0].start, end).trimEnd())
}

/** Returns whether at least two words begin with a capital, and all but the small ones; or one word is all capitals. */
function isTitle(line: string): boolean {
  if (/["“”:]/.test(line)) return false
  const words = line.split(/\s+/).filter((word) => /\p{L}/u.test(word))
  if (words.length === 1) return CAPITALS.test(line)
  if (words.length === 0 || words.length > 12 || SMALL_WORDS.has(words[0])) return false
  return words.every((word) => SMALL_WORDS.has(word) || /^[^\p{L}]*\p{Lu}/u.test(word))
}
