import { parseDocument } from '@leitmotif/encoder'
import type { HeadingFormat, HeadingMarkup, HeadingSource } from './heading-markup.js'

const UNDERLINE = /^[ \t]*([=\-~])\1{2,}[ \t]*$/

/**
 * Headings of plain text: underlined, or a line without underline if the draft has such headings and this one would be
 * recognised. A heading without underline stays without one, at every level, as long as it would be recognised.
 */
export const plainHeadings: HeadingFormat = (headings, _draft, lineEnd) => plainMarkup(headings, lineEnd, isKnown)

/**
 * The same markup with all new headings underlined, for lines that the text below would make unrecognisable as
 * headings.
 */
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
    // A single heading of level 1 at the beginning would be the title.
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

/** Returns whether the line, followed by a sentence, is parsed as a heading. */
function isKnown(text: string): boolean {
  return parseDocument(`${text}\n\nA sentence is below it.\n`, 'plain').units[0].kind === 'heading'
}
