import type { HeadingFormat } from './heading-markup.js'

/** Marks, space, words, and marks that close. */
const TITLE = /^(={1,6}|#{1,6})[ \t]+(.*?)([ \t]+\1)?[ \t]*$/
/** The underlines of titles of two lines, by level from 1. */
const UNDERLINES = '=-~^+'

/** Headings of AsciiDoc: marks before the words, and behind them where the draft has them there. */
export const asciidocHeadings: HeadingFormat = (headings, _draft, lineEnd) => {
  const titles = headings.map(({ source }) => TITLE.exec(source))
  const mark = titles.find((title) => title !== null)?.[1][0] ?? '='
  const closed = titles.some((title) => title?.at(3) !== undefined)
  const write = (words: string, level: number, own: string, close: boolean): string => {
    const marks = own.repeat(level)
    return `${marks} ${words}${close ? ` ${marks}` : ''}`
  }
  return {
    // The first is the document's title.
    first: 2,
    deepest: 6,
    write: (text, level) => {
      const words = escapeAsciidoc(text)
      return { source: write(words, level, mark, closed), start: level + 1, end: level + 1 + words.length }
    },
    change: ({ source, level: today }, { text, level = today }) => {
      const title = TITLE.exec(source)
      if (title !== null) {
        const [, marks, words] = title
        return write(text === undefined ? words : escapeAsciidoc(text), level, marks[0], title.at(3) !== undefined)
      }
      // Two lines: the underline is as long as the words, or all but.
      const [words = '', underline = ''] = source.split(/\r\n|\r|\n/)
      const shown = text === undefined ? words : escapeAsciidoc(text)
      if (level > UNDERLINES.length) return write(shown.trim(), level, '=', false)
      return shown + lineEnd + UNDERLINES[level - 1].repeat(text === undefined ? underline.trim().length : shown.length)
    }
  }
}

/** `text` so that AsciiDoc takes none of it for markup: a backslash stands only where it would be taken for that. */
function escapeAsciidoc(text: string): string {
  return text
    .replace(/(?<![\p{L}\p{N}])([*_`#+^~])(?=\S(?:.*?\S)?\1(?![\p{L}\p{N}]))(?!\1)/gu, '\\$&')
    .replace(/([*_`#])\1(?=.+?\1\1)/g, '\\\\$&')
    .replace(/\{(?=[\w-]+\})/g, '\\{')
    .replace(/<<(?=.+?>>)|\[\[(?=.+?\]\])|\(\((?=.+?\)\))/g, '\\$&')
}
