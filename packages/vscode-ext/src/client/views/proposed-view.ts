import * as vscode from 'vscode'
import type { ShownAnalysis } from '../../protocol/protocol.js'
import type { Analyses } from '../state/analyses.js'
import { arrivals, type DraftNode, lastingProposal, proposedNodes } from '../state/draft-node.js'
import { percent, words } from './formatted-numbers.js'
import { sectionName } from './outline-view.js'
import { isWorking } from './suggestions-view.js'
import { onColours, themeDot } from '../decorations/theme-colours.js'
import { showTree } from './tree.js'

/** The ticked sections of the proposed outline. */
export interface ProposedOutline {
  /** Returns the ticked sections of the current draft; undefined if all are ticked. */
  readonly chosen: () => readonly number[] | undefined
}

/** Shows the proposed outline of the current draft, with its changes marked. */
export function showProposedOutline(context: vscode.ExtensionContext, analyses: Analyses): ProposedOutline {
  /** Keys of unticked sections, which stay the same across analyses. */
  let unwanted = new Set<string>()
  let uri: string | undefined
  const tree = showTree<DraftNode>(
    context,
    'leitmotif.proposed',
    {
      roots: () => (analyses.current ? proposedNodes(analyses.current) : []),
      children: ({ kind, draft, index }) =>
        kind === 'proposed'
          ? draft.proposed[index].paragraphs.map((paragraph) => ({
              kind: 'proposed-paragraph',
              draft,
              index: paragraph
            }))
          : [],
      item: (node) =>
        node.kind === 'proposed'
          ? proposedItem(node, !unwanted.has(lastingProposal(node.draft, node.draft.proposed[node.index])))
          : proposedParagraphItem(node)
    },
    { manageCheckboxStateManually: true, showCollapseAll: true }
  )
  const update = (): void => {
    const { current } = analyses
    if (current?.uri !== uri) unwanted = new Set()
    uri = current?.uri
    const isProposed = current !== undefined && proposedNodes(current).length > 0
    tree.view.description = isProposed ? difference(current) : ''
    tree.view.message = !isProposed && isWorking(analyses) ? vscode.l10n.t('Computing suggestions…') : ''
    tree.refresh()
  }
  context.subscriptions.push(
    analyses.onDidChange(update),
    onColours(tree.refresh),
    tree.view.onDidChangeCheckboxState(({ items }) => {
      for (const [{ draft, index }, state] of items) {
        const key = lastingProposal(draft, draft.proposed[index])
        if (state === vscode.TreeItemCheckboxState.Checked) unwanted.delete(key)
        else unwanted.add(key)
      }
    })
  )
  update()
  return {
    chosen: () => {
      const { current } = analyses
      if (!current) return undefined
      const changed = current.proposed.flatMap(({ changed }, index) => (changed ? [index] : []))
      const chosen = changed.filter((index) => !unwanted.has(lastingProposal(current, current.proposed[index])))
      return chosen.length === changed.length ? undefined : chosen
    }
  }
}

/** Returns how the proposal differs: in percent, by headings only or, for a draft without sections, by its new sections. */
function difference({ distance, sections, proposed }: ShownAnalysis): string {
  if (sections.length === 1) {
    const added = proposed.filter(({ from }) => from < 0).length
    if (added > 0) return added === 1 ? vscode.l10n.t('1 new section') : vscode.l10n.t('{0} new sections', added)
  }
  return distance > 0 ? vscode.l10n.t('{0} different', percent(distance)) : vscode.l10n.t('headings only')
}

function proposedItem(node: DraftNode, isChosen: boolean): vscode.TreeItem {
  const { draft, index } = node
  const section = draft.proposed[index]
  const item = new vscode.TreeItem(
    section.heading || vscode.l10n.t('Opening'),
    vscode.TreeItemCollapsibleState.Collapsed
  )
  item.contextValue = section.changed ? 'proposed changed' : 'proposed'
  const changes = changesOf(draft, index)
  const [icon, colour] =
    section.from < 0
      ? ['diff-added', 'charts.green']
      : section.changed
        ? ['diff-modified', 'charts.blue']
        : ['dash', 'descriptionForeground']
  item.iconPath = new vscode.ThemeIcon(icon, new vscode.ThemeColor(colour))
  item.description = changes.join(' · ')
  const count = section.paragraphs.reduce((sum, paragraph) => sum + draft.paragraphs[paragraph].words, 0)
  item.tooltip = [section.heading, words(count), ...changes].join('\n')
  if (section.changed) {
    const { Checked, Unchecked } = vscode.TreeItemCheckboxState
    item.checkboxState = {
      state: isChosen ? Checked : Unchecked,
      tooltip: isChosen ? vscode.l10n.t('Will be applied') : vscode.l10n.t('Will not be applied')
    }
  }
  return item
}

/** Returns the differences of a proposed section from the current one, a few words each. */
function changesOf(draft: ShownAnalysis, index: number): string[] {
  const { l10n } = vscode
  const section = draft.proposed[index]
  if (!section.changed) return []
  if (section.from < 0) return [l10n.t('new')]
  const today = draft.sections[section.from]
  const moved = arrivals(draft, section).length
  const divided = draft.proposed
    .flatMap(({ from, paragraphs }) => (from < 0 ? paragraphs : []))
    .filter((paragraph) => paragraph >= today.start && paragraph < today.end).length
  const left = today.end - today.start + moved - section.paragraphs.length - divided
  const changes = [
    ...(today.heading === section.heading ? [] : [l10n.t('was “{0}”', sectionName(draft, section.from))]),
    ...(divided > 0 ? [l10n.t('−{0} into new sections', divided)] : []),
    ...(moved > 0 ? [l10n.t('+{0} moved here', moved)] : []),
    ...(left > 0 ? [l10n.t('−{0} moved away', left)] : [])
  ]
  return changes.length > 0 ? changes : [l10n.t('in another order')]
}

function proposedParagraphItem(node: DraftNode): vscode.TreeItem {
  const { draft, index } = node
  const paragraph = draft.paragraphs[index]
  const proposed = draft.proposed.find(({ paragraphs }) => paragraphs.includes(index))
  const item = new vscode.TreeItem(paragraph.opening)
  item.contextValue = 'proposed-paragraph'
  item.iconPath = themeDot(draft.themes.at(paragraph.theme < 0 ? draft.themes.length : paragraph.theme)?.colour)
  if (proposed && proposed.from !== paragraph.section) {
    item.description = vscode.l10n.t('from “{0}”', sectionName(draft, paragraph.section))
  }
  item.tooltip = paragraph.opening
  item.command = { command: 'leitmotif.reveal', title: vscode.l10n.t('Show in the text'), arguments: [node] }
  return item
}
