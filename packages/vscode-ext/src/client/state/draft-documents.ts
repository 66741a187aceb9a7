import type * as vscode from 'vscode'

/** The language ids of drafts. */
export const LANGUAGES = ['markdown', 'plaintext', 'latex', 'tex', 'restructuredtext', 'asciidoc'] as const

/** URI schemes that are never drafts: old versions, comments, outputs, commit messages, notebook cells and Leitmotif's own pages. */
const OTHER_SCHEMES = new Set([
  'git',
  'comment',
  'output',
  'vscode-scm',
  'vscode-notebook-cell',
  'walkThroughSnippet',
  'leitmotif-passages',
  'leitmotif-preview'
])

export function isDraft(document: vscode.TextDocument): boolean {
  return (LANGUAGES as readonly string[]).includes(document.languageId) && !OTHER_SCHEMES.has(document.uri.scheme)
}
