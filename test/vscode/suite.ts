/**
 * Checks that run inside an extension host, that of Node or that of the web. VS Code calls `run`. The open folder contains
 * strayed.md (`strayedDraft`).
 */
import * as vscode from 'vscode'

const TIMEOUT = 60_000

/** Exports of the extension. */
interface Leitmotif {
  readonly analysisOf: (uri: vscode.Uri) => unknown
}

async function until<T>(what: string, ask: () => T | undefined | Promise<T | undefined>): Promise<T> {
  for (const end = Date.now() + TIMEOUT; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 100))) {
    const found = await answerTo(ask)
    if (found !== undefined) return found
  }
  throw new Error(`${what}: not within ${TIMEOUT / 1000} s`)
}

/**
 * Returns undefined if VS Code cancels a request, as it does when another provider is registered meanwhile. VS Code repeats requests
 * for what it shows; callers of commands must repeat theirs. It may also answer without the requested provider.
 */
async function answerTo<T>(ask: () => T | Promise<T>): Promise<T | undefined> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof Error && (error.name === 'Canceled' || error.message === 'Canceled')) return undefined
    throw error
  }
}

function expect(holds: boolean, what: string): void {
  if (!holds) throw new Error(what)
}

function some<T>(found: readonly T[]): readonly T[] | undefined {
  return found.length > 0 ? found : undefined
}

const hintAt = async (uri: vscode.Uri): Promise<vscode.Diagnostic> =>
  (await until('a hint', () => some(vscode.languages.getDiagnostics(uri))))[0]

const checks: Record<string, (draft: vscode.TextDocument) => Promise<void>> = {
  async 'a paragraph that strayed gets a hint'({ uri }) {
    const hint = await hintAt(uri)
    expect(hint.severity === vscode.DiagnosticSeverity.Hint, `the severity is ${hint.severity}`)
    expect(hint.source === 'Leitmotif', `the source is ${hint.source}`)
  },

  async 'a code lens is above it'({ uri }) {
    const lenses = await until('a lens', async () =>
      some(await vscode.commands.executeCommand<vscode.CodeLens[]>('vscode.executeCodeLensProvider', uri, 100))
    )
    expect(
      lenses.some(({ command }) => command?.command.startsWith('leitmotif.')),
      'no lens has a command of ours'
    )
  },

  async 'an action moves it home, and undoing that gives the same bytes'(draft) {
    const before = draft.getText()
    const { range } = await hintAt(draft.uri)
    const move = await until('an action that moves it to “Bread”', async () => {
      const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
        'vscode.executeCodeActionProvider',
        draft.uri,
        range,
        undefined,
        20
      )
      return actions.find(({ edit, title }) => edit !== undefined && title.includes('Bread'))?.edit
    })
    await vscode.workspace.applyEdit(move)
    await until('the edit', () => (draft.getText() === before ? undefined : true))
    const words = (text: string): string => text.split(/\s+/).sort().join(' ')
    expect(words(draft.getText()) === words(before), 'words were lost or made up')
    await vscode.commands.executeCommand('undo')
    await until('undoing', () => (draft.getText() === before ? true : undefined))
  },

  async 'a draft that is in no folder of a disk gets a hint'(draft) {
    const files = fileSystemOf(new TextEncoder().encode(draft.getText()))
    vscode.workspace.registerFileSystemProvider('afar', files, { isReadonly: true })
    const { uri } = await vscode.workspace.openTextDocument(vscode.Uri.parse('afar:/book/strayed.md'))
    await hintAt(uri)
  },

  async 'a draft that is read-only is left as it is'(draft) {
    const other = await vscode.workspace.openTextDocument(vscode.Uri.parse('afar:/book/strayed.md'))
    const { command, arguments: given = [] } = await until('a lens', async () => {
      const { uri } = other
      const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>('vscode.executeCodeLensProvider', uri, 100)
      return lenses.find(({ command }) => command?.command === 'leitmotif.applySuggestion')?.command
    })
    await vscode.commands.executeCommand(command, ...(given as unknown[]))
    expect(other.getText() === draft.getText(), 'it was changed')
    await vscode.window.showTextDocument(draft)
  },

  async 'a draft has no analysis while it is turned off'({ uri }) {
    const { exports } = vscode.extensions.getExtension<Leitmotif>('leitmotif.leitmotif-vscode')!
    const settings = vscode.workspace.getConfiguration('leitmotif')
    await settings.update('enable', false, vscode.ConfigurationTarget.Global)
    await until('no analysis', () => (exports.analysisOf(uri) === undefined ? true : undefined))
    await settings.update('enable', undefined, vscode.ConfigurationTarget.Global)
    await until('an analysis', () => exports.analysisOf(uri))
  },

  async 'a replaced draft is analysed again'(draft) {
    const all = new vscode.Range(0, 0, draft.lineCount, 0)
    const edit = new vscode.WorkspaceEdit()
    edit.replace(draft.uri, all, 'One line.\n')
    await vscode.workspace.applyEdit(edit)
    await until('no hint', () => (vscode.languages.getDiagnostics(draft.uri).length === 0 ? true : undefined))
    await vscode.commands.executeCommand('undo')
    await hintAt(draft.uri)
  }
}

/** Creates a file system of one file without a path on disk, as in virtual workspaces. */
function fileSystemOf(bytes: Uint8Array): vscode.FileSystemProvider {
  const readOnly = (): never => {
    throw vscode.FileSystemError.NoPermissions()
  }
  return {
    onDidChangeFile: new vscode.EventEmitter<vscode.FileChangeEvent[]>().event,
    watch: () => new vscode.Disposable(() => undefined),
    stat: () => ({ type: vscode.FileType.File, ctime: 0, mtime: 0, size: bytes.length }),
    readFile: () => bytes,
    readDirectory: () => [],
    createDirectory: readOnly,
    writeFile: readOnly,
    delete: readOnly,
    rename: readOnly
  }
}

export async function run(): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0]
  if (folder === undefined) throw new Error('no folder is open')
  const draft = await vscode.workspace.openTextDocument(vscode.Uri.joinPath(folder.uri, 'strayed.md'))
  await vscode.window.showTextDocument(draft)
  console.log(`leitmotif: runs in ${typeof process === 'object' ? 'Node' : 'a worker'}`)
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
