import * as vscode from 'vscode'
import {
  BrowserMessageReader,
  BrowserMessageWriter,
  LanguageClient,
  type MessageTransports
} from 'vscode-languageclient/browser'
import { clientOptions } from './client-options.js'
import { run, type Leitmotif } from './client.js'

/** Begins in VS Code for the web: the server is a worker, a new one for each start. */
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
