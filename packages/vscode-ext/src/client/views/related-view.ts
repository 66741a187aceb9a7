import * as vscode from 'vscode'
import type { BaseLanguageClient } from 'vscode-languageclient'
import { relatedPassages, type RelatedPassage } from '../../protocol/protocol.js'
import type { Analyses } from '../analyses.js'
import { citation } from '../citation.js'
import { findFiles } from '../find-files.js'
import { isDocument, placeOfPassage } from '../passage-place.js'
import { passagesPage } from './passages-page.js'
import { reveal } from '../reveal.js'
import { RELATED_TOKEN } from '../commands/setting-commands.js'
import { draftEditor, namesView, type Arguments } from '../commands/targets.js'
import { showTree } from './tree.js'

const SCHEME = 'leitmotif-passages'

type Command = (...given: Arguments) => Promise<void>

/** Passages of a collection that are near to what is selected: to read, to open, to cite. Gives their commands, by name. */
export function showRelated(
  context: vscode.ExtensionContext,
  client: BaseLanguageClient,
  analyses: Analyses
): Readonly<Record<string, Command>> {
  let passages: readonly RelatedPassage[] = []
  let searches = 0
  const tree = showTree<RelatedPassage>(context, 'leitmotif.related', {
    roots: () => [...passages],
    item: (passage) => passageItem(passage)
  })
  /** The passage of the row that a command is called on, by its menu or by a key; undefined where it is from an older search. */
  const passageOf = ([given]: Arguments): RelatedPassage | undefined => {
    const row = namesView(given) ? tree.view.selection.at(0) : given
    return passages.find((passage) => passage === row)
  }
  const pageUri = (): vscode.Uri =>
    vscode.Uri.from({ scheme: SCHEME, path: `/${vscode.l10n.t('Related Passages')}.md`, query: String(searches) })
  context.subscriptions.push(
    vscode.workspace.registerTextDocumentContentProvider(SCHEME, {
      provideTextDocumentContent: () => passagesPage(passages).text
    })
  )

  return {
    relatedPassages: async () => {
      const settings = vscode.workspace.getConfiguration('leitmotif.related')
      const url = settings.get<string>('url', '')
      const editor = draftEditor(analyses)
      if (url === '') {
        // The view says what an address is, and where it is entered.
        await vscode.commands.executeCommand('leitmotif.related.focus')
        return
      }
      if (!editor) return
      if (editor.selection.isEmpty) {
        void vscode.window.showInformationMessage(
          vscode.l10n.t('Select the text for which to look for related passages.')
        )
        return
      }
      await vscode.commands.executeCommand('leitmotif.related.focus')
      await vscode.window.withProgress({ location: { viewId: 'leitmotif.related' } }, async () => {
        try {
          const token = await context.secrets.get(RELATED_TOKEN)
          passages = await client.sendRequest(relatedPassages, {
            uri: client.code2ProtocolConverter.asUri(editor.document.uri),
            range: client.code2ProtocolConverter.asRange(editor.selection),
            settings: { url, ...(token !== undefined && { token }) }
          })
          tree.view.message = passages.length === 0 ? vscode.l10n.t('Nothing in the collection is near to it.') : ''
        } catch (error) {
          passages = []
          tree.view.message = error instanceof Error ? error.message : String(error)
        }
        searches++
        tree.refresh()
      })
    },
    readRelated: async (...given) => {
      const passage = passageOf(given)
      if (!passage) return
      const document = await vscode.workspace.openTextDocument(pageUri())
      const line = passagesPage(passages).lines[passages.indexOf(passage)]
      await vscode.window.showTextDocument(await vscode.languages.setTextDocumentLanguage(document, 'markdown'), {
        viewColumn: vscode.ViewColumn.Beside,
        preserveFocus: true,
        preview: true,
        selection: new vscode.Range(line, 0, line, 0)
      })
    },
    openRelated: async (...given) => {
      const passage = passageOf(given)
      const file = passage && (await fileOf(passage))
      if (file) {
        await reveal(file.uri, file.range, false)
        return
      }
      const link = passage?.link
      if (link !== undefined && /^https?:/.test(link)) await vscode.env.openExternal(vscode.Uri.parse(link))
    },
    insertCitation: async (...given) => {
      const passage = passageOf(given)
      const editor = draftEditor(analyses)
      if (!passage || !editor) return
      const template = vscode.workspace
        .getConfiguration('leitmotif.related', editor.document.uri)
        .get<string>('citation', '')
      const at = endOfText(editor)
      const isApart = at.character === 0 || /\s$/.test(editor.document.lineAt(at).text.slice(0, at.character))
      await editor.edit((edit) => {
        edit.insert(at, `${isApart ? '' : ' '}${citation(template, passage)}`)
      })
    },
    copyRelated: async (...given) => {
      const passage = passageOf(given)
      if (passage) await vscode.env.clipboard.writeText(passage.text)
    }
  }
}

/** Files of one name that are looked into, at most. */
const MOST_FILES = 20

/** Where a passage stands in a file of the workspace; undefined where it is in none. */
async function fileOf({ document, text }: RelatedPassage): Promise<vscode.Location | undefined> {
  const name = document.split(/[\\/]/).at(-1)!
  const never = new vscode.CancellationTokenSource().token
  for (const folder of vscode.workspace.workspaceFolders ?? []) {
    // Signs that mean something in a pattern stand for any.
    const found = await findFiles(folder, `**/${name.replace(/[*?[\]{}!,]/g, '?')}`, MOST_FILES, never)
    for (const uri of found.filter((each) => isDocument(document, vscode.workspace.asRelativePath(each, false)))) {
      const file = await vscode.workspace.openTextDocument(uri).then(
        (opened) => opened,
        () => undefined // what the editor opens as no text is not where it was taken from
      )
      const place = file && placeOfPassage(file.getText(), text)
      if (place) {
        return new vscode.Location(uri, new vscode.Range(file.positionAt(place.start), file.positionAt(place.end)))
      }
    }
  }
  return undefined
}

/** The end of what is selected; of whole lines, the end of the last, not the beginning of the next. */
function endOfText({ document, selection: { start, end } }: vscode.TextEditor): vscode.Position {
  return end.character > 0 || end.line === start.line ? end : document.lineAt(end.line - 1).range.end
}

function passageItem(passage: RelatedPassage): vscode.TreeItem {
  const item = new vscode.TreeItem(passage.text)
  item.contextValue = passage.link === undefined ? 'passage' : 'passage link'
  item.description = passage.title
  item.iconPath = new vscode.ThemeIcon('book')
  const nearness =
    passage.percentile === undefined
      ? []
      : [vscode.l10n.t('Nearer than {0} % of random pairs', Math.floor(passage.percentile * 10) / 10)]
  item.tooltip = [passage.text, '', [passage.title, ...passage.path].join(' › '), ...nearness].join('\n')
  item.command = { command: 'leitmotif.readRelated', title: vscode.l10n.t('Read'), arguments: [passage] }
  return item
}
