import * as vscode from 'vscode'
import type { BaseLanguageClient } from 'vscode-languageclient'
import { serverInfo } from '../../protocol/protocol.js'
import { SETTINGS_DEFAULTS } from '../../protocol/settings.js'
import type { Analyses } from '../state/analyses.js'
import { problemReport } from './problem-report.js'

/** Opens the body of an issue with the details needed to reproduce a problem. Nothing is sent. */
export async function reportProblem(
  { extension }: vscode.ExtensionContext,
  client: BaseLanguageClient,
  analyses: Analyses
): Promise<void> {
  const server = await client.sendRequest(serverInfo).then(
    ({ runtime, encoder, memoryMb }) =>
      [runtime, encoder, ...(memoryMb === undefined ? [] : [`${Math.round(memoryMb)} MB`])].join(', '),
    (error: unknown) => `does not answer (${error instanceof Error ? error.message : String(error)})`
  )
  const set = vscode.workspace.getConfiguration('leitmotif')
  const settings = Object.fromEntries(
    Object.entries(SETTINGS_DEFAULTS).flatMap(([name, standard]) => {
      const value = set.get<unknown>(name)
      if (JSON.stringify(value) === JSON.stringify(standard)) return []
      return [[name, name === 'related.url' ? '(set)' : value]]
    })
  )
  const content = problemReport({
    extension: String((extension.packageJSON as { version: unknown }).version),
    editor: `${vscode.env.appName} ${vscode.version}, ${vscode.env.language}`,
    host: `${vscode.env.appHost}${vscode.env.remoteName === undefined ? '' : `, ${vscode.env.remoteName}`}`,
    server,
    language: analyses.document?.languageId ?? 'none',
    settings
  })
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ language: 'markdown', content }))
}
