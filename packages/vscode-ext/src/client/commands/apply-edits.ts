import * as vscode from 'vscode'
import { LSPErrorCodes, ResponseError, type BaseLanguageClient } from 'vscode-languageclient'
import type { Change } from '../../draft/change.js'
import { editsOf, type EditAnswer, type ShownAnalysis } from '../../protocol/protocol.js'
import type { Analyses } from '../analyses.js'
import { headingChoice, type HeadingChoice } from '../heading-snippet.js'
import type { Preview } from './preview.js'
import { editorOf } from '../reveal.js'

interface Options {
  /** Headings of which the writer may choose, the first being in the change. */
  readonly headings?: readonly string[]
  /** Whether to show what would be changed, and to ask. */
  readonly preview?: boolean
}

/** Does what a writer asks for, as one edit that one undo takes back. */
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
        await tellStale(analyses, document)
      else void vscode.window.showErrorMessage(error instanceof Error ? error.message : String(error))
      return
    }
    if (answer.edits.length === 0) {
      void vscode.window.showInformationMessage(vscode.l10n.t('Nothing to change: it is so already.'))
      return
    }
    if (preview && !(await show(document, textAfter(document, answer), answer.label))) return
    const shown = editorOf(document)
    const editor = await vscode.window.showTextDocument(document, {
      ...(shown?.viewColumn && { viewColumn: shown.viewColumn }),
      // The next key is for the same view, but for the words of a new heading.
      preserveFocus: answer.select === undefined
    })
    // A key may be typed while the editor is shown.
    if (answer.version !== document.version) {
      await tellStale(analyses, document)
      return
    }
    const choice = headingChoice(answer, headings, document.languageId)
    if (!(await isMade(editor, editOf(document.uri, answer, choice)))) {
      void vscode.window.showErrorMessage(
        vscode.l10n.t('The draft is read-only, or the editor refused the change: {0}', answer.label)
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

/** Makes an edit. Editors take those of a draft that is read-only, too, show them, and never save them: such are taken back. */
async function isMade(editor: vscode.TextEditor, edit: vscode.WorkspaceEdit): Promise<boolean> {
  const { document, selections } = editor
  const before = document.getText()
  let canBeSaved = document.isDirty
  // It may be saved at once.
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

/** Says that what was asked for was about a draft that has changed since, once it is analysed again. */
export async function tellStale(analyses: Analyses, document: vscode.TextDocument): Promise<void> {
  await analyses.fresh(document)
  void vscode.window.showInformationMessage(
    vscode.l10n.t(
      'The draft has changed meanwhile, and has been analysed again. Nothing was done: please look once more.'
    )
  )
}

function rangeOf({ start, end }: EditAnswer['edits'][number]['range']): vscode.Range {
  return new vscode.Range(start.line, start.character, end.line, end.character)
}

/** The edits as they are; a heading to choose is typed over at once. */
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

/** What the document would be. */
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
