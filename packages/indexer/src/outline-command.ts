import { dirname } from 'node:path'
import { EXIT, Failure, printJson } from '@leitmotif/command'
import { outlineOf, type Outline, type OutlineInput } from '@leitmotif/encoder'
import { Command } from 'commander'
import pc from 'picocolors'
import { encoderOption, jsonOption, openEncoder } from './collection.js'
import { splitDocument, type SentenceDocument } from './documents.js'
import { readSources, type SourceItem } from './sources.js'
import { counted, percent, textWidth, wrap } from './text-lines.js'

/** `leitmotif outline`: what one document is about, and how it could be better divided. */
export function outlineCommand(): Command {
  return new Command('outline')
    .description(
      'Shows the themes of one document and of its sections, paragraphs that belong elsewhere, and places where a heading\n' +
        'is missing. Ends with status 1 where it suggests something.'
    )
    .argument('<file>', 'a file of Markdown or plain text')
    .addOption(encoderOption())
    .addOption(jsonOption())
    .action(async (file: string, flags: { readonly encoder: string; readonly json: boolean }) => {
      const document = await readDocument(file)
      const encoder = await openEncoder(flags.encoder)
      const paragraphs = paragraphsOf(document)
      const sentences = document.sentences.map(({ text }) => text)
      const outline = outlineOf({ ...paragraphs, vectors: await encoder.encode(sentences) })
      if (flags.json) printJson(outlineJson(document.title, paragraphs, outline))
      else process.stdout.write(outlineText(document.title, paragraphs, outline))
      if (outline.moves.length + outline.headings.length > 0) process.exitCode = EXIT.findings
    })
}

async function readDocument(file: string): Promise<SentenceDocument> {
  const items: SourceItem[] = []
  for await (const item of readSources([file], dirname(file))) {
    items.push(item)
    if (items.length > 1) break
  }
  const [item] = items
  if (items.length !== 1)
    throw new Failure(`${file}: holds ${items.length === 0 ? 'no document' : 'several documents'}; expected one`)
  if ('status' in item) throw new Failure(`${file}: ${item.reason}`)
  const document = splitDocument(item)
  if (document.sentences.length === 0) throw new Failure(`${file}: has no sentences; expected prose`)
  return document
}

/** The document's paragraphs that have sentences, numbered anew. */
function paragraphsOf({ sentences }: SentenceDocument): Omit<OutlineInput, 'vectors'> {
  const numbers = new Map<number, number>()
  const paragraphs: { path: readonly string[]; text: string }[] = []
  const numbered = sentences.map(({ text, paragraph, path }) => {
    const number = numbers.get(paragraph) ?? numbers.size
    if (!numbers.has(paragraph)) {
      numbers.set(paragraph, number)
      paragraphs.push({ path, text })
    } else paragraphs[number].text += ` ${text}`
    return { text, paragraph: number }
  })
  return { paragraphs, sentences: numbered }
}

/** The outline as JSON: numbers of paragraphs and sections count from 0, vectors are left out. */
function outlineJson(
  title: string,
  { paragraphs, sentences }: Omit<OutlineInput, 'vectors'>,
  outline: Outline
): unknown {
  const themes = outline.themes.themes.map(({ id, label, heading, terms, exemplars, size, share, cohesion }) => {
    return { id, label, heading, terms, exemplars, size, share, cohesion }
  })
  const { sections, suggested, moves, headings } = outline
  return {
    title,
    paragraphs: paragraphs.length,
    sentences: sentences.length,
    themes,
    sections,
    suggested,
    moves,
    headings
  }
}

function outlineText(
  title: string,
  { paragraphs, sentences }: Omit<OutlineInput, 'vectors'>,
  outline: Outline
): string {
  const width = textWidth()
  const { themes, sections, moves, headings } = outline
  const opening = (paragraph: number): string => {
    const [line = ''] = wrap(paragraphs[paragraph].text, width - 24)
    return `“${line} …”`
  }
  const name = (path: readonly string[]): string =>
    path.length === 0 ? '(before the first heading)' : path.join(' › ')
  const label = new Map(themes.themes.map((theme) => [theme.id, theme.label]))
  const lines = [
    pc.bold(title),
    [
      counted(paragraphs.length, 'paragraph'),
      counted(sentences.length, 'sentence'),
      counted(sections.length, 'section')
    ].join(', '),
    '',
    pc.bold('Themes')
  ]
  for (const theme of themes.themes) lines.push(`  ${theme.id}  ${percent(theme.share).padStart(6)}  ${theme.label}`)
  lines.push('', pc.bold('Sections, and what each is mostly about'))
  for (const section of sections) {
    lines.push(`  ¶ ${section.start + 1}–${section.end}  ${name(section.path)}`)
    const shares = section.themes
      .slice(0, 2)
      .map(({ theme, share }) => `${percent(share)} ${label.get(theme) ?? theme}`)
    lines.push(...wrap(shares.join('; '), width - 10).map((line) => `          ${pc.dim(line)}`))
  }
  if (moves.length + headings.length === 0)
    lines.push('', 'Nothing to suggest: every paragraph is where one would look for it.')
  if (moves.length > 0) lines.push('', pc.bold('Paragraphs that belong elsewhere'))
  for (const { paragraph, to, reason } of moves) {
    lines.push(`  ¶ ${paragraph + 1}  ${opening(paragraph)}`, `        move to “${name(sections[to].path)}”`)
    lines.push(...wrap(reason, width - 8).map((line) => `        ${pc.dim(line)}`))
  }
  if (headings.length > 0) lines.push('', pc.bold('Places where a heading is missing'))
  for (const { paragraph, heading, reason } of headings) {
    lines.push(`  ¶ ${paragraph + 1}  ${opening(paragraph)}`, `        “${heading}”`)
    lines.push(...wrap(reason, width - 8).map((line) => `        ${pc.dim(line)}`))
  }
  return `${lines.join('\n')}\n`
}
