import type * as vscode from 'vscode'
import { LanguageClient, TransportKind } from 'vscode-languageclient/node'
import { clientOptions } from './client-options.js'
import { MEMORY_ENVIRONMENT, MEMORY_FLAGS } from '../server/node-memory.js'
import { run, type Leitmotif } from './client.js'

/** Activates the extension on the desktop and on remote machines, with the server in a separate process. */
export function activate(context: vscode.ExtensionContext): Leitmotif {
  const place = (file: string): string => context.asAbsolutePath(file)
  const options = { execArgv: [...MEMORY_FLAGS], env: MEMORY_ENVIRONMENT }
  const server = { module: place('dist/server.js'), transport: TransportKind.ipc, options }
  return run(context, new LanguageClient('leitmotif', 'Leitmotif', server, clientOptions(context, place)))
}
