import * as vscode from 'vscode'
import type { Analyses } from '../state/analyses.js'
import { type DraftNode, paragraphNodes, themeNodes } from '../state/draft-node.js'
import { besideTheme, percent, words } from './formatted-numbers.js'
import { onColours, themeDot } from '../decorations/theme-colours.js'
import { languageMessage } from './suggestions-view.js'
import { showTree, type TreeView } from './tree.js'

/** Shows the themes of the current draft, each with its paragraphs. */
export function showThemes(
  context: vscode.ExtensionContext,
  analyses: Analyses,
  dragAndDropController: vscode.TreeDragAndDropController<DraftNode>
): TreeView<DraftNode> {
  const tree = showTree<DraftNode>(
    context,
    'leitmotif.themes',
    {
      roots: () => (analyses.current ? themeNodes(analyses.current) : []),
      children: paragraphNodes,
      item: (node) => (node.kind === 'theme' ? themeItem(node) : paragraphItem(node))
    },
    { dragAndDropController, canSelectMany: true, showCollapseAll: true }
  )
  const update = (): void => {
    const { current } = analyses
    tree.view.message =
      current?.state === 'refused'
        ? (current.message ?? '')
        : isComing(analyses)
          ? vscode.l10n.t('Analysing…')
          : ((current && languageMessage(current)) ?? '')
    tree.view.description = current?.themes.length ? current.title : ''
    tree.refresh()
  }
  context.subscriptions.push(analyses.onDidChange(update), onColours(tree.refresh))
  update()
  return tree
}

/** Returns whether an analysis is expected. */
function isComing({ document, current, isStopped }: Analyses): boolean {
  const settings = vscode.workspace.getConfiguration('leitmotif', document?.uri)
  return (
    document !== undefined &&
    !current &&
    !isStopped &&
    settings.get<boolean>('enable', true) &&
    settings.get('analyse') !== 'manual'
  )
}

function themeItem({ draft, index }: DraftNode): vscode.TreeItem {
  const theme = draft.themes[index]
  const item = new vscode.TreeItem(theme.name, vscode.TreeItemCollapsibleState.Collapsed)
  item.id = `theme ${theme.id}`
  item.contextValue = 'theme'
  item.iconPath = themeDot(theme.colour)
  item.description = besideTheme(theme)
  const count = theme.paragraphs.reduce((sum, paragraph) => sum + draft.paragraphs[paragraph].words, 0)
  const parts =
    theme.paragraphs.length === 1
      ? vscode.l10n.t('1 paragraph')
      : vscode.l10n.t('{0} paragraphs', theme.paragraphs.length)
  item.tooltip = [theme.name, `${percent(theme.share)} · ${parts} · ${words(count)}`, theme.terms.join(', ')].join('\n')
  item.accessibilityInformation = { label: `${theme.name}, ${percent(theme.share)}, ${parts}` }
  return item
}

function paragraphItem(node: DraftNode): vscode.TreeItem {
  const { draft, index } = node
  const paragraph = draft.paragraphs[index]
  const item = new vscode.TreeItem(paragraph.opening)
  item.contextValue = 'paragraph'
  item.description = draft.sections.at(paragraph.section)?.heading ?? ''
  item.tooltip = `${paragraph.opening}\n${words(paragraph.words)}`
  item.command = { command: 'leitmotif.reveal', title: vscode.l10n.t('Show in the text'), arguments: [node] }
  return item
}
