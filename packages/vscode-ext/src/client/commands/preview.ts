import * as vscode from 'vscode'

const SCHEME = 'leitmotif-preview'

/** Shows a document beside its text after a change, and returns whether the writer wants the change. */
export type Preview = (document: vscode.TextDocument, after: string, label: string) => Promise<boolean>

interface Shown {
  readonly uri: vscode.Uri
  readonly text: string
  readonly answer: (isWanted: boolean) => void
}

/** Returns a function that shows one preview at a time. Buttons, a message or closing it answer; the next preview discards it. */
export function previewer({ subscriptions }: vscode.ExtensionContext): Preview {
  let count = 0
  let last: Shown | undefined
  subscriptions.push(
    vscode.workspace.registerTextDocumentContentProvider(SCHEME, {
      provideTextDocumentContent: (uri) => (last?.uri.toString() === uri.toString() ? last.text : '')
    }),
    vscode.commands.registerCommand('leitmotif.acceptPreview', () => {
      last?.answer(true)
    }),
    vscode.commands.registerCommand('leitmotif.discardPreview', () => {
      last?.answer(false)
    }),
    vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
      const shown = last
      if (shown && closed.some((tab) => isOf(tab, shown.uri))) shown.answer(false)
    })
  )
  return async (document, after, label) => {
    last?.answer(false)
    const path = document.uri.path.slice(document.uri.path.lastIndexOf('/'))
    const uri = vscode.Uri.from({ scheme: SCHEME, path, query: String(++count) })
    let answer: Shown['answer'] = () => undefined
    const wanted = new Promise<boolean>((resolve) => {
      answer = resolve
    })
    last = { uri, text: after, answer }
    await vscode.commands.executeCommand('vscode.diff', document.uri, uri, label, { preview: true })
    const apply = vscode.l10n.t('Apply')
    void vscode.window
      .showInformationMessage(vscode.l10n.t('Apply the version on the right?'), apply, vscode.l10n.t('Discard'))
      .then((choice) => {
        if (choice !== undefined) answer(choice === apply)
      })
    const isWanted = await wanted
    const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs.filter((tab) => isOf(tab, uri)))
    await vscode.window.tabGroups.close(tabs)
    return isWanted
  }
}

function isOf({ input }: vscode.Tab, uri: vscode.Uri): boolean {
  return input instanceof vscode.TabInputTextDiff && input.modified.toString() === uri.toString()
}
