import * as vscode from 'vscode'
import { LSPErrorCodes, ResponseError, type BaseLanguageClient } from 'vscode-languageclient'
import type { Change } from '../../draft/change.js'
import { editsOf, type EditAnswer, type ShownAnalysis } from '../../protocol/protocol.js'
import type { Analyses } from '../state/analyses.js'
import { headingChoice, type HeadingChoice } from './heading-snippet.js'
import type { Preview } from './preview.js'
import { editorOf } from '../decorations/reveal.js'

interface Options {
  /** Headings to choose from; the change contains the first. */
  readonly headings?: readonly string[]
  /** Whether to show a preview and ask before the change is applied. */
  readonly preview?: boolean
}

/** Applies a change as one edit, which one undo reverts. */
export type Apply = (draft: ShownAnalysis, change: Change, options?: Options) => Promise<void>

export function applier(client: BaseLanguageClient, analyses: Analyses, show: Preview): Apply {
  return async (draft, change, { headings = [], preview = false } = {}) => {
    const uri = analyses.uriOf(draft)
    const document = await vscode.workspace.openTextDocument(uri)
    let answer: EditAnswer
    try {
      answer = await client.sendRequest(editsOf, { uri: draft.uri, version: draft.version, change })
    } catch (error) {
      if (error instanceof ResponseError && error.code === LSPErrorCodes.ContentModified)
        await reportStale(analyses, document)
      else void vscode.window.showErrorMessage(error instanceof Error ? error.message : String(error))
      return
    }
    if (answer.edits.length === 0) {
      void vscode.window.showInformationMessage(vscode.l10n.t('Nothing to change: the draft already has this form.'))
      return
    }
    if (preview && !(await show(document, textAfter(document, answer), answer.label))) return
    const shown = editorOf(document)
    const editor = await vscode.window.showTextDocument(document, {
      ...(shown?.viewColumn && { viewColumn: shown.viewColumn }),
      // Keeps the focus in the view, unless a new heading is selected for typing.
      preserveFocus: answer.select === undefined
    })
    // The writer may type while the editor opens.
    if (answer.version !== document.version) {
      await reportStale(analyses, document)
      return
    }
    const choice = headingChoice(answer, headings, document.languageId)
    if (!(await makeEdit(editor, editOf(document.uri, answer, choice)))) {
      void vscode.window.showErrorMessage(
        vscode.l10n.t('“{0}” was not applied: the draft is read-only, or the editor rejected the change.', answer.label)
      )
      return
    }
    void vscode.window.setStatusBarMessage(`$(check) ${answer.label}`, 4000)
    if (answer.select && !choice) {
      const selection = client.protocol2CodeConverter.asRange(answer.select)
      editor.selection = new vscode.Selection(selection.start, selection.end)
      editor.revealRange(selection, vscode.TextEditorRevealType.InCenterIfOutsideViewport)
    }
  }
}

/**
 * Makes an edit and returns whether it was made. VS Code also accepts edits of read-only documents, which can never be
 * saved; such an edit is reverted.
 */
async function makeEdit(editor: vscode.TextEditor, edit: vscode.WorkspaceEdit): Promise<boolean> {
  const { document, selections } = editor
  const before = document.getText()
  let canBeSaved = document.isDirty
  // Auto-save may save the document at once, which clears isDirty.
  const watching = vscode.workspace.onDidChangeTextDocument(() => {
    canBeSaved ||= document.isDirty
  })
  const isTaken = await vscode.workspace.applyEdit(edit, { isRefactoring: true })
  watching.dispose()
  if (!isTaken || canBeSaved || document.isDirty) return isTaken
  const back = new vscode.WorkspaceEdit()
  back.replace(document.uri, new vscode.Range(0, 0, document.lineCount, 0), before)
  await vscode.workspace.applyEdit(back)
  editor.selections = selections
  return false
}

/** Reports, after a new analysis, that a command was about an older version of the draft. */
export async function reportStale(analyses: Analyses, document: vscode.TextDocument): Promise<void> {
  await analyses.fresh(document)
  void vscode.window.showInformationMessage(
    vscode.l10n.t(
      'The draft has changed and was analysed again. Nothing was applied: check the new analysis, then try again.'
    )
  )
}

function rangeOf({ start, end }: EditAnswer['edits'][number]['range']): vscode.Range {
  return new vscode.Range(start.line, start.character, end.line, end.character)
}

/** Returns the workspace edit of an answer, with a snippet if the writer can choose the heading. */
function editOf(uri: vscode.Uri, { edits }: EditAnswer, choice: HeadingChoice | undefined): vscode.WorkspaceEdit {
  const edit = new vscode.WorkspaceEdit()
  edit.set(
    uri,
    edits.map(({ range, newText }) => {
      if (!choice) return vscode.TextEdit.replace(rangeOf(range), newText)
      const snippet = new vscode.SnippetString().appendText(choice.before)
      if (choice.choices.length > 1) snippet.appendChoice([...choice.choices], 1)
      else snippet.appendPlaceholder(choice.choices[0], 1)
      return vscode.SnippetTextEdit.replace(rangeOf(range), snippet.appendText(choice.after))
    })
  )
  return edit
}

/** Returns the text of the document after the edits. */
function textAfter(document: vscode.TextDocument, { edits }: EditAnswer): string {
  const text = document.getText()
  let at = 0
  let after = ''
  for (const { range, newText } of edits) {
    const { start, end } = rangeOf(range)
    after += text.slice(at, document.offsetAt(start)) + newText
    at = document.offsetAt(end)
  }
  return after + text.slice(at)
}
