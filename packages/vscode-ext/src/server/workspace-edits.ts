import * as l10n from '@vscode/l10n'
import {
  LSPErrorCodes,
  ResponseError,
  type AnnotatedTextEdit,
  type SnippetTextEdit,
  type TextEdit,
  type WorkspaceEdit
} from 'vscode-languageserver'
import { TextDocument } from 'vscode-languageserver-textdocument'
import type { Change } from '../draft/change.js'
import { applyEdits, editsFor, type DraftEdits } from '../draft/edits/draft-edits.js'
import type { EditAnswer } from '../protocol/protocol.js'
import type { AnalysedDraft } from './analysed.js'
import { formatOf } from './language-formats.js'
import { rangeOf } from './positions.js'
import type { Session } from './session.js'
import { changeTitle } from './titles.js'

/** The id of the annotation that asks for confirmation. */
const CONFIRMED = 'leitmotif'

/**
 * Returns the analysis that a change's indices refer to.
 * @throws ResponseError ContentModified if the draft has another version, or that version is not analysed yet
 */
export function analysedAt(session: Session, uri: string, version: number): AnalysedDraft {
  if (session.find(uri) === undefined) throw new ResponseError(LSPErrorCodes.RequestFailed, notOpenMessage())
  const draft = session.drafts.latest(uri)
  if (session.find(uri)!.version !== version || draft?.document.version !== version) {
    throw new ResponseError(
      LSPErrorCodes.ContentModified,
      l10n.t('The draft has changed since it was analysed. Wait for the next analysis, then try again.')
    )
  }
  return draft
}

/** Returns the message for a request about a draft that is not open. */
export function notOpenMessage(): string {
  return l10n.t(
    'This draft is not open, or Leitmotif does not analyse its language. Open it as Markdown or plain text.'
  )
}

/** Returns a change's edits for a client that applies them itself. */
export function editAnswer(draft: AnalysedDraft, change: Change): EditAnswer {
  const { document } = draft
  const { edits, select } = changed(draft, change)
  const after =
    select && TextDocument.create(document.uri, document.languageId, 0, applyEdits(document.getText(), edits))
  return {
    label: changeTitle(draft.analysis, change),
    version: document.version,
    edits: edits.map((edit): TextEdit => ({ range: rangeOf(document, edit), newText: edit.text })),
    ...(select && after && { select: rangeOf(after, select) })
  }
}

/**
 * Returns a change's edits in the richest form that the client supports: with the document's version, with the new heading as a
 * snippet, and with a preview if `preview` is set or the change reorders the whole draft.
 */
export function workspaceEdit(
  session: Session,
  draft: AnalysedDraft,
  change: Change,
  preview: boolean = false
): WorkspaceEdit {
  const { document } = draft
  const { uri, version } = document
  const can = session.capabilities.workspace?.workspaceEdit
  const edited = changed(draft, change)
  const plain = edited.edits.map((edit): TextEdit => ({ range: rangeOf(document, edit), newText: edit.text }))
  if (can?.documentChanges !== true) return { changes: { [uri]: plain } }
  const whole = change.kind === 'outline' || (change.kind === 'group' && change.section === undefined)
  if ((whole || preview) && can.changeAnnotationSupport !== undefined) {
    const edits = plain.map((edit): AnnotatedTextEdit => ({ ...edit, annotationId: CONFIRMED }))
    const annotation = {
      label: changeTitle(draft.analysis, change),
      needsConfirmation: true,
      ...(whole && { description: l10n.t('Changes the order of paragraphs') })
    }
    return {
      documentChanges: [{ textDocument: { uri, version }, edits }],
      changeAnnotations: { [CONFIRMED]: annotation }
    }
  }
  const snippet =
    can.snippetEditSupport === true && change.kind === 'split' ? headingSnippet(document, edited) : undefined
  return { documentChanges: [{ textDocument: { uri, version }, edits: snippet ?? plain }] }
}

/** @throws ResponseError with a translated message if the change is not possible */
function changed({ document, analysis }: AnalysedDraft, change: Change): DraftEdits {
  try {
    return editsFor(document.getText(), formatOf(document.languageId)!, analysis, change)
  } catch (error) {
    throw new ResponseError(LSPErrorCodes.RequestFailed, error instanceof Error ? error.message : String(error))
  }
}

/** Returns the only edit as a snippet with its heading as a placeholder; undefined if there are several edits or no heading. */
function headingSnippet(document: TextDocument, { edits, select }: DraftEdits): SnippetTextEdit[] | undefined {
  if (edits.length !== 1 || select === undefined) return undefined
  const [edit] = edits
  const [start, end] = [select.start - edit.start, select.end - edit.start]
  if (start < 0 || end > edit.text.length) return undefined
  const piece = (from: number, to?: number): string => edit.text.slice(from, to).replace(/[\\$}]/g, '\\$&')
  const value = `${piece(0, start)}\${1:${piece(start, end)}}${piece(end)}`
  return [{ range: rangeOf(document, edit), snippet: { kind: 'snippet', value } }]
}
