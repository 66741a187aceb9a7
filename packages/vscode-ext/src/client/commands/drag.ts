import * as vscode from 'vscode'
import type { Analyses } from '../state/analyses.js'
import { reportStale, type Apply } from './apply-edits.js'
import type { DraftNode } from '../state/draft-node.js'
import { droppedChange } from './drop.js'

const MIME = 'application/vnd.leitmotif.draft'

/** The dragged rows as JSON: VS Code passes only text between two views. */
interface Dragged {
  readonly uri: string
  readonly version: number
  readonly rows: readonly Pick<DraftNode, 'kind' | 'index'>[]
}

/** Returns a controller that moves the text of a row when it is dropped on another row, of any view. */
export function dragController(analyses: Analyses, apply: Apply): vscode.TreeDragAndDropController<DraftNode> {
  return {
    dragMimeTypes: [MIME],
    dropMimeTypes: [MIME],
    handleDrag: ([first, ...rest], data) => {
      const { uri, version } = first.draft
      const rows = [first, ...rest].map(({ kind, index }) => ({ kind, index }))
      data.set(MIME, new vscode.DataTransferItem(JSON.stringify({ uri, version, rows } satisfies Dragged)))
    },
    handleDrop: async (target, data) => {
      const text = await draggedText(data)
      if (text === undefined) return
      const { uri, version, rows } = JSON.parse(text) as Dragged
      const file = analyses.uriOf({ uri })
      const draft = analyses.of(file)
      // Row indices belong to the analysis that they were dragged from; a newer one may have other rows.
      if (draft?.version !== version || (target && target.draft.version !== version)) {
        await reportStale(analyses, await vscode.workspace.openTextDocument(file))
        return
      }
      const nodes = rows.map((row) => ({ ...row, draft }))
      const change = target && target.draft.uri !== uri ? undefined : droppedChange(nodes, target)
      if (change === undefined) {
        void vscode.window.showInformationMessage(
          vscode.l10n.t('It cannot be dropped there. Drop it on a section or a theme.')
        )
      } else await apply(draft, change)
    }
  }
}

/** Returns the dragged text. Between two views, VS Code adds an empty item before it. */
async function draggedText(data: vscode.DataTransfer): Promise<string | undefined> {
  const items = [...data].flatMap(([mime, item]) => (mime === MIME ? [item.asString()] : []))
  return (await Promise.all(items)).find((text) => text !== '')
}
