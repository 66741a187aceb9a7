import type { Token } from 'markdown-it'
import { slice, type Span } from '../span.js'
import { MAX_TAG } from './template-tags.js'
import type { Mark, UnitStart } from '../unit.js'

/** Returns the kind of unit of a top-level Markdown token. */
export function judgeToken(
  token: Token,
  text: string,
  lines: readonly Span[]
): Pick<UnitStart, 'kind' | 'level' | 'marks'> {
  const fixed = { kind: 'fixed', level: 0 } as const
  const body = { kind: 'body', level: 0 } as const
  const lastLine = slice(text, lines[token.map![1] - 1]).trim()
  switch (token.type) {
    case 'heading_open': {
      const level = headingLevel(token, text, lines)
      return level > 0 ? { kind: 'heading', level } : body
    }
    case 'hr':
    case 'reference_definition':
    case 'footnote_open':
      return fixed
    case 'directive': {
      const mark = directiveMark(token.info)
      return mark === undefined ? fixed : { ...body, marks: [mark] }
    }
    case 'html_block':
      if (isShown(token.content)) return { ...body, marks: htmlMarks(token.content) }
      return isCommentAbove(token, text, lines) ? { kind: 'anchor', level: 0 } : fixed
    // An unclosed block includes everything that follows.
    case 'fence':
      return isClosingFence(lastLine, token) ? body : fixed
    case 'code_tag':
      return /^\{[{%][-<%]?[ \t]*(?:end|\/)/.test(lastLine) ? body : fixed
    case 'paragraph_open':
      return isAnchor(token, text, lines) ? { kind: 'anchor', level: 0 } : body
    default:
      return body
  }
}

/** A longer underlined sentence, in UTF-16 code units, is not a heading. */
const MAX_UNDERLINED = 80
const SENTENCE_END = /[.!?…]["'”’)*_]*$/
/** Marks of a merge conflict; the line of equals signs between them underlines the first side. */
const CONFLICT = /^[<|]{7}(?:[ \t]|$)/

/**
 * Returns the level of a top-level Markdown heading; 0 for prose that looks like one because a rule or a merge
 * conflict's mark follows it: a long sentence, or several lines. Headings may be replaced, prose never.
 */
export function headingLevel({ tag, markup, map }: Token, text: string, lines: readonly Span[]): number {
  const [first, end] = map!
  if (markup === '-' || markup === '=') {
    const title = text.slice(lines[first].start, lines[end - 2].end).trim()
    const isLong = end - first > 2 || title.length > MAX_UNDERLINED
    if (CONFLICT.test(title) || (isLong && SENTENCE_END.test(title))) return 0
  }
  return Number(tag.slice(1))
}

/** Returns whether a paragraph consists of empty links, which name the following block. */
function isAnchor({ map }: Token, text: string, lines: readonly Span[]): boolean {
  const [start, end] = [lines[map![0]].start, lines[map![1] - 1].end]
  return end - start <= MAX_TAG && /^\s*(?:<a\s[^<>]*>\s*<\/a>\s*)+$/i.test(text.slice(start, end))
}

/** Returns whether a comment belongs to the line below it; not at the start of the text. */
function isCommentAbove({ content, map }: Token, text: string, lines: readonly Span[]): boolean {
  const [start, end] = map!
  return start > 0 && content.startsWith('<!--') && end < lines.length && slice(text, lines[end]).trim() !== ''
}

function isClosingFence(line: string, { map, markup }: Token): boolean {
  return map![1] > map![0] + 1 && line.length >= markup.length && line === markup[0].repeat(line.length)
}

const FENCE = /^:{3,}[ \t]*(\S?)/
const TEMPLATE_TAG = /^\{[{%][-<%#]?[ \t]*(end|\/)?[ \t]*([A-Za-z][\w-]*)/

function directiveMark(line: string): Mark | undefined {
  const fence = FENCE.exec(line)
  if (fence !== null) return { name: ':::', opens: fence[1] !== '' }
  const [, end = '', name = ''] = TEMPLATE_TAG.exec(line) ?? []
  return name === '' ? undefined : { name, opens: end === '', mayStandAlone: end === '' }
}

const COMMENT_OR_TAG = /<!--[^]*?(?:-->|$)|<[^<>]*>/g
const SHOWN_TAG = /<(?:img|table|picture|video|audio|iframe|figure|svg|canvas|object|embed|pre|hr)\b/i
const VOID_TAG = /^(?:area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr)$/
/** Elements that HTML closes implicitly. */
const SELF_CLOSED = /^(?:dd|dt|li|option|p|t[dhr]|tbody|tfoot|thead)$/

/** Returns whether a block of HTML is visible, or may contain one tag of a pair. */
function isShown(html: string): boolean {
  if (/^\s*<(?:script|style|[?!](?!--))/i.test(html)) return false
  return SHOWN_TAG.test(html) || html.replace(COMMENT_OR_TAG, '').trim() !== '' || htmlMarks(html).length > 0
}

/** Returns the tags that a block of HTML opens or closes, and the comment that it leaves open. */
function htmlMarks(html: string): Mark[] {
  const marks: Mark[] = []
  for (const [tag] of html.matchAll(COMMENT_OR_TAG)) {
    const name = /^<\/?([A-Za-z][\w-]*)/.exec(tag)?.[1].toLowerCase()
    if (tag.startsWith('<!--') && !tag.endsWith('-->')) marks.push({ name: '<!--', opens: true })
    if (name === undefined || tag.endsWith('/>') || VOID_TAG.test(name)) continue
    const mark = { name, opens: tag[1] !== '/', mayStandAlone: SELF_CLOSED.test(name) }
    const last = marks.at(-1)
    if (!mark.opens && last?.opens === true && last.name === mark.name) marks.pop()
    else marks.push(mark)
  }
  return marks
}
