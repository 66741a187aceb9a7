import { parseDocument, type DocumentFormat, type ParsedDocument, type Span } from '@leitmotif/encoder'
import type { Unit } from '@leitmotif/encoder/stages'
import type { DraftAnalysis } from '@leitmotif/encoder/draft'

/** The fields of an analysis that edits need. */
export type EditedDraft = Pick<DraftAnalysis, 'paragraphs' | 'sections' | 'themes' | 'proposed'>

/** A run of whole lines that moves together, without blank lines around it and the last line end. */
export interface Part {
  /** `body`: a paragraph with the blocks that belong to it; `fixed`: stays after the part before it. */
  readonly kind: 'heading' | 'body' | 'fixed'
  readonly start: number
  readonly end: number
  /** Level of a heading in its format, 1 (top) to 6. */
  readonly level: number
  /** Index of its first paragraph; -1 if none. */
  readonly paragraph: number
  /** Index of the section that it heads; else -1. */
  readonly section: number
  /** The lines of a heading without labels and anchors around it; for other parts the whole part. */
  readonly title: Span
  /** Its blocks: from the first index to before the second. */
  readonly blocks: readonly [start: number, end: number]
  /** The pairs, such as tags around headings, that it opens and closes, in order. */
  readonly ends: NonNullable<Unit['ends']>
  /** Whether it applies to all text that follows. */
  readonly turns: boolean
}

/** A draft as parts. They cover the text except front matter, title, fixed blocks at the end and blank lines. */
export interface DraftParts {
  readonly text: string
  readonly format: DocumentFormat
  readonly parts: readonly Part[]
  /** The part of each paragraph; -1 if it cannot be moved. */
  readonly ofParagraph: readonly number[]
  /** The line end that the text uses. */
  readonly lineEnd: string
  /** Whether the draft begins with a title heading. */
  readonly titled: boolean
  readonly parsed: ParsedDocument
}

/**
 * The markup elsewhere that applies to a part. Each member is the index of the part that contains the markup; -1 if
 * there is none.
 */
export interface Scope {
  /** The innermost pair around it. */
  readonly pair: number
  /** The last part before it that applies to all text that follows. */
  readonly turn: number
}

/** Returns a draft's parts. @throws Error if the text is longer than the parser's limit */
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
    // A paragraph may have several units, such as text and the list or code that belongs to it.
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

/** Returns the span of whole lines without blank lines around it and without the last line end. */
function withoutBlankLines(text: string, start: number, end: number): { start: number; end: number } {
  let from = text.startsWith('\ufeff', start) ? start + 1 : start
  for (let at = start; at < end && /\s/.test(text[at]); at++) if (text[at] === '\n' || text[at] === '\r') from = at + 1
  let to = end
  while (to > from && /\s/.test(text[to - 1])) to--
  // Trailing spaces belong to the last line if nothing else follows on it.
  let last = to
  while (last < end && text[last] !== '\n' && text[last] !== '\r') last++
  return { start: from, end: last < end || end === text.length ? last : to }
}

/** Returns the scope of each part for parts in this order. */
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
      else turn = part // It closes a pair that opens before all parts.
    }
    if (turns) turn = part
  }
  return scopes
}
