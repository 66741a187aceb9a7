import { SymbolKind, type DocumentSymbol, type FoldingRange } from 'vscode-languageserver'
import { sectionLine, type AnalysedDraft } from './analysed.js'
import { rangeOf } from './positions.js'

/**
 * Sections as symbols and folds. For plain text alone: of other languages the editor, or the extension that knows the
 * language, has an outline of its own, which is not to be given twice.
 */
export function plainSymbols(draft: AnalysedDraft | undefined): DocumentSymbol[] {
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
export function plainFolds(draft: AnalysedDraft | undefined): FoldingRange[] | null {
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
