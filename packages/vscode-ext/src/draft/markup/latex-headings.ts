import type { HeadingFormat } from './heading-markup.js'

/** Commands by level, from 1. */
const COMMANDS = ['part', 'chapter', 'section', 'subsection', 'subsubsection', 'paragraph'] as const

/** A heading's command: text before its name, name, star, short title and space. */
const COMMAND = /^([^]*?\\)(part|chapter|(?:sub){0,2}section|(?:sub)?paragraph)(\*?)([ \t]*\[[^\]]*\])?([ \t]*)/
/** The same of a command that the document defines around a heading. */
const CUSTOM = /^([ \t]*\\)([A-Za-z@]+)(\*?)([ \t]*\[[^\]]*\])?([ \t]*)(?=\{)/
const LABEL = /\\label[ \t]*\{[^{}]*\}/g
/** Document classes whose top sections are chapters. */
const OF_CHAPTERS =
  /^[^%\r\n]*?\\documentclass(?:\[[^\]]*\])?[ \t]*\{(?:book|report|memoir|scrbook|scrreprt|tufte-book)\}/m

/** Headings of LaTeX: sectioning commands, starred if all of the draft's are. */
export const latexHeadings: HeadingFormat = (headings, draft, lineEnd) => {
  const starred = headings.length > 0 && headings.every(({ source }) => COMMAND.exec(source)?.[3] === '*')
  return {
    first: OF_CHAPTERS.test(draft) ? 2 : 3,
    deepest: COMMANDS.length,
    write: (text, level) => {
      const opening = `\\${COMMANDS[level - 1]}${starred ? '*' : ''}{`
      const words = escapeLatex(text)
      return { source: `${opening}${words}}`, start: opening.length, end: opening.length + words.length }
    },
    change: ({ source, level: today }, { text, level = today }) => {
      const found = COMMAND.exec(source) ?? CUSTOM.exec(source)
      if (found === null) return source
      const [all, before, name, star, short = '', space] = found
      const command = before + (level === today ? name : COMMANDS[level - 1]) + star
      if (text === undefined) return command + short + space + source.slice(all.length)
      const end = closingBrace(source, all.length)
      // A short title would repeat the old words.
      return `${command}{${escapeLatex(text)}}${end < 0 ? '' : source.slice(end + 1)}`
    },
    label: (source) => (source.match(LABEL) ?? []).join(lineEnd)
  }
}

/** Returns the index of the brace that closes the one at `at`; -1 if there is none. */
function closingBrace(source: string, at: number): number {
  if (source[at] !== '{') return -1
  for (let depth = 0, i = at; i < source.length; i++) {
    if (source[i] === '\\') i++
    else if (source[i] === '{') depth++
    else if (source[i] === '}' && --depth === 0) return i
  }
  return -1
}

const ESCAPES: Readonly<Partial<Record<string, string>>> = {
  '\\': '\\textbackslash{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
  '`': '\\textasciigrave{}'
}

/** Returns `text` escaped for LaTeX. */
function escapeLatex(text: string): string {
  return text.replace(/[\\~^`{}$&#%_]|-(?=-)/g, (mark) => (mark === '-' ? '-{}' : (ESCAPES[mark] ?? `\\${mark}`)))
}
