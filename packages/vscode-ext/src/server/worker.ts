import { BrowserMessageReader, BrowserMessageWriter, createConnection } from 'vscode-languageserver/browser'
import { serve } from './server.js'

serve((options) => createConnection(new BrowserMessageReader(self), new BrowserMessageWriter(self), options), {
  runtime: 'web worker'
})
