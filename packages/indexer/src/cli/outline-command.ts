import { EXIT, printJson } from '@leitmotif/command'
import { outlineOf, type Outline } from '@leitmotif/encoder'
import { Command } from 'commander'
import { encoderOption, jsonOption, openEncoder } from '../collection/collection.js'
import { readDraft, type Draft } from './outline-document.js'
import { counted, paint, percent, textWidth, wrap } from '../terminal/text-lines.js'

/** `leitmotif outline`: what one document is about, and how it could be better divided. */
export function outlineCommand(): Command {
  return new Command('outline')
    .description(
      'Shows the themes of one document and of its sections, paragraphs that belong elsewhere or should have a section ' +
        'of their own, and places where a heading is missing. Ends with status 1 where it suggests something.'
    )
    .argument('<file>', 'a file of Markdown, plain text, LaTeX, reStructuredText or AsciiDoc')
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

/** The outline as JSON: paragraphs and sections are named by their index, from 0; spans of them are half-open. */
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
  /** A line, and lines that say more of it further in. */
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
  text.push('', paint.bold('Sections, and what each is mostly about'))
  for (const { path, start, end, themes } of sections) {
    const shares = themes.slice(0, 2).map(({ theme, share }) => `${percent(share)} ${label.get(theme) ?? theme}`)
    item(
      `${lineRange(paragraphs[start].lines[0], paragraphs[end - 1].lines[1])}  ${name(path)}`,
      shares.join('; ') || 'no theme'
    )
  }
  if (moves.length > 0) text.push('', paint.bold('Paragraphs that belong elsewhere'))
  for (const { paragraph, to, reason } of moves) {
    item(place(paragraph), `move to “${name(sections[to].path)}”`, reason)
  }
  if (misplaced.length > 0) text.push('', paint.bold('Paragraphs that should have a section of their own'))
  for (const { start, end, reason } of misplaced) {
    item(place(start), ...(end - start > 1 ? [`up to line ${paragraphs[end - 1].lines[1]}`] : []), reason)
  }
  if (headings.length > 0) text.push('', paint.bold('Places where a heading is missing'))
  for (const { paragraph, heading, reason } of headings) item(place(paragraph), `“${heading}”`, reason)
  if (!suggestsAnything(outline)) {
    text.push(
      '',
      'Nothing stood out. Only what is clear is suggested, and sections of one or two paragraphs are not judged.'
    )
  }
  return `${text.join('\n')}\n`
}

function lineRange(first: number, last: number): string {
  return first === last ? `line ${first}` : `lines ${first}–${last}`
}
