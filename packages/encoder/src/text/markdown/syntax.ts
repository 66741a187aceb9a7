import Parser, { type MarkdownIt, type StateBlock, type StateInline, type Token } from 'markdown-it'
import { callout, directive, footnote, noteName } from './blocks.js'
import { MAX_TAG } from './template-tags.js'

/** Deeper nesting of lists, quotes and links is ignored, which bounds the stack. */
const MAX_NESTING = 100

/** Longer quotes are split (`quoteEnd`). */
const MAX_QUOTE_LINES = 1000

/**
 * A markdown-it parser for the prose of real drafts. It parses blocks only (see `inlineOf`) and recognises footnotes,
 * template tags, directives and attribute lists, which must not become words.
 */
const markdown = createParser()

function createParser(): MarkdownIt {
  const parser = new Parser({ html: true, maxNesting: MAX_NESTING })
  parser.core.ruler.enableOnly(['normalize', 'block'])
  const quote = blockRule('blockquote')
  const mayInterrupt = { alt: ['paragraph', 'reference', 'blockquote', 'list'] }
  parser.block.ruler.at(
    'blockquote',
    (state, start, end, silent) => quote(state, start, silent ? end : quoteEnd(state, start, end), silent),
    mayInterrupt
  )
  parser.block.ruler.before('table', 'directive', directive, mayInterrupt)
  parser.block.ruler.before('table', 'callout', callout)
  parser.block.ruler.before('reference', 'footnote', footnote, { alt: ['paragraph', 'reference'] })
  parser.inline.ruler.before('text', 'place', (state, silent) => {
    if (!silent) placeTokens(state)
    return false
  })
  parser.inline.ruler.before('escape', 'annotation', annotation)
  parser.inline.ruler.before('escape', 'inline_note', inlineNote)
  parser.inline.ruler.before('escape', 'wiki_link', wikiLink)
  parser.inline.ruler.before('escape', 'highlight', highlight)
  parser.inline.ruler2.before('balance_pairs', 'place', placeTokens)
  // Joined fragments would lose their positions.
  parser.inline.ruler2.disable('fragments_join')
  return parser
}

/** Line starts in a quote that rule out a lazy continuation line: a heading, rule, fence, directive, or HTML. */
const ENDS_LAZINESS =
  /^ {0,3}(?:#{1,6}(?:[ \t]|$)|(?:`{3,}[^`]*|~{3,}.*)$|([-*_])[ \t]*(?:\1[ \t]*){2,}$|:{3,}|<(?:[!?]|(?:script|pre|style|textarea|div|details)(?:[\s/>]|$)))/i

/**
 * Returns the latest end of a quote. Otherwise markdown-it would search all possible continuation lines, and again from
 * each next quote.
 */
function quoteEnd({ src, bMarks, tShift, eMarks }: StateBlock, start: number, end: number): number {
  const contentAt = (line: number): string => src.slice(bMarks[line] + tShift[line], eMarks[line])
  let above = contentAt(start)
  if (!above.startsWith('>')) return end
  const last = Math.min(end, start + MAX_QUOTE_LINES)
  for (let line = start + 1; line < last; line++) {
    const content = contentAt(line)
    if (content === '') return line
    if (!content.startsWith('>') && above.startsWith('>') && ENDS_LAZINESS.test(above.replace(/^(?:> ?)+/, '')))
      return line
    above = content
  }
  return last
}

/** One of markdown-it's own rules for blocks. */
function blockRule(name: string): ReturnType<MarkdownIt['block']['ruler']['getRules']>[number] {
  const { ruler } = new Parser().block
  ruler.enableOnly([name])
  return ruler.getRules('')[0]
}

/** The block tokens of a Markdown text, and a function for inline tokens. */
export interface MarkdownTokens {
  readonly blocks: readonly Token[]
  /**
   * Returns the inline tokens of `content`. Each token's `map` starts with its offset in `content`. Tokens are created
   * on each call, so that those of a long text are never all in memory.
   */
  readonly inlineOf: (content: string) => Token[]
}

/**
 * @param masked the text, with its template tags masked
 * @param text the same text as it was
 */
export function tokenizeMarkdown(masked: string, text: string): MarkdownTokens {
  const env = { unmasked: text.replace(/\r\n?/g, '\n') }
  const blocks = markdown.parse(masked, env)
  return {
    blocks,
    inlineOf(content) {
      const tokens: Token[] = []
      markdown.inline.parse(content, markdown, env, tokens)
      return tokens
    }
  }
}

/** Known starts of tokens of an inline parse. */
interface Mark {
  position: number
  tokens: number
  pendingStart: number
}

const marks = new WeakMap<StateInline, Mark>()

/**
 * Records where each new token starts. markdown-it keeps no positions inside a block, but it tries every rule at every
 * token, so a rule that never matches sees them all. The first token since the last call holds the text pending then;
 * the rule that matched at the last position made the others.
 */
function placeTokens(state: StateInline): void {
  const mark = marks.get(state) ?? { position: 0, tokens: 0, pendingStart: 0 }
  let start = mark.pendingStart
  for (; mark.tokens < state.tokens.length; mark.tokens++) {
    const token = state.tokens[mark.tokens]
    token.map ??= [start, start + token.content.length]
    start = Math.max(token.map[0] + token.content.length, mark.position)
  }
  mark.position = state.pos
  if (state.pending === '') mark.pendingStart = state.pos
  marks.set(state, mark)
}

/** Skips footnote references, task boxes, alert marks, attribute lists, icon names and display math. */
function annotation(state: StateInline, silent: boolean): boolean {
  const start = state.pos
  const end = annotationEnd(state, start)
  if (end <= start) return false
  // The token ends the pending text, which must be one piece of the content.
  if (!silent) state.push('annotation', '', 0).info = noteName(FOOTNOTE.exec(state.src.slice(start, end))?.[1] ?? '')
  state.pos = end
  return true
}

/** Matches a footnote within a sentence, `^[so]`: its words stay, between two tokens. */
function inlineNote(state: StateInline, silent: boolean): boolean {
  const start = state.pos
  if (!state.src.startsWith('^[', start)) return false
  const close = state.md.helpers.parseLinkLabel(state, start + 1)
  if (close <= start + 2) return false
  if (!silent) {
    const mark = (type: string, nesting: 1 | -1, place: number, markup: string): void => {
      const token = state.push(type, '', nesting)
      token.markup = markup
      token.map = [place, place]
    }
    const { posMax } = state
    mark('note_open', 1, start, '^[')
    state.pos = start + 2
    state.posMax = close
    state.md.inline.tokenize(state)
    state.posMax = posMax
    mark('note_close', -1, close, ']')
  }
  state.pos = close + 1
  return true
}

/** Longest link of a wiki, in UTF-16 code units. */
const MAX_LINK = 500

/**
 * Matches a link of Obsidian and other wikis: `[[a|b]]` shows b, `[[a]]` its name, `[[a#b]]` "a > b"; an embedded note, `![[a]]`, is
 * left out.
 */
function wikiLink(state: StateInline, silent: boolean): boolean {
  const { src, pos: start } = state
  const embedded = src.startsWith('![[', start)
  if (!embedded && !src.startsWith('[[', start)) return false
  const open = start + (embedded ? 3 : 2)
  const link = /^[^[\]\n|]+(?:\|[^[\]\n]+)?(?=\]\])/.exec(src.slice(open, Math.min(open + MAX_LINK, state.posMax)))?.[0]
  if (link === undefined) return false
  const end = open + link.length + 2
  if (!silent) {
    const bar = link.indexOf('|')
    const from = open + bar + 1
    place(state, 'wiki_mark', start, src.slice(start, from))
    const shown = embedded ? '' : link.slice(bar + 1)
    let at = from
    for (const [index, part] of (bar < 0 ? shown.split('#') : [shown]).entries()) {
      if (index > 0) place(state, 'text_special', at - 1, '#', ' > ')
      if (part !== '') place(state, 'text', at, '', part)
      at += part.length + 1
    }
    place(state, 'wiki_mark', end - 2, ']]')
  }
  state.pos = end
  return true
}

/** Adds a token that starts at `at`. */
function place(state: StateInline, type: string, at: number, markup: string, content = ''): void {
  const token = state.push(type, '', 0)
  token.markup = markup
  token.content = content
  token.map = [at, at + Math.max(content.length, markup.length)]
}

/** Matches highlighted words, `==so==`, and a comment, `%%so%%`, which is left out. */
function highlight(state: StateInline, silent: boolean): boolean {
  const { src, pos: start, posMax } = state
  const mark = src.slice(start, start + 2)
  if (mark !== '==' && mark !== '%%') return false
  const close = src.indexOf(mark, start + 2)
  if (close <= start + 2 || close + 2 > posMax) return false
  const words = src.slice(start + 2, close)
  if (mark === '==') {
    // Operators of programs have words or spaces around them.
    const around = src.slice(Math.max(0, start - 1), start) + src.slice(close + 2, close + 3)
    if (/[\p{L}\p{N}=]/u.test(around) || /^[\s=]|\s$/.test(words)) return false
  }
  if (!silent) {
    place(state, 'wiki_mark', start, mark === '==' ? mark : src.slice(start, close + 2))
    if (mark === '==') {
      state.pos = start + 2
      state.posMax = close
      state.md.inline.tokenize(state)
      state.posMax = posMax
      place(state, 'wiki_mark', close, mark)
    }
  }
  state.pos = close + 2
  return true
}

/** The name of a block at its end, by which Obsidian links to it. */
const BLOCK_NAME = /^\^[A-Za-z0-9-]*[A-Za-z][A-Za-z0-9-]*[ \t]*$/

const FOOTNOTE = /^\[\^([^\]\s]+)\]/
const OPENING_MARK = /^\[(?:[ xX]\](?=\s)|!\w+\][+-]?)/
const DISPLAY_MATH = /^\$\$[^$]+\$\$/
const ICON = /^:[a-z][a-z0-9]*(?:[-_+][a-z0-9]+)*:/
const ATTRIBUTE = String.raw`(?:(?:[#.][\w:-]+)+|[\w-]+=(?:"[^"]*"|'[^']*'|[^\s"'{}]+))`
const ATTRIBUTES = new RegExp(String.raw`^\{:?\s*${ATTRIBUTE}(?:\s+${ATTRIBUTE})*\s*\}`)

/** Returns the end of the annotation at `start`; -1 without one. */
function annotationEnd(state: StateInline, start: number): number {
  const { src } = state
  const first = src[start]
  if (!'[{:$^'.includes(first)) return -1
  if (first === '^') {
    const [rest] = /^.*/.exec(src.slice(start, Math.min(start + MAX_TAG, state.posMax)))!
    return BLOCK_NAME.test(rest) && /^\s?$/.test(src.charAt(start - 1)) ? start + rest.length : -1
  }
  const tag = src.slice(start, Math.min(start + MAX_TAG, state.posMax))
  let match: RegExpExecArray | null = null
  if (first === '{') match = ATTRIBUTES.exec(tag)
  else if (first === '$') match = DISPLAY_MATH.exec(tag)
  else if (first === '[') match = FOOTNOTE.exec(tag) ?? (start === 0 ? OPENING_MARK.exec(tag) : null)
  else if (start === 0 || !/[\w:]/.test(src[start - 1])) match = ICON.exec(tag)
  return match === null ? -1 : start + match[0].length
}
