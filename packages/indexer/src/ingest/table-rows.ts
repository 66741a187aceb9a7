import { parseDocument, type DocumentFormat } from '@leitmotif/encoder'
import { CELL_SEPARATOR, MAX_ROWS } from './formats/file-content.js'
import type { DocumentPart } from './html-parts.js'

/** Whether a sentence is a row of a table, in any format. */
export function isTableRow(text: string): boolean {
  return text.includes(CELL_SEPARATOR)
}

/**
 * Returns the rows of the tables of a text in Markdown or AsciiDoc, in order; none of other formats. Code blocks have none. Cells are
 * without markup, and joined by CELL_SEPARATOR.
 */
export function tableRows(text: string, format: DocumentFormat): DocumentPart[] {
  if (format !== 'markdown' && format !== 'asciidoc') return []
  const found = (format === 'markdown' ? markdownRows : asciiDocRows)(linesIn(text)).slice(0, MAX_ROWS)
  // Each cell as a paragraph: its markup is that of prose.
  return found.flatMap(({ at, cells }) => {
    const words = cells.map((cell) => plain(cell, format)).filter((cell) => cell !== '')
    return words.length === 0 ? [] : [{ at, text: words.join(CELL_SEPARATOR), level: 0, isRow: true }]
  })
}

function plain(cell: string, format: DocumentFormat): string {
  if (/^[\w .,;:'"()/-]*$/.test(cell)) return cell.trim()
  return parseDocument(cell, format)
    .blocks.map(({ prose }) => prose.text)
    .join(' ')
}

interface Line {
  readonly at: number
  readonly text: string
}

interface Row {
  readonly at: number
  readonly cells: readonly string[]
}

function linesIn(text: string): Line[] {
  return Array.from(text.matchAll(/[^\r\n]*(?:\r\n|\r|\n|$)/g), ({ index, 0: line }) => ({
    at: index,
    text: line.trim()
  }))
}

const FENCE = /^(?:`{3,}|~{3,})/
/** The line below the header of a table: `| --- | :-: |`. */
const DELIMITER_ROW = /^\|?(?:[ \t]*:?-+:?[ \t]*\|)*[ \t]*:?-+:?[ \t]*\|?$/

function markdownRows(lines: readonly Line[]): Row[] {
  const rows: Row[] = []
  let fence = ''
  for (let at = 0; at < lines.length; at++) {
    const { text } = lines[at]
    const [mark] = FENCE.exec(text) ?? []
    if (fence !== '') {
      if (mark?.startsWith(fence) === true && mark.length === text.length) fence = ''
      continue
    }
    if (mark !== undefined) fence = mark
    else if (at > 0 && text.includes('|') && DELIMITER_ROW.test(text) && lines[at - 1].text.includes('|')) {
      rows.push(rowOf(lines[at - 1]))
      for (at++; at < lines.length && lines[at].text.includes('|'); at++) rows.push(rowOf(lines[at]))
      at--
    }
  }
  return rows
}

function rowOf({ at, text }: Line): Row {
  return { at, cells: cellsOf(text.replace(/^\|/, '').replace(/(?<!\\)\|$/, '')) }
}

function cellsOf(text: string): string[] {
  return text.split(/(?<!\\)\|/).map((cell) => cell.replaceAll('\\|', '|').trim())
}

/** Rows between lines `|===`: cells on lines without an empty line between are of one row. */
function asciiDocRows(lines: readonly Line[]): Row[] {
  const rows: Row[] = []
  let inTable = false
  let verbatim = ''
  let open: { at: number; cells: string[] } | undefined
  for (const { at, text } of lines) {
    if (verbatim !== '') {
      if (text === verbatim) verbatim = ''
    } else if (!inTable && /^(?:-{4,}|\.{4,}|\+{4,}|\/{4,})$/.test(text)) verbatim = text
    else if (/^\|={3,}$/.test(text)) {
      inTable = !inTable
      open = undefined
    } else if (!inTable || text === '') open = undefined
    else {
      // Each cell begins with a mark, perhaps after its format: 2+^.^s|
      const [first, ...cells] = cellsOf(text.replace(/(?:^|(?<=[ \t]))[\d.+*<>^]*[aehlmsd]?\|/g, '|'))
      if (open === undefined) rows.push((open = { at, cells: [] }))
      if (first !== '') open.cells.push(first)
      open.cells.push(...cells)
    }
  }
  return rows
}
