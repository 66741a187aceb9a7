import type { FlatTable, Value } from './flat-table.js'

/** Text that a spreadsheet would read as a formula (OWASP, CSV injection), also after spaces and in full width. */
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/

/**
 * RFC 4180, in UTF-8. A text that a spreadsheet would run as a formula gets an apostrophe before it; numbers stay as they are.
 */
export function csv({ columns, rows }: FlatTable): string {
  return csvLines([columns, ...rows])
}

/** Lines of CSV, without the names of their columns. */
export function csvLines(rows: readonly (readonly Value[])[]): string {
  return rows.map((row) => `${row.map(csvField).join(',')}\r\n`).join('')
}

function csvField(value: Value): string {
  if (typeof value !== 'string') return String(value)
  const safe = FORMULA.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
