import { SymbolKind, type DocumentSymbol, type FoldingRange } from 'vscode-languageserver'
import { readDraftText } from '../draft/draft-text.js'
import { refuseText } from '../draft/limits.js'
import { sectionLine, type OutlinedDraft } from './analysed.js'
import { rangeOf } from './positions.js'
import type { Session } from './session.js'

/** A draft of plain text as it now is, also where it has been analysed and is not to be again till it is saved, or till it is asked for. */
export async function outlined({ drafts, find }: Session, uri: string): Promise<OutlinedDraft | undefined> {
  const draft = await drafts.current(uri)
  const document = find(uri)
  if (draft !== undefined || document === undefined || drafts.latest(uri) === undefined) return draft
  const text = document.getText()
  return refuseText(text) === undefined ? { document, analysis: readDraftText(text, 'plain') } : undefined
}

/**
 * Sections as symbols and folds. For plain text alone: of other languages the editor, or the extension that knows the
 * language, has an outline of its own, which is not to be given twice.
 */
export function plainSymbols(draft: OutlinedDraft | undefined): DocumentSymbol[] {
  if (draft === undefined) return []
  const { document, analysis } = draft
  const symbols = analysis.sections.map((section) => ({
    name: section.heading,
    kind: SymbolKind.String,
    range: rangeOf(document, section.whole),
    selectionRange: rangeOf(document, sectionLine(draft, section)),
    children: [] as DocumentSymbol[]
  }))
  analysis.sections.forEach(({ parent }, s) => {
    if (parent >= 0) symbols[parent].children.push(symbols[s])
  })
  return symbols.filter(({ name }, s) => name !== '' && analysis.sections[s].parent < 0)
}

/** Null where no section is known: the editor then folds by indentation, as it would without us. */
export function plainFolds(draft: OutlinedDraft | undefined): FoldingRange[] | null {
  if (draft === undefined) return null
  const { document, analysis } = draft
  const folds = analysis.sections.flatMap(({ whole, headingSpan }) => {
    if (headingSpan === undefined) return []
    const text = document.getText().slice(whole.start, whole.end)
    const start = document.positionAt(whole.start).line
    const end = document.positionAt(whole.start + text.trimEnd().length).line
    return end > start ? [{ startLine: start, endLine: end }] : []
  })
  return folds.length > 0 ? folds : null
}
