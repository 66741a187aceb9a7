import { parseDocument, type DocumentFormat, type ParsedDocument, type Span, type Unit } from '@leitmotif/encoder'
import type { DraftAnalysis } from '../analysis.js'

/** What edits need to know of an analysis. */
export type EditedDraft = Pick<DraftAnalysis, 'paragraphs' | 'sections' | 'themes' | 'proposed'>

/** Whole lines that are moved as one, without the blank lines around them and the last line's end. */
export interface Part {
  /** `body`: a paragraph with what it introduces; `fixed`: what stays behind the part before it. */
  readonly kind: 'heading' | 'body' | 'fixed'
  readonly start: number
  readonly end: number
  /** Of a heading, as its format counts: 1 (outermost) to 6. */
  readonly level: number
  /** Index of the paragraph that it is, the first where it is several; -1 where it is none. */
  readonly paragraph: number
  /** Index of the section that it is the heading of; else -1. */
  readonly section: number
  /** Of a heading: its own lines, without the labels and anchors around them. Of all else the part. */
  readonly title: Span
  /** Its blocks: from the first index to before the second. */
  readonly blocks: readonly [start: number, end: number]
  /** The pairs around headings that it opens and closes, in order. */
  readonly ends: NonNullable<Unit['ends']>
  /** Whether it acts on all that follows. */
  readonly turns: boolean
}

/** A draft as parts: all of the text but its head (front matter, title) and what stays at its end lies in them, or is blank lines. */
export interface DraftParts {
  readonly text: string
  readonly format: DocumentFormat
  readonly parts: readonly Part[]
  /** For each paragraph, its part; -1 where it cannot be moved. */
  readonly ofParagraph: readonly number[]
  /** The line end that the text uses. */
  readonly lineEnd: string
  /** Whether a heading in its head titles the whole draft. */
  readonly titled: boolean
  readonly parsed: ParsedDocument
}

/** What acts on a part from elsewhere, each as the part that it stands in; -1 where there is none. */
export interface Scope {
  /** The innermost pair that holds it. */
  readonly pair: number
  /** The last before it that acts on all that follows. */
  readonly turn: number
}

/** @throws Error where the text is longer than documents may be. */
export function readParts(text: string, format: DocumentFormat, draft: EditedDraft): DraftParts {
  const parsed = parseDocument(text, format)
  const { paragraphs, sections } = draft
  const headings = new Map(
    sections.flatMap(({ headingSpan }, s) => (headingSpan === undefined ? [] : [[headingSpan.start, s]]))
  )
  const parts: Part[] = []
  const ofParagraph: number[] = []
  let titled = false
  for (const { kind, span, level, blocks, ends = [], turns = false } of parsed.units) {
    const { start, end } = withoutBlankLines(text, span.start, span.end)
    const first = ofParagraph.length
    // A paragraph may be several units: a list with what leads into it, code with what introduces it.
    const goesOn = first > 0 && span.start < paragraphs[first - 1].span.end
    while (ofParagraph.length < paragraphs.length && paragraphs[ofParagraph.length].span.start < span.end) {
      ofParagraph.push(kind === 'heading' || kind === 'fixed' ? -1 : parts.length - (goesOn ? 1 : 0))
    }
    const section = kind === 'heading' ? (headings.get(span.start) ?? -1) : -1
    const before = parts.at(-1)
    if (goesOn && before !== undefined && kind !== 'heading') {
      parts[parts.length - 1] = {
        ...before,
        end,
        blocks: [before.blocks[0], blocks[1]],
        ends: [...before.ends, ...ends],
        turns: before.turns || turns
      }
    } else if (kind === 'heading' && section < 0 && before === undefined) {
      titled = true
    } else if (kind !== 'fixed' || before !== undefined) {
      const own = kind === 'fixed' || (kind === 'heading' && section < 0) ? 'fixed' : kind === 'heading' ? kind : 'body'
      const paragraph = own === 'body' && ofParagraph.length > first ? first : -1
      const title = kind === 'heading' ? parsed.blocks[blocks[0]].span : { start, end }
      parts.push({ kind: own, start, end, level, paragraph, section, title, blocks, ends, turns })
    }
  }
  while (parts.at(-1)?.kind === 'fixed') parts.pop()
  const lineEnd = /\r\n|\r|\n/.exec(text)?.[0] ?? '\n'
  return { text, format, parts, ofParagraph, lineEnd, titled, parsed }
}

/** The span [start, end) of whole lines without blank ones at either side, and without the last line's end. */
function withoutBlankLines(text: string, start: number, end: number): { start: number; end: number } {
  let from = text.startsWith('\ufeff', start) ? start + 1 : start
  for (let at = start; at < end && /\s/.test(text[at]); at++) if (text[at] === '\n' || text[at] === '\r') from = at + 1
  let to = end
  while (to > from && /\s/.test(text[to - 1])) to--
  // Spaces behind the last word belong to its line, where nothing else follows on it.
  let last = to
  while (last < end && text[last] !== '\n' && text[last] !== '\r') last++
  return { start: from, end: last < end || end === text.length ? last : to }
}

/** The scope of each part, in the order given. */
export function scopesOf(parts: readonly Part[], order: Iterable<number>): Map<number, Scope> {
  const scopes = new Map<number, Scope>()
  const open: { pair: number; part: number }[] = []
  let turn = -1
  for (const part of order) {
    scopes.set(part, { pair: open.at(-1)?.part ?? -1, turn })
    const { ends, turns } = parts[part]
    for (const { pair, opens } of ends) {
      if (opens) open.push({ pair, part })
      else if (open.at(-1)?.pair === pair) open.pop()
      else turn = part // what it closes stands before all parts
    }
    if (turns) turn = part
  }
  return scopes
}
