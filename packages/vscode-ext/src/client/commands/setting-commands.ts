import * as vscode from 'vscode'
import type { Command } from './targets.js'

/** Returns the commands that change settings, by name. */
export function settingCommands({ secrets }: vscode.ExtensionContext): Readonly<Record<string, Command>> {
  const toggle =
    (name: string): Command =>
    async () => {
      const settings = vscode.workspace.getConfiguration('leitmotif')
      await settings.update(name, settings.get(name) !== true, targetOf(settings, name))
    }
  return {
    toggleColours: toggle('colours.margin'),
    toggleBackground: toggle('colours.background'),
    turnOffHints: async (kind) => {
      const [name, message] =
        typeof kind === 'string'
          ? ['suggestions.withoutHints', vscode.l10n.t('Hints of this kind are off.')]
          : ['suggestions.hints', vscode.l10n.t('Hints in the text are off.')]
      const scope = vscode.window.activeTextEditor?.document.uri
      const settings = (): vscode.WorkspaceConfiguration => vscode.workspace.getConfiguration('leitmotif', scope)
      const { Global, Workspace } = vscode.ConfigurationTarget
      const target = targetOf(settings(), name)
      const before = valueAt(settings(), name, target)
      const kinds = settings().get<readonly string[]>('suggestions.withoutHints', [])
      const value = typeof kind === 'string' ? [...new Set([...kinds, kind])] : false
      await settings().update(name, value, target)
      const undo = vscode.l10n.t('Undo')
      const here = vscode.l10n.t('Only in This Workspace')
      const choices = target === Global && vscode.workspace.workspaceFolders ? [undo, here] : [undo]
      const answer = await vscode.window.showInformationMessage(message, ...choices)
      if (answer === undefined) return
      await settings().update(name, before, target)
      if (answer === here) await settings().update(name, value, Workspace)
    },
    setRelatedToken: async () => {
      const token = await vscode.window.showInputBox({
        title: vscode.l10n.t('Token for related passages'),
        prompt: vscode.l10n.t(
          'The token that the service was started with. It is kept in this machine’s secret storage. Leave empty to delete it.'
        ),
        password: true,
        ignoreFocusOut: true
      })
      if (token === undefined) return
      if (token === '') await secrets.delete(RELATED_TOKEN)
      else await secrets.store(RELATED_TOKEN, token)
    }
  }
}

/** The key of the token for related passages in the secret storage. */
export const RELATED_TOKEN = 'leitmotif.related.token'

/** Returns the narrowest scope in which a setting is set, so that a change there takes effect; otherwise the user's scope. */
function targetOf(settings: vscode.WorkspaceConfiguration, name: string): vscode.ConfigurationTarget {
  const { WorkspaceFolder, Workspace, Global } = vscode.ConfigurationTarget
  return [WorkspaceFolder, Workspace].find((target) => valueAt(settings, name, target) !== undefined) ?? Global
}

/** Returns a setting's value in one scope; undefined if it is not set there. */
function valueAt(settings: vscode.WorkspaceConfiguration, name: string, target: vscode.ConfigurationTarget): unknown {
  const { WorkspaceFolder, Workspace } = vscode.ConfigurationTarget
  const set = settings.inspect(name)
  if (target === WorkspaceFolder) return set?.workspaceFolderValue
  return target === Workspace ? set?.workspaceValue : set?.globalValue
}
