import * as l10n from '@vscode/l10n'
import { Command, type CodeLens, type InlayHint, type Range } from 'vscode-languageserver'
import type { Suggestion } from '@leitmotif/encoder/draft'
import { suggestionLine, type AnalysedDraft } from './analysed.js'
import { APPLY, DISMISS } from './lsp-commands.js'
import { followSpans, rangeOf } from './positions.js'
import type { Session } from './session.js'
import { suggestionTitle } from './titles.js'

/** Returns two lenses above the line of each suggestion: to apply it and to dismiss it. */
export async function codeLenses(session: Session, uri: string): Promise<CodeLens[]> {
  const draft = session.drafts.suggested(uri)
  if (draft === undefined || !(await session.settingsOf(uri))['suggestions.codeLens']) return []
  return placed(session, draft).flatMap(({ suggestion, range }) => [
    {
      range,
      command: Command.create(
        suggestionTitle(draft.analysis, suggestion),
        APPLY,
        uri,
        draft.document.version,
        suggestion.id
      )
    },
    { range, command: Command.create(l10n.t('Dismiss'), DISMISS, uri, suggestion.id) }
  ])
}

/** Returns an inlay hint with the first heading of each suggested split. */
export async function inlayHints(session: Session, uri: string, { start, end }: Range): Promise<InlayHint[]> {
  const draft = session.drafts.suggested(uri)
  if (draft === undefined || !(await session.settingsOf(uri))['suggestions.inlayHints']) return []
  return placed(session, draft).flatMap(({ suggestion, range }) =>
    suggestion.kind === 'split' &&
    suggestion.headings.length > 0 &&
    range.start.line >= start.line &&
    range.start.line <= end.line
      ? [
          {
            position: range.start,
            label: `${suggestion.headings[0]} ▸`,
            paddingRight: true,
            tooltip: suggestion.reason
          }
        ]
      : []
  )
}

/** Returns the suggestions with their current ranges, without those whose text was edited since. */
function placed(session: Session, draft: AnalysedDraft): { suggestion: Suggestion; range: Range }[] {
  const live = session.find(draft.document.uri)
  if (live === undefined) return []
  const follow =
    live.version === draft.document.version ? undefined : followSpans(draft.document.getText(), live.getText())
  return draft.analysis.suggestions.flatMap((suggestion) => {
    const line = suggestionLine(draft, suggestion)
    const span = follow === undefined ? line : follow(line)
    return span === undefined ? [] : [{ suggestion, range: rangeOf(live, span) }]
  })
}
