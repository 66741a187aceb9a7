import * as vscode from 'vscode'
import {
  BrowserMessageReader,
  BrowserMessageWriter,
  LanguageClient,
  type MessageTransports
} from 'vscode-languageclient/browser'
import { clientOptions } from './client-options.js'
import { run, type Leitmotif } from './client.js'

/** Activates the extension in VS Code for the web, with the server in a web worker. Each start creates a new worker. */
export function activate(context: vscode.ExtensionContext): Leitmotif {
  const place = (file: string): string => vscode.Uri.joinPath(context.extensionUri, file).toString(true)
  let worker: Worker | undefined
  const server = (): Promise<MessageTransports> => {
    worker?.terminate()
    worker = new Worker(place('dist/web/server.js'))
    return Promise.resolve({ reader: new BrowserMessageReader(worker), writer: new BrowserMessageWriter(worker) })
  }
  return run(context, new LanguageClient('leitmotif', 'Leitmotif', server, clientOptions(context, place)))
}
