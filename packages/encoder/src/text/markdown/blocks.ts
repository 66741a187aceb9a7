import type { StateBlock, Token } from 'markdown-it'
import { MASK, MAX_TAG } from './template-tags.js'

const ADMONITION = /^(?:(?:!!!|\?\?\?\+?)[ \t]+[a-z][\w -]*(?:"[^"]*")?|===[!+]?[ \t]+"[^"]*")$/
const MODULE_LINE =
  /^(?:import[ \t]+(?:['"]|[\w*{][^'"]*[ \t]from[ \t]*['"])|export[ \t]+(?:default|const|let|function)\b)/
const TABLE_OF_CONTENTS = /^(?:\[\[?_?TOC_?\]?\]|\$\{toc\}|<toc>)$/i
const ONLY_MASK = new RegExp(`^[${MASK} \\t]+$`)
const CODE_TAG = /^\{[{%][-<%]?[ \t]*(highlight|codeblock|prism|mermaid)\b/

/**
 * Matches instructions to site generators: template tags and `:::` fences alone on a line, the opening line of an
 * admonition (whose indented text is prose), MDX imports and exports, a table of contents.
 */
export function directive(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  if (state.sCount[startLine] - state.blkIndent >= 4) return false
  const start = state.bMarks[startLine] + state.tShift[startLine]
  if (!`:!?=[ie$<${MASK}`.includes(state.src.charAt(start))) return false
  const end = Math.min(state.eMarks[startLine], start + MAX_TAG)
  const line = state.src.slice(start, end).trimEnd()
  if (ADMONITION.test(line)) {
    if (!silent) {
      place(state, 'admonition', startLine, startLine + 1)
      parseIndented(state, startLine, endLine)
    }
    return true
  }
  if (MODULE_LINE.test(line)) {
    // Only at the start of a paragraph: a line of prose may begin with "import".
    if (silent) return false
    state.line = skipParagraph(state, startLine, endLine)
    place(state, 'directive', startLine, state.line)
    return true
  }
  const codeTag = CODE_TAG.exec(unmasked(state, start, end))?.[1]
  if (codeTag !== undefined) {
    if (!silent) {
      state.line = skipCode(state, startLine, endLine, codeTag)
      place(state, 'code_tag', startLine, state.line)
    }
    return true
  }
  if (!ONLY_MASK.test(line) && !/^:::/.test(line) && !TABLE_OF_CONTENTS.test(line)) return false
  if (!silent) {
    state.line = startLine + 1
    place(state, 'directive', startLine, state.line).info = unmasked(state, start, end).trim()
  }
  return true
}

/** The mark of an Obsidian callout or a GitHub alert: `[!note]`, `[!tip]-`, `[!info|wide]`. */
const CALLOUT = /^\[![\w-]+(?:\|[^\]]*)?\][+-]?(?:[ \t]+|$)/

/** Matches the first line of a callout, a quote: its title is no part of the paragraph below it. */
export function callout(state: StateBlock, startLine: number, _endLine: number, silent: boolean): boolean {
  if (silent || state.tokens.at(-1)?.type !== 'blockquote_open') return false
  const line = state.src.slice(state.bMarks[startLine] + state.tShift[startLine], state.eMarks[startLine]).trimEnd()
  const mark = CALLOUT.exec(line.slice(0, MAX_TAG))?.[0]
  if (mark === undefined) return false
  state.line = startLine + 1
  const content = line.slice(mark.length)
  if (content === '') return true
  const map: [number, number] = [startLine, startLine + 1]
  state.push('paragraph_open', 'p', 1).map = map
  Object.assign(state.push('inline', '', 0), { content, map, children: [] })
  state.push('paragraph_close', 'p', -1)
  return true
}

/** Records the lines that a rule has matched. */
function place(state: StateBlock, type: string, first: number, end: number): Token {
  const token = state.push(type, '', 0)
  token.map = [first, end]
  return token
}

/** Returns the original text of masked lines. */
function unmasked(state: StateBlock, start: number, end: number): string {
  return (state.env.unmasked as string).slice(start, end)
}

/** Parses the lines of an admonition, indented by four, as blocks. */
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

/** Returns the line after the tag that closes `name`; the container's end if nothing does, as for a fence. */
function skipCode(state: StateBlock, startLine: number, endLine: number, name: string): number {
  const close = new RegExp(`^\\s*\\{[{%][-<%]?[ \\t]*(?:end|/[ \\t]*)${name}\\b`)
  for (let line = startLine + 1; line < endLine; line++) {
    if (!state.isEmpty(line) && state.sCount[line] < state.blkIndent) return line
    const start = state.bMarks[line]
    if (close.test(unmasked(state, start, Math.min(state.eMarks[line], start + MAX_TAG)))) return line + 1
  }
  return endLine
}

/** Returns the name of a footnote in lower case, for comparison. */
export function noteName(label: string): string {
  return label.toLowerCase()
}

/** Matches a footnote's definition: its paragraph and the indented lines below. */
export function footnote(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  if (state.sCount[startLine] - state.blkIndent >= 4) return false
  const start = state.bMarks[startLine] + state.tShift[startLine]
  const mark = /^\[\^([^\]\s]+)\]:[ \t]*/.exec(
    state.src.slice(start, Math.min(state.eMarks[startLine], start + MAX_TAG))
  )
  if (mark === null) return false
  if (silent) return true
  const before = [state.bMarks[startLine], state.tShift[startLine], state.sCount[startLine]] as const
  const indent = state.blkIndent
  const opening = state.push('footnote_open', '', 1)
  opening.info = noteName(mark[1])
  state.blkIndent += 4
  // Treat the first line as if it were indented like those below.
  state.bMarks[startLine] = start + mark[0].length
  state.tShift[startLine] = 0
  state.sCount[startLine] = state.blkIndent
  state.md.block.tokenize(state, startLine, endLine)
  opening.map = [startLine, state.line]
  state.push('footnote_close', '', -1)
  ;[state.bMarks[startLine], state.tShift[startLine], state.sCount[startLine]] = before
  state.blkIndent = indent
  return true
}
