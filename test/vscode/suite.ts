/**
 * What is checked inside an extension host, that of Node or that of the web: `run` is called by VS Code. The folder that is
 * open holds strayed.md (`strayedDraft`).
 */
import * as vscode from 'vscode'

const TIMEOUT = 30_000

async function until<T>(what: string, ask: () => T | undefined | Promise<T | undefined>): Promise<T> {
  for (const end = Date.now() + TIMEOUT; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 100))) {
    const found = await ask()
    if (found !== undefined) return found
  }
  throw new Error(`${what}: not within ${TIMEOUT / 1000} s`)
}

function expect(holds: boolean, what: string): void {
  if (!holds) throw new Error(what)
}

const lensesOf = (uri: vscode.Uri): Thenable<vscode.CodeLens[]> =>
  vscode.commands.executeCommand('vscode.executeCodeLensProvider', uri, 100)

const checks: Record<string, (draft: vscode.TextDocument) => Promise<void>> = {
  async 'a paragraph that strayed gets a hint'({ uri }) {
    const [hint] = await until('a hint', () => {
      const hints = vscode.languages.getDiagnostics(uri)
      return hints.length > 0 ? hints : undefined
    })
    expect(hint.severity === vscode.DiagnosticSeverity.Hint, `the severity is ${hint.severity}`)
    expect(hint.source === 'Leitmotif', `the source is ${hint.source}`)
  },

  async 'a lens stands at it'({ uri }) {
    const lenses = await until('a lens', async () => {
      const found = await lensesOf(uri)
      return found.length > 0 ? found : undefined
    })
    expect(
      lenses.some(({ command }) => command?.command.startsWith('leitmotif.')),
      'no lens has a command of ours'
    )
  },

  async 'an action moves it home, and undoing that gives the same bytes'(draft) {
    const before = draft.getText()
    const [hint] = vscode.languages.getDiagnostics(draft.uri)
    const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      'vscode.executeCodeActionProvider',
      draft.uri,
      hint.range,
      undefined,
      20
    )
    const move = actions.find(({ edit, command }) => edit !== undefined || command !== undefined)
    expect(move !== undefined, `of ${actions.length} actions none does anything`)
    if (move?.edit !== undefined) await vscode.workspace.applyEdit(move.edit)
    else if (move?.command !== undefined) {
      await vscode.commands.executeCommand(move.command.command, ...((move.command.arguments ?? []) as unknown[]))
    }
    await until('the edit', () => (draft.getText() === before ? undefined : true))
    const words = (text: string): string => text.split(/\s+/).sort().join(' ')
    expect(words(draft.getText()) === words(before), 'words were lost or made up')
    await vscode.commands.executeCommand('undo')
    await until('undoing', () => (draft.getText() === before ? true : undefined))
  },

  async 'a draft typed anew is analysed anew'(draft) {
    const all = new vscode.Range(0, 0, draft.lineCount, 0)
    const edit = new vscode.WorkspaceEdit()
    edit.replace(draft.uri, all, 'One line.\n')
    await vscode.workspace.applyEdit(edit)
    await until('no hint', () => (vscode.languages.getDiagnostics(draft.uri).length === 0 ? true : undefined))
    await vscode.commands.executeCommand('undo')
    await until('the hint again', () => (vscode.languages.getDiagnostics(draft.uri).length > 0 ? true : undefined))
  }
}

export async function run(): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0]
  if (folder === undefined) throw new Error('no folder is open')
  const draft = await vscode.workspace.openTextDocument(vscode.Uri.joinPath(folder.uri, 'strayed.md'))
  await vscode.window.showTextDocument(draft)
  const failed: string[] = []
  for (const [name, check] of Object.entries(checks)) {
    try {
      await check(draft)
      console.log(`leitmotif: ${name}: yes`)
    } catch (error) {
      failed.push(name)
      console.log(`leitmotif: ${name}: NO: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  if (failed.length > 0)
    throw new Error(`${failed.length} of ${Object.keys(checks).length} failed: ${failed.join('; ')}`)
}
