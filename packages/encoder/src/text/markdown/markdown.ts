import type { Token } from 'markdown-it'
import type { Block } from '../block.js'
import type { HtmlBlock, ParsedText } from '../body.js'
import { readFrontMatter } from './front-matter.js'
import { linesOf } from '../line-spans.js'
import { headingLevel, judgeToken } from './units.js'
import { tokenizeMarkdown } from './syntax.js'
import { buildProse, type Piece } from '../prose.js'
import type { Span } from '../span.js'
import { MASK, maskTemplates } from './template-tags.js'
import { unitsOf, type UnitStart } from '../unit.js'

/**
 * Parses the prose and units of a Markdown document (CommonMark, tables, strikethrough, footnotes), in reading order:
 * headings and paragraphs, including those of lists and quotes. Excluded are front matter, code blocks, tables, raw
 * HTML, comments, images, link definitions, and tags of common site generators. Linear in the text.
 */
export function parseMarkdown(text: string): ParsedText {
  const { fields, end } = readFrontMatter(text)
  const bodyStart = Math.max(end, Number(text.startsWith('\uFEFF')))
  const lines = linesOf(text, bodyStart)
  // markdown-it replaces NUL by the replacement character, so the lines in which its content is looked up need the same
  // replacement.
  const masked = maskTemplates(text).replace(/\0/g, '\uFFFD')
  const { blocks: tokens, inlineOf } = tokenizeMarkdown(masked.slice(bodyStart), text.slice(bodyStart))
  const blocks: Block[] = []
  const starts: UnitStart[] = end > 0 ? [{ kind: 'fixed', level: 0, start: 0, block: 0 }] : []
  const containers: Block['container'][] = []
  const notes: string[] = []
  const html: HtmlBlock[] = []
  let tables = 0
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index]
    if (token.level === 0 && token.map !== null) {
      starts.push({ ...judgeToken(token, text, lines), start: lines[token.map[0]].start, block: blocks.length })
    }
    if (token.type === 'html_block')
      html.push({ at: lines[token.map![0]].start, text: token.content.replaceAll(MASK, '') })
    if (token.type === 'table_open') tables++
    else if (token.type === 'table_close') tables--
    else if (token.type === 'list_item_open') containers.push('list')
    else if (token.type === 'blockquote_open') containers.push('quote')
    else if (token.type === 'footnote_open') {
      containers.push('footnote')
      notes.push(token.info)
    } else if (CONTAINER_END.test(token.type)) {
      if (containers.pop() === 'footnote') notes.pop()
    }
    if (token.type !== 'inline' || tables > 0) continue
    const opening = tokens[index - 1]
    const [first, end] = opening.map!
    const inline = inlineOf(token.content)
    const prose = buildProse(text, inlinePieces(token, inline, masked, lines))
    if (!/[\p{L}\p{N}]/u.test(prose.text)) continue
    const container = containers.at(-1) ?? 'none'
    const note = notes.at(-1)
    const refersTo = inline.flatMap(({ type, info }) => (type === 'annotation' && info !== '' ? [info] : []))
    const level = opening.type === 'heading_open' && opening.level === 0 ? headingLevel(opening, text, lines) : 0
    blocks.push({
      kind: level > 0 ? 'heading' : 'paragraph',
      level,
      container,
      span: { start: lines[first].start, end: lines[end - 1].end },
      prose,
      ...(note === undefined ? {} : { note }),
      ...(refersTo.length === 0 ? {} : { refersTo })
    })
  }
  const units = unitsOf(text, starts, blocks.length)
  return { blocks, units, html, fields, ...(fields.title === undefined ? {} : { title: fields.title }) }
}

const CONTAINER_END = /^(?:list_item|blockquote|footnote)_close$/

/** Yields the pieces of the original that a block's inline text consists of. */
function* inlinePieces(
  block: Token,
  tokens: readonly Token[],
  masked: string,
  lines: readonly Span[]
): Generator<Piece> {
  const { content } = block
  const toOriginal = placeContent(block, masked, lines)
  let autolink = false
  for (const token of tokens) {
    const start = token.map![0]
    const verbatim = token.type === 'text' || (token.type === 'text_special' && token.content === token.markup)
    if (token.type === 'link_open') autolink = token.markup === 'autolink'
    if (verbatim && autolink) {
      // markdown-it decodes the address; the original spelling is between the brackets.
      autolink = false
      yield { start: toOriginal(start + 1), end: toOriginal(content.indexOf('>', start)) }
    } else if (verbatim) {
      const origin = toOriginal(start)
      for (const { index, 0: words } of token.content.matchAll(UNMASKED)) {
        yield { start: origin + index, end: origin + index + words.length }
      }
    } else if (token.type === 'text_special') {
      const origin = toOriginal(start)
      yield { start: origin, end: origin + token.markup.length, text: token.content }
    } else if (token.type === 'softbreak' || token.type === 'hardbreak') {
      yield lineBreak(start, content, toOriginal)
    } else if (token.type === 'html_inline' && /^<br\b/i.test(token.content)) {
      yield { start: toOriginal(start), end: toOriginal(start) + token.content.length, text: ' ' }
    } else if (token.type === 'note_open' || token.type === 'note_close') {
      const origin = toOriginal(start)
      yield { start: origin, end: origin + token.markup.length, text: token.type === 'note_open' ? ' (' : ')' }
    } else if (token.type === 'code_inline') {
      yield* codePieces(token, content, toOriginal)
    }
  }
}

const UNMASKED = new RegExp(`[^${MASK}]+`, 'g')

function lineBreak(start: number, content: string, toOriginal: (position: number) => number): Piece {
  return { start: toOriginal(start), end: toOriginal(content.indexOf('\n', start) + 1), text: ' ' }
}

function* codePieces(token: Token, content: string, toOriginal: (position: number) => number): Generator<Piece> {
  let start = token.map![0] + token.markup.length
  // A space that pads the code on both sides is not part of it.
  if (content.slice(start, start + token.content.length).replace(/\n/g, ' ') !== token.content) start++
  const lines = content.slice(start, start + token.content.length).split('\n')
  for (const [index, line] of lines.entries()) {
    if (index > 0) yield lineBreak(start - 1, content, toOriginal)
    // The indentation of a later line may come from a tab or a quote's mark, and then differs from the original.
    const indent = index > 0 ? /^[ \t]*/.exec(line)![0].length : 0
    const origin = toOriginal(start + indent)
    yield { start: origin, end: origin + line.length - indent }
    start += line.length + 1
  }
}

/**
 * Maps positions of a block's content to the original. Each line of the content, without indentation, is at the end of
 * a line of the original: before it are marks of lists, quotes and headings, after it white space and a heading's
 * closing #s.
 */
function placeContent(block: Token, masked: string, lines: readonly Span[]): (position: number) => number {
  const starts: number[] = []
  const origins: number[] = []
  let at = 0
  for (const [index, line] of block.content.split('\n').entries()) {
    const indent = /^[ \t]*/.exec(line)![0].length
    starts.push(at + indent)
    origins.push(findBody(line.slice(indent), masked, lines[block.map![0] + index]))
    at += line.length + 1
  }
  return (position) => {
    let low = 0
    let high = starts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >>> 1
      if (starts[middle] <= position) low = middle
      else high = middle - 1
    }
    return origins[low] + Math.max(position - starts[low], 0)
  }
}

/** Returns the offset of `body`, a line's content, in the line. */
function findBody(body: string, masked: string, line: Span): number {
  const source = masked.slice(line.start, line.end)
  const trimmed = trimEnd(source)
  const closed = trimEnd(trimmed.replace(/[ \t]#+$/, ''))
  const shown = [closed, trimmed].find((candidate) => candidate.endsWith(body)) ?? source
  return line.start + shown.length - body.length
}

/** Trims spaces and tabs; other white space is ordinary text in Markdown. */
function trimEnd(text: string): string {
  let end = text.length
  while (end > 0 && ' \t'.includes(text[end - 1])) end--
  return text.slice(0, end)
}
