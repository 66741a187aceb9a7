import type { Span } from '@leitmotif/encoder'
import type { TextDocument } from 'vscode-languageserver-textdocument'
import type { DraftAnalysis, DraftParagraph, DraftSection, Suggestion } from '@leitmotif/encoder/draft'
import { firstLine } from './positions.js'

/** An analysed version of a draft. */
export interface AnalysedDraft {
  /** A snapshot of the draft at that version. */
  readonly document: TextDocument
  readonly analysis: DraftAnalysis
  /** Whether its suggestions are complete. */
  readonly done: boolean
}

/** A draft with its sections, with or without themes. */
export interface OutlinedDraft {
  readonly document: TextDocument
  readonly analysis: {
    readonly paragraphs: readonly Pick<DraftParagraph, 'span'>[]
    readonly sections: readonly Omit<DraftSection, 'themes'>[]
  }
}

/** Returns the line of a section: its heading's, or its first paragraph's. */
export function sectionLine({ document, analysis }: OutlinedDraft, section: Omit<DraftSection, 'themes'>): Span {
  const { headingSpan, start, end, span } = section
  return firstLine(document.getText(), headingSpan ?? (start < end ? analysis.paragraphs[start].span : span))
}

/** Returns the line of a suggestion. */
export function suggestionLine(draft: AnalysedDraft, suggestion: Suggestion): Span {
  const { document, analysis } = draft
  return 'paragraph' in suggestion
    ? firstLine(document.getText(), analysis.paragraphs[suggestion.paragraph].span)
    : sectionLine(draft, analysis.sections[suggestion.section])
}

/** Returns the range [start, end) of paragraphs that a span touches; an empty span touches the paragraph around it. */
export function paragraphsAt({ paragraphs }: DraftAnalysis, { start, end }: Span): [number, number] {
  const last = paragraphs.at(-1)
  const first = paragraphs.findIndex(({ span }) => span.end > start || (span === last?.span && span.end === start))
  if (first < 0 || paragraphs[first].span.start > Math.max(start, end - 1)) return [0, 0]
  let after = first + 1
  while (after < paragraphs.length && paragraphs[after].span.start < end) after++
  return [first, after]
}

/** Returns the index of the section whose heading or own text contains an offset; -1 before the first. */
export function sectionAt({ sections }: DraftAnalysis, offset: number): number {
  return sections.findLastIndex(({ span }) => span.start <= offset)
}
