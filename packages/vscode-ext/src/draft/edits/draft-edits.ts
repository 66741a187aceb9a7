import { slice, type DocumentFormat, type Span } from '@leitmotif/encoder'
import * as l10n from '@vscode/l10n'
import type { Change, DraftEdit } from '../change.js'
import { arrangementOf, closeLevels, type Arrangement } from './arrangement.js'
import { findMisread } from './misread-check.js'
import { applyOutline } from './apply-outline.js'
import { readParts, type DraftParts, type EditedDraft } from './draft-parts.js'
import { rearrange } from './arrangement-edits.js'
import { checkScopes } from './misread-check.js'
import { changeLevel, group, merge, move, moveSection, moveTheme, rename, split } from './structure-changes.js'
import { asciidocHeadings } from '../markup/asciidoc-headings.js'
import { latexHeadings } from '../markup/latex-headings.js'
import { markdownHeadings } from '../markup/markdown-headings.js'
import { plainHeadings, underlinedHeadings } from '../markup/plain-headings.js'
import { restructuredTextHeadings } from '../markup/restructuredtext-headings.js'
import type { HeadingFormat } from '../markup/heading-markup.js'

/** Maximum number of UTF-16 code units of a heading. */
const MAX_HEADING_LENGTH = 400

/** A change as edits of the draft's text. */
export interface DraftEdits {
  /** In order; empty if nothing changes. */
  readonly edits: readonly DraftEdit[]
  /** The words of a single new heading in the edited text, to be selected. */
  readonly select?: Span
}

const HEADINGS: Readonly<Record<DocumentFormat, HeadingFormat>> = {
  markdown: markdownHeadings,
  plain: plainHeadings,
  latex: latexHeadings,
  restructuredtext: restructuredTextHeadings,
  asciidoc: asciidocHeadings
}

/**
 * Returns the edits of a change. Paragraphs move as whole lines, with the code or lists that belong to them. Every character of
 * prose is kept exactly once. Front matter, rules, comments and definitions stay after the part that they follow. A blank line
 * separates moved text from its neighbours; other blank lines stay. In Markdown, two adjacent lists become one. Time is
 * O(n log p) for n characters and p paragraphs.
 * @param draft the analysis of exactly this text
 * @throws Error with a translated message if the change is not possible or would change how other text is parsed
 */
export function editsFor(text: string, format: DocumentFormat, draft: EditedDraft, change: Change): DraftEdits {
  const parts = readParts(text, format, draft)
  const made = makeEdits(parts, draft, change, HEADINGS[format])
  if (made.misread === undefined) return made
  if (format === 'plain') {
    const underlined = makeEdits(parts, draft, change, underlinedHeadings)
    if (underlined.misread === undefined) return underlined
    // A heading on its own line may not be recognised without text below it.
    if (change.kind !== 'split' && change.kind !== 'rename') return made
  }
  const { misread } = made
  throw new Error(
    l10n.t(
      'After this change, the draft would be read differently at “{0}”. Look there for markup that is not closed or that depends on its place, and close or move it by hand.',
      misread
    )
  )
}

interface MadeEdits extends DraftEdits {
  /** Words that would not be parsed as intended. */
  readonly misread?: string
}

function makeEdits(parts: DraftParts, draft: EditedDraft, change: Change, format: HeadingFormat): MadeEdits {
  const { text, parsed, lineEnd } = parts
  const headings = parsed.units.flatMap(({ kind, level, blocks: [title] }) =>
    kind === 'heading' ? [{ source: slice(text, parsed.blocks[title].span), level }] : []
  )
  const markup = format(headings, text, lineEnd)
  const arrangement = arrangementOf(parts, draft, markup)
  apply(arrangement, change)
  checkScopes(arrangement, change)
  if (markup.gapless === true) closeLevels(arrangement)
  const { edits, words } = rearrange(arrangement)
  const misread = edits.length > 0 ? findMisread(arrangement, applyEdits(text, edits)) : undefined
  // Only a single new heading is selected.
  const selects = words !== undefined && (change.kind === 'split' || change.kind === 'move')
  return { edits, ...(selects && { select: words }), ...(misread !== undefined && { misread }) }
}

function apply(arrangement: Arrangement, change: Change): void {
  switch (change.kind) {
    case 'split':
      split(arrangement, { ...change, heading: headingText(change.heading) })
      break
    case 'move':
      move(
        arrangement,
        change.paragraphs,
        change.to,
        change.heading === undefined ? undefined : headingText(change.heading),
        change.before
      )
      break
    case 'move-section':
      moveSection(arrangement, change)
      break
    case 'move-theme':
      moveTheme(arrangement, change)
      break
    case 'level':
      changeLevel(arrangement, change)
      break
    case 'merge':
      merge(arrangement, change)
      break
    case 'rename':
      rename(arrangement, { ...change, heading: headingText(change.heading) })
      break
    case 'group':
      group(arrangement, change)
      break
    case 'outline':
      applyOutline(arrangement, change.sections)
  }
}

/** Returns a heading on one line. @throws Error with a translated message if it is empty or too long */
function headingText(heading: string): string {
  const text = heading.replace(/[\s\p{Cc}]+/gu, ' ').trim()
  if (!/[\p{L}\p{N}]/u.test(text)) {
    throw new Error(l10n.t('The heading has no letters or digits. Type a heading with at least one.'))
  }
  if (text.length > MAX_HEADING_LENGTH) {
    throw new Error(
      l10n.t('The heading has {0} characters; the maximum is {1}. Shorten it.', text.length, MAX_HEADING_LENGTH)
    )
  }
  return text
}

/** Returns the text after the edits. */
export function applyEdits(text: string, edits: readonly DraftEdit[]): string {
  let at = 0
  const pieces: string[] = []
  for (const edit of edits) {
    pieces.push(text.slice(at, edit.start), edit.text)
    at = edit.end
  }
  return pieces.join('') + text.slice(at)
}

/** Returns the edits that restore `text` from the text after `edits`. */
export function inverseEdits(text: string, edits: readonly DraftEdit[]): DraftEdit[] {
  let shift = 0
  return edits.map(({ start, end, text: by }) => {
    const from = start + shift
    shift += by.length - (end - start)
    return { start: from, end: from + by.length, text: text.slice(start, end) }
  })
}
