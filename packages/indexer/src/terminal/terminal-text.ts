import pc from 'picocolors'

/** Colours on a terminal, none elsewhere; `NO_COLOR` turns them off. */
export const paint = pc.createColors(process.stdout.isTTY ? !process.env.NO_COLOR : false)

/** Lines of at most `width` columns, broken at spaces; words longer than that stand on lines of their own. */
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

/** Columns to write in: the terminal's, within reason; 100 where there is none. */
export function textWidth(): number {
  return process.stdout.isTTY ? Math.min(Math.max(process.stdout.columns, 40), 110) : 100
}
