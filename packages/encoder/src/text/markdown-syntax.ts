import Parser, { type MarkdownIt, type StateBlock, type StateInline, type Token } from 'markdown-it'

/** Lists, quotes and links deeper than this are not followed. */
export const MAX_NESTING = 100

/** The longest template tag, footnote label or attribute list that is recognised, in UTF-16 code units. */
const MAX_TAG = 1_000

/**
 * A markdown-it for prose: blocks only (inline text is parsed block by block, see `inlineOf`), with rules for what stands in
 * real drafts beside CommonMark and must not be read as words: footnotes, template tags, directives, attribute lists.
 */
const markdown = createParser()

function createParser(): MarkdownIt {
  const parser = new Parser({ html: true, maxNesting: MAX_NESTING })
  parser.core.ruler.enableOnly(['normalize', 'block'])
  parser.block.ruler.before('table', 'directive', directive, { alt: ['paragraph', 'reference', 'blockquote', 'list'] })
  parser.block.ruler.before('reference', 'footnote', footnote, { alt: ['paragraph', 'reference'] })
  parser.inline.ruler.before('text', 'place', (state, silent) => {
    if (!silent) placeTokens(state)
    return false
  })
  parser.inline.ruler.before('escape', 'annotation', annotation)
  parser.inline.ruler2.before('balance_pairs', 'place', placeTokens)
  // Joined fragments would lose their places.
  parser.inline.ruler2.disable('fragments_join')
  return parser
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
    token.map = [start, start + token.content.length]
    start = Math.max(start + token.content.length, mark.position)
  }
  mark.position = state.pos
  if (state.pending === '') mark.pendingStart = state.pos
  marks.set(state, mark)
}

/** Footnote references, task boxes, alert marks, attribute lists and icons' names: passed over without text. */
function annotation(state: StateInline, silent: boolean): boolean {
  const start = state.pos
  const end = annotationEnd(state, start)
  if (end <= start) return false
  // The token ends the pending text, which must be one piece of the content.
  if (!silent) state.push('annotation', '', 0)
  state.pos = end
  return true
}

const FOOTNOTE = /^\[\^[^\]\s]+\]/
const OPENING_MARK = /^\[(?:[ xX]\](?=\s)|!\w+\][+-]?)/
const ICON = /^:[a-z][a-z0-9]*(?:[-_+][a-z0-9]+)*:/
const ATTRIBUTES =
  /^\{:?[ \t]*(?:[#.][\w:-]+|[\w-]+=(?:"[^"\n]*"|'[^'\n]*'|[^\s"'{}=]+))(?:[ \t]+(?:[#.][\w:-]+|[\w-]+=(?:"[^"\n]*"|'[^'\n]*'|[^\s"'{}=]+)))*[ \t]*\}/

/** Where the annotation at `start` ends; -1 where there is none. */
function annotationEnd(state: StateInline, start: number): number {
  const { src } = state
  const first = src[start]
  if (first !== '[' && first !== '{' && first !== '^' && first !== ':') return -1
  if (first === '^') return src[start + 1] === '[' ? state.md.helpers.parseLinkLabel(state, start + 1) + 1 : -1
  const tag = src.slice(start, Math.min(start + MAX_TAG, state.posMax))
  let match: RegExpExecArray | null = null
  if (first === '{') match = ATTRIBUTES.exec(tag)
  else if (first === '[') match = FOOTNOTE.exec(tag) ?? (start === 0 ? OPENING_MARK.exec(tag) : null)
  else if (start === 0 || !/[\w:]/.test(src[start - 1])) match = ICON.exec(tag)
  return match === null ? -1 : start + match[0].length
}

const TAG_ENDS: Partial<Record<string, string>> = { '{{': '}}', '{%': '%}', '{#': '#}', '{/': '*/}' }

/** Stands for each unit of a template tag; of Unicode's private use, so no word has it. */
export const MASK = '\uE000'

/**
 * The text with every Liquid, Jinja, Hugo, Handlebars and MDX tag masked unit by unit, lines kept. Done before parsing, since tags
 * stand in links' addresses and HTML's attributes too, and their quotes and spaces would break those.
 */
export function maskTemplates(text: string): string {
  const pieces: string[] = []
  let from = 0
  let start = text.indexOf('{')
  while (start >= 0) {
    const tag = templateTag(text, start)
    if (tag !== '') {
      pieces.push(text.slice(from, start), tag.replace(/[^\r\n]/g, MASK))
      from = start + tag.length
    }
    start = text.indexOf('{', start + Math.max(tag.length, 1))
  }
  return pieces.join('') + text.slice(from)
}

/** The template tag at `start`; empty where there is none. A tag holds no empty line, and no backtick: it must not swallow code. */
function templateTag(text: string, start: number): string {
  const close = TAG_ENDS[text.slice(start, start + 2)]
  if (close === undefined) return ''
  const tag = text.slice(start, start + MAX_TAG)
  const end = tag.indexOf(close, 2)
  if (end < 0) return ''
  let length = end + close.length
  while (close === '}}' && tag[length] === '}') length++
  return /`|\n[ \t]*\r?\n|\r[ \t]*\r/.test(tag.slice(0, length)) ? '' : tag.slice(0, length)
}

const ADMONITION = /^(?:!!!|\?\?\?\+?|===\+?)[ \t]+["\w]/
const MODULE_LINE =
  /^(?:import[ \t]+(?:['"]|[\w*{][^'"]*[ \t]from[ \t]*['"])|export[ \t]+(?:default|const|let|function)\b)/
const TABLE_OF_CONTENTS = /^(?:\[\[?_?TOC_?\]?\]|\$\{toc\}|<toc>)$/i
const ONLY_MASK = new RegExp(`^[${MASK} \\t]+$`)
const CODE_TAG = /^\{[{%][-<%]?[ \t]*(highlight|codeblock|prism|mermaid)\b/

/**
 * Lines that are instructions to a site's generator: template tags and `:::` fences alone on a line, an admonition's opening
 * line (its indented text is prose), imports and exports of MDX, a place for the table of contents.
 */
function directive(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  if (state.sCount[startLine] - state.blkIndent >= 4) return false
  const start = state.bMarks[startLine] + state.tShift[startLine]
  if (!`:!?=[ie$<${MASK}`.includes(state.src.charAt(start))) return false
  const end = Math.min(state.eMarks[startLine], start + MAX_TAG)
  const line = state.src.slice(start, end).trimEnd()
  if (ADMONITION.test(line)) {
    if (!silent) parseIndented(state, startLine, endLine)
    return true
  }
  if (MODULE_LINE.test(line)) {
    // Only where a paragraph could begin: prose may well have a line that starts with "import".
    if (silent) return false
    state.line = skipParagraph(state, startLine, endLine)
    return true
  }
  const codeTag = CODE_TAG.exec(unmasked(state, start, end))?.[1]
  if (codeTag !== undefined) {
    if (!silent) state.line = skipCode(state, startLine, endLine, codeTag)
    return true
  }
  if (!ONLY_MASK.test(line) && !/^:::/.test(line) && !TABLE_OF_CONTENTS.test(line)) return false
  if (!silent) state.line = startLine + 1
  return true
}

/** The text of the block parse as it was before masking. */
function unmasked(state: StateBlock, start: number, end: number): string {
  return (state.env.unmasked as string).slice(start, end)
}

/** Parses the lines below an admonition's opening line, which are indented by four, as blocks. */
function parseIndented(state: StateBlock, startLine: number, endLine: number): void {
  const indent = state.blkIndent
  state.line = startLine + 1
  if (startLine + 1 < endLine) {
    state.blkIndent = state.sCount[startLine] + 4
    state.level++
    state.md.block.tokenize(state, startLine + 1, endLine)
    state.level--
    state.blkIndent = indent
  }
}

function skipParagraph(state: StateBlock, startLine: number, endLine: number): number {
  let line = startLine + 1
  while (line < endLine && !state.isEmpty(line)) line++
  return line
}

/** The line after the tag that closes `name`; as with a fence, the container's end where nothing closes it. */
function skipCode(state: StateBlock, startLine: number, endLine: number, name: string): number {
  const close = new RegExp(`^\\s*\\{[{%][-<%]?[ \\t]*(?:end|/[ \\t]*)${name}\\b`)
  for (let line = startLine + 1; line < endLine; line++) {
    if (!state.isEmpty(line) && state.sCount[line] < state.blkIndent) return line
    const start = state.bMarks[line]
    if (close.test(unmasked(state, start, Math.min(state.eMarks[line], start + MAX_TAG)))) return line + 1
  }
  return endLine
}

/** A footnote's definition: its paragraph, and what is indented below it. */
function footnote(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  if (state.sCount[startLine] - state.blkIndent >= 4) return false
  const start = state.bMarks[startLine] + state.tShift[startLine]
  if (!/^\[\^[^\]\s]+\]:/.test(state.src.slice(start, Math.min(state.eMarks[startLine], start + MAX_TAG)))) return false
  if (silent) return true
  const endings = state.md.block.ruler.getRules('paragraph')
  let end = startLine + 1
  for (let line = end; line < endLine; line++) {
    if (state.isEmpty(line)) continue
    const indented = state.sCount[line] - state.blkIndent >= 4
    const continues = line === end && !endings.some((rule) => rule(state, line, endLine, true))
    if (!indented && !continues) break
    end = line + 1
  }
  state.line = end
  return true
}
