import * as vscode from 'vscode'

/** Folders and files of a workspace without a search of its own are looked at up to so many: a book has fewer. */
const MOST_ENTRIES = 20_000

/** Folders that are read at once: each is a question to what may be far away. */
const AT_ONCE = 8

/**
 * File systems that the editor itself searches. In others it waits for an extension that does. That of GitHub brings one; most bring
 * none, and then the wait has no end. Which of them do cannot be asked, so all others are read here.
 */
const SEARCHED = new Set(['file', 'vscode-remote'])

/**
 * The files of a workspace folder whose paths in it match `glob`, in no order, `most` at most. The folders of a virtual workspace, such as a
 * repository that is read over the network, are read one by one, but for hidden ones and links.
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

/** What is in a folder: nothing where it cannot be read, as one that has gone since it was seen. */
async function readFolder(uri: vscode.Uri): Promise<readonly [string, vscode.FileType][]> {
  try {
    return await vscode.workspace.fs.readDirectory(uri)
  } catch {
    return []
  }
}

/** The editor's own reading of globs, which it has for documents; of these it looks at address and language alone. */
function matches(uri: vscode.Uri, pattern: vscode.RelativePattern): boolean {
  return vscode.languages.match({ pattern }, { uri, languageId: '' } as vscode.TextDocument) > 0
}
