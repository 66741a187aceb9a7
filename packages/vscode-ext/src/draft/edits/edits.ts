import { slice, type DocumentFormat, type Span } from '@leitmotif/encoder'
import { Refused } from '../../protocol/refusals.js'
import type { Change, DraftEdit } from '../change.js'
import { arrangementOf, closeLevels, type Arrangement } from './edits-arrangement.js'
import { findMisread } from './edits-check.js'
import { applyOutline } from './edits-outline.js'
import { readParts, type DraftParts, type EditedDraft } from './edits-parts.js'
import { rearrange } from './edits-rearrange.js'
import { checkScopes } from './edits-scopes.js'
import { group, merge, move, moveSection, moveTheme, rename, split } from './edits-steps.js'
import { asciidocHeadings } from '../markup/heading-markup-asciidoc.js'
import { latexHeadings } from '../markup/heading-markup-latex.js'
import { markdownHeadings } from '../markup/heading-markup-markdown.js'
import { plainHeadings, underlinedHeadings } from '../markup/heading-markup-plain.js'
import { restructuredTextHeadings } from '../markup/heading-markup-restructuredtext.js'
import type { HeadingFormat } from '../markup/heading-markup.js'

/** The longest heading that is written, in UTF-16 code units. */
const MAX_HEADING_LENGTH = 400

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
  throw new Refused(({ readOtherwise }) => readOtherwise(misread))
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
  if (!/[\p{L}\p{N}]/u.test(text)) throw new Refused(({ noWordsInHeading }) => noWordsInHeading)
  if (text.length > MAX_HEADING_LENGTH) {
    throw new Refused(({ longHeading }) => longHeading(text.length, MAX_HEADING_LENGTH))
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
