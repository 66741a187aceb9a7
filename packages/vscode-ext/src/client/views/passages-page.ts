import type { RelatedPassage } from '../../protocol/protocol.js'

/** Passages as a page of Markdown, and the line at which each begins. */
export interface PassagesPage {
  readonly text: string
  readonly lines: readonly number[]
}

export function passagesPage(passages: readonly RelatedPassage[]): PassagesPage {
  const lines: number[] = []
  const page: string[] = []
  for (const { text, title, path, link } of passages) {
    lines.push(page.length)
    page.push(`## ${[title, ...path].join(' › ')}`, '', ...text.split(/\r?\n/).map((line) => `> ${line}`), '')
    if (link !== undefined) page.push(`<${link}>`, '')
  }
  return { text: page.join('\n'), lines }
}
