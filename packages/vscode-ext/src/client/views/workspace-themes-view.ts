import * as vscode from 'vscode'
import { WorkDoneProgress, type BaseLanguageClient } from 'vscode-languageclient'
import { workspaceThemes, type WorkspaceTheme } from '../../protocol/protocol.js'
import { besideTheme, percent } from './formatted-numbers.js'
import { showTree } from './tree.js'
import { readDrafts } from '../state/workspace-drafts.js'

type Passage = WorkspaceTheme['passages'][number]

/** The passages of a theme in one file. */
interface FileOfTheme {
  readonly uri: string
  readonly own: readonly Passage[]
}

type Node = WorkspaceTheme | FileOfTheme | Passage

/** Creates the view of themes across all drafts of the workspace. Returns the command that computes them. */
export function showWorkspaceThemes(context: vscode.ExtensionContext, client: BaseLanguageClient): () => Promise<void> {
  let themes: readonly WorkspaceTheme[] = []
  const tree = showTree<Node>(
    context,
    'leitmotif.workspaceThemes',
    {
      roots: () => [...themes],
      children: (node) => ('passages' in node ? filesOf(node) : 'own' in node ? [...node.own] : []),
      item: (node) => {
        if ('passages' in node) return themeItem(node)
        return 'own' in node ? fileItem(node, client) : passageItem(node, client)
      }
    },
    { showCollapseAll: true }
  )
  const analyse = async (
    progress: vscode.Progress<{ message?: string; increment?: number }>,
    token: vscode.CancellationToken
  ): Promise<void> => {
    progress.report({ message: vscode.l10n.t('reading files') })
    const files = await readDrafts(token)
    if (token.isCancellationRequested) return
    if (files.length === 0) {
      const glob = vscode.workspace.getConfiguration('leitmotif.workspace').get<string>('files', '')
      tree.view.message = vscode.l10n.t(
        'No file of this workspace matches {0}. Change the setting leitmotif.workspace.files.',
        glob
      )
      return
    }
    const workDoneToken = `leitmotif workspace ${Date.now()}`
    let done = 0
    const listening = client.onProgress(WorkDoneProgress.type, workDoneToken, (value) => {
      if (value.kind === 'end') return
      const { message, percentage = done } = value
      progress.report({ ...(message !== undefined && { message }), increment: percentage - done })
      done = percentage
    })
    try {
      themes = await client.sendRequest(workspaceThemes, { files, workDoneToken }, token)
      tree.view.message = ''
      tree.view.description = files.length === 1 ? vscode.l10n.t('1 file') : vscode.l10n.t('{0} files', files.length)
    } finally {
      listening.dispose()
    }
    tree.refresh()
  }
  return async () => {
    await vscode.commands.executeCommand('leitmotif.workspaceThemes.focus')
    const title = vscode.l10n.t('Themes of all drafts')
    const location = vscode.ProgressLocation.Notification
    await vscode.window.withProgress({ location, title, cancellable: true }, async (progress, token) => {
      try {
        await analyse(progress, token)
      } catch (error) {
        if (!token.isCancellationRequested) tree.view.message = error instanceof Error ? error.message : String(error)
      }
    })
  }
}

/** Returns the files of a theme, in the order of its passages. */
function filesOf({ passages }: WorkspaceTheme): FileOfTheme[] {
  const files = new Map<string, Passage[]>()
  for (const passage of passages) {
    const own = files.get(passage.uri) ?? []
    own.push(passage)
    files.set(passage.uri, own)
  }
  return Array.from(files, ([uri, own]) => ({ uri, own }))
}

function themeItem(theme: WorkspaceTheme): vscode.TreeItem {
  const { name, share, terms, passages } = theme
  const item = new vscode.TreeItem(name, vscode.TreeItemCollapsibleState.Collapsed)
  item.iconPath = new vscode.ThemeIcon('tag') // Colours are reserved for the themes of a single draft.
  item.description = besideTheme(theme)
  const files = new Set(passages.map(({ uri }) => uri)).size
  const where = files === 1 ? vscode.l10n.t('in 1 file') : vscode.l10n.t('in {0} files', files)
  item.tooltip = `${name}\n${percent(share)} · ${where}\n${terms.join(', ')}`
  return item
}

function fileItem({ uri, own }: FileOfTheme, client: BaseLanguageClient): vscode.TreeItem {
  const file = client.protocol2CodeConverter.asUri(uri)
  const item = new vscode.TreeItem(vscode.workspace.asRelativePath(file), vscode.TreeItemCollapsibleState.Collapsed)
  item.iconPath = vscode.ThemeIcon.File
  item.resourceUri = file
  item.description = own.length === 1 ? vscode.l10n.t('1 paragraph') : vscode.l10n.t('{0} paragraphs', own.length)
  return item
}

function passageItem({ uri, range, opening }: Passage, client: BaseLanguageClient): vscode.TreeItem {
  const item = new vscode.TreeItem(opening)
  const file = client.protocol2CodeConverter.asUri(uri)
  item.command = {
    command: 'leitmotif.reveal',
    title: vscode.l10n.t('Show in the text'),
    arguments: [file, client.protocol2CodeConverter.asRange(range)]
  }
  return item
}
