import * as vscode from 'vscode'
import type { Analyses } from '../state/analyses.js'
import { suggestionCount } from './suggestions-view.js'

/** Shows the number of themes and suggestions of the current draft in the status bar. */
export function showStatus({ subscriptions }: vscode.ExtensionContext, analyses: Analyses): void {
  const item = vscode.window.createStatusBarItem('leitmotif.status', vscode.StatusBarAlignment.Right, 90)
  item.name = 'Leitmotif'
  const update = (): void => {
    const { document, current } = analyses
    const settings = vscode.workspace.getConfiguration('leitmotif', document?.uri)
    const isShort = current?.state !== 'refused' && current?.themes.length === 0
    if (!document || !settings.get<boolean>('enable', true) || (isShort && !analyses.isStopped)) {
      item.hide()
      return
    }
    item.command = 'leitmotif.showThemes'
    if (analyses.isStopped) {
      item.text = vscode.l10n.t('$(error) Not running')
      item.tooltip = vscode.l10n.t('Leitmotif has stopped. Click to start it again.')
      item.command = 'leitmotif.restart'
    } else if (current?.state === 'refused') {
      item.text = vscode.l10n.t('$(circle-slash) Not analysed')
      item.tooltip = current.message
    } else if (current) {
      const count = current.suggestions.length
      const themes =
        current.themes.length === 1 ? vscode.l10n.t('1 theme') : vscode.l10n.t('{0} themes', current.themes.length)
      item.text = `${current.state === 'themes' ? '$(loading~spin)' : '$(symbol-color)'} ${[themes, ...(count > 0 ? [suggestionCount(count)] : [])].join(' · ')}`
      item.tooltip =
        current.state === 'themes'
          ? vscode.l10n.t('Leitmotif is computing suggestions. Click to see the themes.')
          : vscode.l10n.t('Click to see the themes and suggestions of this draft.')
    } else if (settings.get('analyse') === 'manual') {
      item.text = '$(symbol-color) Leitmotif'
      item.tooltip = vscode.l10n.t('This draft is not analysed yet. Click to analyse it.')
      item.command = 'leitmotif.analyse'
    } else {
      item.text = '$(loading~spin) Leitmotif'
      item.tooltip = vscode.l10n.t('Leitmotif is analysing this draft.')
    }
    item.show()
  }
  subscriptions.push(
    item,
    analyses.onDidChange(update),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('leitmotif')) update()
    })
  )
  update()
}
