import type { Article } from '@leitmotif/encoder/stages'
import type { Draft } from '../evaluation/draft-damage.js'

/** Characters that would make a paragraph's first line something else in Markdown. */
const MARKUP = /^(?=[#>*+=|`~:<[_-])|^(\d{1,9})(?=[.)])/

/** Returns an article as a draft in Markdown: its title, headings and paragraphs. */
export function draftOf({ id, title, sections }: Article): Draft {
  const parts = sections.flatMap(({ heading, level, paragraphs }) => [
    ...(heading === '' ? [] : [`${'#'.repeat(Math.min(6, level + 1))} ${oneLine(heading)}`]),
    ...paragraphs.map((text) => oneLine(text).replace(MARKUP, '$1\\'))
  ])
  return { name: id, format: 'markdown', text: [`# ${oneLine(title)}`, ...parts, ''].join('\n\n') }
}

function oneLine(text: string): string {
  return text.replace(/\s+/gu, ' ').trim()
}
