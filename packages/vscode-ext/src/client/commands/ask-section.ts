import * as vscode from 'vscode'
import type { ShownAnalysis } from '../../protocol/protocol.js'
import { words } from '../figures.js'
import { sectionName } from '../views/outline-view.js'

/** Asks for a section to move paragraphs to; -1 for a new one. */
export async function askSection(draft: ShownAnalysis, paragraphs: readonly number[]): Promise<number | undefined> {
  const suggested = draft.suggestions.flatMap((one) => {
    if (one.kind === 'move' && paragraphs.includes(one.paragraph)) return [one.to]
    return one.kind === 'apart' && paragraphs.includes(one.paragraph) ? [-1] : []
  })
  const describe = (to: number, otherwise: string): string =>
    suggested.includes(to) ? vscode.l10n.t('suggested') : otherwise
  const items = draft.sections.map((section, to) => ({
    label: `${'\u2003'.repeat(Math.max(0, section.level - 1))}${sectionName(draft, to)}`,
    description: describe(to, words(section.words)),
    to
  }))
  const here = new Set(paragraphs.map((paragraph) => draft.paragraphs[paragraph].section))
  const others = items.filter(({ to }) => here.size > 1 || !here.has(to))
  const choices = [...others, { label: vscode.l10n.t('A new section…'), description: describe(-1, ''), to: -1 }]
  const first = choices.filter(({ to }) => suggested.includes(to))
  const rest = choices.filter(({ to }) => !suggested.includes(to))
  const title =
    paragraphs.length === 1
      ? vscode.l10n.t('Move “{0}” to', draft.paragraphs[paragraphs[0]].opening)
      : vscode.l10n.t('Move {0} paragraphs to', paragraphs.length)
  return (await vscode.window.showQuickPick([...first, ...rest], { title, matchOnDescription: true }))?.to
}
