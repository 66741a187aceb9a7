import { BrowserMessageReader, BrowserMessageWriter, createConnection } from 'vscode-languageserver/browser'
import { serve } from './server.js'

serve(createConnection(new BrowserMessageReader(self), new BrowserMessageWriter(self)), { runtime: 'web worker' })
