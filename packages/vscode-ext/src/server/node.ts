import { createConnection, ProposedFeatures } from 'vscode-languageserver/node'
import { NODE_HOST } from './node-host.js'
import { leaveRuntimeAsItIs } from './node-memory.js'
import { serve } from './server.js'

leaveRuntimeAsItIs()

// The transport, Node IPC or standard input and output, depends on the process's arguments.
serve((options) => createConnection(ProposedFeatures.all, options), NODE_HOST)
