import * as vscode from 'vscode'
import type { ShownAnalysis } from '../../protocol/protocol.js'
import { words } from '../views/formatted-numbers.js'
import { sectionName } from '../views/outline-view.js'

/** Asks for a heading, from a list or typed. Returns undefined if the writer cancels. */
export async function askHeading(
  title: string,
  value: string,
  candidates: readonly string[]
): Promise<string | undefined> {
  if (candidates.length === 0) {
    const typed = await vscode.window.showInputBox({
      title,
      value,
      validateInput: (text) =>
        text.trim() === '' ? vscode.l10n.t('Type a heading of at least one character.') : undefined
    })
    return typed?.trim()
  }
  const pick = vscode.window.createQuickPick()
  const offer = (): void => {
    const typed = pick.value.trim()
    const label = (text: string): vscode.QuickPickItem => ({ label: text, alwaysShow: true })
    pick.items = [...(typed === '' || candidates.includes(typed) ? [] : [label(typed)]), ...candidates.map(label)]
  }
  pick.title = title
  pick.placeholder = vscode.l10n.t('Choose a heading, or type one')
  offer()
  pick.onDidChangeValue(offer)
  return new Promise((resolve) => {
    pick.onDidAccept(() => {
      resolve(pick.selectedItems.at(0)?.label)
      pick.hide()
    })
    pick.onDidHide(() => {
      resolve(undefined)
      pick.dispose()
    })
    pick.show()
  })
}

/** Asks for the section to move paragraphs to. Returns its index, -1 for a new section, undefined if the writer cancels. */
export async function askSection(draft: ShownAnalysis, paragraphs: readonly number[]): Promise<number | undefined> {
  const suggested = draft.suggestions.flatMap((one) => {
    if (one.kind === 'move' && paragraphs.includes(one.paragraph)) return [one.to]
    return one.kind === 'separate' && paragraphs.includes(one.paragraph) ? [-1] : []
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

/** Maximum number of sections to ask for: a longer outline is hard to review. */
const MOST_SECTIONS = 100

/** Asks how many sections to propose. Returns 0 for the number that fits the text, undefined if the writer cancels. */
export async function askSections({ paragraphs, proposed }: ShownAnalysis): Promise<number | undefined> {
  const most = Math.min(paragraphs.length, MOST_SECTIONS)
  const isNumber = (text: string): boolean => /^\d{1,9}$/.test(text) && Number(text) >= 2 && Number(text) <= most
  const typed = await vscode.window.showInputBox({
    title: vscode.l10n.t('How many sections should the proposed outline have?'),
    prompt: vscode.l10n.t('Leave empty to use the number that fits the text.'),
    value: proposed.length < 2 ? '' : String(proposed.length),
    validateInput: (text) =>
      text.trim() === '' || isNumber(text.trim())
        ? undefined
        : vscode.l10n.t('Type a whole number from 2 to {0}.', most)
  })
  return typed === undefined ? undefined : Number(typed.trim())
}
