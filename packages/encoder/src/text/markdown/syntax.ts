import Parser, { type MarkdownIt, type StateBlock, type StateInline, type Token } from 'markdown-it'
import { directive, footnote, noteName } from './blocks.js'
import { MAX_TAG } from './template-tags.js'

/** What is nested deeper than this, in lists, quotes and links, is left out: no one writes so, and it bounds the stack. */
const MAX_NESTING = 100

/** A quote of more lines is read as several, see `quoteEnd`. */
const MAX_QUOTE_LINES = 1000

/**
 * A markdown-it for prose: blocks only (inline text is parsed block by block, see `inlineOf`), with rules for what stands in
 * real drafts beside CommonMark and must not be read as words: footnotes, template tags, directives, attribute lists.
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
  parser.block.ruler.before('reference', 'footnote', footnote, { alt: ['paragraph', 'reference'] })
  parser.inline.ruler.before('text', 'place', (state, silent) => {
    if (!silent) placeTokens(state)
    return false
  })
  parser.inline.ruler.before('escape', 'annotation', annotation)
  parser.inline.ruler.before('escape', 'inline_note', inlineNote)
  parser.inline.ruler2.before('balance_pairs', 'place', placeTokens)
  // Joined fragments would lose their places.
  parser.inline.ruler2.disable('fragments_join')
  return parser
}

/** What a line of a quote may hold that no line without a mark goes on with: a heading, rule, fence, directive, or HTML. */
const ENDS_LAZINESS =
  /^ {0,3}(?:#{1,6}(?:[ \t]|$)|(?:`{3,}[^`]*|~{3,}.*)$|(?:[-*_][ \t]*){3,}$|:{3,}|<(?:[!?]|(?:script|pre|style|textarea|div|details)(?:[\s/>]|$)))/i

/**
 * Where a quote ends at the latest. markdown-it looks for its last line through all lines that might go on with it, without a mark
 * as well, and again from the next quote where they do not.
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

/** A Markdown text's block tokens, and a function for the inline tokens of one block's content. */
export interface MarkdownTokens {
  readonly blocks: readonly Token[]
  /**
   * The inline tokens of `content`. Each token's `map` starts with the offset in `content` of what it was made from. They are made
   * anew at each call, so that a long text's inline tokens are never all in memory.
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

/** Where the tokens of an inline parse are known to start so far. */
interface Mark {
  position: number
  tokens: number
  pendingStart: number
}

const marks = new WeakMap<StateInline, Mark>()

/**
 * Notes where each new token starts. markdown-it keeps no positions inside a block, but it tries every rule at the start of
 * every token, so a rule that never matches sees them all: the first token made since the last call is the text that was pending
 * then, the rest were made by the rule that matched at the last call's position.
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

/** Footnotes' references, task boxes, alert marks, attribute lists, icons' names, display math: passed over without text. */
function annotation(state: StateInline, silent: boolean): boolean {
  const start = state.pos
  const end = annotationEnd(state, start)
  if (end <= start) return false
  // The token ends the pending text, which must be one piece of the content.
  if (!silent) state.push('annotation', '', 0).info = noteName(FOOTNOTE.exec(state.src.slice(start, end))?.[1] ?? '')
  state.pos = end
  return true
}

/** A footnote within a sentence, `^[so]`: its words stay, between two tokens. */
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

const FOOTNOTE = /^\[\^([^\]\s]+)\]/
const OPENING_MARK = /^\[(?:[ xX]\](?=\s)|!\w+\][+-]?)/
const DISPLAY_MATH = /^\$\$[^$]+\$\$/
const ICON = /^:[a-z][a-z0-9]*(?:[-_+][a-z0-9]+)*:/
const ATTRIBUTES =
  /^\{:?[ \t]*(?:[#.][\w:-]+|[\w-]+=(?:"[^"\n]*"|'[^'\n]*'|[^\s"'{}=]+))(?:[ \t]+(?:[#.][\w:-]+|[\w-]+=(?:"[^"\n]*"|'[^'\n]*'|[^\s"'{}=]+)))*[ \t]*\}/

/** Where the annotation at `start` ends; -1 where there is none. */
function annotationEnd(state: StateInline, start: number): number {
  const { src } = state
  const first = src[start]
  if (!'[{:$'.includes(first)) return -1
  const tag = src.slice(start, Math.min(start + MAX_TAG, state.posMax))
  let match: RegExpExecArray | null = null
  if (first === '{') match = ATTRIBUTES.exec(tag)
  else if (first === '$') match = DISPLAY_MATH.exec(tag)
  else if (first === '[') match = FOOTNOTE.exec(tag) ?? (start === 0 ? OPENING_MARK.exec(tag) : null)
  else if (start === 0 || !/[\w:]/.test(src[start - 1])) match = ICON.exec(tag)
  return match === null ? -1 : start + match[0].length
}
