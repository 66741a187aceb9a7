import * as vscode from 'vscode'

/** The nodes of a tree view, computed on each refresh. */
export interface Tree<Node> {
  readonly roots: () => Node[]
  readonly children?: (node: Node) => Node[]
  readonly item: (node: Node) => vscode.TreeItem
}

/** A tree view and a function that refreshes it. */
export interface TreeView<Node> {
  readonly view: vscode.TreeView<Node>
  readonly refresh: () => void
}

/** Shows a tree in the view with this id. */
export function showTree<Node>(
  { subscriptions }: vscode.ExtensionContext,
  id: string,
  { roots, children = () => [], item }: Tree<Node>,
  options: Omit<vscode.TreeViewOptions<Node>, 'treeDataProvider'> = {}
): TreeView<Node> {
  const changed = new vscode.EventEmitter<undefined>()
  const view = vscode.window.createTreeView<Node>(id, {
    ...options,
    treeDataProvider: {
      onDidChangeTreeData: changed.event,
      getChildren: (node) => (node === undefined ? roots() : children(node)),
      getTreeItem: item
    }
  })
  subscriptions.push(changed, view)
  return {
    view,
    refresh: () => {
      changed.fire(undefined)
    }
  }
}
