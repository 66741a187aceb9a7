import type { HeadingFormat, HeadingSource } from './heading-markup.js'

/** Underline characters for new levels, in the order that docutils recommends. */
const MARKS = ['=', '-', '~', '^', '"', "'", '`', '.', '*', '+', '#', ':', '_']

/** The lines above and below the headings of a level. */
interface Adornment {
  readonly mark: string
  readonly above: boolean
}

const ADORNMENT = /^([!-/:-@[-`{-~])\1*[ \t]*$/

/**
 * Headings of reStructuredText: underlined as the draft's headings of that level, or by an unused character for a new level. The
 * order in which characters first appear defines the levels, so that no heading may skip one.
 */
export const restructuredTextHeadings: HeadingFormat = (headings, _draft, lineEnd) => {
  const adornments = new Map<number, Adornment>()
  for (const { source, level } of headings) if (!adornments.has(level)) adornments.set(level, partsOf(source).adornment)
  const adornmentOf = (level: number): Adornment => {
    const known = adornments.get(level)
    if (known !== undefined) return known
    const used = new Set(Array.from(adornments.values(), ({ mark }) => mark))
    const made = { mark: MARKS.find((mark) => !used.has(mark)) ?? '=', above: false }
    adornments.set(level, made)
    return made
  }
  const adorned = (words: string, indent: string, length: number, { mark, above }: Adornment): string => {
    const line = mark.repeat(Math.max(length, widthOf(indent + words)))
    return [...(above ? [line] : []), above ? indent + words : words, line].join(lineEnd)
  }
  return {
    first: 1,
    deepest: 6,
    gapless: true,
    write: (text, level) => {
      const adornment = adornmentOf(level)
      const words = escapeRestructuredText(text)
      const start = adornment.above ? widthOf(words) + lineEnd.length : 0
      return { source: adorned(words, '', 0, adornment), start, end: start + words.length }
    },
    change: ({ source, level: today }, { text, level = today }) => {
      const { words, indent, length, adornment } = partsOf(source)
      const shown = text === undefined ? words : escapeRestructuredText(text)
      // Keep lines as long as the words.
      const fits = length <= widthOf(indent + words) + indent.length
      return adorned(shown, indent, fits ? 0 : length, level === today ? adornment : adornmentOf(level))
    }
  }
}

function partsOf(source: HeadingSource['source']): {
  words: string
  indent: string
  length: number
  adornment: Adornment
} {
  const lines = source.split(/\r\n|\r|\n/)
  const above = lines.length > 2 && ADORNMENT.test(lines[0])
  const title = above ? lines[1] : lines[0]
  const line = lines[lines.length - 1].trim()
  const words = title.trim()
  return {
    words,
    indent: above ? title.slice(0, title.indexOf(words)) : '',
    length: line.length,
    adornment: { mark: line.charAt(0), above }
  }
}

const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/

/**
 * Returns the width of a text in columns, two for a wide character. At least its number of code units, so that a line
 * is long enough.
 */
function widthOf(text: string): number {
  let width = 0
  for (const unit of text) width += unit.length > 1 || WIDE.test(unit) ? 2 : 1
  return width
}

/** Returns `text` escaped for reStructuredText. */
function escapeRestructuredText(text: string): string {
  return text
    .replace(/[\\*`|]/g, '\\$&')
    .replace(/_(?![\p{L}\p{N}])/gu, '\\_')
    .replace(/^(?:[-+•‣⁃](?=\s|$)|\.\.(?=\s|$)|__(?=\s)|:(?=[^:]+:)|>>>(?=\s)|\[)/, '\\$&')
}
