import { createConnection, ProposedFeatures } from 'vscode-languageserver/node'
import { leaveRuntimeAsItIs } from './node-memory.js'
import { serve } from './server.js'

leaveRuntimeAsItIs()

// Talks over Node's own channel between processes, or standard input and output, as its arguments say.
serve((options) => createConnection(ProposedFeatures.all, options), {
  runtime: `Node ${process.version}`,
  memoryMb: () => Math.round(process.memoryUsage().rss / 1e6)
})
