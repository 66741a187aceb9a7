import { hasWords, type Outline, type PageStart } from './file-content.js'

/** A line of a page, in points from the lower left corner. */
export interface PdfLine {
  readonly text: string
  /** Page number, from 1. */
  readonly page: number
  readonly x: number
  readonly right: number
  readonly y: number
  /** Font size. */
  readonly size: number
}

/** Number of lines at the top and at the bottom of a page that may be headers or footers. */
const EDGE_LINES = 3

/** Minimum font size of a heading, relative to the body text. */
const HEADING_SIZE = 1.12

/** Maximum length of a heading, in UTF-16 code units. */
const MAX_HEADING = 200

/**
 * Adds the headings and paragraphs of lines in reading order to an outline. Returns the title: the text in the largest
 * size on the first page, if it is a heading.
 */
export function layOut(lines: readonly PdfLine[], outline: Outline): string | undefined {
  const body = withoutEdges(lines)
  const normal = textSize(body)
  const words = wordsOf(body)
  const paragraphs = joinLines(body, normal, words)
  const headings = new Set(paragraphs.filter((paragraph) => isHeading(paragraph, normal)))
  // If much of the text is large, size does not identify headings.
  const length = (all: readonly Paragraph[]): number => all.reduce((sum, { text }) => sum + text.length, 0)
  const clear = length([...headings]) < length(paragraphs) / 4
  const sizes = [...new Set(Array.from(headings, ({ size }) => size))].sort((a, b) => b - a)
  let title: string | undefined
  for (const paragraph of paragraphs) {
    const level = clear && headings.has(paragraph) ? sizes.indexOf(paragraph.size) + 1 : 0
    if (level === 1 && title === undefined && canBeTitle(paragraph, headings)) title = paragraph.text
    else if (level > 0) outline.heading(Math.min(level, 6), paragraph.text)
    else outline.paragraph(paragraph.text.replace(BULLET, ''), paragraph.pages)
  }
  return title
}

const BULLET = /^[•●▪◦‣·*–—]\s+/

interface Paragraph {
  text: string
  readonly page: number
  /** Where each of its pages begins, in its text. */
  readonly pages: PageStart[]
  readonly size: number
  readonly lines: number
}

/** Whether a heading can be the title: on the first page, unnumbered, and the only one of its size. */
function canBeTitle({ page, text, size }: Paragraph, headings: ReadonlySet<Paragraph>): boolean {
  return page === 1 && !/^\d/.test(text) && [...headings].filter((heading) => heading.size === size).length === 1
}

function isHeading({ text, size, lines }: Paragraph, normal: number): boolean {
  return (
    size >= normal * HEADING_SIZE &&
    text.length <= MAX_HEADING &&
    lines <= 4 &&
    /\p{L}{2}/u.test(text) &&
    !/[.;,]$/.test(text)
  )
}

/** Returns the font size of most of the text. */
function textSize(lines: readonly PdfLine[]): number {
  const lengths = new Map<number, number>()
  for (const { size, text } of lines) {
    const rounded = Math.round(size * 2) / 2
    lengths.set(rounded, (lengths.get(rounded) ?? 0) + text.length)
  }
  return [...lengths].sort(([, a], [, b]) => b - a).at(0)?.[0] ?? 0
}

/**
 * Removes page numbers, running headers and footers: lines at the top or bottom that recur on several pages at the same
 * height with the same text, ignoring numbers. Two pages are enough for the first or last lines of pages where others have such lines,
 * unless they are as large as headings: a header may name a short chapter.
 */
function withoutEdges(lines: readonly PdfLine[]): PdfLine[] {
  const pages = new Map<number, PdfLine[]>()
  for (const line of lines) addTo(pages, line.page, line)
  const edges = new Set<PdfLine>()
  const outermost = new Set<PdfLine>()
  const alike = new Map<string, PdfLine[]>()
  for (const own of pages.values()) {
    const byHeight = [...own].sort((a, b) => b.y - a.y)
    const outer = new Set([...byHeight.slice(0, EDGE_LINES), ...byHeight.slice(-EDGE_LINES)])
    for (const line of outer) {
      if ([byHeight[0], byHeight.at(-1)!].some((end) => heightOf(end) === heightOf(line))) outermost.add(line)
      if (line === byHeight[0] || line === byHeight.at(-1)) {
        if (PAGE_NUMBER.test(line.text)) edges.add(line)
      }
      const key = `${line.text.replace(/\d+|\b[ivxlc]+\b/g, '#')} ${heightOf(line)}`
      addTo(alike, key, line)
    }
  }
  const enough = Math.min(3, pages.size)
  const often = [...alike.values()].filter(({ length }) => length >= Math.max(2, enough))
  const heights = new Set(often.map(([line]) => heightOf(line)))
  const largest = textSize(lines) * HEADING_SIZE
  const twice = [...alike.values()].filter(
    (group) =>
      group.length >= 2 &&
      heights.has(heightOf(group[0])) &&
      group.every((line) => outermost.has(line) && line.size < largest)
  )
  for (const line of [...often, ...twice].flat()) edges.add(line)
  return lines.filter((line) => !edges.has(line) && !CONTENTS.test(line.text))
}

function heightOf({ y }: PdfLine): number {
  return Math.round(y / 4)
}

function addTo<K>(groups: Map<K, PdfLine[]>, key: K, line: PdfLine): void {
  const group = groups.get(key)
  if (group === undefined) groups.set(key, [line])
  else group.push(line)
}

/** A line of a table of contents. */
const CONTENTS = /(?:\. ?){5}\s{0,3}(?:\d{1,5}|[ivxlc]{1,8})$/

const PAGE_NUMBER =
  /^(?:[-–—|\s]*(?:(?:page|p\.|seite)\s*)?\d{1,5}(?:\s*(?:of|\/|von)\s*\d{1,5})?[-–—|\s]*|[ivxlc]{1,8})$/i

/** Returns the words that are not broken across lines. A hyphenated word is joined if the whole is among them. */
function wordsOf(lines: readonly PdfLine[]): ReadonlySet<string> {
  return new Set(lines.flatMap(({ text }) => text.toLowerCase().match(/\p{L}[\p{L}-]*\p{L}/gu) ?? []))
}

function joinLines(lines: readonly PdfLine[], normal: number, words: ReadonlySet<string>): Paragraph[] {
  const paragraphs: Paragraph[] = []
  const spacing = lineSpacing(lines)
  let last: PdfLine | undefined
  let column = { left: Infinity, right: -Infinity }
  for (const line of lines) {
    const paragraph = paragraphs.at(-1)
    const size = Math.round(line.size * 2) / 2
    if (paragraph !== undefined && last !== undefined && !startsParagraph(line, last, column, spacing, normal)) {
      if (line.page !== last.page) paragraph.pages.push({ at: paragraph.text.length, page: line.page })
      paragraph.text = joined(paragraph.text, line.text, words)
      paragraphs[paragraphs.length - 1] = { ...paragraph, lines: paragraph.lines + 1 }
    } else paragraphs.push({ text: line.text, page: line.page, pages: [{ at: 0, page: line.page }], size, lines: 1 })
    // A column is as wide as its lines since the text last jumped up.
    const jumps = last === undefined || line.page !== last.page || line.y > last.y + line.size
    column = {
      left: Math.min(jumps ? Infinity : column.left, line.x),
      right: Math.max(jumps ? -Infinity : column.right, line.right)
    }
    last = line
  }
  return paragraphs.filter(({ text }) => hasWords(text))
}

/** Returns the usual distance between two lines, relative to their font size. */
function lineSpacing(lines: readonly PdfLine[]): number {
  const counts = new Map<number, number>()
  for (let at = 1; at < lines.length; at++) {
    const [before, { page, y, size }] = [lines[at - 1], lines[at]]
    const distance = Math.round(((before.y - y) / size) * 20) / 20
    if (page === before.page && size === before.size && distance > 0.5 && distance < 2)
      counts.set(distance, (counts.get(distance) ?? 0) + 1)
  }
  return [...counts].sort(([, a], [, b]) => b - a).at(0)?.[0] ?? 1.2
}

function startsParagraph(
  line: PdfLine,
  last: PdfLine,
  column: { readonly left: number; readonly right: number },
  spacing: number,
  normal: number
): boolean {
  if (Math.abs(line.size - last.size) > 0.75) {
    // Ignores small changes within a paragraph, where figures and names may be smaller. Only a change to or from
    // heading size counts.
    if (Math.max(line.size, last.size) >= normal * HEADING_SIZE || line.size < last.size * 0.9) return true
  }
  if (BULLET.test(line.text) || /^(?:\(?\d{1,2}[.)]|\(?[a-z]\))\s/.test(line.text)) return true
  const ended = /[.!?:…]["'”’)\]]*$/.test(last.text)
  const distance = (last.y - line.y) / line.size
  const jumps = line.page !== last.page || distance < -0.5
  if (jumps) return last.size >= normal * HEADING_SIZE || (ended && !/^\p{Ll}/u.test(line.text))
  if (distance > spacing * 1.35 + 0.05) return true
  const width = column.right - column.left
  // The last line of a paragraph ends early. The first is indented, but less than a list or quote.
  if (ended && last.right < column.right - width * 0.15 && width > line.size * 15) return true
  return ended && line.x > last.x + line.size * 0.8 && line.x < last.x + line.size * 4
}

/** Joins two lines of a paragraph, and the word that a hyphen splits between them. */
function joined(text: string, next: string, words: ReadonlySet<string>): string {
  const before = /(\p{L}[\p{L}-]*)[-\u00AD\u2010]$/u.exec(text.slice(-60))
  const after = /^\p{Ll}+/u.exec(next)
  if (before === null || after === null) return `${text} ${next}`
  const whole = (before[1] + after[0]).toLowerCase()
  const compound = `${before[1]}-${after[0]}`.toLowerCase()
  const keep = words.has(compound) && !words.has(whole)
  return keep ? text + next : text.slice(0, -1) + next
}
