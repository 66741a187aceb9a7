import { paint, textWidth } from './terminal-text.js'

/** A column of a table for a terminal. */
export interface TextColumn {
  readonly title: string
  /** Whether to align to the right, for numbers. */
  readonly right?: boolean
  /** Whether the column may be cut if the table is wider than the terminal. The widest such column is cut first. */
  readonly cut?: boolean
}

const GAP = 2

/** Minimum width to which a column is cut. */
const LEAST_WIDTH = 12

/** Returns the lines of a table with a header; columns are as wide as needed. Without rows, returns no lines. */
export function textTable(columns: readonly TextColumn[], rows: readonly (readonly string[])[]): string[] {
  if (rows.length === 0) return []
  const widths = columns.map(({ title }, c) => Math.max(title.length, ...rows.map((row) => row[c].length)))
  const cuttable = columns.flatMap(({ cut }, c) => (cut ? [c] : []))
  let over = widths.reduce((sum, width) => sum + width + GAP, -GAP) - textWidth()
  for (; over > 0 && cuttable.length > 0; over--) {
    const widest = cuttable.reduce((a, b) => (widths[b] > widths[a] ? b : a))
    if (widths[widest] <= LEAST_WIDTH) break
    widths[widest]--
  }
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, c) => {
        const shown = cell.length > widths[c] ? `${cell.slice(0, widths[c] - 1)}…` : cell
        return columns[c].right ? shown.padStart(widths[c]) : shown.padEnd(widths[c])
      })
      .join(' '.repeat(GAP))
      .trimEnd()
  return [paint.dim(line(columns.map(({ title }) => title))), ...rows.map(line)]
}

const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉']
const HEIGHTS = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█']

/** Draws a share from 0 to 1 as a bar, to an eighth of a character; padded to `width` characters. */
export function bar(share: number, width: number): string {
  const eighths = Math.round(Math.min(Math.max(share, 0), 1) * width * 8)
  return `${'█'.repeat(Math.floor(eighths / 8))}${EIGHTHS[eighths % 8]}`.padEnd(width)
}

/** Draws values from 0 as one block character each, the largest at full height. A missing value is a space. */
export function sparkline(values: readonly (number | undefined)[]): string {
  const most = Math.max(0, ...values.filter((value) => value !== undefined))
  return values
    .map((value) =>
      value === undefined ? ' ' : HEIGHTS[most === 0 ? 0 : Math.min(7, Math.floor((value / most) * 7.999))]
    )
    .join('')
}
