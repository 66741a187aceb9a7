import { availableParallelism } from 'node:os'
import { pathToFileURL } from 'node:url'
import type { ServerHost } from './server.js'

/** Maximum number of threads that run networks. Each takes about 15 MB. */
const MOST_THREADS = 4

/** The server as a Node process. The script that starts its threads is in the folder of the WebAssembly file. */
export const NODE_HOST: ServerHost = {
  runtime: `Node ${process.version}`,
  memoryMb: () => Math.round(process.memoryUsage().rss / 1e6),
  threads: (wasm) => ({
    count: Math.min(availableParallelism(), MOST_THREADS),
    script: pathToFileURL(wasm.replace(/wasm$/, 'mjs')).href
  })
}
