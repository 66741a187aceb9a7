import { DiagnosticSeverity, type Diagnostic } from 'vscode-languageserver'
import type { Suggestion } from '@leitmotif/encoder/draft'
import type { Settings } from '../protocol/settings.js'
import { suggestionLine, type AnalysedDraft } from './analysed.js'
import { rangeOf } from './positions.js'

/** Returns a draft's suggestions as diagnostics of severity Hint, for the kinds that the settings allow. */
export function hintsOf(draft: AnalysedDraft, settings: Settings): Diagnostic[] {
  return draft.analysis.suggestions
    .filter(({ kind }) => isHinted(kind, settings))
    .map((suggestion) => hintOf(draft, suggestion))
}

export function isHinted(kind: Suggestion['kind'], settings: Settings): boolean {
  return settings['suggestions.hints'] && !settings['suggestions.withoutHints'].includes(kind)
}

export function hintOf(draft: AnalysedDraft, suggestion: Suggestion): Diagnostic {
  return {
    range: rangeOf(draft.document, suggestionLine(draft, suggestion)),
    severity: DiagnosticSeverity.Hint,
    source: 'Leitmotif',
    code: suggestion.kind,
    message: suggestion.reason
  }
}
