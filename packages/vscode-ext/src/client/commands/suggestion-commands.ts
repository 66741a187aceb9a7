import * as vscode from 'vscode'
import type { BaseLanguageClient } from 'vscode-languageclient'
import { changeOf, dismissed, proposeSections, type ShownAnalysis } from '../../protocol/protocol.js'
import type { Analyses } from '../state/analyses.js'
import type { Apply } from './apply-edits.js'
import type { Dismissals } from '../state/dismissals.js'
import { askSections } from './prompts.js'
import { suggestedRange, suggestionAt, suggestionFrom } from '../state/draft-node.js'
import { reveal } from '../decorations/reveal.js'
import { draftEditor, namesView, type Arguments, type Command, type RowsOf } from './targets.js'

interface Suggested {
  /** The draft's URI in the server's form. */
  readonly uri: string
  readonly id: string
}

/** Returns the commands about suggestions, by name. */
export function suggestionCommands(
  client: BaseLanguageClient,
  analyses: Analyses,
  apply: Apply,
  rows: RowsOf,
  dismissals: Dismissals
): Readonly<Record<string, Command>> {
  /** Returns the suggestion that a command acts on: named by the server, of a row, or at the cursor. */
  const targetOf = (args: Arguments): Suggested | undefined => {
    const [uri, named] = [args.at(0), args.at(-1)]
    if (typeof uri === 'string' && typeof named === 'string') return { uri, id: named }
    const node = rows(args).find(({ kind }) => kind === 'suggestion')
    if (node) return { uri: node.draft.uri, id: node.draft.suggestions[node.index].id }
    const { current } = analyses
    const line = namesView(args[0]) ? undefined : draftEditor(analyses)?.selection.active.line
    if (!current || line === undefined) return undefined
    const id = suggestionAt(current, line)?.id
    return id === undefined ? undefined : { uri: current.uri, id }
  }
  const go =
    (step: 1 | -1): Command =>
    async () => {
      const { current } = analyses
      const editor = draftEditor(analyses)
      if (!current || !editor) return
      const index = suggestionFrom(suggestionLines(current), editor.selection.active.line, step)
      if (index < 0) {
        void vscode.window.showInformationMessage(vscode.l10n.t('There are no suggestions for this draft.'))
        return
      }
      const range = client.protocol2CodeConverter.asRange(suggestedRange(current, current.suggestions[index]))
      await reveal(editor.document.uri, range, false)
    }
  const notifyServer = (): Promise<void> => client.sendNotification(dismissed, { ids: dismissals.ids() })

  const follow =
    (preview: boolean): Command =>
    async (...args) => {
      const found = targetOf(args)
      if (!found) {
        showNoneChosen()
        return
      }
      // If the draft has changed, its newer analysis may still contain the suggestion.
      const document = await vscode.workspace.openTextDocument(analyses.uriOf(found))
      const draft = await analyses.complete(document)
      const suggestion = draft?.suggestions.find(({ id }) => id === found.id)
      if (!draft || !suggestion) {
        showOutdated()
        return
      }
      const headings = 'headings' in suggestion ? suggestion.headings : []
      await apply(draft, changeOf(suggestion), { headings, preview })
    }

  return {
    applySuggestion: follow(false),
    previewSuggestion: follow(true),
    dismiss: async (...args) => {
      const found = targetOf(args)
      if (!found) {
        showNoneChosen()
        return
      }
      await dismissals.add(found.id)
      await notifyServer()
      void vscode.window.setStatusBarMessage(
        vscode.l10n.t('Dismissed. It will not be suggested again for this text.'),
        4000
      )
    },
    proposeSections: async () => {
      const { current } = analyses
      if (!current || current.paragraphs.length < 2) {
        void vscode.window.showInformationMessage(vscode.l10n.t('There are no suggestions for this draft.'))
        return
      }
      const typed = await askSections(current)
      if (typed === undefined) return
      await vscode.commands.executeCommand('leitmotif.proposed.focus')
      await client.sendRequest(proposeSections, { uri: current.uri, ...(typed > 0 && { sections: typed }) })
    },
    nextSuggestion: go(1),
    previousSuggestion: go(-1),
    resetDismissed: async () => {
      const count = dismissals.ids().length
      if (count === 0) {
        void vscode.window.showInformationMessage(vscode.l10n.t('No suggestion has been dismissed.'))
        return
      }
      const restore = vscode.l10n.t('Restore')
      const question =
        count === 1
          ? vscode.l10n.t('Restore 1 dismissed suggestion?')
          : vscode.l10n.t('Restore {0} dismissed suggestions of all drafts?', count)
      if ((await vscode.window.showInformationMessage(question, { modal: true }, restore)) !== restore) return
      await dismissals.clear()
      await notifyServer()
    }
  }
}

function suggestionLines(draft: ShownAnalysis): number[] {
  return draft.suggestions.map((suggestion) => suggestedRange(draft, suggestion).start.line)
}

function showNoneChosen(): void {
  void vscode.window.showInformationMessage(
    vscode.l10n.t('No suggestion is chosen. Put the cursor on one, or select a row of the view “Suggestions”.')
  )
}

function showOutdated(): void {
  void vscode.window.showInformationMessage(
    vscode.l10n.t('The draft has changed, and this suggestion no longer applies.')
  )
}
