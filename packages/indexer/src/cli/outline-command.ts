import { counted, EXIT, Failure, printable, printJson } from '@leitmotif/command'
import { analyseDraft, type DocumentFormat } from '@leitmotif/encoder'
import {
  draftRepresentation,
  furtherTerms,
  type DraftAnalysis,
  type DraftOptions,
  type Suggestion
} from '@leitmotif/encoder/draft'
import { Command, Option } from 'commander'
import { openEncoder } from '../store/collection.js'
import { percent } from '../terminal/numbers.js'
import { paint, textWidth, wrap } from '../terminal/terminal-text.js'
import { dirname } from 'node:path'
import { decodeText, UNKNOWN_ENCODING, WRONG_ENCODING } from '../ingest/encodings.js'
import { MAX_DOCUMENT_SIZE, tooLarge, type SourceItem } from '../ingest/source-document.js'
import { STANDARD_INPUT } from '../ingest/decoded-lines.js'
import { DRAFT_ENDS, isDraft, kindOf, unsupported } from '../ingest/file-kinds.js'
import { parseFrontMatter } from '../ingest/front-matter-fields.js'
import { readSources } from '../ingest/sources.js'
import { encodingOption, reportEncoding } from './text-encoding-option.js'
import { encoderOption, jsonOption } from './shared-options.js'

interface Flags {
  readonly encoder: string
  readonly precision: DraftOptions['precision']
  readonly encoding?: string
  readonly json: boolean
}

/** `leitmotif outline`: shows the themes of one document and suggests changes to its structure. */
export function outlineCommand(): Command {
  return new Command('outline')
    .description(
      'Shows the themes of one document and its sections, and makes the suggestions that the editor makes: paragraphs to ' +
        'move, new sections, sections to merge or to group, and headings that do not fit. Exit status: 0 no suggestions, 1 some.\n\n' +
        'Example: leitmotif outline draft.md --precision more'
    )
    .argument(
      '<file>',
      'Markdown, plain text, LaTeX, reStructuredText or AsciiDoc file; - reads Markdown on standard input'
    )
    .addOption(encoderOption('the encoder to use'))
    .addOption(
      new Option(
        '--precision <level>',
        'few: only suggestions that are probably right; more: less certain ones as well'
      )
        .choices(['few', 'more'])
        .default('few')
    )
    .addOption(encodingOption())
    .addOption(jsonOption())
    .action(async (given: string, { encoder: folder, precision, encoding, json }: Flags) => {
      const isPiped = given === STANDARD_INPUT
      const file = isPiped ? 'standard input' : given
      const { name, text, before, format, guessed } = isPiped
        ? await readPiped(encoding)
        : await readDraft(file, encoding)
      if (guessed !== undefined && encoding === undefined) reportEncoding(file, guessed)
      const encoder = await openEncoder(folder)
      const analysis = await analyseDraft(encoder, text, format, { precision }).catch((error: unknown) => {
        throw new Failure(`${file}: ${error instanceof Error ? error.message : String(error)}`)
      })
      if (analysis.paragraphs.length === 0) throw new Failure(`${file}: has no sentences; expected prose`)
      const lineOf = lineFinder(before + text)
      const lineAt = (at: number): number => lineOf(before.length + at)
      const outline = { ...analysis, title: analysis.title || name, lineAt }
      if (json) printJson({ representation: draftRepresentation(encoder), ...outlineJson(outline) })
      else process.stdout.write(outlineText(outline))
      if (analysis.suggestions.length > 0) process.exitCode = EXIT.findings
    })
}

/** An analysed draft. `lineAt` returns the line, from 1, of an offset in its text. */
interface Outline extends DraftAnalysis {
  readonly lineAt: (at: number) => number
}

/** Returns the headings down to a section's own, outermost first. */
function pathOf({ sections }: DraftAnalysis, section: number): string[] {
  const path: string[] = []
  for (let s = section; s >= 0; s = sections[s].parent)
    if (sections[s].heading !== '') path.unshift(sections[s].heading)
  return path
}

function ofKind<K extends Suggestion['kind']>(
  { suggestions }: DraftAnalysis,
  kind: K
): Extract<Suggestion, { kind: K }>[] {
  return suggestions.filter((one): one is Extract<Suggestion, { kind: K }> => one.kind === kind)
}

/** Returns the outline as JSON. Paragraphs, sections and themes are identified by index, from 0; ranges exclude their end. */
function outlineJson(outline: Outline): object {
  const { title, language, paragraphs, sections, themes, proposed, lineAt } = outline
  return {
    title,
    ...(language !== undefined && { language }),
    paragraphs: paragraphs.map(({ section, theme, words, span }) => ({
      path: pathOf(outline, section),
      lines: [lineAt(span.start), lineAt(span.end - 1)],
      section,
      theme,
      words
    })),
    themes: themes.map(({ id, name, terms, paragraphs, share }) => ({ id, name, terms, paragraphs, share })),
    sections: sections.map(({ start, end, themes }, s) => ({ path: pathOf(outline, s), start, end, themes })),
    proposed,
    moves: ofKind(outline, 'move'),
    misplaced: ofKind(outline, 'separate').map(({ paragraph, ...rest }) => ({ start: paragraph, ...rest })),
    merges: ofKind(outline, 'merge'),
    mixed: ofKind(outline, 'mixed'),
    headings: ofKind(outline, 'split'),
    misfits: ofKind(outline, 'heading')
  }
}

function outlineText(outline: Outline): string {
  const width = textWidth()
  const { title, paragraphs, sections, themes, lineAt } = outline
  const text: string[] = []
  /** Adds a line, and indented lines with details. */
  const item = (head: string, ...parts: readonly string[]): void => {
    text.push(...wrap(printable(head), width - 4).map((line, i) => (i === 0 ? `  ${line}` : `    ${line}`)))
    for (const part of parts) text.push(...wrap(printable(part), width - 8).map((line) => `        ${paint.dim(line)}`))
  }
  const name = (section: number): string =>
    pathOf(outline, section).map(printable).join(' › ') || '(before the first heading)'
  const place = (paragraph: number): string => {
    const { span, opening } = paragraphs[paragraph]
    return `line ${lineAt(span.start)}  “${printable(beginning(opening, width - 24))}”`
  }
  const words = paragraphs.reduce((sum, paragraph) => sum + paragraph.words, 0)
  const counts = [counted(paragraphs.length, 'paragraph'), counted(words, 'word'), counted(sections.length, 'section')]
  text.push(paint.bold(printable(title)), counts.join(', '))
  if (themes.length > 0) text.push('', paint.bold('Themes'))
  for (const theme of themes) {
    const { id, share } = theme
    text.push(`  ${id}  ${percent(share).padStart(6)}  ${nameWith(theme, 2)}`)
  }
  text.push('', paint.bold('Sections and their main themes'))
  for (const [s, { span, themes: own }] of sections.entries()) {
    const shares = own.slice(0, 2).map(({ theme, share }) => `${percent(share)} ${nameWith(themes[theme], 1)}`)
    item(
      `${lineRange(lineAt(span.start), lineAt(Math.max(span.start, span.end - 1)))}  ${name(s)}`,
      shares.join('; ') || 'no theme'
    )
  }
  const headings = (some: readonly string[]): string =>
    some.length === 0 ? '' : `perhaps ${some.map((heading) => `“${printable(heading)}”`).join(', ')}`
  const list = (head: string, items: readonly (readonly [string, ...string[]])[]): void => {
    if (items.length > 0) text.push('', paint.bold(head))
    for (const [first, ...parts] of items) item(first, ...parts)
  }
  list(
    'Paragraphs to move',
    ofKind(outline, 'move').map(({ paragraph, to, reason }) => [place(paragraph), `move to “${name(to)}”`, reason])
  )
  list(
    'Paragraphs that need their own section',
    ofKind(outline, 'separate').map(({ paragraph, end, headings: some, reason }) => [
      place(paragraph),
      ...(end - paragraph > 1 ? [`up to line ${lineAt(paragraphs[end - 1].span.end - 1)}`] : []),
      headings(some),
      reason
    ])
  )
  list(
    'Missing headings',
    ofKind(outline, 'split').map(({ paragraph, headings: some, reason }) => [place(paragraph), headings(some), reason])
  )
  list(
    'Headings that do not fit',
    ofKind(outline, 'heading').map(({ section, headings: some, reason }) => [name(section), headings(some), reason])
  )
  list(
    'Sections to merge with the one before',
    ofKind(outline, 'merge').map(({ section, reason }) => [name(section), reason])
  )
  list(
    'Sections of two themes',
    ofKind(outline, 'mixed').map(({ section, reason }) => [name(section), reason])
  )
  if (outline.language !== undefined) {
    const language = new Intl.DisplayNames(['en'], { type: 'language' }).of(outline.language) ?? outline.language
    text.push(
      '',
      ...wrap(
        `The draft is in ${language}, which the encoder does not read: its themes come from its own words, and of the ` +
          'suggestions only sections that begin at bold lines or questions are made.',
        width
      )
    )
  } else if (outline.suggestions.length === 0) {
    const compared = `${counted(paragraphs.length, 'paragraph')} in ${counted(sections.length, 'section')}`
    const reason =
      paragraphs.length < 2
        ? 'the text is too short; at least two paragraphs are needed to compare them.'
        : `${compared} were compared, and only clear cases are suggested. --precision more shows less certain ones.`
    text.push('', ...wrap(`No ${themes.length === 0 ? 'themes and no ' : ''}suggestions: ${reason}`, width))
  }
  return `${text.join('\n')}\n`
}

/** Returns the words of an opening that fit a width. Of a longer text, it ends with an ellipsis already. */
export function beginning(opening: string, width: number): string {
  const [shown = '', ...rest] = wrap(opening, width)
  return rest.length === 0 ? shown : `${shown.replace(/…$/, '')}…`
}

function nameWith(theme: DraftAnalysis['themes'][number], terms: number): string {
  return [theme.name, ...furtherTerms(theme, terms)].map(printable).join(', ')
}

function lineRange(first: number, last: number): string {
  return first === last ? `line ${first}` : `lines ${first}–${last}`
}

/** A text of prose. */
interface Prose {
  readonly name: string
  readonly text: string
  /** What comes before the text in its file. */
  readonly before: string
  readonly format: DocumentFormat
  /** Its encoding, if that is not UTF-8. */
  readonly guessed?: string | undefined
}

/** Reads a file of prose. @throws Failure for any other file. */
async function readDraft(file: string, encoding: string | undefined): Promise<Prose> {
  const items: SourceItem[] = []
  for await (const item of readSources([file], dirname(file), undefined, { encoding })) {
    items.push(item)
    if (items.length > 1) break
  }
  const [item] = items
  const wrongKind = (): Failure =>
    new Failure(`${file}: ${unsupported(item.source, `one of ${DRAFT_ENDS.join(', ')}`).reason}`)
  if (items.length > 0 && items.every(({ source }) => !isDraft(kindOf(source)))) throw wrongKind()
  if (items.length !== 1) {
    throw new Failure(`${file}: contains ${items.length === 0 ? 'no document' : 'several documents'}; expected one`)
  }
  if ('status' in item) throw new Failure(`${file}: ${item.reason}`)
  if ('load' in item || item.body.kind === 'article') throw wrongKind()
  const { kind: format, text } = item.body
  const start = format === 'plain' ? frontMatterEnd(text) : 0
  return { name: item.name, text: text.slice(start), before: text.slice(0, start), format, guessed: item.encoding }
}

/** Returns where plain text begins below front matter, which its parser does not know. */
function frontMatterEnd(text: string): number {
  const parsed = parseFrontMatter(text)
  if (parsed === undefined || 'fault' in parsed) return 0
  return text.length - text.slice(parsed.end).trimStart().length
}

/** Reads Markdown on standard input. @throws Failure for an empty or too long text, or one in no known encoding. */
async function readPiped(encoding: string | undefined): Promise<Prose> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const data of process.stdin) {
    const chunk = data as Buffer
    chunks.push(chunk)
    size += chunk.length
    if (size > MAX_DOCUMENT_SIZE) throw new Failure(`standard input: ${tooLarge(size, 'bytes')}`)
  }
  const decoded = decodeText(Buffer.concat(chunks), encoding)
  if (decoded === undefined)
    throw new Failure(`standard input: ${encoding === undefined ? UNKNOWN_ENCODING : WRONG_ENCODING}`)
  if (decoded.text.trim() === '') throw new Failure('standard input: is empty')
  return { name: 'Standard input', text: decoded.text, before: '', format: 'markdown', guessed: decoded.encoding }
}

/** Returns a function that finds the line, from 1, of an offset. */
function lineFinder(text: string): (at: number) => number {
  const starts = [0]
  for (let next = text.indexOf('\n'); next >= 0; next = text.indexOf('\n', next + 1)) starts.push(next + 1)
  return (at) => {
    let [low, high] = [0, starts.length]
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if (starts[middle] <= at) low = middle
      else high = middle
    }
    return low + 1
  }
}
