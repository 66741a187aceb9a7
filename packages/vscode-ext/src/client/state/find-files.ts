import * as vscode from 'vscode'

/** Maximum number of folders and files read in a workspace that VS Code cannot search. A book has fewer. */
const MOST_ENTRIES = 20_000

/** Folders read in parallel, because each may be a network request. */
const AT_ONCE = 8

/**
 * File systems that VS Code searches itself. For others it waits for an extension with a search provider. Most have
 * none, so the wait never ends, and no API tells whether there is one. Therefore, folders of other file systems are
 * read here.
 */
const SEARCHED = new Set(['file', 'vscode-remote'])

/**
 * Returns up to `most` files of a workspace folder whose relative paths match `glob`, unordered. In virtual workspaces, such as a
 * repository read over the network, it walks the folders, except hidden ones and links.
 */
export async function findFiles(
  folder: vscode.WorkspaceFolder,
  glob: string,
  most: number,
  token: vscode.CancellationToken
): Promise<vscode.Uri[]> {
  const pattern = new vscode.RelativePattern(folder, glob)
  if (SEARCHED.has(folder.uri.scheme)) {
    return vscode.workspace.findFiles(pattern, '**/node_modules/**', most, token)
  }
  const found: vscode.Uri[] = []
  const open = [folder.uri]
  for (let looked = 0; open.length > 0 && looked < MOST_ENTRIES && !token.isCancellationRequested;) {
    const here = open.splice(0, AT_ONCE)
    for (const [index, entries] of (await Promise.all(here.map(readFolder))).entries()) {
      looked += entries.length
      for (const [name, type] of entries) {
        const uri = vscode.Uri.joinPath(here[index], name)
        if (type === vscode.FileType.Directory && !/^\.|^node_modules$/.test(name)) open.push(uri)
        else if (type === vscode.FileType.File && found.length < most && matches(uri, pattern)) found.push(uri)
      }
    }
  }
  return found
}

/** Returns a folder's entries; none if it cannot be read, for example because it was deleted. */
async function readFolder(uri: vscode.Uri): Promise<readonly [string, vscode.FileType][]> {
  try {
    return await vscode.workspace.fs.readDirectory(uri)
  } catch {
    return []
  }
}

/** Returns whether a URI matches, with VS Code's own glob matching. It exists for documents, but reads only URI and language. */
function matches(uri: vscode.Uri, pattern: vscode.RelativePattern): boolean {
  return vscode.languages.match({ pattern }, { uri, languageId: '' } as vscode.TextDocument) > 0
}
