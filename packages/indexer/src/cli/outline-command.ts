import type { OutlineSentence } from '@leitmotif/encoder/stages'
import { counted, EXIT, printJson, Failure } from '@leitmotif/command'
import { outlineOf, type Outline, parseDocument, splitSentences } from '@leitmotif/encoder'
import { Command } from 'commander'
import { encoderOption, jsonOption, openEncoder } from '../collection/collection.js'
import { percent } from '../terminal/numbers.js'
import { paint, textWidth, wrap } from '../terminal/terminal-text.js'
import { readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { SourceItem } from '../ingest/source-document.js'
import { readSources } from '../ingest/sources.js'

/** `leitmotif outline`: shows the themes of one document and suggests changes to its structure. */
export function outlineCommand(): Command {
  return new Command('outline')
    .description(
      'Shows the themes of one document and its sections. Suggests paragraphs to move, new sections, and missing ' +
        'headings. Exit status: 0 no suggestions, 1 some.'
    )
    .argument('<file>', 'Markdown, plain text, LaTeX, reStructuredText or AsciiDoc file')
    .addOption(encoderOption())
    .addOption(jsonOption())
    .action(async (file: string, flags: { readonly encoder: string; readonly json: boolean }) => {
      const draft = await readDraft(file)
      const encoder = await openEncoder(flags.encoder)
      const vectors = await encoder.encode(draft.sentences.map(({ text }) => text))
      const boundaries = encoder.representation === 'static' ? encoder.learned.boundaries : undefined
      const outline = outlineOf({ ...draft, vectors, boundaries })
      if (flags.json) printJson({ representation: encoder.representation, ...outlineJson(draft, outline) })
      else process.stdout.write(outlineText(draft, outline))
      if (suggestsAnything(outline)) process.exitCode = EXIT.findings
    })
}

const suggestsAnything = ({ moves, misplaced, headings }: Outline): boolean =>
  moves.length + misplaced.length + headings.length > 0

/** Returns the outline as JSON. Paragraphs and sections are identified by index, from 0; ranges exclude their end. */
function outlineJson({ title, paragraphs, sentences }: Draft, outline: Outline): object {
  const { themes, sections, suggested, moves, misplaced, headings } = outline
  return {
    title,
    paragraphs: paragraphs.map(({ path, lines }) => ({ path, lines })),
    sentences: sentences.length,
    themes,
    sections,
    suggested,
    moves,
    misplaced,
    headings
  }
}

function outlineText({ title, paragraphs, sentences }: Draft, outline: Outline): string {
  const width = textWidth()
  const { themes, sections, moves, misplaced, headings } = outline
  const label = new Map(themes.map((theme) => [theme.id, theme.label]))
  const text: string[] = []
  /** Adds a line, and indented lines with details. */
  const item = (head: string, ...more: readonly string[]): void => {
    text.push(...wrap(head, width - 4).map((line, i) => (i === 0 ? `  ${line}` : `    ${line}`)))
    for (const part of more) text.push(...wrap(part, width - 8).map((line) => `        ${paint.dim(line)}`))
  }
  const name = (path: readonly string[]): string => path.join(' › ') || '(before the first heading)'
  const place = (paragraph: number): string => {
    const [opening = ''] = wrap(paragraphs[paragraph].text, width - 24)
    return `line ${paragraphs[paragraph].lines[0]}  “${opening} …”`
  }
  const counts = [counted(paragraphs.length, 'paragraph'), counted(sentences.length, 'sentence')]
  text.push(paint.bold(title), [...counts, counted(sections.length, 'section')].join(', '), '', paint.bold('Themes'))
  for (const { id, share, label } of themes) text.push(`  ${id}  ${percent(share).padStart(6)}  ${label}`)
  text.push('', paint.bold('Sections and their main themes'))
  for (const { path, start, end, themes } of sections) {
    const shares = themes.slice(0, 2).map(({ theme, share }) => `${percent(share)} ${label.get(theme) ?? theme}`)
    item(
      `${lineRange(paragraphs[start].lines[0], paragraphs[end - 1].lines[1])}  ${name(path)}`,
      shares.join('; ') || 'no theme'
    )
  }
  if (moves.length > 0) text.push('', paint.bold('Paragraphs to move'))
  for (const { paragraph, to, reason } of moves) {
    item(place(paragraph), `move to “${name(sections[to].path)}”`, reason)
  }
  if (misplaced.length > 0) text.push('', paint.bold('Paragraphs that need their own section'))
  for (const { start, end, reason } of misplaced) {
    item(place(start), ...(end - start > 1 ? [`up to line ${paragraphs[end - 1].lines[1]}`] : []), reason)
  }
  if (headings.length > 0) text.push('', paint.bold('Missing headings'))
  for (const { paragraph, heading, reason } of headings) item(place(paragraph), `“${heading}”`, reason)
  if (!suggestsAnything(outline)) {
    text.push(
      '',
      'No suggestions. Only clear cases are suggested, and sections of one or two paragraphs are not checked.'
    )
  }
  return `${text.join('\n')}\n`
}

function lineRange(first: number, last: number): string {
  return first === last ? `line ${first}` : `lines ${first}–${last}`
}

/** A paragraph of a draft, and its lines in the file, from 1. */
interface DraftParagraph {
  readonly path: readonly string[]
  readonly text: string
  readonly lines: readonly [first: number, last: number]
}

/** A parsed draft. */
interface Draft {
  readonly title: string
  readonly paragraphs: readonly DraftParagraph[]
  readonly sentences: readonly OutlineSentence[]
}

/** Reads a file of prose. @throws Failure for any other file. */
async function readDraft(file: string): Promise<Draft> {
  const items: SourceItem[] = []
  for await (const item of readSources([file], dirname(file))) {
    items.push(item)
    if (items.length > 1) break
  }
  const [item] = items
  if (items.length !== 1) {
    throw new Failure(`${file}: contains ${items.length === 0 ? 'no document' : 'several documents'}; expected one`)
  }
  if ('status' in item) throw new Failure(`${file}: ${item.reason}`)
  if ('load' in item)
    throw new Failure(
      `${file}: is of a format without source lines; expected Markdown, plain text, LaTeX, reStructuredText or AsciiDoc`
    )
  if (item.body.kind === 'article' || item.line !== undefined) {
    throw new Failure(`${file}: contains JSON lines; expected prose`)
  }
  // Spans refer to the file's original text.
  const text = await readFile(file, 'utf8')
  const { title = item.name, blocks } = parseDocument(text, item.body.kind)
  const lineAt = lineCounter(text)
  const paragraphs: DraftParagraph[] = []
  const sentences: OutlineSentence[] = []
  for (const { kind, container, path, prose, span } of blocks) {
    // A footnote's position says nothing about its section.
    if (kind !== 'paragraph' || container === 'footnote' || !/\p{L}/u.test(prose.text)) continue
    for (const { start, end } of splitSentences(prose.text)) {
      sentences.push({ text: prose.text.slice(start, end).trim(), paragraph: paragraphs.length })
    }
    paragraphs.push({ path, text: prose.text, lines: [lineAt(span.start), lineAt(span.end)] })
  }
  if (sentences.length === 0) throw new Failure(`${file}: has no sentences; expected prose`)
  return { title, paragraphs, sentences }
}

/** Returns a function that finds the line, from 1, of ascending offsets. */
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
