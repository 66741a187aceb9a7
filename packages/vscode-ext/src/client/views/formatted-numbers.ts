import { furtherTerms, type DraftTheme } from '@leitmotif/encoder/draft'
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
export function besideTheme(theme: Pick<DraftTheme, 'name' | 'terms' | 'share'>): string {
  const further = furtherTerms(theme, FURTHER).join(', ')
  return beside(percent(theme.share) + (further === '' ? '' : ` · ${further}`))
}
