/**
 * An extension for tests that provides folders of the scheme `afar`, as in virtual workspaces. Its files are in memory only and, as in
 * most such file systems, cannot be searched. Its manifest lists the initial `files`: text by path.
 */
import * as vscode from 'vscode'

export function activate(context: vscode.ExtensionContext): void {
  const { files } = context.extension.packageJSON as { readonly files: Readonly<Record<string, string>> }
  const encoder = new TextEncoder()
  const contents = new Map(Object.entries(files).map(([path, text]) => [path, encoder.encode(text)]))
  const changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>()
  const isFolder = (path: string): boolean => [...contents.keys()].some((file) => file.startsWith(under(path)))
  const under = (path: string): string => path.replace(/\/?$/, '/')
  const read = (uri: vscode.Uri): Uint8Array => {
    const bytes = contents.get(uri.path)
    if (bytes === undefined) throw vscode.FileSystemError.FileNotFound(uri)
    return bytes
  }
  const not = (): never => {
    throw vscode.FileSystemError.NoPermissions()
  }
  const provider: vscode.FileSystemProvider = {
    onDidChangeFile: changed.event,
    watch: () => new vscode.Disposable(() => undefined),
    stat(uri) {
      if (isFolder(uri.path)) return { type: vscode.FileType.Directory, ctime: 0, mtime: 0, size: 0 }
      return { type: vscode.FileType.File, ctime: 0, mtime: 0, size: read(uri).length }
    },
    readDirectory({ path }) {
      const names = [...contents.keys()].flatMap((file) =>
        file.startsWith(under(path)) ? [file.slice(under(path).length).split('/')[0]] : []
      )
      return [...new Set(names)].map((name) => {
        return [name, isFolder(under(path) + name) ? vscode.FileType.Directory : vscode.FileType.File]
      })
    },
    readFile: read,
    writeFile(uri, bytes) {
      contents.set(uri.path, Uint8Array.from(bytes))
      changed.fire([{ type: vscode.FileChangeType.Changed, uri }])
    },
    createDirectory: not,
    delete: not,
    rename: not
  }
  context.subscriptions.push(vscode.workspace.registerFileSystemProvider('afar', provider))
}
