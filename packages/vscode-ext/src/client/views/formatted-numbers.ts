import * as vscode from 'vscode'

/** Number of terms shown beside the name of a theme. */
const FURTHER = 2

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

/** Returns a theme's share and further terms, which say more than its name alone. */
export function besideTheme({
  name,
  terms,
  share
}: {
  readonly name: string
  readonly terms: readonly string[]
  readonly share: number
}): string {
  const further = terms.filter((term) => !name.toLowerCase().includes(term.toLowerCase())).slice(0, FURTHER)
  return beside([percent(share), ...(further.length === 0 ? [] : [further.join(', ')])].join(' · '))
}
