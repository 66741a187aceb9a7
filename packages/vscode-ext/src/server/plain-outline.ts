import { SymbolKind, type DocumentSymbol, type FoldingRange } from 'vscode-languageserver'
import { readDraftText, refuseText } from '@leitmotif/encoder/draft'
import { sectionLine, type OutlinedDraft } from './analysed.js'
import { rangeOf } from './positions.js'
import type { Session } from './session.js'

/** Returns the current sections of a plain-text draft, even if `leitmotif.analyse` delays its next analysis. */
export async function outlined({ drafts, find }: Session, uri: string): Promise<OutlinedDraft | undefined> {
  const draft = await drafts.current(uri)
  const document = find(uri)
  if (draft !== undefined || document === undefined || drafts.latest(uri) === undefined) return draft
  const text = document.getText()
  return refuseText(text) === undefined ? { document, analysis: readDraftText(text, 'plain') } : undefined
}

/**
 * Returns the sections as document symbols. Only for plain text: for other languages, VS Code or the language's extension
 * already provides an outline.
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

/** Returns the sections as folding ranges; null if there are none, so that the editor folds by indentation. */
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
