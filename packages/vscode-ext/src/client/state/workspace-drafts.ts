import * as vscode from 'vscode'
import { isDraft } from './draft-documents.js'
import { findFiles } from './find-files.js'

export interface DraftFile {
  readonly uri: string
  readonly text: string
  readonly languageId: string
}

/** Maximum number of files read, and the most bytes of one: enough for a book. */
const MOST_FILES = 2000
const MOST_BYTES = 5_000_000

/** Files read in parallel, because each may be a network request. */
const AT_ONCE = 8

/** Maximum number of UTF-16 code units of all files together: the server's limit. */
const MOST_LENGTH = 12_000_000

const LANGUAGE_OF: Readonly<Record<string, string>> = {
  md: 'markdown',
  markdown: 'markdown',
  tex: 'latex',
  rst: 'restructuredtext',
  adoc: 'asciidoc',
  asciidoc: 'asciidoc'
}

/**
 * Returns the files of the workspace that match `leitmotif.workspace.files`, sorted by path, as they are in the editor or on disk.
 * @throws Error with a translated message if they have more than MOST_LENGTH code units in total
 */
export async function readDrafts(token: vscode.CancellationToken): Promise<DraftFile[]> {
  const found: vscode.Uri[] = []
  for (const folder of vscode.workspace.workspaceFolders ?? []) {
    const glob = vscode.workspace.getConfiguration('leitmotif.workspace', folder.uri).get<string>('files', '')
    if (glob === '') continue
    found.push(...(await findFiles(folder, glob, MOST_FILES, token)))
  }
  found.sort((a, b) => (a.path < b.path ? -1 : 1))
  const files: DraftFile[] = []
  let length = 0
  const named = found.slice(0, MOST_FILES)
  for (let first = 0; first < named.length && !token.isCancellationRequested; first += AT_ONCE) {
    for (const file of await Promise.all(named.slice(first, first + AT_ONCE).map(readDraft))) {
      if (file === undefined) continue
      length += file.text.length
      if (length > MOST_LENGTH) {
        throw new Error(
          vscode.l10n.t(
            'The files have more than {0} characters in total. Narrow the setting leitmotif.workspace.files.',
            MOST_LENGTH.toLocaleString(vscode.env.language)
          )
        )
      }
      files.push(file)
    }
  }
  return files
}

async function readDraft(uri: vscode.Uri): Promise<DraftFile | undefined> {
  const open = vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri.toString())
  const text = open?.getText() ?? (await readText(uri))
  if (text === undefined) return undefined
  return { uri: uri.toString(), text, languageId: open && isDraft(open) ? open.languageId : languageOf(uri) }
}

function languageOf({ path }: vscode.Uri): string {
  return LANGUAGE_OF[path.slice(path.lastIndexOf('.') + 1).toLowerCase()] ?? 'plaintext'
}

async function readText(uri: vscode.Uri): Promise<string | undefined> {
  try {
    const { size } = await vscode.workspace.fs.stat(uri)
    if (size > MOST_BYTES) return undefined
    return new TextDecoder().decode(await vscode.workspace.fs.readFile(uri))
  } catch {
    return undefined // Deleted or unreadable since it was found; the other files still count.
  }
}
