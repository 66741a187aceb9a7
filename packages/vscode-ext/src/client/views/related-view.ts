import * as vscode from 'vscode'
import type { RelatedPassage } from '../../protocol/protocol.js'
import { showTree, type TreeView } from './tree.js'

/** The view of related passages. */
export interface RelatedView extends TreeView<RelatedPassage> {
  /** The passages of the last search. */
  readonly passages: () => readonly RelatedPassage[]
  /** Shows the passages of a search, with a message above them or none. */
  readonly show: (passages: readonly RelatedPassage[], message?: string) => void
}

export function showRelated(context: vscode.ExtensionContext): RelatedView {
  let passages: readonly RelatedPassage[] = []
  const tree = showTree<RelatedPassage>(context, 'leitmotif.related', { roots: () => [...passages], item: passageItem })
  return {
    ...tree,
    passages: () => passages,
    show: (found, message = '') => {
      passages = found
      tree.view.message = message
      tree.refresh()
    }
  }
}

function passageItem(passage: RelatedPassage): vscode.TreeItem {
  const item = new vscode.TreeItem(passage.text)
  item.contextValue = passage.link === undefined ? 'passage' : 'passage link'
  item.description = passage.title
  item.iconPath = new vscode.ThemeIcon('book')
  const similarity =
    passage.percentile === undefined
      ? []
      : [vscode.l10n.t('More similar than {0} % of random pairs', Math.floor(passage.percentile * 10) / 10)]
  item.tooltip = [passage.text, '', [passage.title, ...passage.path].join(' › '), ...similarity].join('\n')
  item.command = { command: 'leitmotif.readRelated', title: vscode.l10n.t('Read'), arguments: [passage] }
  return item
}
