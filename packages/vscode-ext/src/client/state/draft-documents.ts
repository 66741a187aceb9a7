import type * as vscode from 'vscode'

/** The languages that drafts are written in, by the editor's names. */
export const LANGUAGES = ['markdown', 'plaintext', 'latex', 'tex', 'restructuredtext', 'asciidoc'] as const

/** Texts of these schemes are not drafts, whatever their language: old versions, comments, outputs, messages, cells, and what Leitmotif itself shows. */
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
