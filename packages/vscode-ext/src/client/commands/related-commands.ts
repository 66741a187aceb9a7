import * as vscode from 'vscode'
import type { BaseLanguageClient } from 'vscode-languageclient'
import { relatedPassages, type RelatedPassage } from '../../protocol/protocol.js'
import { reveal } from '../decorations/reveal.js'
import type { Analyses } from '../state/analyses.js'
import { findFiles } from '../state/find-files.js'
import type { RelatedView } from '../views/related-view.js'
import { citation, isDocument, passagesPage, placeOfPassage } from './related-passages.js'
import { RELATED_TOKEN } from './setting-commands.js'
import { draftEditor, namesView, type Arguments, type Command } from './targets.js'

const SCHEME = 'leitmotif-passages'

/** Returns the commands that find, read, open, cite and copy related passages, by name. */
export function relatedCommands(
  context: vscode.ExtensionContext,
  client: BaseLanguageClient,
  analyses: Analyses,
  { view, passages, show }: RelatedView
): Readonly<Record<string, Command>> {
  let searches = 0
  /** Returns the passage of the row that a command acts on; undefined if the row is from an older search. */
  const passageOf = ([row]: Arguments): RelatedPassage | undefined => {
    const chosen = namesView(row) ? view.selection.at(0) : row
    return passages().find((passage) => passage === chosen)
  }
  const pageUri = (): vscode.Uri =>
    vscode.Uri.from({ scheme: SCHEME, path: `/${vscode.l10n.t('Related Passages')}.md`, query: String(searches) })
  context.subscriptions.push(
    vscode.workspace.registerTextDocumentContentProvider(SCHEME, {
      provideTextDocumentContent: () => passagesPage(passages()).text
    })
  )

  return {
    relatedPassages: async () => {
      const settings = vscode.workspace.getConfiguration('leitmotif.related')
      const url = settings.get<string>('url', '')
      const editor = draftEditor(analyses)
      if (url === '') {
        // The view explains how to enter an address.
        await vscode.commands.executeCommand('leitmotif.related.focus')
        return
      }
      if (!editor) return
      if (editor.selection.isEmpty) {
        void vscode.window.showInformationMessage(vscode.l10n.t('Select some text first, then search again.'))
        return
      }
      await vscode.commands.executeCommand('leitmotif.related.focus')
      await vscode.window.withProgress({ location: { viewId: 'leitmotif.related' } }, async () => {
        searches++
        try {
          const token = await context.secrets.get(RELATED_TOKEN)
          const found = await client.sendRequest(relatedPassages, {
            uri: client.code2ProtocolConverter.asUri(editor.document.uri),
            range: client.code2ProtocolConverter.asRange(editor.selection),
            settings: { url, ...(token !== undefined && { token }) }
          })
          show(found, found.length === 0 ? vscode.l10n.t('The collection has no similar passages.') : '')
        } catch (error) {
          show([], error instanceof Error ? error.message : String(error))
        }
      })
    },
    readRelated: async (...row) => {
      const passage = passageOf(row)
      if (!passage) return
      const document = await vscode.workspace.openTextDocument(pageUri())
      const line = passagesPage(passages()).lines[passages().indexOf(passage)]
      await vscode.window.showTextDocument(await vscode.languages.setTextDocumentLanguage(document, 'markdown'), {
        viewColumn: vscode.ViewColumn.Beside,
        preserveFocus: true,
        preview: true,
        selection: new vscode.Range(line, 0, line, 0)
      })
    },
    openRelated: async (...row) => {
      const passage = passageOf(row)
      const file = passage && (await fileOf(passage))
      if (file) {
        await reveal(file.uri, file.range, false)
        return
      }
      const link = passage?.link
      if (link !== undefined && /^https?:/.test(link)) await vscode.env.openExternal(vscode.Uri.parse(link))
    },
    insertCitation: async (...row) => {
      const passage = passageOf(row)
      const editor = draftEditor(analyses)
      if (!passage || !editor) return
      const template = vscode.workspace
        .getConfiguration('leitmotif.related', editor.document.uri)
        .get<string>('citation', '')
      const at = endOfText(editor)
      const followsSpace = at.character === 0 || /\s$/.test(editor.document.lineAt(at).text.slice(0, at.character))
      await editor.edit((edit) => {
        edit.insert(at, `${followsSpace ? '' : ' '}${citation(template, passage)}`)
      })
    },
    copyRelated: async (...row) => {
      const passage = passageOf(row)
      if (passage) await vscode.env.clipboard.writeText(passage.text)
    }
  }
}

/** Maximum number of files of one name that are searched for a passage. */
const MOST_FILES = 20

/** Returns the place of a passage in a file of the workspace; undefined if no file contains it. */
async function fileOf({ document, text }: RelatedPassage): Promise<vscode.Location | undefined> {
  const name = document.split(/[\\/]/).at(-1)!
  const never = new vscode.CancellationTokenSource().token
  for (const folder of vscode.workspace.workspaceFolders ?? []) {
    // `?` replaces the characters that are special in a glob.
    const found = await findFiles(folder, `**/${name.replace(/[*?[\]{}!,]/g, '?')}`, MOST_FILES, never)
    for (const uri of found.filter((each) => isDocument(document, vscode.workspace.asRelativePath(each, false)))) {
      const file = await vscode.workspace.openTextDocument(uri).then(
        (opened) => opened,
        () => undefined // The editor cannot open it as text.
      )
      const place = file && placeOfPassage(file.getText(), text)
      if (place) {
        return new vscode.Location(uri, new vscode.Range(file.positionAt(place.start), file.positionAt(place.end)))
      }
    }
  }
  return undefined
}

/** Returns the end of the selection. If whole lines are selected, that is the end of the last line, not the start of the next. */
function endOfText({ document, selection: { start, end } }: vscode.TextEditor): vscode.Position {
  return end.character > 0 || end.line === start.line ? end : document.lineAt(end.line - 1).range.end
}
