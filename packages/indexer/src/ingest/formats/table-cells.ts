import { hasWords, isProse, type Outline } from './file-content.js'

/** What a cell of a table holds besides prose. */
interface Cell {
  readonly texts: string[]
}

/** Length of the longest label that prose in the next cell gets, in UTF-16 code units. */
const MAX_LABEL = 60

/** Takes the label from the first cell of a row, `Term: `, for prose in the second; empty if it has none. */
export function takeLabel(row: readonly Cell[] = []): string {
  const [{ texts }] = row.length === 2 ? row : [{ texts: [] }]
  const [text = ''] = texts.map((each) => each.trim())
  if (texts.length !== 1 || text.length > MAX_LABEL) return ''
  texts.length = 0
  return text.endsWith(':') ? `${text} ` : `${text}: `
}

/** Adds the tables of a document of an office program to an outline, as those of web pages. */
export interface TableCells {
  readonly openRow: () => void
  readonly openCell: () => void
  /** Adds a paragraph of the open cell. Prose becomes a paragraph, other texts of a row one line. */
  readonly paragraph: (text: string) => void
  /** A cell that is alone in its row is a box of paragraphs. */
  readonly closeRow: () => void
}

export function createTableCells(outline: Outline): TableCells {
  // A stack, because a cell may hold a table.
  const rows: Cell[][] = []
  return {
    openRow: () => rows.push([]),
    openCell: () => rows.at(-1)?.push({ texts: [] }),
    paragraph(text) {
      const row = rows.at(-1)
      if (isProse(text) || row === undefined) outline.paragraph(takeLabel(row) + text)
      else if (hasWords(text)) row.at(-1)?.texts.push(text)
    },
    closeRow() {
      const row = rows.pop() ?? []
      if (row.length === 1) for (const text of row[0].texts) outline.paragraph(text)
      else outline.row(row.map(({ texts }) => texts.join(' ')))
    }
  }
}
