import { readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Failure } from '@leitmotif/command'
import { parseDocument, splitSentences } from '@leitmotif/encoder'
import type { OutlineSentence } from '@leitmotif/encoder/stages'
import { readSources, type SourceItem } from '../ingest/sources.js'

/** A paragraph of a draft, and the lines of the file that it stands on, from 1. */
interface DraftParagraph {
  readonly path: readonly string[]
  readonly text: string
  readonly lines: readonly [first: number, last: number]
}

/** A draft as its outline is made of. */
export interface Draft {
  readonly title: string
  readonly paragraphs: readonly DraftParagraph[]
  readonly sentences: readonly OutlineSentence[]
}

/** Reads one file of prose. @throws Failure for anything else. */
export async function readDraft(file: string): Promise<Draft> {
  const items: SourceItem[] = []
  for await (const item of readSources([file], dirname(file))) {
    items.push(item)
    if (items.length > 1) break
  }
  const [item] = items
  if (items.length !== 1) {
    throw new Failure(`${file}: holds ${items.length === 0 ? 'no document' : 'several documents'}; expected one`)
  }
  if ('status' in item) throw new Failure(`${file}: ${item.reason}`)
  if (item.body.kind === 'article' || item.line !== undefined) {
    throw new Failure(`${file}: holds lines of JSON; expected a file of prose`)
  }
  // As the writer has it: spans are of this text.
  const text = await readFile(file, 'utf8')
  const { title = item.name, blocks } = parseDocument(text, item.body.kind)
  const lineAt = lineCounter(text)
  const paragraphs: DraftParagraph[] = []
  const sentences: OutlineSentence[] = []
  for (const { kind, container, path, prose, span } of blocks) {
    // A footnote stands wherever it was put: it belongs to no section.
    if (kind !== 'paragraph' || container === 'footnote' || !/\p{L}/u.test(prose.text)) continue
    for (const { start, end } of splitSentences(prose.text)) {
      sentences.push({ text: prose.text.slice(start, end).trim(), paragraph: paragraphs.length })
    }
    paragraphs.push({ path, text: prose.text, lines: [lineAt(span.start), lineAt(span.end)] })
  }
  if (sentences.length === 0) throw new Failure(`${file}: has no sentences; expected prose`)
  return { title, paragraphs, sentences }
}

/** The line, from 1, of ascending places in a text. */
function lineCounter(text: string): (at: number) => number {
  let line = 1
  let next = text.indexOf('\n')
  return (at) => {
    while (next >= 0 && next < at) {
      line++
      next = text.indexOf('\n', next + 1)
    }
    return line
  }
}
