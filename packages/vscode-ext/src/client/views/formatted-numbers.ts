import * as vscode from 'vscode'

/** A share from 0 to 1 in the editor's language. */
export function percent(share: number): string {
  return share.toLocaleString(vscode.env.language, { style: 'percent', maximumFractionDigits: 0 })
}

export function words(count: number): string {
  return count === 1 ? vscode.l10n.t('1 word') : vscode.l10n.t('{0} words', count.toLocaleString(vscode.env.language))
}

/** A figure beside a label, behind which it stands in labels written from right to left, too: a left-to-right mark goes first. */
export function beside(figure: string): string {
  return `\u200e${figure}`
}
