import pc from 'picocolors'

export { fixed, percent, percentRange } from './percent.js'

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

/** `1 sentence`, `1,234 sentences`. */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`
}

/** `1 sentence has`, `1,234 sentences have`. */
export function having(count: number, noun: string): string {
  return `${counted(count, noun)} ${count === 1 ? 'has' : 'have'}`
}

/** Odds that are told at most: where one side has next to none, they hang on a sentence more or less. */
const MOST_TIMES = 1_000_000

/** `× 1.30`, `× 1,200`, of a difference of log-odds. */
export function times(logOdds: number): string {
  const factor = Math.exp(logOdds)
  if (factor < 100) return `× ${factor.toFixed(factor < 0.1 ? 3 : 2)}`
  if (factor > MOST_TIMES) return `> × ${MOST_TIMES.toLocaleString('en-US')}`
  return `× ${factor.toLocaleString('en-US', { maximumSignificantDigits: 2 })}`
}
