import { createConnection, ProposedFeatures } from 'vscode-languageserver/node'
import { leaveRuntimeAsItIs } from './node-memory.js'
import { serve } from './server.js'

leaveRuntimeAsItIs()

// The transport, Node IPC or standard input and output, depends on the process's arguments.
serve((options) => createConnection(ProposedFeatures.all, options), {
  runtime: `Node ${process.version}`,
  memoryMb: () => Math.round(process.memoryUsage().rss / 1e6)
})
