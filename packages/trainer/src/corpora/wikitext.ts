import type { Section } from '@leitmotif/encoder/training'
import { decodeHTML } from 'entities'

/** Lower-case prefixes of links that show no text (images, categories). All wikis know these English ones. */
export const ENGLISH_SILENT: ReadonlySet<string> = new Set(['file', 'image', 'media', 'category'])

/**
 * Returns the prose of a page of wikitext as sections: without templates, tables, references, files, categories, formulas and
 * code, with links as their labels. Drops list items, which are rarely sentences (the paper drops reference sections for the
 * same reason). Does not expand templates, so their words are missing. `silent`: prefixes of links that show no text. Linear
 * in the text, even with unclosed markup.
 */
export function parseWikitext(text: string, silent: ReadonlySet<string> = ENGLISH_SILENT): Section[] {
  const prose = stripInline(stripBrackets(stripElements(text), silent))
  const sections: { heading: string; level: number; paragraphs: string[] }[] = []
  let lines: string[] = []
  const endParagraph = (): void => {
    const paragraph = tidy(lines.join(' '))
    lines = []
    if (!/[\p{L}\p{N}]/u.test(paragraph)) return
    if (sections.length === 0) sections.push({ heading: '', level: 0, paragraphs: [] })
    sections.at(-1)!.paragraphs.push(paragraph)
  }
  for (const raw of prose.split('\n')) {
    const line = raw.trim()
    const heading = readHeading(line)
    if (heading === null && line !== '' && !NOT_PROSE.test(line)) {
      lines.push(line)
      continue
    }
    endParagraph()
    if (heading !== null) sections.push({ ...heading, paragraphs: [] })
  }
  endParagraph()
  return sections
}

/** Lists, indented lines, rules, and remains of unclosed tables. */
const NOT_PROSE = /^(?:[*#;:|!]|-{4}|=+$)/

/** Reads `== Heading ==`. Two signs are level 1: the page's title has one. */
function readHeading(line: string): { heading: string; level: number } | null {
  if (!line.startsWith('=') || !line.endsWith('=')) return null
  let signs = 0
  while (signs < 6 && line[signs] === '=' && line[line.length - 1 - signs] === '=' && 2 * signs + 2 < line.length)
    signs++
  const heading = tidy(line.slice(signs, line.length - signs))
  return /^=*$/.test(heading) ? null : { heading, level: Math.max(1, signs - 1) }
}

/** Elements dropped with their content. */
const DROPPED =
  'ref|references|math|chem|ce|gallery|timeline|syntaxhighlight|source|pre|score|imagemap|table|templatedata|graph|mapframe|maplink|hiero|inputbox|categorytree|indicator|section|style|script'

/** Removes comments and dropped elements. Escapes the content of `<nowiki>` for the next steps. */
function stripElements(text: string): string {
  const marks = new RegExp(`<!--|<(/?)(nowiki|${DROPPED})(?=[\\s/>])[^<>]*>`, 'gi')
  const closers = new Map<string, RegExp | null>()
  const kept: string[] = []
  let from = 0
  for (let mark = marks.exec(text); mark !== null; mark = marks.exec(text)) {
    kept.push(text.slice(from, mark.index))
    from = marks.lastIndex
    if (mark[0] === '<!--') {
      const end = text.indexOf('-->', from)
      from = end < 0 ? text.length : end + 3
    } else if (mark[1] === '' && !mark[0].endsWith('/>')) {
      const name = mark[2].toLowerCase()
      // If an element is not closed, only its tag is removed. For each name, the search for a closing tag fails only
      // once.
      const closer = closers.get(name) ?? (closers.has(name) ? null : new RegExp(`</${name}\\s*>`, 'gi'))
      if (closer !== null) closer.lastIndex = from
      const closed = closer?.exec(text) ?? null
      closers.set(name, closed === null ? null : closer)
      if (closed !== null) {
        if (name === 'nowiki') kept.push(escapeMarkup(text.slice(from, closed.index)))
        from = closed.index + closed[0].length
      }
    }
    marks.lastIndex = from
  }
  kept.push(text.slice(from))
  return kept.join('')
}

function escapeMarkup(text: string): string {
  return text.replace(/[^\p{L}\p{N}\s&]/gu, (character) => `&#${character.codePointAt(0)};`)
}

interface Frame {
  readonly kind: 'template' | 'table' | 'link' | 'external'
  readonly start: number
  /** Index of the frame's first removal. */
  readonly removal: number
  /** Start of the text shown: after a link's first pipe or an external link's first space; -1 until found. */
  label: number
}

const EXTERNAL = /\[(?:(?:https?|ftps?|irc|news|mailto|gopher):|\/\/)/iy

/**
 * Removes templates, tables, files and categories, and replaces links with their labels. One pass with a stack collects the
 * ranges to remove in order: a frame adds one when it opens, and extends or discards it when it closes.
 */
function stripBrackets(text: string, silent: ReadonlySet<string>): string {
  const removals: { start: number; end: number }[] = []
  const frames: Frame[] = []
  const open = { template: 0, table: 0, link: 0, external: 0 }
  const push = (kind: Frame['kind'], start: number, length: number): void => {
    frames.push({ kind, start, removal: removals.length, label: -1 })
    removals.push({ start, end: start + length })
    open[kind]++
  }
  const pop = (): Frame => {
    const frame = frames.pop()!
    open[frame.kind]--
    return frame
  }
  const removeWhole = (frame: Frame, end: number): void => {
    removals.length = frame.removal
    removals.push({ start: frame.start, end })
  }
  const closeLabelled = (frame: Frame, label: number, end: number, length: number): void => {
    removals[frame.removal] = { start: frame.start, end: label }
    removals.push({ start: end, end: end + length })
  }
  let lineStarts = true
  for (let at = 0; at < text.length; at++) {
    const two = text.charCodeAt(at + 1)
    const starts = lineStarts
    switch (text.charCodeAt(at)) {
      case 0x7b: // {
        lineStarts = false
        if (two === 0x7b) push('template', at++, 2)
        else if (two === 0x7c && starts) push('table', at++, 2)
        break
      case 0x7d: // }
        lineStarts = false
        if (two !== 0x7d || open.template === 0) break
        while (frames.at(-1)!.kind !== 'template') pop()
        removeWhole(pop(), ++at + 1)
        break
      case 0x7c: // |
        lineStarts = false
        if (two === 0x7d && starts && open.table > 0) {
          while (frames.at(-1)!.kind === 'link' || frames.at(-1)!.kind === 'external') pop()
          if (frames.at(-1)!.kind === 'table') removeWhole(pop(), ++at + 1)
        } else if (frames.at(-1)?.kind === 'link' && frames.at(-1)!.label < 0) frames.at(-1)!.label = at + 1
        break
      case 0x5b: // [
        lineStarts = false
        if (two === 0x5b) push('link', at++, 2)
        else {
          EXTERNAL.lastIndex = at
          if (EXTERNAL.test(text)) push('external', at, 1)
        }
        break
      case 0x5d: // ]
        lineStarts = false
        if (frames.at(-1)?.kind === 'external') {
          const frame = pop()
          if (frame.label < 0) removeWhole(frame, at + 1)
          else closeLabelled(frame, frame.label, at, 1)
        } else if (two === 0x5d && frames.at(-1)?.kind === 'link') {
          const frame = pop()
          const shown = shownFrom(text, frame, at, silent)
          if (shown < 0) removeWhole(frame, at + 2)
          else closeLabelled(frame, shown, at, 2)
          at++
        }
        break
      case 0x0a: // newline: ends external links and links' targets; a blank line ends every link
        lineStarts = true
        while (
          frames.at(-1)?.kind === 'external' ||
          (frames.at(-1)?.kind === 'link' && (two === 0x0a || frames.at(-1)!.label < 0))
        )
          pop()
        break
      case 0x20:
      case 0x09:
        if (frames.at(-1)?.kind === 'external' && frames.at(-1)!.label < 0) frames.at(-1)!.label = at + 1
        break
      case 0x3a: // : (an indented table)
        break
      default:
        lineStarts = false
    }
  }
  const kept: string[] = []
  let from = 0
  for (const { start, end } of removals) {
    kept.push(text.slice(from, start))
    from = end
  }
  kept.push(text.slice(from))
  return kept.join('')
}

const MAX_PREFIX_LENGTH = 60

/** Returns the start of the text that a link shows; -1 for a link that shows none. */
function shownFrom(text: string, { start, label }: Frame, end: number, silent: ReadonlySet<string>): number {
  const target = text.slice(start + 2, Math.min(end, label < 0 ? end : label - 1, start + 2 + MAX_PREFIX_LENGTH))
  const prefix = /^\s*([^:|]+?)\s*:/.exec(target)?.[1]?.toLowerCase()
  if (prefix !== undefined) {
    if (silent.has(prefix)) return -1
    // [[de:Titel]] links to the same article in another language.
    if (label < 0 && /^(?:[a-z]{2,3}|simple)(?:-[a-z]+)*$/.test(prefix)) return -1
  }
  if (label >= 0) return label
  return target.startsWith(':') ? start + 3 : start + 2
}

/** Removes bold and italic quotes, tags, and switches such as __NOTOC__. */
function stripInline(text: string): string {
  return text
    .replace(/''+/g, (quotes) => (quotes.length === 4 ? "'" : "'".repeat(Math.max(0, quotes.length - 5))))
    .replace(/<\/?(?:p|div|blockquote|center|poem|ul|ol|li|dl|dd|dt|h[1-6])\b[^<>]*>/gi, '\n\n')
    .replace(/<br\b[^<>]*>/gi, ' ')
    .replace(/<\/?[a-z][^<>]*>/gi, '')
    .replace(/__[A-Z]{2,30}__/g, '')
}

/** Decodes entities, and closes the gaps that removed templates leave: "( ; born 1900 )", "here ." */
function tidy(text: string): string {
  return decodeHTML(text)
    .replace(/\s+/g, ' ')
    .replace(/\([ ;,]*\)/g, '')
    .replace(/\([ ;,]+/g, '(')
    .replace(/ +(?=[,.;:)](?: |$))/g, '')
    .replace(/ {2,}/g, ' ')
    .trim()
}
