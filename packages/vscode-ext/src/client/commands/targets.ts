import * as vscode from 'vscode'
import type { ShownAnalysis } from '../../protocol/protocol.js'
import type { Analyses } from '../state/analyses.js'
import { paragraphsAt, sectionAt } from '../state/draft-node.js'
import type { DraftNode } from '../state/draft-node.js'
import { editorOf } from '../decorations/reveal.js'

/** What a command is called with: rows of a view, what the server says, or nothing, and then it is about the cursor. */
export type Arguments = readonly unknown[]

export type Command = (...called: Arguments) => Promise<void>

/** Paragraphs or a section of a draft as it was analysed. */
export interface ParagraphsTarget {
  readonly draft: ShownAnalysis
  readonly paragraphs: readonly number[]
}

export interface SectionTarget {
  readonly draft: ShownAnalysis
  readonly section: number
}

/** The rows that a command was called on: by its menu, or by a key in the view that `{view}` names. */
export type RowsOf = (given: Arguments) => readonly DraftNode[]

export function rowsOf(views: Readonly<Record<string, vscode.TreeView<DraftNode>>>): RowsOf {
  return ([first, all]) => {
    if (isNode(first)) {
      const nodes = Array.isArray(all) ? all.filter(isNode) : []
      return nodes.includes(first) ? nodes : [first]
    }
    return namesView(first) ? views[String(first.view)].selection : []
  }
}

/** Whether a command is called by a key in a view, and so is never about the cursor. */
export function namesView(first: unknown): first is { readonly view: unknown } {
  return typeof first === 'object' && first !== null && 'view' in first
}

export function isNode(value: unknown): value is DraftNode {
  return typeof value === 'object' && value !== null && 'draft' in value && 'kind' in value
}

/** The paragraphs of rows: their own, or those of a theme. */
export function paragraphsOfNodes(nodes: readonly DraftNode[]): ParagraphsTarget | undefined {
  const draft = nodes.at(0)?.draft
  const paragraphs = nodes.flatMap(({ kind, draft: { themes }, index }) =>
    kind === 'paragraph' ? [index] : kind === 'theme' ? themes[index].paragraphs : []
  )
  if (!draft || paragraphs.length === 0) return undefined
  return { draft, paragraphs: [...new Set(paragraphs)].sort((a, b) => a - b) }
}

/** The paragraphs at the cursor, or in the selection, by an analysis of the draft as it is now. */
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

/** The editor of the draft that is looked at. */
export function draftEditor({ document }: Analyses): vscode.TextEditor | undefined {
  return document && editorOf(document)
}
