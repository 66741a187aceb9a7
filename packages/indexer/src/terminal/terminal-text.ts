import pc from 'picocolors'

/** Colours for a terminal; none for files, pipes or if `NO_COLOR` is set. */
export const paint = pc.createColors(process.stdout.isTTY ? !process.env.NO_COLOR : false)

/** Wraps text at spaces into lines of at most `width` columns; longer words get their own lines. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/\s+/)) {
    if (word === '') continue
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return line === '' ? lines : [...lines, line]
}

/** Returns the width for text: that of the terminal or of COLUMNS, from 40 to 110; otherwise 100. */
export function textWidth(): number {
  const columns = process.stdout.isTTY ? process.stdout.columns : Number(process.env.COLUMNS)
  return columns > 0 ? Math.min(Math.max(columns, 40), 110) : 100
}
