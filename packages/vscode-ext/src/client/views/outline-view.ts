import * as vscode from 'vscode'
import type { ShownAnalysis } from '../../protocol/protocol.js'
import type { Analyses } from '../state/analyses.js'
import { type DraftNode, lastingName, sectionNodes, wordsWithin } from '../state/draft-node.js'
import { beside, percent, words } from './formatted-numbers.js'
import { onColours, shareIcon } from '../decorations/theme-colours.js'
import { showTree, type TreeView } from './tree.js'

/** Shows the sections of the current draft. */
export function showOutline(
  context: vscode.ExtensionContext,
  analyses: Analyses,
  dragAndDropController: vscode.TreeDragAndDropController<DraftNode>
): TreeView<DraftNode> {
  const tree = showTree<DraftNode>(
    context,
    'leitmotif.outline',
    {
      roots: () => (analyses.current ? sectionNodes(analyses.current) : []),
      children: ({ draft, index }) => sectionNodes(draft, index),
      item: sectionItem
    },
    { dragAndDropController, showCollapseAll: true }
  )
  context.subscriptions.push(analyses.onDidChange(tree.refresh), onColours(tree.refresh))
  return tree
}

/** Returns a section's heading, or a name for text without one. */
export function sectionName({ sections }: ShownAnalysis, section: number): string {
  return sections.at(section)?.heading || vscode.l10n.t('Opening')
}

function sectionItem(node: DraftNode): vscode.TreeItem {
  const { draft, index } = node
  const section = draft.sections[index]
  const hasSections = sectionNodes(draft, index).length > 0
  const item = new vscode.TreeItem(
    sectionName(draft, index),
    hasSections ? vscode.TreeItemCollapsibleState.Expanded : vscode.TreeItemCollapsibleState.None
  )
  item.id = lastingName(draft, index)
  item.contextValue = 'section'
  item.iconPath = shareIcon(draft, section.themes)
  item.description = beside(words(wordsWithin(draft, index)))
  const themes = section.themes.flatMap(({ theme, share }) => {
    const name = draft.themes.at(theme)?.name
    return theme < 0 || name === undefined ? [] : [`${percent(share)} ${name}`]
  })
  item.tooltip = [sectionName(draft, index), words(section.words), ...themes].join('\n')
  item.accessibilityInformation = { label: [sectionName(draft, index), item.description, ...themes].join(', ') }
  item.command = { command: 'leitmotif.reveal', title: vscode.l10n.t('Show in the text'), arguments: [node] }
  return item
}
