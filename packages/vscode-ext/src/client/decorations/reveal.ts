import * as vscode from 'vscode'
import { scheme } from './theme-colours.js'

const HIGHLIGHTED_MS = 1500

let highlight: vscode.TextEditorDecorationType | undefined

/** Returns an editor that shows a document, preferring the active one. */
export function editorOf(document: vscode.TextDocument): vscode.TextEditor | undefined {
  const { activeTextEditor, visibleTextEditors } = vscode.window
  if (activeTextEditor?.document === document) return activeTextEditor
  return visibleTextEditors.find((editor) => editor.document === document)
}

/** Moves the cursor to a range of a document, and highlights its lines for a moment. */
export async function reveal(uri: vscode.Uri, range: vscode.Range, preserveFocus = true): Promise<void> {
  const document = await vscode.workspace.openTextDocument(uri)
  const shown = editorOf(document)
  const editor = await vscode.window.showTextDocument(document, {
    preserveFocus,
    ...(shown?.viewColumn && { viewColumn: shown.viewColumn })
  })
  editor.selection = new vscode.Selection(range.start, range.start)
  editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport)
  highlight?.dispose()
  const mark = vscode.window.createTextEditorDecorationType({
    isWholeLine: true,
    backgroundColor: new vscode.ThemeColor('editor.rangeHighlightBackground'),
    ...(scheme().startsWith('highContrast') && { border: '1px dashed' })
  })
  highlight = mark
  editor.setDecorations(mark, [range])
  setTimeout(() => {
    mark.dispose()
  }, HIGHLIGHTED_MS)
}
