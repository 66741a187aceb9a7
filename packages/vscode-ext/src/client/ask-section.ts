import * as vscode from 'vscode'
import type { ShownAnalysis } from '../protocol.js'
import { words } from './figures.js'
import { sectionName } from './outline-view.js'

/** Asks for a section to move paragraphs to; -1 for a new one. */
export async function askSection(draft: ShownAnalysis, paragraphs: readonly number[]): Promise<number | undefined> {
  const suggested = draft.suggestions.flatMap((one) =>
    one.kind === 'move' && paragraphs.includes(one.paragraph) ? [one.to] : []
  )
  const items = draft.sections.map((section, to) => ({
    label: `${'\u2003'.repeat(Math.max(0, section.level - 1))}${sectionName(draft, to)}`,
    description: suggested.includes(to) ? vscode.l10n.t('suggested') : words(section.words),
    to
  }))
  const here = new Set(paragraphs.map((paragraph) => draft.paragraphs[paragraph].section))
  const others = items.filter(({ to }) => here.size > 1 || !here.has(to))
  const own = { label: vscode.l10n.t('A new section…'), description: '', to: -1 }
  const first = others.filter(({ to }) => suggested.includes(to))
  const rest = others.filter(({ to }) => !suggested.includes(to))
  const title =
    paragraphs.length === 1
      ? vscode.l10n.t('Move “{0}” to', draft.paragraphs[paragraphs[0]].opening)
      : vscode.l10n.t('Move {0} paragraphs to', paragraphs.length)
  return (await vscode.window.showQuickPick([...first, ...rest, own], { title, matchOnDescription: true }))?.to
}
