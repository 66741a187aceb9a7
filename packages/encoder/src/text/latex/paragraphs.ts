import type { Block } from '../block.js'
import type { Body, OpenUnit } from '../body.js'
import type { Replacement } from '../replacements.js'
import { latexReplacements, type LatexText } from './latex-inline.js'
import { matchAt } from '../pattern-finder.js'
import type { Span } from '../span.js'
import type { Mark } from '../unit.js'

/** Collects the paragraphs and units of a LaTeX text. Positions ascend. */
export interface LatexParagraphs {
  /** Begins a unit at the start of a line; within a line, extends the last one and adds its marks. */
  readonly begin: (kind: OpenUnit['kind'], at: number, marks?: readonly Mark[]) => OpenUnit | undefined
  /** Begins or continues a paragraph: its words at `at`, its lines at `mark` if earlier. */
  readonly open: (at: number, mark?: number) => void
  /** Ends the paragraph, if any. */
  readonly close: (at: number, container: Block['container']) => void
  /** Skips non-prose, as part of the paragraph if there is one, otherwise as a unit. */
  readonly skip: (span: Span, kind: OpenUnit['kind']) => void
  /** A heading; text may follow it on its line. @param inner its words */
  readonly heading: (level: number, span: Span, inner: Span, next: number) => void
  /** Records that a group opens or closes. */
  readonly mark: (mark: Mark) => void
  /** Records that the current command affects all that follows. */
  readonly turn: () => void
  readonly isOpen: () => boolean
}

const GRAPHICS = /\\include(?:graphics|svg|pdf)\b/

/** @param start where the text begins, which need not be a line's beginning */
export function createLatexParagraphs(latex: LatexText, body: Body, start: number): LatexParagraphs {
  const { text } = latex
  /** Where a unit may begin within a line. */
  let fresh = start
  let unit: OpenUnit | undefined
  let paragraph: { start: number; prose: number; skips: Replacement[]; unit?: OpenUnit } | undefined

  const lineBeginning = (at: number): number | undefined => {
    let beginning = at
    while (beginning > fresh && ' \t'.includes(text[beginning - 1])) beginning--
    return beginning === fresh || '\r\n'.includes(text[beginning - 1]) ? beginning : undefined
  }
  const begin: LatexParagraphs['begin'] = (kind, at, marks = []) => {
    const beginning = lineBeginning(at) ?? (unit === undefined ? at : undefined)
    if (beginning !== undefined && unit?.start !== beginning) {
      return (unit = body.begin({ kind, start: beginning, marks: [...marks] }))
    }
    unit?.marks?.push(...marks)
    return undefined
  }
  return {
    begin,
    open(at, mark) {
      if (paragraph !== undefined) return
      const own = mark === undefined ? begin('body', at) : undefined
      const skips = mark === undefined ? [] : labelReplacements(text, at)
      paragraph = { start: mark ?? own?.start ?? at, prose: at, skips, ...(own === undefined ? {} : { unit: own }) }
    },
    close(at, container) {
      if (paragraph === undefined) return
      const { start: first, prose, skips, unit: own } = paragraph
      const end = prose + text.slice(prose, at).trimEnd().length
      const span = { start: prose, end }
      const added = body.add({
        container,
        span: { start: first, end },
        prose: span,
        replacements: latexReplacements(latex, span, skips)
      })
      // Commands alone, such as for a new page.
      if (own !== undefined && !added && skips.length === 0 && !GRAPHICS.test(text.slice(prose, end)))
        own.kind = 'fixed'
      paragraph = undefined
    },
    skip(span, kind) {
      if (paragraph === undefined) begin(kind, span.start)
      else paragraph.skips.push({ ...span, text: /\s/.test(text[span.start - 1] + text.charAt(span.end)) ? '' : ' ' })
    },
    heading(level, { start: first, end }, inner, next) {
      const beginning = lineBeginning(first) ?? first
      unit = body.begin({ kind: 'heading', level, start: beginning })
      const span = { start: beginning, end }
      body.add({ container: 'none', level, span, prose: inner, replacements: latexReplacements(latex, inner, []) })
      fresh = next
    },
    mark(mark) {
      unit?.marks?.push(mark)
    },
    turn() {
      if (unit !== undefined) unit.turns = true
    },
    isOpen: () => paragraph !== undefined
  }
}

const LABEL = /\[[^[\]\r\n]{0,400}\]/y

/** Returns the brackets of an item's label, which is the subject of the item. */
function labelReplacements(text: string, at: number): Replacement[] {
  const end = at + (matchAt(LABEL, text, at)?.[0].length ?? 0)
  if (end === at) return []
  const bracket = { start: end - 1, end, text: '.:?!'.includes(text[end - 2]) ? '' : ':' }
  return [{ start: at, end: at + 1, text: '' }, bracket]
}
