import * as vscode from 'vscode'
import { isDraft } from './draft-documents.js'
import { findFiles } from './find-files.js'

export interface DraftFile {
  readonly uri: string
  readonly text: string
  readonly languageId: string
}

/** More files than these are not read, nor larger ones: it is a book that is asked for, not an archive. */
const MOST_FILES = 2000
const MOST_BYTES = 5_000_000

/** Files that are read at once: each may be far away. */
const AT_ONCE = 8

/** Of all files together, in UTF-16 code units, as many as the server takes. */
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
 * The files of the workspace that `leitmotif.workspace.files` names, by path, as they now are in the editor or on disk.
 * @throws Error, in words for the writer, as soon as they have more than MOST_LENGTH
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
  return LANGUAGE_OF[path.slice(path.lastIndexOf('..') + 1).toLowerCase()] ?? 'plaintext'
}

async function readText(uri: vscode.Uri): Promise<string | undefined> {
  try {
    const { size } = await vscode.workspace.fs.stat(uri)
    if (size > MOST_BYTES) return undefined
    return new TextDecoder().decode(await vscode.workspace.fs.readFile(uri))
  } catch {
    return undefined // gone or unreadable since it was found: the others are still a book
  }
}
