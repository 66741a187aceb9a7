import type { HeadingFormat } from './heading-markup.js'

/** Marks, space, words and closing marks. */
const TITLE = /^(={1,6}|#{1,6})[ \t]+(.*?)([ \t]+\1)?[ \t]*$/
/** Underline characters of two-line titles, by level from 1. */
const UNDERLINES = '=-~^+'

/** Headings of AsciiDoc: marks before the words, and after them if the draft writes closing marks. */
export const asciidocHeadings: HeadingFormat = (headings, _draft, lineEnd) => {
  const titles = headings.map(({ source }) => TITLE.exec(source))
  const mark = titles.find((title) => title !== null)?.[1][0] ?? '='
  const closed = titles.some((title) => title?.at(3) !== undefined)
  const write = (words: string, level: number, own: string, close: boolean): string => {
    const marks = own.repeat(level)
    return `${marks} ${words}${close ? ` ${marks}` : ''}`
  }
  return {
    // Level 1 is the document's title.
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
      // A two-line title: the underline is about as long as the words.
      const [words = '', underline = ''] = source.split(/\r\n|\r|\n/)
      const shown = text === undefined ? words : escapeAsciidoc(text)
      if (level > UNDERLINES.length) return write(shown.trim(), level, '=', false)
      return shown + lineEnd + UNDERLINES[level - 1].repeat(text === undefined ? underline.trim().length : shown.length)
    }
  }
}

/** Returns `text` escaped for AsciiDoc, with backslashes only before markup. */
function escapeAsciidoc(text: string): string {
  return text
    .replace(/(?<![\p{L}\p{N}])([*_`#+^~])(?=\S(?:.*?\S)?\1(?![\p{L}\p{N}]))(?!\1)/gu, '\\$&')
    .replace(/([*_`#])\1(?=.+?\1\1)/g, '\\\\$&')
    .replace(/\{(?=[\w-]+\})/g, '\\{')
    .replace(/<<(?=.+?>>)|\[\[(?=.+?\]\])|\(\((?=.+?\)\))/g, '\\$&')
}
