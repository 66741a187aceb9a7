import * as vscode from 'vscode'
import type { Analyses } from './analyses.js'
import { proposedNodes } from './views/draft-node.js'

/** Keeps the keys that package.json asks for (`when`, `enablement`) true to the draft that is looked at. */
export function keepContextKeys({ subscriptions }: vscode.ExtensionContext, analyses: Analyses): void {
  const set = new Map<string, boolean>()
  const update = (): void => {
    const { document, current } = analyses
    const isAnalysed = current !== undefined && current.state !== 'refused'
    const keys = {
      draft: document !== undefined,
      analysed: isAnalysed,
      /** There is too little text for any theme. */
      short: isAnalysed && current.themes.length === 0,
      working: current?.state === 'themes',
      hasSuggestions: isAnalysed && current.suggestions.length > 0,
      hasProposal: isAnalysed && proposedNodes(current).length > 0
    }
    for (const [name, value] of Object.entries(keys)) {
      if (set.get(name) === value) continue
      set.set(name, value)
      void vscode.commands.executeCommand('setContext', `leitmotif.${name}`, value)
    }
  }
  subscriptions.push(analyses.onDidChange(update))
  update()
}
