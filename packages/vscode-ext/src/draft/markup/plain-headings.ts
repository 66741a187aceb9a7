import { parseDocument } from '@leitmotif/encoder'
import type { HeadingFormat, HeadingMarkup, HeadingSource } from './heading-markup.js'

const UNDERLINE = /^[ \t]*([=\-~])\1{2,}[ \t]*$/

/**
 * Headings of plain text: underlined, or as a line of their own where the draft's are and this one would be known for one. A
 * heading that is not underlined keeps its form where it would still be known for one, and at every level.
 */
export const plainHeadings: HeadingFormat = (headings, _draft, lineEnd) => plainMarkup(headings, lineEnd, isKnown)

/** The same where the text below a new heading does not let a line by itself be known for one: all new ones are underlined. */
export const underlinedHeadings: HeadingFormat = (headings, _draft, lineEnd) =>
  plainMarkup(headings, lineEnd, () => false)

function plainMarkup(
  headings: readonly HeadingSource[],
  lineEnd: string,
  standsAlone: (text: string) => boolean
): HeadingMarkup {
  const bare = headings.length > 0 && headings.every(({ source }) => underlineOf(source) === undefined)
  const underlined = (text: string, level: number): string => `${text}${lineEnd}${rule(level, text.length)}`
  return {
    // One that opens the text, alone of level 1, would be its title.
    first: 2,
    deepest: 2,
    write: (text, level) => ({
      source: bare && standsAlone(text) ? text : underlined(text, level),
      start: 0,
      end: text.length
    }),
    change: ({ source, level: today }, { text, level = today }) => {
      const own = source.split(/\r\n|\r|\n/)[0].trim()
      const underline = underlineOf(source)
      const shown = text ?? own
      if (underline === undefined) return text === undefined || standsAlone(text) ? shown : underlined(text, level)
      const length = underline.length === own.length ? shown.length : underline.length
      if (level === today) return shown + lineEnd + underline[0].repeat(Math.max(length, 3))
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
