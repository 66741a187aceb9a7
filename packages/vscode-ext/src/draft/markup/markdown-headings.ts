import type { HeadingFormat, WrittenHeading } from './heading-markup.js'

/** Indent, #s, space, words, closing #s, and space. */
const ATX = /^( {0,3})(#{1,6})([ \t]+)(.*?)([ \t]+#+)?([ \t]*)$/
/** Ids and classes after a heading's words, which links refer to. */
const ATTRIBUTES = /[ \t]*\{:?[ \t]*[#.][^{}]*\}$/

/** Headings of Markdown: ATX, closed if the draft closes its own, or setext for levels that the draft writes so. */
export const markdownHeadings: HeadingFormat = (headings, _draft, lineEnd) => {
  const setext = new Set(headings.filter(({ source }) => !ATX.test(source)).map(({ level }) => level))
  const closed = headings.some(({ source }) => ATX.exec(source)?.[5] !== undefined)
  return {
    first: 2,
    deepest: 6,
    write: (text, level) => {
      const words = escapeMarkdown(text)
      return setext.has(level) && canUnderline(words) ? underlined(words, level, lineEnd) : atx(words, level, closed)
    },
    change: ({ source, level: today }, { text, level = today }) => {
      const words = text === undefined ? undefined : escapeMarkdown(text)
      const parts = ATX.exec(source)
      if (parts === null) return changeUnderlined(source.split(/\r\n|\r|\n/), words, level, lineEnd)
      const [, indent, marks, space, own, closing = '', rest] = parts
      const end = closing.trim() === marks ? closing.replace(/#+/, '#'.repeat(level)) : closing
      const shown = words === undefined ? own : renamed(own, withoutClosing(words))
      return indent + '#'.repeat(level) + space + shown + end + rest
    }
  }
}

function atx(words: string, level: number, closed: boolean): WrittenHeading {
  const marks = '#'.repeat(level)
  const shown = withoutClosing(words)
  return { source: `${marks} ${shown}${closed ? ` ${marks}` : ''}`, start: level + 1, end: level + 1 + shown.length }
}

/** Returns words with trailing #s escaped, which would close the heading. */
function withoutClosing(words: string): string {
  return words.replace(/(?<=^|[ \t])#+$/, '\\$&')
}

function underlined(words: string, level: number, lineEnd: string): WrittenHeading {
  return { source: words + lineEnd + rule(level, words.length), start: 0, end: words.length }
}

function rule(level: number, length: number): string {
  return (level === 1 ? '=' : '-').repeat(Math.max(length, 3))
}

/** Returns whether a line of `words` is a paragraph, so that it can be underlined. */
function canUnderline(words: string): boolean {
  return !/^(?:#{1,6}(?:\s|$)|[>|]|[-+*](?:\s|$)|\d{1,9}[.)](?:\s|$)|:::|!!!|\?\?\?|===|~~~|import\s|export\s)|\|/.test(
    words
  )
}

function renamed(own: string, words: string): string {
  return words + (ATTRIBUTES.exec(own)?.[0] ?? '')
}

function changeUnderlined(lines: readonly string[], words: string | undefined, level: number, lineEnd: string): string {
  const title = lines.slice(0, -1)
  const underline = lines.at(-1)!.trim()
  const own = title.map((line) => line.trim().replace(/(?<!\\)(?:\\\\)*\\$/, (marks) => marks.slice(1))).join(' ')
  const shown = words === undefined ? own : renamed(own, words)
  if (level > 2 || (words !== undefined && !canUnderline(shown))) return atx(shown, level, false).source
  // Keep an underline as long as the words.
  const fits = words !== undefined && underline.length === title.at(-1)!.trim().length
  const kept = words === undefined ? title : [shown]
  return [...kept, fits ? rule(level, shown.length) : rule(level, 0).charAt(0).repeat(underline.length)].join(lineEnd)
}

/** Returns `text` escaped for Markdown and common site generators, with no unneeded escapes. */
function escapeMarkdown(text: string): string {
  return text
    .replace(/\\(?=[!-/:-@[-`{-~]|$)/g, '\\\\')
    .replace(/[*`[]/g, '\\$&')
    .replace(/<(?=[a-z/!?])/gi, '\\<')
    .replace(/&(?=#?\w+;)/g, '\\&')
    .replace(/_+/g, (marks, at: number, whole: string) => {
      const inside = /[\p{L}\p{N}]/u.test(whole[at - 1] ?? ' ') && /[\p{L}\p{N}]/u.test(whole[at + marks.length] ?? ' ')
      return inside ? marks : marks.replace(/_/g, '\\_')
    })
    .replace(/~(?=.*~)|(?<=~.*)~/g, '\\~')
    .replace(/\$(?=.*\$)|(?<=\$.*)\$/g, '\\$')
    .replace(/:(?=[a-z][a-z0-9_+-]*:)/g, '\\:')
    .replace(/\{(?=.*\})/g, '&#123;')
}
