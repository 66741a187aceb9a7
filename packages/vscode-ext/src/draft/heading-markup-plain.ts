import { parseDocument } from '@leitmotif/encoder'
import type { HeadingFormat } from './heading-markup.js'

const UNDERLINE = /^[ \t]*([=\-~])\1{2,}[ \t]*$/

/**
 * Headings of plain text: underlined, or as a line of their own where the draft's are and this one would be known for one. A
 * heading that is not underlined keeps its form at every level, and its number, where it has one.
 */
export const plainHeadings: HeadingFormat = (headings, _draft, lineEnd) => {
  const bare = headings.length > 0 && headings.every(({ source }) => underlineOf(source) === undefined)
  return {
    // One that opens the text, alone of level 1, would be its title.
    first: 2,
    deepest: 2,
    write: (text, level) => ({
      source: bare && isKnown(text) ? text : `${text}${lineEnd}${rule(level, text.length)}`,
      start: 0,
      end: text.length
    }),
    change: (heading, { text, level = heading.level }) => {
      const lines = heading.source.split(lineEnd)
      const underline = underlineOf(heading.source)
      const shown = text ?? lines[0].trim()
      if (underline === undefined) return shown
      const fits = underline.length === lines[0].trim().length
      const length = fits ? shown.length : underline.length
      if (level === heading.level) return shown + lineEnd + underline[0].repeat(Math.max(length, 3))
      return shown + lineEnd + rule(level, length)
    }
  }
}

function underlineOf(source: string): string | undefined {
  const lines = source.split(/\r\n|\r|\n/)
  return lines.length > 1 && UNDERLINE.test(lines[1]) ? lines[1].trim() : undefined
}

function rule(level: number, length: number): string {
  return (level === 1 ? '=' : '-').repeat(Math.min(Math.max(length, 3), 80))
}

/** Whether the line by itself, with a sentence below it, is read as a heading. */
function isKnown(text: string): boolean {
  return parseDocument(`${text}\n\nA sentence stands below it.\n`, 'plain').units[0].kind === 'heading'
}
