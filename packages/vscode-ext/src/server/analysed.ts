import type { Span } from '@leitmotif/encoder'
import type { TextDocument } from 'vscode-languageserver-textdocument'
import type { DraftAnalysis, DraftParagraph, DraftSection, Suggestion } from '../draft/analysis.js'
import { firstLine } from './positions.js'

/** A draft as it was analysed. */
export interface AnalysedDraft {
  /** The draft at that version; it does not change. */
  readonly document: TextDocument
  readonly analysis: DraftAnalysis
  /** Whether its suggestions are worked out. */
  readonly done: boolean
}

/** A draft as far as its sections are known, before its themes are. */
export interface OutlinedDraft {
  readonly document: TextDocument
  readonly analysis: {
    readonly paragraphs: readonly Pick<DraftParagraph, 'span'>[]
    readonly sections: readonly Omit<DraftSection, 'themes'>[]
  }
}

/** The line that a section is shown at: its heading's, or its first paragraph's. */
export function sectionLine({ document, analysis }: OutlinedDraft, section: Omit<DraftSection, 'themes'>): Span {
  const { headingSpan, start, end, span } = section
  return firstLine(document.getText(), headingSpan ?? (start < end ? analysis.paragraphs[start].span : span))
}

/** The line that a suggestion is shown at. */
export function suggestionLine(draft: AnalysedDraft, suggestion: Suggestion): Span {
  const { document, analysis } = draft
  return 'paragraph' in suggestion
    ? firstLine(document.getText(), analysis.paragraphs[suggestion.paragraph].span)
    : sectionLine(draft, analysis.sections[suggestion.section])
}

/** Indices of the paragraphs that a span touches, [start, end); an empty one that of the paragraph it stands in. */
export function paragraphsAt({ paragraphs }: DraftAnalysis, { start, end }: Span): [number, number] {
  const last = paragraphs.at(-1)
  const first = paragraphs.findIndex(({ span }) => span.end > start || (span === last?.span && span.end === start))
  if (first < 0 || paragraphs[first].span.start > Math.max(start, end - 1)) return [0, 0]
  let after = first + 1
  while (after < paragraphs.length && paragraphs[after].span.start < end) after++
  return [first, after]
}

/** Index of the section whose heading, or whose own text, holds an offset; -1 before the first. */
export function sectionAt({ sections }: DraftAnalysis, offset: number): number {
  return sections.findLastIndex(({ span }) => span.start <= offset)
}
