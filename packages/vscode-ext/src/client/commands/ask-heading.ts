import * as vscode from 'vscode'

/** Asks for a heading: one of some, or typed. Undefined where the writer goes back. */
export async function askHeading(
  title: string,
  value: string,
  candidates: readonly string[]
): Promise<string | undefined> {
  if (candidates.length === 0) {
    const typed = await vscode.window.showInputBox({
      title,
      value,
      validateInput: (text) => (text.trim() === '' ? vscode.l10n.t('A heading has at least one character.') : undefined)
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
