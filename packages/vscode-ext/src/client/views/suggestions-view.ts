import * as vscode from 'vscode'
import type { Suggestion } from '@leitmotif/encoder/draft'
import type { ShownAnalysis } from '../../protocol/protocol.js'
import type { Analyses } from '../state/analyses.js'
import { type DraftNode, hasFewHeadings, proposedNodes, suggestionNodes } from '../state/draft-node.js'
import { percent } from './formatted-numbers.js'
import { sectionName } from './outline-view.js'
import { showTree, type TreeView } from './tree.js'

/** Shows the suggestions for the current draft, with their reasons. */
export function showSuggestions(context: vscode.ExtensionContext, analyses: Analyses): TreeView<DraftNode> {
  const tree = showTree<DraftNode>(context, 'leitmotif.suggestions', {
    roots: () => (analyses.current ? suggestionNodes(analyses.current) : []),
    item: suggestionItem
  })
  const update = (): void => {
    const count = analyses.current?.suggestions.length ?? 0
    tree.view.badge = count > 0 ? { value: count, tooltip: suggestionCount(count) } : undefined
    tree.view.message = count === 0 ? messageFor(analyses) : ''
    tree.refresh()
  }
  context.subscriptions.push(analyses.onDidChange(update))
  update()
  return tree
}

/** Returns what an empty view says: that work goes on, the language, or what was compared; empty where its welcome says more. */
function messageFor(analyses: Analyses): string {
  const { current } = analyses
  if (isWorking(analyses)) return vscode.l10n.t('Computing suggestions…')
  if (current?.state !== 'done' || current.themes.length === 0) return ''
  const language = languageMessage(current)
  if (language !== undefined) return language
  if (hasFewHeadings(current) || proposedNodes(current).length > 0) return ''
  return vscode.l10n.t(
    'Nothing to suggest. {0} paragraphs in {1} sections were compared with each other and with the headings; only changes that are probably right are shown. The setting leitmotif.suggestions.precision shows less certain ones.',
    current.paragraphs.length,
    current.sections.length
  )
}

/** Returns what a view says of a draft that is not in English; undefined for others. */
export function languageMessage({ language }: ShownAnalysis): string | undefined {
  if (language === undefined) return undefined
  const name = new Intl.DisplayNames([vscode.env.language], { type: 'language' }).of(language) ?? language
  return vscode.l10n.t(
    'Language: {0}. Themes come from the words of the draft; suggestions are made for English only.',
    name
  )
}

/** Returns whether themes are known and suggestions are still being computed. */
export function isWorking({ current, isStopped }: Analyses): boolean {
  return current?.state === 'themes' && current.themes.length > 0 && !isStopped
}

export function suggestionCount(count: number): string {
  return count === 1 ? vscode.l10n.t('1 suggestion') : vscode.l10n.t('{0} suggestions', count)
}

const ICONS: Readonly<Record<Suggestion['kind'], string>> = {
  split: 'split-vertical',
  move: 'arrow-swap',
  separate: 'diff-added',
  merge: 'fold-up',
  mixed: 'group-by-ref-type',
  heading: 'edit'
}

/** Returns a label: the change and the text that it is about. */
function suggestionLabel(draft: ShownAnalysis, suggestion: Suggestion): string {
  const { l10n } = vscode
  switch (suggestion.kind) {
    case 'split':
      return l10n.t('Start a section: {0}', draft.paragraphs[suggestion.paragraph].opening)
    case 'move':
      return l10n.t(
        'Move to “{0}”: {1}',
        sectionName(draft, suggestion.to),
        draft.paragraphs[suggestion.paragraph].opening
      )
    case 'separate':
      return l10n.t('Own section: {0}', draft.paragraphs[suggestion.paragraph].opening)
    case 'merge':
      return l10n.t('Merge “{0}” with the section before it', sectionName(draft, suggestion.section))
    case 'mixed':
      return l10n.t('Group “{0}” by theme', sectionName(draft, suggestion.section))
    case 'heading':
      return l10n.t('Rename “{0}” to “{1}”', sectionName(draft, suggestion.section), suggestion.headings.at(0) ?? '')
  }
}

function suggestionItem(node: DraftNode): vscode.TreeItem {
  const { draft, index } = node
  const suggestion = draft.suggestions[index]
  const label = suggestionLabel(draft, suggestion)
  const item = new vscode.TreeItem(label)
  item.id = `suggestion ${suggestion.id}`
  item.contextValue = 'suggestion'
  item.iconPath = new vscode.ThemeIcon(ICONS[suggestion.kind])
  item.description = suggestion.reason
  const score = vscode.l10n.t(
    'Score {0}: the share of such suggestions that were right in articles and guides that had been damaged on purpose',
    percent(suggestion.score)
  )
  item.tooltip = [label, suggestion.reason, score].join('\n')
  item.command = { command: 'leitmotif.reveal', title: vscode.l10n.t('Show in the text'), arguments: [node] }
  return item
}
