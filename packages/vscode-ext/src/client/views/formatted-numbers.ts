import * as vscode from 'vscode'

/** Returns a share from 0 to 1 as a percentage in the editor's language. */
export function percent(share: number): string {
  return share.toLocaleString(vscode.env.language, { style: 'percent', maximumFractionDigits: 0 })
}

export function words(count: number): string {
  return count === 1 ? vscode.l10n.t('1 word') : vscode.l10n.t('{0} words', count.toLocaleString(vscode.env.language))
}

/** Returns a number to show beside a label. A left-to-right mark keeps it after labels in right-to-left scripts. */
export function beside(figure: string): string {
  return `\u200e${figure}`
}
