import * as vscode from 'vscode'
import type { BaseLanguageClient } from 'vscode-languageclient'
import type { ShownAnalysis } from '../protocol/protocol.js'
import { Analyses } from './state/analyses.js'
import { applier } from './commands/apply-edits.js'
import { dismissals, DISMISSALS_KEY } from './state/dismissals.js'
import { dragController } from './commands/drag.js'
import { draftCommands } from './commands/draft-commands.js'
import { hasFewHeadings, proposedNodes, suggestedRange } from './state/draft-node.js'
import { showOutline } from './views/outline-view.js'
import { showParagraphColours } from './decorations/paragraph-colours.js'
import { previewer } from './commands/preview.js'
import { showProposedOutline } from './views/proposed-view.js'
import { showRelated } from './views/related-view.js'
import { reportProblem } from './commands/report-problem.js'
import { reveal } from './decorations/reveal.js'
import { relatedCommands } from './commands/related-commands.js'
import { settingCommands } from './commands/setting-commands.js'
import { showStatus } from './views/status-bar.js'
import { suggestionCommands } from './commands/suggestion-commands.js'
import { showSuggestions } from './views/suggestions-view.js'
import { isNode, rowsOf, type Arguments } from './commands/targets.js'
import { showThemes } from './views/draft-themes-view.js'
import { showWorkspaceThemes } from './views/workspace-themes-view.js'

/** The extension's API: the last analysis of an open draft. */
export interface Leitmotif {
  readonly analysisOf: (uri: vscode.Uri) => ShownAnalysis | undefined
  readonly onDidAnalyse: vscode.Event<void>
}

/** Creates views, decorations and commands, and starts the server. */
export function run(context: vscode.ExtensionContext, client: BaseLanguageClient): Leitmotif {
  const analyses = new Analyses(client)
  const dismissed = dismissals(context.globalState)
  context.globalState.setKeysForSync([DISMISSALS_KEY])
  const apply = applier(client, analyses, previewer(context))
  const drag = dragController(analyses, apply)
  const rows = rowsOf({
    themes: showThemes(context, analyses, drag).view,
    outline: showOutline(context, analyses, drag).view,
    suggestions: showSuggestions(context, analyses).view
  })
  const proposed = showProposedOutline(context, analyses)
  showParagraphColours(context, analyses)
  showStatus(context, analyses)
  keepContextKeys(context, analyses)

  const commands: Record<string, (...args: Arguments) => unknown> = {
    ...draftCommands(analyses, apply, rows, proposed),
    ...suggestionCommands(client, analyses, apply, rows, dismissed),
    ...settingCommands(context),
    ...relatedCommands(context, client, analyses, showRelated(context)),
    workspaceThemes: showWorkspaceThemes(context, client),
    restart: () => restart(client),
    reportProblem: () => reportProblem(context, client, analyses),
    showThemes: () => vscode.commands.executeCommand('leitmotif.themes.focus'),
    analyse: () => analyses.document && analyses.again(analyses.document),
    reveal: (...args) => revealTarget(client, analyses, args)
  }
  context.subscriptions.push(
    analyses,
    client,
    ...Object.entries(commands).map(([name, command]) => vscode.commands.registerCommand(`leitmotif.${name}`, command))
  )
  // Views exist before the server runs. If it cannot start, the language client and the status bar report it.
  client.start().catch(() => undefined)
  return { analysisOf: (uri) => analyses.of(uri), onDidAnalyse: analyses.onDidChange }
}

/** Restarts the server, or offers to reload the window if it cannot start. */
async function restart(client: BaseLanguageClient): Promise<void> {
  try {
    if (client.isRunning()) await client.stop()
    await client.start()
  } catch {
    const reload = vscode.l10n.t('Reload Window')
    const message = vscode.l10n.t('Leitmotif could not be started. Reload the window to try again.')
    if ((await vscode.window.showErrorMessage(message, reload)) === reload) {
      await vscode.commands.executeCommand('workbench.action.reloadWindow')
    }
  }
}

/** Shows the text of a row, or a range of a file. */
async function revealTarget(client: BaseLanguageClient, analyses: Analyses, [first, range]: Arguments): Promise<void> {
  if (first instanceof vscode.Uri && range instanceof vscode.Range) return reveal(first, range)
  if (!isNode(first)) return
  const { kind, index, draft } = first
  const uri = analyses.uriOf(draft)
  const now = analyses.of(uri)
  // Edits have moved lines since the row was shown.
  const { paragraphs, sections, suggestions } = now?.version === draft.version ? now : draft
  const place =
    kind === 'section'
      ? sections[index].range
      : kind === 'suggestion'
        ? suggestedRange(draft, suggestions[index])
        : paragraphs[index].range
  await reveal(uri, client.protocol2CodeConverter.asRange(place))
}

/** Keeps the context keys that package.json uses in `when` and `enablement` in step with the current draft. */
function keepContextKeys({ subscriptions }: vscode.ExtensionContext, analyses: Analyses): void {
  const set = new Map<string, boolean>()
  const update = (): void => {
    const { document, current } = analyses
    const isAnalysed = current !== undefined && current.state !== 'refused'
    const keys = {
      draft: document !== undefined,
      analysed: isAnalysed,
      /** The draft has too little text for a theme. */
      short: isAnalysed && current.themes.length === 0,
      working: current?.state === 'themes' || (isAnalysed && isOld(document, current)),
      fewHeadings: isAnalysed && hasFewHeadings(current),
      hasSuggestions: isAnalysed && current.suggestions.length > 0,
      hasProposal: isAnalysed && proposedNodes(current).length > 0
    }
    for (const [name, value] of Object.entries(keys)) {
      if (set.get(name) === value) continue
      set.set(name, value)
      void vscode.commands.executeCommand('setContext', `leitmotif.${name}`, value)
    }
  }
  subscriptions.push(
    analyses.onDidChange(update),
    vscode.workspace.onDidChangeTextDocument(({ document }) => {
      if (document === analyses.document) update()
    })
  )
  update()
}

/** Returns whether an edit was made since an analysis and a new one is on its way. */
function isOld(document: vscode.TextDocument | undefined, { version }: ShownAnalysis): boolean {
  const settings = vscode.workspace.getConfiguration('leitmotif', document?.uri)
  return document !== undefined && document.version !== version && settings.get('analyse') === 'edit'
}
