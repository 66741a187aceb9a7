import * as vscode from 'vscode'
import type { ShownAnalysis } from '../../protocol/protocol.js'
import type { Analyses } from '../state/analyses.js'
import { paragraphsAt, sectionAt } from '../state/draft-node.js'
import type { DraftNode } from '../state/draft-node.js'
import { editorOf } from '../decorations/reveal.js'

/** A command's arguments: rows of a view, or the server's values. Without any, the command acts at the cursor. */
export type Arguments = readonly unknown[]

export type Command = (...args: Arguments) => Promise<void>

/** Paragraphs of an analysed draft. */
export interface ParagraphsTarget {
  readonly draft: ShownAnalysis
  readonly paragraphs: readonly number[]
}

/** A section of an analysed draft. */
export interface SectionTarget {
  readonly draft: ShownAnalysis
  readonly section: number
}

/** Returns the rows that a command acts on: from its menu, or from a key in the view that `{view}` names. */
export type RowsOf = (args: Arguments) => readonly DraftNode[]

export function rowsOf(views: Readonly<Record<string, vscode.TreeView<DraftNode>>>): RowsOf {
  return ([first, all]) => {
    if (isNode(first)) {
      const nodes = Array.isArray(all) ? all.filter(isNode) : []
      return nodes.includes(first) ? nodes : [first]
    }
    return namesView(first) ? views[String(first.view)].selection : []
  }
}

/** Returns whether a command was called by a key in a view, so that it never acts at the cursor. */
export function namesView(first: unknown): first is { readonly view: unknown } {
  return typeof first === 'object' && first !== null && 'view' in first
}

export function isNode(value: unknown): value is DraftNode {
  return typeof value === 'object' && value !== null && 'draft' in value && 'kind' in value
}

/** Returns the paragraphs of rows of paragraphs and themes, ascending; undefined if there are none. */
export function paragraphsOfNodes(nodes: readonly DraftNode[]): ParagraphsTarget | undefined {
  const draft = nodes.at(0)?.draft
  const paragraphs = nodes.flatMap(({ kind, draft: { themes }, index }) =>
    kind === 'paragraph' ? [index] : kind === 'theme' ? themes[index].paragraphs : []
  )
  if (!draft || paragraphs.length === 0) return undefined
  return { draft, paragraphs: [...new Set(paragraphs)].sort((a, b) => a - b) }
}

/** Returns the paragraphs at the cursor or in the selection, after an analysis of the current version. */
export async function paragraphsAtCursor(analyses: Analyses): Promise<ParagraphsTarget | undefined> {
  const editor = draftEditor(analyses)
  const draft = editor && (await analyses.fresh(editor.document))
  if (!draft) return undefined
  const paragraphs = paragraphsAt(draft, editor.selection.start.line, editor.selection.end.line)
  return paragraphs.length > 0 ? { draft, paragraphs } : undefined
}

export async function sectionAtCursor(analyses: Analyses): Promise<SectionTarget | undefined> {
  const editor = draftEditor(analyses)
  const draft = editor && (await analyses.fresh(editor.document))
  if (!draft) return undefined
  const section = sectionAt(draft, editor.selection.active.line)
  return section < 0 ? undefined : { draft, section }
}

/** Returns the editor of the current draft. */
export function draftEditor({ document }: Analyses): vscode.TextEditor | undefined {
  return document && editorOf(document)
}
