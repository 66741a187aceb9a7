import { slice, type DocumentFormat, type Span } from '@leitmotif/encoder'
import * as l10n from '@vscode/l10n'
import type { Change, DraftEdit } from '../change.js'
import { arrangementOf, closeLevels, type Arrangement } from './arrangement.js'
import { findMisread } from './check.js'
import { applyOutline } from './apply-outline.js'
import { readParts, type DraftParts, type EditedDraft } from './draft-parts.js'
import { rearrange } from './rearrange.js'
import { checkScopes } from './check.js'
import { group, merge, move, moveSection, moveTheme, rename, split } from './steps.js'
import { asciidocHeadings } from '../markup/asciidoc-headings.js'
import { latexHeadings } from '../markup/latex-headings.js'
import { markdownHeadings } from '../markup/markdown-headings.js'
import { plainHeadings, underlinedHeadings } from '../markup/plain-headings.js'
import { restructuredTextHeadings } from '../markup/restructuredtext-headings.js'
import type { HeadingFormat } from '../markup/heading-markup.js'

/** The longest heading that is written, in UTF-16 code units. */
export const MAX_HEADING_LENGTH = 400

/** A change as edits of the draft's text. */
export interface DraftEdits {
  /** In order; empty where nothing changes. */
  readonly edits: readonly DraftEdit[]
  /** In the text after the edits: the words of the one new heading, to be selected. */
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
 * The edits that make a change of a draft. Paragraphs move as whole lines with what they introduce; every character of prose is
 * kept, once; what stands apart (front matter, rules, comments, definitions) stays behind what it follows. Where a moved text meets
 * another, a blank line parts them; elsewhere blank lines stay as they are. Two lists side by side become one in Markdown: no mark is
 * put between them. Time is linear in the text, but for the logarithm of its number of paragraphs.
 * @param draft the analysis of this very text
 * @throws Error, in words for the writer, where the change cannot be made or would change how other text is read.
 */
export function editsFor(text: string, format: DocumentFormat, draft: EditedDraft, change: Change): DraftEdits {
  const parts = readParts(text, format, draft)
  const made = makeEdits(parts, draft, change, HEADINGS[format])
  if (made.misread === undefined) return made
  if (format === 'plain') {
    const underlined = makeEdits(parts, draft, change, underlinedHeadings)
    if (underlined.misread === undefined) return underlined
    // A heading whose text goes is none any more.
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
  /** Words that would be read in another way than is meant. */
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
  // Of many new headings, none is the one to go to.
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
        change.heading === undefined ? undefined : headingText(change.heading)
      )
      break
    case 'move-section':
      moveSection(arrangement, change)
      break
    case 'move-theme':
      moveTheme(arrangement, change)
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

/** A heading's words in one line. */
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

/** The text with the edits made. */
export function applyEdits(text: string, edits: readonly DraftEdit[]): string {
  let at = 0
  const pieces: string[] = []
  for (const edit of edits) {
    pieces.push(text.slice(at, edit.start), edit.text)
    at = edit.end
  }
  return pieces.join('') + text.slice(at)
}

/** The edits of the text after `edits` that give the text before them. */
export function inverseEdits(text: string, edits: readonly DraftEdit[]): DraftEdit[] {
  let shift = 0
  return edits.map(({ start, end, text: by }) => {
    const from = start + shift
    shift += by.length - (end - start)
    return { start: from, end: from + by.length, text: text.slice(start, end) }
  })
}
